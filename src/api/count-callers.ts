/**
 * Requests of each caller in the window that runs. The rate limit's own counter goes by the system's clock: when that is
 * put back by three hours, whoever was at the limit stays shut out for as long.
 */
import type { FastifyRateLimitStore } from '@fastify/rate-limit'

interface Window {
  count: number
  /** ms of `clock` */
  endsAt: number
}

/**
 * @param most callers that are counted; the one not seen for longest is forgotten
 * @param clock ms of any origin, never put back
 */
export function createCallerCounter(most: number, clock = () => performance.now()): FastifyRateLimitStore {
  /** In the order in which they were seen. */
  const windows = new Map<string, Window>()
  return {
    incr(caller, tell, windowMs) {
      const now = clock()
      const known = windows.get(caller)
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs }
      window.count++
      windows.delete(caller)
      windows.set(caller, window)
      if (windows.size > most) windows.delete(windows.keys().next().value as string)
      tell(null, { current: window.count, ttl: Math.ceil(window.endsAt - now) })
    },
    child: () => createCallerCounter(most, clock),
  }
}
