/**
 * The job queue on pg-boss. One job is one audit and has its id. A domain's audits run one after the other: the queue's
 * policy is `singleton` with the domain as its key, which the database holds by a unique index. (pg-boss's group
 * concurrency only looks before it takes, so that two workers that look at once both take.)
 */
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Link } from '../store/link.ts'
import { createBossDatabase } from './boss-database.ts'
import { HandedBackError, type Queue } from './queue.ts'

const AUDITS = 'audit'

/**
 * A worker that has not been heard of for so long is dead; looked for every MONITOR_SECONDS: together below a minute.
 * Not so on an embedded database: its only process knows what it runs, also after a night in suspend.
 */
const HEARTBEAT_SECONDS = 30
const MONITOR_SECONDS = 10
/** How often an idle worker looks by itself. New jobs announce themselves; jobs that come back do not. */
const POLL_SECONDS = 5
/** The audit's own deadline comes first; this is for one that does not keep it. */
const EXPIRY_MARGIN_SECONDS = 120
/** The store counts attempts and gives up long before; the queue only must not. */
const RETRY_LIMIT = 1_000
/** Our own faults (a database that went away) must not be retried in a tight loop. */
const RETRY_PAUSE_MS = 1_000
/** Time for handlers to let go once they were told to, before the queue takes their jobs without them. */
const LET_GO_MS = 2_000
const KEEP_ENDED_SECONDS = 3_600

export interface QueueSettings {
  link: Link
  /** Audits at once in this process. */
  concurrency: number
  /** How long one audit may take. */
  auditTimeoutMs: number
  /** Told of what goes wrong in the background; the queue goes on. */
  onError: (error: Error) => void
}

export async function openQueue({ link, concurrency, auditTimeoutMs, onError }: QueueSettings): Promise<Queue> {
  const boss = new PgBoss({
    ...(link.kind === 'pglite'
      ? { db: createBossDatabase(link), backend: 'pglite' as const }
      : { connectionString: link.url, max: 5, application_name: 'sitemap-auditor queue' }),
    useListenNotify: true,
    ...(link.kind === 'postgres' && {
      superviseIntervalSeconds: MONITOR_SECONDS,
      monitorIntervalSeconds: MONITOR_SECONDS,
    }),
    openTelemetry: { enabled: false },
  })
  boss.on('error', onError)
  await boss.start()

  const options = {
    expireInSeconds: Math.ceil(auditTimeoutMs / 1000) + EXPIRY_MARGIN_SECONDS,
    retryLimit: RETRY_LIMIT,
    retryDelay: 0,
    deleteAfterSeconds: KEEP_ENDED_SECONDS,
    notify: true,
    ...(link.kind === 'postgres' && { heartbeatSeconds: HEARTBEAT_SECONDS }),
  }
  await boss.createQueue(AUDITS, { ...options, policy: 'singleton' })
  // A queue that is there keeps what it was made with, and the settings may have changed since.
  await boss.updateQueue(AUDITS, options)

  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  async function handle(
    auditId: string,
    claim: AbortSignal,
    run: (auditId: string, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const signal = AbortSignal.any([claim, stopping.signal])
    signal.throwIfAborted()
    try {
      await run(auditId, signal)
    } catch (error) {
      if (!signal.aborted) {
        onError(error instanceof Error ? error : new Error(String(error)))
        await delay(RETRY_PAUSE_MS, undefined, { signal }).catch(() => {})
      }
      throw error
    }
  }

  return {
    async enqueue({ id, domain }) {
      await boss.send(AUDITS, { domain }, { id, singletonKey: domain })
    },

    async work(run) {
      // Nobody else can have been running an embedded database's jobs: what is active was this process's predecessor's.
      if (link.kind === 'pglite') await retryActive(boss)
      await boss.work<{ domain: string }>(
        AUDITS,
        {
          localConcurrency: concurrency,
          pollingIntervalSeconds: POLL_SECONDS,
          notifyPollingIntervalSeconds: POLL_SECONDS,
        },
        async ([job]) => {
          if (!job) return
          const handling = handle(job.id, job.signal, run).finally(() => {
            running.delete(handling)
            // The next job of the same domain was waiting for this one and announces itself no more. Whoever is woken
            // while it works looks again as soon as it has settled its job.
            for (const worker of boss.getWipData()) boss.notifyWorker(worker.id)
          })
          running.add(handling)
          await handling
        },
      )
    },

    async ping() {
      if ((await boss.getQueue(AUDITS)) === null) throw new Error('the queue is not there')
    },

    async stop(graceMs) {
      const settled = () => Promise.allSettled([...running])
      await boss.offWork(AUDITS, { wait: false })
      const grace = new AbortController()
      await Promise.race([settled(), delay(graceMs, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
      stopping.abort(new HandedBackError('this process stops'))
      // What has not let go by then pg-boss fails itself, so that it runs again; it also closes its own connections.
      await boss.stop({ graceful: true, timeout: LET_GO_MS })
    },
  }
}

/** Puts jobs back that are marked as being worked on. It counts as an attempt: the job may be what killed the worker. */
async function retryActive(boss: PgBoss): Promise<void> {
  const active: string[] = []
  for (let after: string | undefined; ; ) {
    const jobs = await boss.findJobs(AUDITS, { limit: 1_000, ...(after === undefined ? {} : { after }) })
    for (const job of jobs) if (job.state === 'active') active.push(job.id)
    after = jobs.length < 1_000 ? undefined : jobs.at(-1)?.id
    if (after === undefined) break
  }
  if (active.length > 0) await boss.fail(AUDITS, active, { message: 'the process that ran this job has died' })
}
