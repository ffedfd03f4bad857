/**
 * Audits without a job get one. A process may die between making an audit and making its job; a worker that starts looks
 * at all of them, and this duty at those that were made since.
 */
import type { Queue } from '../queue/queue.ts'
import type { Store } from '../store/store.ts'
import type { Duty } from './duty.ts'
import { keepLooking } from './look.ts'

const LOOK_EVERY_MS = 60_000
/** Younger ones are on their way. */
const YOUNG_MS = 60_000
/** Clocks of processes differ, and an insert takes its time. */
const OVERLAP_MS = 60_000

export const makeMissingJobs: Duty = async ({ store, queue, logger }) => {
  let lookedAtMs = Date.now() - YOUNG_MS
  const looking = keepLooking(
    async () => {
      const untilMs = Date.now() - YOUNG_MS
      // The clock may have been put back.
      await enqueueWaiting({ store, queue }, Math.min(lookedAtMs, untilMs) - OVERLAP_MS, untilMs)
      lookedAtMs = untilMs
    },
    {
      everyMs: LOOK_EVERY_MS,
      onError: (error) => logger.error({ err: error }, 'waiting audits could not be looked at'),
    },
  )
  return () => looking.stop()
}

/**
 * Asks for the jobs of the audits that were made in this time, Unix ms, and still wait. Those that have one keep it.
 * @returns how many were asked for
 */
export async function enqueueWaiting(
  { store, queue }: { store: Pick<Store, 'audits'>; queue: Pick<Queue, 'enqueueAll'> },
  fromMs: number,
  untilMs: number,
): Promise<number> {
  const waiting = await store.audits.listUnended({ from: new Date(fromMs), until: new Date(untilMs) })
  await queue.enqueueAll(waiting)
  return waiting.length
}
