/** An audit that one process runs is followed at another, on a real PostgreSQL. */
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { DocumentReport, Finding } from '#src/model/report.ts'
import { sitemapIndex, urlset } from '../sites/make.ts'
import { collect, openEvents, readEvents, type SeenEvent } from '../support/event-stream.ts'
import { startPostgres } from '../support/postgres.ts'
import type { RunningService } from '../support/service.ts'
import type { Site } from '../support/site.ts'
import { type Cluster, startCluster } from './cluster.ts'

const HOST = 'followed.example'
const CHILDREN = 24
const postgres = await startPostgres()
let cluster: Cluster | undefined

afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})
afterAll(async () => {
  await postgres?.stop()
})

/** An index of children, each with a fault of its own, that come slowly. */
function makeSlowSite(delayMs: number): Site {
  const urls = Array.from({ length: CHILDREN }, (_, index) => `https://${HOST}/part-${index}.xml`)
  return {
    host: HOST,
    routes: {
      '/robots.txt': { body: `Sitemap: https://${HOST}/index.xml\n` },
      '/index.xml': { body: sitemapIndex(urls.map((loc) => ({ loc }))) },
      ...Object.fromEntries(
        urls.map((url, index) => [
          new URL(url).pathname,
          { body: urlset([{ loc: `/relative-${index}` }, { loc: `https://${HOST}/page-${index}` }]), delayMs },
        ]),
      ),
    },
  }
}

/** What a client knows when it follows the rules: `restart` forgets, `corrected` corrects. */
function learn(events: readonly SeenEvent[]) {
  const documents: string[] = []
  const findings: string[] = []
  for (const { type, data } of events) {
    if (type === 'restart') for (const list of [documents, findings]) list.length = 0
    if (type === 'document') documents.push((data as DocumentReport).url)
    if (type === 'finding') findings.push((data as Finding).fingerprint)
    if (type === 'corrected') {
      for (const one of (data as { withdrawn: string[] }).withdrawn) findings.splice(findings.indexOf(one), 1)
    }
  }
  return { documents: documents.toSorted(), findings: findings.toSorted() }
}

async function reportOf(own: Cluster, id: string) {
  const { report } = await own.find(id)
  return {
    documents: (report?.documents ?? []).map(({ url }) => url).toSorted(),
    findings: (report?.findings ?? []).map(({ fingerprint }) => fingerprint).toSorted(),
  }
}

describe.skipIf(!postgres)('an API and its workers on one PostgreSQL', () => {
  test('stream what is found while it is found, and go on where a client was cut off', async () => {
    if (!postgres) return
    cluster = await startCluster(postgres, { workers: 1, sites: [makeSlowSite(400)] })
    const id = await cluster.ask({ domain: HOST, children: 'all', pages: 0 })
    const address = `${cluster.api.url}/audits/${id}/events`
    const first = await openEvents(address)
    const seen: SeenEvent[] = []
    for await (const event of first.events) {
      seen.push(event)
      if (seen.filter(({ type }) => type === 'finding').length === 3) break
    }
    first.leave()
    expect((await cluster.find(id)).status).toBe('running')

    const last = seen.findLast(({ id }) => id !== null)?.id ?? ''
    const rest = await readEvents(address, { 'last-event-id': last })
    expect(rest.filter(({ type }) => type === 'progress').length).toBeGreaterThan(1)
    expect(rest.at(-1)).toMatchObject({ type: 'done', data: { id, status: 'succeeded', verdict: 'fail' } })
    const known = learn([...seen, ...rest])
    expect(known).toEqual(await reportOf(cluster, id))
    expect(known.documents).toHaveLength(CHILDREN + 1)
    expect(learn(await readEvents(address))).toEqual(known)

    const text = await numbersOf(cluster.workers[0])
    expect(text).toContain('sitemap_auditor_audits_ended_total{status="succeeded",verdict="fail"} 1')
    // Places where a sitemap might have been count, too.
    expect(Number(/^sitemap_auditor_documents_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(CHILDREN)
  }, 60_000)

  test('tell a restart when a worker hands its audit to another, and end their streams when they stop', async () => {
    if (!postgres) return
    // Longer than a worker that stops lets its audits run on.
    cluster = await startCluster(postgres, { workers: 2, sites: [makeSlowSite(1_500)] })
    const id = await cluster.ask({ domain: HOST, children: 'all', pages: 0 })
    const address = `${cluster.api.url}/audits/${id}/events`
    const { events } = await openEvents(address)
    const seen: SeenEvent[] = []
    let stopping: Promise<unknown> | undefined
    for await (const event of events) {
      seen.push(event)
      if (event.type === 'finding') stopping ??= stopBusyWorker(cluster)
    }
    await stopping
    expect(seen.filter(({ type }) => type === 'restart')).toHaveLength(1)
    expect(seen.at(-1)).toMatchObject({ type: 'done', data: { status: 'succeeded' } })
    expect(learn(seen)).toEqual(await reportOf(cluster, id))

    const later = await cluster.ask({ domain: HOST, children: 'all', pages: 0 })
    const open = await openEvents(`${cluster.api.url}/audits/${later}/events`)
    await open.events.next()
    const ended = collect(open.events)
    const startedMs = performance.now()
    expect(await cluster.api.stop()).toBe(0)
    expect((await ended).filter(({ type }) => type === 'done')).toEqual([])
    expect(performance.now() - startedMs).toBeLessThan(8_000)
  }, 180_000)
})

async function numbersOf(service: Pick<RunningService, 'url'> | undefined): Promise<string> {
  return (await fetch(`${service?.url}/metrics`)).text()
}

/** By its own numbers. */
async function stopBusyWorker({ workers }: Cluster): Promise<void> {
  for (const worker of workers) {
    const text = await numbersOf(worker)
    if (/^sitemap_auditor_audits_running 1$/m.test(text)) {
      await worker.stop()
      return
    }
  }
  throw new Error('no worker runs the audit')
}
