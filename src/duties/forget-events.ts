/** Forgets what audits told while they ran, a while after their end: their reports have it all. */
import type { Duty } from './duty.ts'
import { keepLooking } from './look.ts'

const LOOK_EVERY_MS = 600_000
/** Whoever was cut off comes back by then. */
const KEPT_MS = 3_600_000

export const forgetEvents: Duty = async ({ store, logger }) => {
  const forgetting = keepLooking(async () => void (await store.events.forget(new Date(Date.now() - KEPT_MS))), {
    everyMs: LOOK_EVERY_MS,
    onError: (error) => logger.error({ err: error }, 'old events could not be removed'),
  })
  return () => forgetting.stop()
}
