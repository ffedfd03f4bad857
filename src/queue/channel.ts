/** The jobs of one kind: sent, scheduled and worked on. */
import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { type Channel, type ChannelSettings, type Job, type SendSettings, TryAgainError } from './queue.ts'
import { createWaker } from './wake-one.ts'

/** How often an idle worker looks by itself. New jobs announce themselves; jobs that come back do not. */
const POLL_SECONDS = 5
/** Our own faults (a database that went away) must not be retried in a tight loop. */
const RETRY_PAUSE_MS = 1_000
const KEEP_ENDED_SECONDS = 3_600
const JOBS_PER_STATEMENT = 1_000
const SCHEDULES_PAGE = 1_000
/** A job that may begin now shall begin also when the clock is put back behind the moment at which it was made. */
const AHEAD_MS = 86_400_000
/** Default: fourteen days, after which the queue throws away what waits. It takes 32 bits, which are 68 years. */
const KEEP_WAITING_SECONDS = 2 ** 31 - 1

/** What the channels of one process share. */
export interface ChannelRoom {
  boss: PgBoss
  isEmbedded: boolean
  /**
   * A worker that has not been heard of for so many seconds is dead. null on an embedded database: its only process knows
   * what it runs, also after a night in suspend.
   */
  workerTimeoutS: number | null
  /** Fires when this process stops, with a HandedBackError. */
  stopping: AbortSignal
  /** The handlers that run. */
  running: Set<Promise<void>>
  onError: (error: Error) => void
}

/** Makes the queue, or brings the one that is there up to these settings. */
export async function openChannel<T extends object>(
  { boss, isEmbedded, workerTimeoutS, stopping, running, onError }: ChannelRoom,
  name: string,
  settings: ChannelSettings,
): Promise<Channel<T>> {
  const { policy = 'standard', expireS, retryLimit, retryDelayS = 0, isBackoff = false, retryDelayLimitS } = settings
  const waker = isEmbedded && settings.isSentHere ? createWaker(boss, name) : null
  const options = {
    expireInSeconds: expireS,
    retryLimit,
    retryDelay: retryDelayS,
    retryBackoff: isBackoff,
    ...(retryDelayLimitS !== undefined && { retryDelayMax: retryDelayLimitS }),
    deleteAfterSeconds: KEEP_ENDED_SECONDS,
    notify: waker === null,
    ...(workerTimeoutS !== null && { heartbeatSeconds: workerTimeoutS }),
  }
  await boss.createQueue(name, { ...options, policy })
  // A queue that is there keeps what it was made with, and the settings may have changed since.
  await boss.updateQueue(name, options)

  async function handle(job: Job<T>, run: (job: Job<T>) => Promise<void>): Promise<void> {
    job.signal.throwIfAborted()
    try {
      await run(job)
    } catch (error) {
      if (!job.signal.aborted && !(error instanceof TryAgainError)) {
        onError(error instanceof Error ? error : new Error(String(error)))
        if (retryDelayS === 0) await delay(RETRY_PAUSE_MS, undefined, { signal: job.signal }).catch(() => {})
      }
      throw error
    }
  }

  return {
    async send(data, settings = {}) {
      const make = () => boss.send(name, data, toOptions(settings))
      await (waker ? waker.send(settings.id, make) : make())
    },

    async sendAll(jobs) {
      for (let from = 0; from < jobs.length; from += JOBS_PER_STATEMENT) {
        const some = jobs.slice(from, from + JOBS_PER_STATEMENT)
        await boss.insert(
          name,
          some.map(({ data, ...settings }) => ({ data, ...toOptions(settings) })),
        )
      }
      waker?.sentMany()
    },

    async work(concurrency, run) {
      // Nobody else can have been running an embedded database's jobs: what is active was this process's predecessor's.
      if (isEmbedded) await retryActive(boss, name)
      await boss.work(
        name,
        {
          includeMetadata: true,
          localConcurrency: concurrency,
          pollingIntervalSeconds: POLL_SECONDS,
          notifyPollingIntervalSeconds: POLL_SECONDS,
        },
        async ([job]: JobWithMetadata<T>[]) => {
          if (!job) return
          const { id, data, retryCount, retryLimit } = job
          waker?.taken(id)
          const isLastAttempt = retryCount >= retryLimit
          const signal = AbortSignal.any([job.signal, stopping])
          const handling = handle({ id, data, isLastAttempt, signal }, run).finally(() => {
            running.delete(handling)
            // The next job of the same key was waiting for this one and announces itself no more. Whoever is woken while
            // it works looks again as soon as it has settled its job; who sleeps found nothing that it could have taken.
            for (const { id, name: queue, count } of boss.getWipData()) {
              if (queue === name && count > 0) boss.notifyWorker(id)
            }
          })
          running.add(handling)
          await handling
        },
      )
    },

    async schedule(key, cron, timezone, data) {
      // The policy goes by the singleton key: without one, all schedules of a channel would share a single job.
      await boss.schedule(name, cron, data, { key, tz: timezone, missed: 'skip', singletonKey: key })
    },
    async scheduled() {
      const all: Awaited<ReturnType<typeof boss.getSchedules>> = []
      for (;;) {
        const last = all.at(-1)
        const some = await boss.getSchedules(name, undefined, { limit: SCHEDULES_PAGE, ...(last && { after: last }) })
        all.push(...some)
        if (some.length < SCHEDULES_PAGE) return all.map(({ key, cron, timezone }) => ({ key, cron, timezone }))
      }
    },
    async unschedule(key) {
      await boss.unschedule(name, key)
    },
    preview: (cron, timezone, count, from) =>
      boss.previewSchedule(cron, { tz: timezone, count, ...(from && { from }) }),
  }
}

function toOptions({ id, key, priority }: SendSettings) {
  return {
    startAfter: new Date(Date.now() - AHEAD_MS),
    retentionSeconds: KEEP_WAITING_SECONDS,
    ...(id !== undefined && { id }),
    ...(key !== undefined && { singletonKey: key }),
    ...(priority !== undefined && { priority }),
  }
}

/** Puts jobs back that are marked as being worked on. It counts as an attempt: the job may be what killed the worker. */
async function retryActive(boss: PgBoss, name: string): Promise<void> {
  const active: JobWithMetadata['id'][] = []
  for (let after: string | undefined; ; ) {
    const jobs = await boss.findJobs(name, { limit: 1_000, ...(after === undefined ? {} : { after }) })
    for (const job of jobs) if (job.state === 'active') active.push(job.id)
    after = jobs.length < 1_000 ? undefined : jobs.at(-1)?.id
    if (after === undefined) break
  }
  if (active.length > 0) await boss.fail(name, active, { message: 'the process that ran this job has died' })
}
