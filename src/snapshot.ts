/** A value that is asked for often and costs something: kept for a moment, and never waited for long. */

const KEEP_MS = 5_000
const DEADLINE_MS = 1_500

/**
 * @returns the newest value, at most KEEP_MS old; undefined when it is not there within the deadline. One `read` at a time,
 * so that a database that hangs is not asked again and again
 */
export function createSnapshot<T>(
  read: () => Promise<T>,
  { keepMs = KEEP_MS, deadlineMs = DEADLINE_MS } = {},
): () => Promise<T | undefined> {
  let kept: { value: T; atMs: number } | undefined
  let reading: Promise<T | undefined> | undefined

  async function readOnce(): Promise<T | undefined> {
    try {
      const value = await read()
      kept = { value, atMs: performance.now() }
      return value
    } catch {
      return undefined
    } finally {
      reading = undefined
    }
  }

  return async () => {
    if (kept && performance.now() - kept.atMs < keepMs) return kept.value
    reading ??= readOnce()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, deadlineMs, undefined)
    })
    try {
      return await Promise.race([reading, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
