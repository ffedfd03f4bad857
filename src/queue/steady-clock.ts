/**
 * The queue's own clock. It reckons with differences of times, and waits for what is left of them: by the system's clock,
 * a worker sleeps for three hours when that is put back by three. The time of the database is told to it beside it.
 */
import type { Clock } from 'pg-boss'

/** Unix ms as they were when the process began, and since then what has gone by in earnest. */
export const STEADY_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (handle) => clearInterval(handle as NodeJS.Timeout),
}
