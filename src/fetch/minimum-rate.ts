/**
 * A body that drips or has stalled is given up long before the wall clock: an idle timer would begin anew with every
 * byte. Only the time that the site lets us wait counts, never the time that our own reader takes.
 */

export interface MinimumRate {
  bytesPerSecond: number
  /** Time of waiting after which the rate is judged, ms. */
  windowMs: number
}

/** Ours: a tenth of what the slowest modem line carried, over a time in which a server may well think. */
export const MINIMUM_RATE: MinimumRate = { bytesPerSecond: 200, windowMs: 10_000 }

/** Why an exchange was stopped; the reason of its abort signal. */
export class TooSlowError extends Error {
  readonly bytes: number
  readonly windowMs: number

  constructor(bytes: number, windowMs: number) {
    super('The body came more slowly than the minimum rate.')
    this.bytes = bytes
    this.windowMs = windowMs
  }
}

/**
 * Passes the chunks of `source` on, and calls `onTooSlow` once, when a whole window of waiting brought too few bytes.
 * That call has to end the source.
 */
export async function* holdToMinimumRate(
  source: AsyncIterable<Uint8Array>,
  { bytesPerSecond, windowMs }: MinimumRate,
  onTooSlow: (reason: TooSlowError) => void,
): AsyncGenerator<Uint8Array> {
  const neededBytes = (bytesPerSecond * windowMs) / 1000
  const chunks = source[Symbol.asyncIterator]()
  let waitedMs = 0
  let bytes = 0
  let waitingSince = 0
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  function wait(): void {
    waitingSince = performance.now()
    timer = setTimeout(judge, Math.max(0, windowMs - waitedMs))
  }

  function judge(): void {
    const isTooSlow = bytes < neededBytes
    const came = bytes
    waitedMs = 0
    bytes = 0
    wait()
    if (isTooSlow) onTooSlow(new TooSlowError(came, windowMs))
  }

  try {
    while (true) {
      wait()
      const { done, value } = await chunks.next()
      clearTimeout(timer)
      if (done) {
        isOver = true
        return
      }
      bytes += value.length
      waitedMs += performance.now() - waitingSince
      // Bytes that come in quick drops never let the timer run out.
      if (waitedMs >= windowMs) {
        judge()
        clearTimeout(timer)
      }
      yield value
    }
  } catch (error) {
    isOver = true
    throw error
  } finally {
    clearTimeout(timer)
    if (!isOver) await chunks.return?.()
  }
}
