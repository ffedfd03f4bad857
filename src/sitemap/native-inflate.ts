/** zlib's own decompressor, fed piece by piece without waiting: ten times as fast as one in JavaScript. */
import { Buffer } from 'node:buffer'
import { constants, createInflateRaw, type InflateRaw } from 'node:zlib'

/**
 * What Node's streams of zlib work with; the package managers' own unpackers have long relied on it. Where it is not
 * there, or not as it was, there is no native inflate, and fflate does all of the work.
 */
interface Internals extends InflateRaw {
  _handle: { close(): void } | null
  _processChunk(bytes: Uint8Array, flush: number): Buffer
}

export interface NativeInflate {
  /**
   * Inflates one piece.
   * @returns what came out, and how many bytes were used: fewer than there are where the compressed data ended
   * @throws when the data is broken; what the piece had given before is lost, and only close may be called after
   */
  push(bytes: Uint8Array): { out: Uint8Array; used: number }
  /** Begins with other data. */
  reset(): void
  close(): void
}

/** Allocated by zlib at once for what comes out. */
const CHUNK_BYTES = 65_536

function open(): NativeInflate {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES }) as Internals
  const handle = stream._handle as NonNullable<Internals['_handle']>
  const close = handle.close.bind(handle)
  // It ends the stream after each piece, and there are more.
  handle.close = () => {}
  stream.on('error', ignore)
  return {
    push(bytes) {
      stream._handle = handle
      try {
        // The next piece is inflated into the same memory.
        const out = Buffer.from(stream._processChunk(bytes, constants.Z_SYNC_FLUSH))
        return { out, used: stream.bytesWritten }
      } finally {
        // It adds one each time, and tells a break once more when nobody waits for it.
        stream.removeAllListeners('error').on('error', ignore)
      }
    },
    reset() {
      stream._handle = handle
      stream.reset()
    },
    close,
  }
}

const ignore = () => {}

/** A block that says "ab", twice, and bytes behind its end. */
const PROBE = Buffer.from([0x4b, 0x4c, 0x02, 0x00, 1, 2, 3])
const PROBE_LENGTH = 4

function works(): boolean {
  try {
    const inflate = open()
    for (let times = 0; times < 2; times++) {
      const texts = [PROBE.subarray(0, 2), PROBE.subarray(2)].map((bytes) => inflate.push(bytes))
      if (texts.map(({ out }) => out.toString()).join('') !== 'ab' || texts[1]?.used !== PROBE_LENGTH - 2) return false
      inflate.reset()
    }
    inflate.close()
    return true
  } catch {
    return false
  }
}

/** null: this Node has none. */
export const openNativeInflate: (() => NativeInflate) | null = works() ? open : null
