/** Reads a stream of chunks by count, with one step back, and knows its position. */
export interface ByteReader {
  /** Bytes taken so far. */
  position: number
  /** The next bytes, at most `most`, without waiting for more than one chunk; null at the end. */
  next(most?: number): Promise<Uint8Array | null>
  /** Exactly `count` bytes, or fewer at the end. */
  take(count: number): Promise<Uint8Array>
  /** Everything up to and with the next `byte`, at most `limit` bytes; null where it does not come. */
  takeThrough(byte: number, limit: number): Promise<Uint8Array | null>
  /** Gives the last bytes taken back. */
  unread(bytes: Uint8Array): void
  /** Reads on without a use for it, so that the transfer is seen to its end; not for ever. */
  drain(): Promise<void>
  /** Ends the source. */
  stop(): Promise<void>
}

const DRAIN_BYTES = 64 * 1024 * 1024

export function createByteReader(source: AsyncGenerator<Uint8Array>): ByteReader {
  let kept: Uint8Array = new Uint8Array(0)

  const reader: ByteReader = {
    position: 0,
    async next(most = Number.POSITIVE_INFINITY) {
      while (kept.length === 0) {
        const { done, value } = await source.next()
        if (done) return null
        kept = value
      }
      const taken = kept.subarray(0, most)
      kept = kept.subarray(taken.length)
      reader.position += taken.length
      return taken
    },
    async take(count) {
      const parts: Uint8Array[] = []
      let length = 0
      while (length < count) {
        const part = await reader.next(count - length)
        if (!part) break
        parts.push(part)
        length += part.length
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
    async takeThrough(byte, limit) {
      const parts: Uint8Array[] = []
      let length = 0
      while (length < limit) {
        if (kept.length === 0) {
          const { done, value } = await source.next()
          if (done) return null
          kept = value
        }
        const end = kept.indexOf(byte)
        const taken = kept.subarray(0, Math.min(end < 0 ? kept.length : end + 1, limit - length))
        kept = kept.subarray(taken.length)
        reader.position += taken.length
        length += taken.length
        parts.push(taken)
        if (end >= 0 && taken.at(-1) === byte) return parts.length === 1 ? taken : Buffer.concat(parts)
      }
      return null
    },
    unread(bytes) {
      if (bytes.length === 0) return
      kept = kept.length === 0 ? bytes : Buffer.concat([bytes, kept])
      reader.position -= bytes.length
    },
    async drain() {
      const end = reader.position + DRAIN_BYTES
      while (reader.position < end && (await reader.next())) {}
    },
    async stop() {
      await source.return(undefined)
    },
  }
  return reader
}
