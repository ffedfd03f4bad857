/**
 * Schedules: their due times are worked on, and what the queue has of them is kept in step with the table. A process may
 * die between writing the row and telling the queue, so the table is what holds, and the queue is brought after it.
 */
import type { Channels } from '../queue/channels.ts'
import type { Store } from '../store/store.ts'
import type { Duty } from './duty.ts'
import { keepLooking } from './look.ts'
import { runSchedule } from './run-schedule.ts'

const RECONCILE_MS = 60_000
/** A job makes one audit and one further job: it is over in moments. */
const CONCURRENCY = 2

export const keepSchedules: Duty = async (tools) => {
  const { channels, store, logger } = tools
  const reconciling = keepLooking(
    async () => {
      const mended = await reconcileSchedules({ store, channels })
      if (mended > 0) logger.info({ mended }, 'schedules of the queue were brought in step with the table')
    },
    { everyMs: RECONCILE_MS, onError: (error) => logger.error({ err: error }, 'schedules could not be compared') },
  )
  await channels.schedules.work(CONCURRENCY, ({ data }) => runSchedule(tools, data.scheduleId))
  return () => reconciling.stop()
}

/** @returns how many differed */
export async function reconcileSchedules({
  store,
  channels,
}: {
  store: Pick<Store, 'schedules'>
  channels: Pick<Channels, 'schedules'>
}): Promise<number> {
  // The queue first: what is made meanwhile is in the table before it is in the queue.
  const queued = new Map((await channels.schedules.scheduled()).map((one) => [one.key, one]))
  const planned = new Set<string>()
  let mended = 0
  const mend = async (id: string) => {
    mended++
    // As it is now: somebody may have changed it since the lists were read.
    const plan = await store.schedules.findPlan(id)
    if (plan) await channels.schedules.schedule(id, plan.cron, plan.timezone, { scheduleId: id })
    else await channels.schedules.unschedule(id)
  }
  for (const { id, cron, timezone } of await store.schedules.listPlans()) {
    planned.add(id)
    const known = queued.get(id)
    if (known?.cron !== cron || known.timezone !== timezone) await mend(id)
  }
  for (const id of queued.keys()) if (!planned.has(id)) await mend(id)
  return mended
}
