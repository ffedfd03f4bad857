/**
 * A body in whose middle a strict parser found its framing at fault (a chunk size padded with blanks, say), read on: the
 * exchange is made a second time with the lenient reader, which goes on where the first broke off.
 */
import { crc32 } from 'node:zlib'
import type { Sent } from './send.ts'

type Answered = Extract<Sent, { kind: 'answer' }>

export interface Rescue {
  /** Whether an error of the body is one of framing, and none of a transfer that ended early. */
  isFaulty(error: unknown): boolean
  /** Makes the exchange again; asked at most once. */
  again(): Promise<Sent>
  /** Ends the exchange. */
  signal: AbortSignal
  /** Told once, when the second reading is over, if it came to where the first broke off; what it read over. */
  onRescued(faults: string[]): void
}

/**
 * The answer with a body that is read on. Where the second answer is another one (its status or coding, or other bytes
 * up to the place of the fault), the body throws what the first threw: two halves of different documents are none.
 */
export function readOn(first: Answered, { isFaulty, again, signal, onRescued }: Rescue): Answered {
  let current = first

  async function* read(): AsyncGenerator<Uint8Array> {
    let length = 0
    let checksum = 0
    try {
      for await (const chunk of first.body) {
        length += chunk.length
        checksum = crc32(chunk, checksum)
        yield chunk
      }
      return
    } catch (error) {
      if (!isFaulty(error)) throw error
      const second = await again()
      if (second.kind === 'failed') throw signal.aborted ? second.error : error
      current = second
      if (second.status !== first.status || codingOf(second) !== codingOf(first)) {
        second.stop()
        throw error
      }
      yield* behind(second, { length, checksum, error })
    }
  }

  /** What follows the first `length` bytes. */
  async function* behind(
    { body, faults }: Answered,
    { length, checksum, error }: { length: number; checksum: number; error: unknown },
  ): AsyncGenerator<Uint8Array> {
    let left = length
    let sum = 0
    let isThere = false
    const arrive = () => {
      if (sum !== checksum) throw error
      isThere = true
    }
    try {
      for await (const chunk of body) {
        const known = chunk.subarray(0, left)
        left -= known.length
        if (known.length > 0) sum = crc32(known, sum)
        if (left > 0) continue
        if (!isThere) arrive()
        if (known.length < chunk.length) yield chunk.subarray(known.length)
      }
      if (left > 0) throw error
      if (!isThere) arrive()
    } finally {
      if (isThere) onRescued(faults)
    }
  }

  return { ...first, body: read(), stop: () => current.stop(), surplus: () => current.surplus() }
}

function codingOf({ headers }: Answered): string {
  return headers
    .filter(([name]) => name === 'content-encoding')
    .map(([, value]) => value)
    .join()
}
