/** Lets others in while much is computed: health checks, deadlines and heartbeats live on the same thread. */
import { setImmediate } from 'node:timers/promises'

/** Work after which others are let in. */
const BREATH_MS = 20

/** @returns what is to be called, and waited for, between two pieces of work */
export function createBreath(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < BREATH_MS) return
    await setImmediate()
    sinceMs = performance.now()
  }
}
