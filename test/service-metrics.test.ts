/** The numbers, as Prometheus reads them. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildWorkerApp } from '#src/api/worker-app.ts'
import { measureFetcher } from '#src/measure-fetcher.ts'
import { createServiceMetrics, type ServiceMetrics } from '#src/service-metrics.ts'
import { createSnapshot } from '#src/snapshot.ts'
import { createTestApp } from './api/test-app.ts'
import { createFakeQueue, createFakeStore } from './support/fake-store.ts'
import { makeFinding, makeReport } from './support/sample-report.ts'

/** The value of a series, as it is written. */
async function readSeries({ api }: Pick<ServiceMetrics, 'api'>, series: string): Promise<number | undefined> {
  const { text } = await api.render()
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('requests are counted by method, route and status; what was asked for without a route has none', async () => {
  const metrics = createServiceMetrics('1.2.3')
  const { get, app } = createTestApp({}, { measures: metrics.api })
  await get('/rules/nothing-of-the-kind')
  await get('/rules/another')
  await get('/%3Cscript%3E')
  await app.inject({ method: 'PUT', url: '/audits' })
  const requests = 'sitemap_auditor_http_requests_total'
  expect(await readSeries(metrics, `${requests}{method="GET",route="/rules/:id",status="404"}`)).toBe(2)
  expect(await readSeries(metrics, `${requests}{method="GET",route="none",status="404"}`)).toBe(1)
  expect(await readSeries(metrics, `${requests}{method="PUT",route="none",status="405"}`)).toBe(1)
  expect(await readSeries(metrics, 'sitemap_auditor_http_request_seconds_count{method="GET",route="/rules/:id"}')).toBe(
    2,
  )

  const answer = await get('/metrics')
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(answer.body).toContain('sitemap_auditor_build_info{version="1.2.3"} 1')
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'nodejs_gc_duration_seconds',
  ]) {
    expect(answer.body).toContain(name)
  }
  expect(answer.body).not.toMatch(/<script|%3C/)
  expect((await get('/metrics?x=1')).statusCode).toBe(400)
})

test('with API keys the numbers need one, in every role', async () => {
  const metrics = createServiceMetrics('1.2.3')
  const apiKeys = [{ name: 'prometheus', role: 'read' as const, key: 'k' }]
  const worker = buildWorkerApp({
    store: createFakeStore(),
    queue: createFakeQueue(),
    config: { apiKeys, rateLimit: 0 },
    measures: metrics.api,
    logger: null,
  })
  for (const app of [createTestApp({ apiKeys }, { measures: metrics.api }).app, worker]) {
    expect((await app.inject('/metrics')).statusCode).toBe(401)
    const answer = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer k' } })
    expect(answer.statusCode).toBe(200)
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', database: 'up', queue: 'up' })
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  }
  const elsewhere = await worker.inject({ url: '/audits', headers: { authorization: 'Bearer k' } })
  expect(elsewhere.json()).toMatchObject({ code: 'NOT_FOUND', detail: expect.stringContaining('ROLE=api') })
  await worker.close()
})

test('audits are counted as they go and as they end', async () => {
  const metrics = createServiceMetrics('1.2.3')
  const progress = { stage: 'walk', documents: [1, 5], pages: [0, 0], entries: 10, bytes: 100 } as const
  const first = metrics.jobs.begin()
  first.progress({ ...progress, documents: [1, 5], pages: [0, 0] })
  first.progress({ ...progress, documents: [3, 5], pages: [2, 2], entries: 25 })
  expect(await readSeries(metrics, 'sitemap_auditor_audits_running')).toBe(1)
  expect(await readSeries(metrics, 'sitemap_auditor_documents_total')).toBe(3)
  expect(await readSeries(metrics, 'sitemap_auditor_entries_total')).toBe(25)
  expect(await readSeries(metrics, 'sitemap_auditor_document_bytes_total')).toBe(100)
  const report = makeReport()
  first.end('succeeded', {
    ...report,
    verdict: 'fail',
    summary: { ...report.summary, findings: { error: 2, warning: 1, note: 0 } },
    findings: [makeFinding()],
  })
  metrics.jobs.begin().end('cancelled', report)
  metrics.jobs.begin().end('failed', null)
  metrics.jobs.begin().end(null, null)

  expect(await readSeries(metrics, 'sitemap_auditor_audits_running')).toBe(0)
  expect(await readSeries(metrics, 'sitemap_auditor_audits_started_total')).toBe(4)
  const ended = 'sitemap_auditor_audits_ended_total'
  expect(await readSeries(metrics, `${ended}{status="succeeded",verdict="fail"}`)).toBe(1)
  expect(await readSeries(metrics, `${ended}{status="cancelled",verdict="none"}`)).toBe(1)
  expect(await readSeries(metrics, `${ended}{status="failed",verdict="none"}`)).toBe(1)
  expect(await readSeries(metrics, 'sitemap_auditor_findings_total{severity="error"}')).toBeGreaterThanOrEqual(2)
})

test('exchanges are counted by their outcome, requests and bytes as they come', async () => {
  const metrics = createServiceMetrics('1.2.3')
  const totals = { requests: 0, bytes: 0, ms: 0 }
  const own = { origin: null as string | null }
  const fetcher = measureFetcher(
    Object.assign(own, {
      totals,
      get: async () => {
        totals.requests += 2
        return { ending: { kind: 'answer' }, status: 404, challenge: null, retryAfterS: null, body: null } as never
      },
      close: async () => {},
    }) as never,
    metrics.fetch,
  )
  fetcher.origin = 'https://a.example'
  expect(own.origin).toBe('https://a.example')
  await fetcher.get('https://a.example/', { as: 'sitemap' } as never)
  totals.bytes += 1_000
  await fetcher.close()
  expect(await readSeries(metrics, 'sitemap_auditor_fetches_total{as="sitemap",outcome="absent"}')).toBe(1)
  expect(await readSeries(metrics, 'sitemap_auditor_fetch_requests_total')).toBe(2)
  expect(await readSeries(metrics, 'sitemap_auditor_fetch_bytes_total')).toBe(1_000)
})

test('check threads are counted when the numbers are asked for, and those that broke down', async () => {
  const metrics = createServiceMetrics('1.2.3')
  expect(await readSeries(metrics, 'sitemap_auditor_check_threads')).toBe(0)
  metrics.watchThreads(() => 3)
  metrics.lostThread()
  expect(await readSeries(metrics, 'sitemap_auditor_check_threads')).toBe(3)
  expect(await readSeries(metrics, 'sitemap_auditor_check_threads_lost_total')).toBe(1)
})

test('the queue is shown while the database answers, and is not made up when it does not', async () => {
  const metrics = createServiceMetrics('1.2.3')
  metrics.watchQueue(async () => ({ jobs: { audit: { waiting: 7, active: 2 } }, waiting: 7 }))
  expect(await readSeries(metrics, 'sitemap_auditor_queue_jobs{queue="audit",state="waiting"}')).toBe(7)
  expect(await readSeries(metrics, 'sitemap_auditor_queue_jobs{queue="audit",state="active"}')).toBe(2)
  expect(await readSeries(metrics, 'sitemap_auditor_audits_waiting')).toBe(7)
  expect(await readSeries(metrics, 'sitemap_auditor_queue_answers')).toBe(1)

  metrics.watchQueue(() => new Promise(() => {}))
  const startedMs = performance.now()
  expect(await readSeries(metrics, 'sitemap_auditor_queue_answers')).toBe(0)
  expect(performance.now() - startedMs).toBeLessThan(3_000)
  expect(await readSeries(metrics, 'sitemap_auditor_queue_jobs{queue="audit",state="waiting"}')).toBeUndefined()
  expect(await readSeries(metrics, 'sitemap_auditor_audits_waiting')).toBeUndefined()
})

test('a snapshot reads once at a time, keeps what it has for a moment, and survives what fails', async () => {
  let reads = 0
  let isBroken = false
  const snapshot = createSnapshot(
    async () => {
      await delay(20)
      if (isBroken) throw new Error('down')
      return ++reads
    },
    { keepMs: 50, deadlineMs: 200 },
  )
  expect(await Promise.all([snapshot(), snapshot(), snapshot()])).toEqual([1, 1, 1])
  expect(await snapshot()).toBe(1)
  await delay(60)
  isBroken = true
  expect(await snapshot()).toBeUndefined()
  isBroken = false
  expect(await snapshot()).toBe(2)
})
