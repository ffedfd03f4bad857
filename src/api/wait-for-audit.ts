/** Waiting for the end of audits, without leaving anything behind. */
import type { Store } from '../store/store.ts'

export interface Waiting {
  /**
   * Resolves when the audit has ended, when the time is over, when the client has left or when the service closes.
   * @param onLeave registers a callback for the client leaving, calls it where it has left, and returns the way to take
   *   it back
   */
  wait(id: string, waitS: number, onLeave: (callback: () => void) => () => void): Promise<void>
  /** Ends every wait, now and later: the service closes. */
  endAll(): void
}

export function createWaiting(store: Pick<Store, 'whenEnded'>): Waiting {
  const waits = new Set<AbortController>()
  let isClosing = false
  return {
    async wait(id, waitS, onLeave) {
      if (isClosing || waitS <= 0) return
      const controller = new AbortController()
      waits.add(controller)
      const timer = setTimeout(() => controller.abort(), waitS * 1000)
      const forget = onLeave(() => controller.abort())
      try {
        await store.whenEnded(id, controller.signal)
      } finally {
        clearTimeout(timer)
        forget()
        waits.delete(controller)
      }
    },
    endAll() {
      isClosing = true
      for (const controller of waits) controller.abort()
    },
  }
}
