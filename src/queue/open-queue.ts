/**
 * The job queue on pg-boss. One job of the audit queue is one audit and has its id. A domain's audits run one after the
 * other: the queue's policy is `singleton` with the domain as its key, which the database holds by a unique index.
 * (pg-boss's group concurrency only looks before it takes, so that two workers that look at once both take.)
 */
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Link } from '../store/link.ts'
import { createBossDatabase } from './boss-database.ts'
import { type ChannelRoom, openChannel } from './channel.ts'
import { createHeldJobs } from './held-jobs.ts'
import { type Channel, type ChannelSettings, HandedBackError, type Queue } from './queue.ts'
import { STEADY_CLOCK } from './steady-clock.ts'

const AUDITS = 'audit'

/** The living look for the dead so often within the time after which they are: at 30 s, together below a minute. */
const LOOKS_FOR_THE_DEAD = 3
/** Seconds; pg-boss takes no less than 10. */
const WORKER_TIMEOUT_S = 30
/** How often schedules are looked at; pg-boss' own steps are of thirty seconds. */
const CRON_SECONDS = 15
/** How often what is due is passed on, 50 at a time by each process: 10,000 of one minute within seven. */
const CRON_PASS_ON_SECONDS = 2
/** How often the database is asked for its time, by which schedules go: clocks are put forward and back. */
const TIME_SECONDS = 60
/** The audit's own deadline comes first; this is for one that does not keep it. */
const EXPIRY_MARGIN_SECONDS = 120
/** The store counts attempts and gives up long before; the queue only must not. */
const RETRY_LIMIT = 1_000
/** Time for handlers to let go once they were told to, before the queue takes their jobs without them. */
const LET_GO_MS = 2_000

export interface QueueSettings {
  link: Link
  /** Audits at once in this process. */
  concurrency: number
  /** How long one audit may take. */
  auditTimeoutMs: number
  /** Seconds after which a worker that was not heard of is dead, from 10 on; default 30. Embedded: nobody asks. */
  workerTimeoutS?: number
  /** Told of what goes wrong in the background; the queue goes on. */
  onError: (error: Error) => void
}

export async function openQueue({
  link,
  concurrency,
  auditTimeoutMs,
  workerTimeoutS = WORKER_TIMEOUT_S,
  onError,
}: QueueSettings): Promise<Queue> {
  const isEmbedded = link.kind === 'pglite'
  const lookS = Math.ceil(workerTimeoutS / LOOKS_FOR_THE_DEAD)
  const boss = new PgBoss({
    ...(link.kind === 'pglite'
      ? { db: createBossDatabase(link), backend: 'pglite' as const }
      : { connectionString: link.url, max: 5, application_name: 'sitemap-auditor queue' }),
    useListenNotify: true,
    cronMonitorIntervalSeconds: CRON_SECONDS,
    cronWorkerIntervalSeconds: CRON_PASS_ON_SECONDS,
    clockMonitorIntervalSeconds: TIME_SECONDS,
    clock: STEADY_CLOCK,
    ...(!isEmbedded && {
      superviseIntervalSeconds: lookS,
      monitorIntervalSeconds: lookS,
    }),
    openTelemetry: { enabled: false },
  })
  const names: string[] = []
  const held = createHeldJobs(boss, names, onError)
  boss.on('error', (error) => {
    onError(error)
    // On PostgreSQL the missing heartbeat brings such jobs back.
    if (isEmbedded) held.lookForStrays()
  })
  await boss.start()

  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const room: ChannelRoom = {
    boss,
    isEmbedded,
    workerTimeoutS: isEmbedded ? null : workerTimeoutS,
    stopping: stopping.signal,
    running,
    onError,
  }

  async function open<T extends object>(name: string, settings: ChannelSettings): Promise<Channel<T>> {
    names.push(name)
    const channel = await openChannel<T>(room, name, settings)
    return {
      ...channel,
      work: (concurrency, run) => channel.work(concurrency, (job) => held.hold(job.id, () => run(job))),
    }
  }

  const audits = await open<{ domain: string }>(AUDITS, {
    policy: 'singleton',
    isSentHere: true,
    expireS: Math.ceil(auditTimeoutMs / 1000) + EXPIRY_MARGIN_SECONDS,
    retryLimit: RETRY_LIMIT,
  })

  return {
    enqueue: ({ id, domain, priority = 0 }) => audits.send({ domain }, { id, key: domain, priority }),

    enqueueAll: (many) =>
      audits.sendAll(many.map(({ id, domain, priority = 0 }) => ({ data: { domain }, id, key: domain, priority }))),

    work: (run) => audits.work(concurrency, ({ id, signal }) => run(id, signal)),

    open,

    async depths() {
      const queues = await boss.getQueues(names)
      const depths: Awaited<ReturnType<Queue['depths']>> = {}
      for (const { name, queuedCount, activeCount } of queues) {
        depths[name] = { waiting: queuedCount, active: activeCount }
      }
      return depths
    },

    async ping() {
      if ((await boss.getQueue(AUDITS)) === null) throw new Error('the queue is not there')
    },

    async stop(graceMs) {
      const settled = () => Promise.allSettled([...running])
      held.stop()
      for (const name of names) await boss.offWork(name, { wait: false })
      const grace = new AbortController()
      await Promise.race([settled(), delay(graceMs, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
      stopping.abort(new HandedBackError('this process stops'))
      // What has not let go by then pg-boss fails itself, so that it runs again; it also closes its own connections.
      await boss.stop({ graceful: true, timeout: LET_GO_MS })
    },
  }
}
