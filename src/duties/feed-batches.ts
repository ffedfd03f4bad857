/**
 * Batches are fed to the queue as room comes: so many of a batch's audits wait as its workers will take soon, and the
 * thousands behind them are rows that cost nothing. What holds is the table; hints only say when to look.
 */
import type { Duty, DutyTools } from './duty.ts'
import { keepLooking } from './look.ts'

/** Audits of a batch that wait, for each audit that this process runs at once: enough for the time between two looks. */
const WAITING_PER_AUDIT = 8
const WAITING_LEAST = 32
/** Many audits may end within it. */
const GATHER_MS = 50
/** A worker that takes an audit makes room as well, and says nothing. */
const LOOK_EVERY_MS = 2_000

export const feedBatches: Duty = async (tools) => {
  const { config, store, channels, logger } = tools
  const room = Math.max(WAITING_LEAST, WAITING_PER_AUDIT * config.auditConcurrency)
  const looking = keepLooking(
    async (isWhole) => {
      for (const id of await store.batches.listOpen()) await feedOnce(tools, id, room, isWhole)
    },
    {
      gatherMs: GATHER_MS,
      everyMs: LOOK_EVERY_MS,
      onError: (error) => logger.error({ err: error }, 'batches could not be fed'),
    },
  )
  const stopListening = store.onEnded(() => looking.hint())
  await channels.batches.work(1, async ({ data }) => feedOnce(tools, data.batchId, room, true))
  return async () => {
    stopListening()
    await looking.stop()
  }
}

/** @param isWhole also makes the jobs of audits that wait: a process may have died between making one and its job */
async function feedOnce(
  { store, queue, logger }: Pick<DutyTools, 'store' | 'queue' | 'logger'>,
  id: string,
  room: number,
  isWhole: boolean,
): Promise<void> {
  const fed = await store.batches.feed(id, room)
  if (!fed) return
  await queue.enqueueAll(isWhole ? [...fed.waiting, ...fed.made] : fed.made)
  for (const auditId of fed.toCancel) await store.audits.cancel(auditId)
  if (fed.isOver) logger.info({ batch: id }, 'batch ended')
}
