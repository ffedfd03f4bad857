/** What an audit has come to is not thrown away because the database is away or full just now: it is kept, and written later. */
import { setTimeout as delay } from 'node:timers/promises'
import { isDatabaseAway } from '../store/is-away.ts'
import { isDatabaseFull } from '../store/is-full.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Nobody's fault here, and over some day. */
export function isOutage(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseFull(error)
}

/**
 * Tries again, ever more rarely, as long as the database is away or full.
 * @param ask may be repeated although it was done: the database may only not have been able to say so
 * @param signal ends the trying with its reason
 * @param onOutage told of the first failure
 */
export async function untilStored<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onOutage: (error: unknown) => void,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await ask()
    } catch (error) {
      if (!isOutage(error)) throw error
      if (pauseMs === FIRST_PAUSE_MS) onOutage(error)
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {})
    signal.throwIfAborted()
  }
}
