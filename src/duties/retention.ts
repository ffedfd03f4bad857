/** Old audits and batches are removed, a few at a time; by one process, however many there are. */

import { setTimeout as delay } from 'node:timers/promises'
import type { RetentionPlace } from '../store/retention.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS } from '../values/calendar.ts'
import type { Duty } from './duty.ts'
import { keepLooking } from './look.ts'

const LOOK_EVERY_MS = 3_600_000
/** Others want the database too. */
const PAUSE_MS = 100

export const removeOldAudits: Duty = async ({ config: { retentionDays }, store, logger }) => {
  const removing = keepLooking(
    async (_isWhole, signal) => {
      const cutoffMs = Date.now() - retentionDays * DAY_MS
      const audits = await removeAllOld(store, cutoffMs, signal)
      const batches = await removeOldBatches(store, cutoffMs, signal)
      if (audits + batches > 0) logger.info({ audits, batches, retentionDays }, 'removed what is old')
    },
    { everyMs: LOOK_EVERY_MS, onError: (error) => logger.error({ err: error }, 'old audits could not be removed') },
  )
  return () => removing.stop()
}

/**
 * @param cutoffMs what ended before is old, Unix ms
 * @returns how many were removed here
 */
export async function removeAllOld(
  { retention }: Pick<Store, 'retention'>,
  cutoffMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  let after: RetentionPlace | null = null
  do {
    const step: Awaited<ReturnType<typeof retention.removeOld>> = await retention.removeOld(new Date(cutoffMs), after)
    // Another process is at it, and does all of it.
    if (step === null) break
    removed += step.removed
    after = step.next
    if (after !== null) await pause(signal)
  } while (after !== null && !signal.aborted)
  return removed
}

/** @returns how many were removed here */
export async function removeOldBatches(
  { retention }: Pick<Store, 'retention'>,
  cutoffMs: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  while (!signal.aborted && (await retention.removeOldBatch(new Date(cutoffMs)))) {
    removed++
    await pause(signal)
  }
  return removed
}

const pause = (signal: AbortSignal) => delay(PAUSE_MS, undefined, { signal }).catch(() => {})
