/** The API over the store as it is in earnest, in an embedded database that keeps nothing. */
import '#test/support/quick-pglite.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobRunner } from '#src/jobs/run-job.ts'
import type { DocumentReport } from '#src/model/report.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import { createFakeQueue } from '../support/fake-store.ts'
import type { Site } from '../support/site.ts'
import { createDocument, createFinding, createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const INDEX = 'https://blog.example/index.xml'
const report = createReport({
  verdict: 'fail',
  documents: [createDocument({ url: INDEX }), createDocument({ parent: INDEX, depth: 1 })],
  findings: [createFinding(), createFinding({ rule: 'index-lastmod-stale', severity: 'warning' })],
})

let store: OpenStore

beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, () => {})
}, 60_000)

afterAll(() => store.close())

/** Ends each audit a moment after it was asked for. */
function createRealApp(now = Date.now) {
  const queue = createFakeQueue()
  queue.onJob = (id) => void setTimeout(() => void end(id), 20)
  const made = createTestApp({ maxQueue: 100 }, { store, queue, now })
  return { ...made, queue }
}

async function end(id: string) {
  await store.audits.start(id)
  await store.audits.finish(id, { status: 'succeeded', report, error: null })
}

test('an audit is started, waited for, read, listed and removed', async () => {
  const { app, post, get, queue } = createRealApp()
  const answer = await post({ domain: 'blog.example', gate: {}, headers: { 'X-A': 'b' } })
  expect(answer.statusCode).toBe(422)
  const audit = answer.json()
  expect(audit).toMatchObject({
    status: 'succeeded',
    report,
    gate: { passed: false },
    options: { headers: { 'X-A': '***' } },
  })
  expect(queue.jobs).toEqual([{ id: audit.id, domain: 'blog.example', priority: 20 }])

  const url = `/audits/${audit.id}`
  expect((await get(url)).json()).toEqual(audit)
  expect((await get('/audits?domain=blog.example&verdict=fail')).json().items[0]).toMatchObject({
    id: audit.id,
    verdict: 'fail',
  })
  expect((await get(`${url}/findings?severity=error`)).json().items).toEqual([report.findings[0]])
  expect((await get(`${url}/documents?parent=${encodeURIComponent(INDEX)}`)).json().items).toEqual([
    report.documents[1],
  ])
  expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(204)
  expect((await get(url)).statusCode).toBe(404)
})

test('the children that a whole audit did not choose are listed among those it read', async () => {
  const host = 'shop.example'
  const index = `https://${host}/index.xml`
  const entries = Array.from({ length: 12 }, (_, i) => i + 1)
  const site: Site = {
    host,
    routes: {
      '/robots.txt': robotsTxt(`Sitemap: ${index}`),
      '/index.xml': { body: sitemapIndex(entries.map((n) => ({ loc: `https://${host}/${n}.xml` }))) },
      ...Object.fromEntries(
        entries.map((n) => [`/${n}.xml`, { body: urlset([{ loc: `https://${host}/${n}.html` }]) }]),
      ),
    },
  }
  const { queue, post, get } = createRealApp()
  const runJob = createJobRunner({
    store,
    runAudit: (options, tools) => auditSite([site], { options, tools }),
    openHeaders: () => ({}),
    logger: pino({ level: 'silent' }),
  })
  queue.onJob = (id) => void runJob(id, new AbortController().signal)

  const audit = (await post({ domain: host, pages: 0 })).json()
  expect(audit).toMatchObject({ status: 'succeeded', report: { summary: { documents: 4, read: 4, unchecked: 0 } } })
  expect(audit.report.documents[0].children).toEqual({ listed: 12, chosen: [1, 6, 12] })

  const url = `/audits/${audit.id}/documents`
  const seen: DocumentReport[] = []
  let cursor: string | null = null
  do {
    const query = `parent=${encodeURIComponent(index)}&limit=5${cursor === null ? '' : `&cursor=${cursor}`}`
    const page: { items: DocumentReport[]; next: string | null } = (await get(`${url}?${query}`)).json()
    seen.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  expect(seen.map(({ via }) => via)).toEqual(entries.map((n) => `${index}#${n}`))
  const read = seen.filter(({ outcome }) => outcome === 'read')
  expect(read).toEqual(audit.report.documents.slice(1))
  for (const child of seen.filter((one) => !read.includes(one))) {
    expect(child).toMatchObject({ outcome: 'skipped', http: null, entries: null, parent: index, depth: 1 })
  }
  expect((await get(url)).json().items).toEqual(audit.report.documents)
}, 60_000)

test('a repeat with the same key finds its audit, another body does not', async () => {
  const { post } = createRealApp()
  const key = { 'idempotency-key': 'k' }
  const body = {
    domain: 'blog.example',
    children: 'all',
    suppress: [{ rule: 'loc-too-long', reason: 'x' }],
    gate: { maxEntryDrop: 0.1 },
  }
  const first = await post(body, key)
  expect((await post(body, key)).json().id).toBe(first.json().id)
  expect((await post({ ...body, seed: 2 }, key)).statusCode).toBe(422)
})

test('a queued audit is cancelled, and a full queue leaves nothing behind', async () => {
  const { app, post, get, queue } = createRealApp()
  queue.onJob = () => {}
  const { id } = (await post({ domain: 'queue.example' }, { prefer: 'respond-async' })).json()
  const full = createTestApp({ maxQueue: 1 }, { store, queue })
  expect((await full.post({ domain: 'queue.example' }, { 'idempotency-key': 'full' })).statusCode).toBe(429)
  const answer = await app.inject({ method: 'DELETE', url: `/audits/${id}` })
  expect(answer.statusCode).toBe(202)
  expect(answer.json().status).toBe('cancelled')
  expect((await get('/audits?domain=queue.example')).json().items).toHaveLength(1)
})

test('a cancellation that is repeated removes nothing until ten seconds after the end', async () => {
  let time = Date.now()
  const { app, post, get, queue } = createRealApp(() => time)
  queue.onJob = () => {}
  const { id } = (await post({ domain: 'retry.example' }, { prefer: 'respond-async' })).json()
  const url = `/audits/${id}`
  const first = await app.inject({ method: 'DELETE', url })
  const again = await app.inject({ method: 'DELETE', url })
  expect(again.statusCode).toBe(202)
  expect(again.headers.location).toBe(url)
  expect(again.json()).toEqual(first.json())
  time = Date.parse(first.json().finishedAt) + 10_000
  expect((await app.inject({ method: 'DELETE', url })).statusCode).toBe(204)
  expect((await get(url)).statusCode).toBe(404)
})

test('lists are read page by page, and a cursor of another list is refused', async () => {
  const { post, get } = createRealApp()
  for (let i = 0; i < 3; i++) await post({ domain: 'pages.example' })
  const url = '/audits?domain=pages.example&limit=2'
  const first = (await get(url)).json()
  const second = (await get(`${url}&cursor=${first.next}`)).json()
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(second.next).toBeNull()
  for (const list of [`/audits/${ids[0]}/findings`, `/audits/${ids[0]}/documents`]) {
    const answer = await get(`${list}?cursor=${first.next}`)
    expect(answer.json()).toMatchObject({ status: 400, code: 'PARAMETER_INVALID', field: 'cursor' })
  }
})

test.each(['x', '00000000-0000-0000-0000-000000000000', "' or 1=1", '%F0%9F%98%80'])(
  'no audit has the id %s',
  async (id) => {
    const { get } = createRealApp()
    expect((await get(`/audits/${encodeURIComponent(id)}`)).statusCode).toBe(404)
    expect((await get(`/audits/${encodeURIComponent(id)}/findings`)).statusCode).toBe(404)
  },
)

test('it is ready', async () => {
  const { get } = createRealApp()
  expect((await get('/readyz')).statusCode).toBe(200)
})
