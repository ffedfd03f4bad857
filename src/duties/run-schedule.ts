/** One due time of a schedule: an audit is made of it, once, or it is said why not. */
import type { DutyTools } from './duty.ts'

/**
 * A job that is older has waited for a worker: what came due while nothing ran is not made up for. Well above what the
 * queue takes to notice a due time, to pass on thousands of the same minute, and to try again.
 */
const LATE_LIMIT_MS = 900_000
/** Clocks differ a little, and a job may come before the time it stands for. */
const EARLY_LIMIT_MS = 2_000

type Tools = Pick<DutyTools, 'store' | 'queue' | 'channels' | 'logger'>

/** May be called again for the same due time, by this process or another: there is one audit. */
export async function runSchedule({ store, queue, channels, logger }: Tools, scheduleId: string): Promise<void> {
  const log = logger.child({ schedule: scheduleId })
  const schedule = await store.schedules.find(scheduleId)
  if (!schedule) {
    log.info('a schedule that is gone was due')
    return
  }
  const nowMs = (await store.schedules.clock()).getTime()
  const dueAt = findDue((from) => channels.schedules.preview(schedule.cron, schedule.timezone, 1, from)[0], nowMs)
  if (!dueAt) {
    log.warn({ domain: schedule.domain }, 'schedule passed over: it was due while nothing ran')
    return
  }
  const due = { domain: schedule.domain, dueAt: dueAt.toISOString() }
  const result = await store.schedules.startDue(scheduleId, dueAt)
  switch (result.outcome) {
    case 'started':
      await queue.enqueue(result.audit)
      log.info({ ...due, audit: result.audit.id }, 'scheduled audit queued')
      return
    case 'skipped':
      log.warn({ ...due, audit: result.unendedId }, 'schedule passed over: its audit before has not ended')
      return
    case 'idle':
      log.info(due, 'schedule is paused or was changed')
  }
}

/** The newest time of the schedule that is not too long ago. */
export function findDue(nextAfter: (from: Date) => Date | undefined, nowMs: number): Date | undefined {
  let due: Date | undefined
  let next = nextAfter(new Date(nowMs - LATE_LIMIT_MS))
  while (next && next.getTime() <= nowMs + EARLY_LIMIT_MS) {
    due = next
    next = nextAfter(next)
  }
  return due
}
