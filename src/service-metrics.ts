/**
 * The numbers that operators watch, for Prometheus. The only file that knows prom-client: what is measured calls back. No
 * label has foreign text: no hosts, no URLs.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ApiMeasures } from './api/measures.ts'
import type { JobMeasures } from './jobs/run-job.ts'
import type { FetchMeasures } from './measure-fetcher.ts'
import type { Progress } from './model/audit.ts'
import type { Report } from './model/report.ts'
import { createSnapshot } from './snapshot.ts'

const PREFIX = 'sitemap_auditor_'
/** Seconds. A waited-for audit takes up to ten minutes. */
const REQUEST_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600]
const AUDIT_BUCKETS = [1, 5, 15, 60, 300, 900, 3_600]

export interface Depths {
  /** Jobs by the kind of job. */
  jobs: Record<string, { waiting: number; active: number }>
  /** Audits that wait, as MAX_QUEUE counts them. */
  waiting: number
}

export interface ServiceMetrics {
  api: ApiMeasures
  jobs: JobMeasures
  fetch: FetchMeasures
  /** A check thread broke down. */
  lostThread(): void
  /** Where the number of check threads comes from. */
  watchThreads(count: () => number): void
  /** Where the depth of the queue comes from; asked when the numbers are. */
  watchQueue(read: () => Promise<Depths>): void
}

export function createServiceMetrics(version: string): ServiceMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name: `${PREFIX}${name}`, help, labelNames, registers })
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name: `${PREFIX}${name}`, help, labelNames, registers })

  gauge('build_info', 'The version that runs; always 1.', ['version']).set({ version }, 1)

  const requests = counter('http_requests_total', 'Requests answered.', ['method', 'route', 'status'])
  const requestSeconds = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time from a request to the end of its answer, event streams left out.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const shed = counter('requests_shed_total', 'Requests refused because the event loop was late.', ['route'])
  const streams = gauge('event_streams', 'Clients that follow audits.')

  const started = counter('audits_started_total', 'Audits begun here, those that began again among them.')
  const ended = counter('audits_ended_total', 'Audits that ended here.', ['status', 'verdict'])
  const running = gauge('audits_running', 'Audits that run here now.')
  const auditSeconds = new Histogram({
    name: `${PREFIX}audit_seconds`,
    help: 'Time from the beginning of an audit to its end.',
    labelNames: ['status'],
    buckets: AUDIT_BUCKETS,
    registers,
  })
  const documents = counter('documents_total', 'Documents attempted.')
  const pages = counter('pages_total', 'Sampled pages attempted.')
  const entries = counter('entries_total', 'Entries checked.')
  const documentBytes = counter('document_bytes_total', 'Uncompressed bytes of the documents checked.')
  const checkSeconds = counter('check_seconds_total', 'Time spent on checking documents, of audits that ended.')
  const threads = gauge('check_threads', 'Check threads that run here now; they end when there is nothing to do.')
  const lostThreads = counter('check_threads_lost_total', 'Check threads that broke down, by our own fault.')
  let countThreads = () => 0
  const findings = counter('findings_total', 'Findings of audits that ended, suppressed ones left out.', ['severity'])

  const exchanges = counter('fetches_total', 'Exchanges with audited sites, by how they ended.', ['as', 'outcome'])
  const siteRequests = counter('fetch_requests_total', 'Requests sent to audited sites, redirects and retries too.')
  const siteBytes = counter('fetch_bytes_total', 'Bytes that audited sites have sent.')
  const siteSeconds = counter(
    'fetch_seconds_total',
    'Time of the exchanges with audited sites, side by side ones added.',
  )

  const jobs = gauge('queue_jobs', 'Jobs of all processes, as the queue last counted them.', ['queue', 'state'])
  const waiting = gauge('audits_waiting', 'Audits of all processes that wait; a batch is one.')
  const answers = gauge('queue_answers', '1 when the database says how long the queue is, 0 when it does not.')
  let depths: (() => Promise<Depths | undefined>) | undefined

  async function lookAtQueue(): Promise<void> {
    if (!depths) return
    const now = await depths()
    answers.set(now ? 1 : 0)
    // What is not known is not shown: an old number looks like a quiet queue.
    jobs.reset()
    waiting.remove()
    if (!now) return
    waiting.set(now.waiting)
    for (const [queue, depth] of Object.entries(now.jobs)) {
      jobs.set({ queue, state: 'waiting' }, depth.waiting)
      jobs.set({ queue, state: 'active' }, depth.active)
    }
  }

  return {
    api: {
      request({ method, route, status, seconds, isStream }) {
        const known = route ?? 'none'
        requests.inc({ method, route: known, status })
        if (!isStream) requestSeconds.observe({ method, route: known }, seconds)
      },
      shed: (route) => shed.inc({ route }),
      streams: (count) => streams.set(count),
      async render() {
        await lookAtQueue()
        threads.set(countThreads())
        return { mediaType: registry.contentType, text: await registry.metrics() }
      },
    },

    jobs: {
      begin() {
        const startedMs = performance.now()
        let last: Pick<Progress, 'documents' | 'pages' | 'entries' | 'bytes'> = NOTHING
        started.inc()
        running.inc()
        return {
          progress(now) {
            documents.inc(beyond(now.documents[0], last.documents[0]))
            pages.inc(beyond(now.pages[0], last.pages[0]))
            entries.inc(beyond(now.entries, last.entries))
            documentBytes.inc(beyond(now.bytes, last.bytes))
            last = now
          },
          end(status, report) {
            running.dec()
            // Handed back: it has not ended.
            if (status === null) return
            ended.inc({ status, verdict: (status === 'succeeded' && report?.verdict) || 'none' })
            auditSeconds.observe({ status }, (performance.now() - startedMs) / 1000)
            if (report) countReport(report)
          },
        }
      },
    },

    fetch: {
      exchange: (as, outcome) => exchanges.inc({ as, outcome }),
      totals(added) {
        siteRequests.inc(added.requests)
        siteBytes.inc(added.bytes)
        siteSeconds.inc(added.ms / 1000)
      },
    },

    lostThread: () => lostThreads.inc(),
    watchThreads(count) {
      countThreads = count
    },

    watchQueue(read) {
      depths = createSnapshot(read)
    },
  }

  function countReport({ timing, summary }: Report): void {
    checkSeconds.inc(timing.checkMs / 1000)
    for (const [severity, count] of Object.entries(summary.findings)) findings.inc({ severity }, count)
  }
}

const NOTHING = { documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 } satisfies Partial<Progress>

/** Counters only grow. */
function beyond(now: number, before: number): number {
  return Math.max(0, now - before)
}
