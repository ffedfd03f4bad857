/** Batches over the store as it is in earnest, in an embedded database that keeps nothing. */

import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ApiConfig } from '#src/api/dependencies.ts'
import { renderOpenapi } from '#src/api/openapi.ts'
import { toMessage } from '#src/duties/deliver-webhook.ts'
import { BATCH_CSV_COLUMNS } from '#src/report/batch-csv.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { createFakeChannel, createFakeChannels, createFakeQueue } from '../support/fake-store.ts'
import { faultsAgainst } from './described.ts'
import { createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

let store: OpenStore

beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir: 'memory' }, () => {})
}, 60_000)

afterAll(() => store.close())

function createBatchApp(config: Partial<ApiConfig> = {}, now = Date.now) {
  const woken: string[] = []
  const channels = {
    ...createFakeChannels(),
    batches: {
      ...createFakeChannel<{ batchId: string }>(),
      send: async ({ batchId }: { batchId: string }) => void woken.push(batchId),
    },
  }
  const made = createTestApp({ maxQueue: 100, ...config }, { store, queue: createFakeQueue(), channels, now })
  return {
    ...made,
    woken,
    batch: (body: unknown, headers: Record<string, string> = {}) =>
      made.app.inject({ method: 'POST', url: '/batches', payload: body as object, headers }),
    remove: (id: string, headers: Record<string, string> = {}) =>
      made.app.inject({ method: 'DELETE', url: `/batches/${id}`, headers }),
  }
}

/** Feeds and ends all audits of a batch, as workers would. */
async function carryThrough(id: string) {
  for (;;) {
    const fed = await store.batches.feed(id, 100)
    if (!fed || fed.isOver) return
    for (const audit of fed.toCancel) await store.audits.cancel(audit)
    for (const audit of fed.made) {
      await store.audits.start(audit.id)
      await store.audits.finish(audit.id, { status: 'succeeded', report: createReport(), error: null })
    }
  }
}

describe('POST /batches', () => {
  test('takes hosts, origins and URLs, each once, and wakes a worker', async () => {
    const { batch, get, woken } = createBatchApp()
    const domains = ['a.example', 'https://A.example/path', 'http://b.example:8080', 'b.example', 'b.example:443']
    const answer = await batch({ domains, options: { pages: 0, headers: { 'X-A': 'b' } } })
    expect(answer.statusCode).toBe(202)
    const { id } = answer.json()
    expect(answer.headers.location).toBe(`/batches/${id}`)
    expect(answer.json()).toMatchObject({
      status: 'running',
      progress: [0, 3],
      duplicates: 2,
      options: { pages: 0, headers: { 'X-A': '***' } },
      totals: { read: 0, skipped: 0, findings: {} },
      audits: [],
    })
    expect(answer.json().options).not.toHaveProperty('domain')
    expect(woken).toEqual([id])
    expect((await get(`/batches/${id}`)).json()).toEqual(answer.json())
    const fed = await store.batches.feed(id, 10)
    expect(fed?.made.map(({ domain }) => domain)).toEqual(['a.example', 'b.example:8080', 'b.example'])
    const audit = await store.audits.find(fed?.made[0]?.id ?? '')
    expect(audit?.options).toMatchObject({ domain: 'a.example', pages: 0 })
    expect(await store.audits.sealedHeaders(audit?.id ?? '')).toBe('sealed:{"X-A":"b"}')
  })

  test('names every domain that cannot be audited, and makes nothing', async () => {
    const { batch, get, woken } = createBatchApp()
    const before = (await get('/batches')).json().items.length
    const domains = ['a.example', 'ftp://a.example', 'b.example', 'localhost', '', 'x y', ...Array(20).fill('10.0.0.1')]
    const answer = await batch({ domains })
    expect(answer.json()).toMatchObject({ status: 400, code: 'DOMAIN_INVALID', field: 'domains[1]' })
    expect(answer.json().errors.map(({ field }: { field: string }) => field)).toEqual(
      [1, 3, 4, 5, ...Array.from({ length: 20 }, (_, i) => i + 6)].map((index) => `domains[${index}]`),
    )
    expect(answer.json().detail).toMatch(
      /^24 of 26 domains cannot be audited, and none is\. domains\[1\]: The domain has/,
    )
    expect((await get('/batches')).json().items).toHaveLength(before)
    expect(woken).toEqual([])
  })

  test.each([
    [[], 'The field "domains" must be a list of at least 1, not one of 0.'],
    [Array(10_001).fill('a.example'), 'The field "domains" must be a list of at most 10000, not one of 10001.'],
  ])('says how long the list may be', async (domains, detail) => {
    const { batch } = createBatchApp()
    expect((await batch({ domains })).json().detail).toBe(detail)
  })

  test('says apart that hosts are private', async () => {
    const { batch } = createBatchApp()
    const answer = await batch({ domains: ['a.example', '127.0.0.1'] })
    expect(answer.json()).toMatchObject({ status: 400, code: 'TARGET_NOT_ALLOWED', field: 'domains[1]' })
  })

  test.each([
    [{ domains: [] }, 'FIELD_INVALID', 'domains'],
    [{ domains: ['a.example', 5] }, 'FIELD_INVALID', 'domains[1]'],
    [{ domains: Array(10_001).fill('a.example') }, 'FIELD_INVALID', 'domains'],
    [{}, 'FIELD_MISSING', 'domains'],
    [{ domains: ['a.example'], extra: 1 }, 'FIELD_UNKNOWN', 'extra'],
    [{ domains: ['a.example'], options: { domain: 'a.example' } }, 'FIELD_UNKNOWN', 'options.domain'],
    [{ domains: ['a.example'], options: { page: 1 } }, 'FIELD_UNKNOWN', 'options.page'],
    [{ domains: ['a.example'], options: { sitemaps: ['x'] } }, 'FIELD_INVALID', 'options.sitemaps[0]'],
    [{ domains: ['a.example'], options: { webhook: 'https://a.example/' } }, 'NOT_AVAILABLE', 'options.webhook'],
    [{ domains: ['a.example'], options: { baseline: 'x' } }, 'FIELD_INVALID', 'options.baseline'],
    [{ domains: ['a.example'], options: { headers: { Host: 'x' } } }, 'FIELD_INVALID', 'options.headers.Host'],
    [
      { domains: ['a.example'], options: { suppress: [{ rule: 'x', reason: 'x' }] } },
      'FIELD_INVALID',
      'options.suppress[0].rule',
    ],
  ])('refuses %j', async (body, code, field) => {
    const { batch } = createBatchApp()
    expect((await batch(body)).json()).toMatchObject({ status: 400, code, field })
  })

  test('takes ten thousand domains, of two megabytes too, and no body over its limit', async () => {
    const { batch, get } = createBatchApp({ maxQueue: 1_000 })
    const domains = Array.from({ length: 10_000 }, (_, i) => `https://d${i}.example/${'x'.repeat(200)}`)
    const answer = await batch({ domains })
    expect(answer.json()).toMatchObject({ progress: [0, 10_000], duplicates: 0 })
    const { id } = answer.json()
    const csv = (await get(`/batches/${id}.csv`)).body.split('\r\n')
    expect(csv).toHaveLength(10_002)
    expect(csv[10_000]).toMatch(/^d9999\.example,waiting,/)
    const large = await batch({ domains: domains.map((url) => `${url}${'x'.repeat(700)}`) })
    expect(large.json()).toMatchObject({ status: 413, detail: expect.stringContaining('8,388,608') })
    await store.batches.cancel(id)
    await carryThrough(id)
  }, 60_000)

  test('counts as one that waits', async () => {
    const waiting = await store.audits.countWaiting()
    const { batch, post } = createBatchApp({ maxQueue: waiting + 1 })
    const { id } = (await batch({ domains: ['q1.example', 'q2.example', 'q3.example'] })).json()
    const full = await batch({ domains: ['q4.example'] })
    expect(full.json()).toMatchObject({ status: 429, code: 'QUEUE_FULL' })
    expect(full.headers['retry-after']).toBe('30')
    expect((await post({ domain: 'q5.example' })).statusCode).toBe(429)
    await carryThrough(id)
    expect((await batch({ domains: ['q4.example'] })).statusCode).toBe(202)
  })

  test('a repeat with the same key answers the same batch, another body is refused', async () => {
    const { batch, woken } = createBatchApp()
    const key = { 'idempotency-key': 'night' }
    const first = await batch({ domains: ['k.example'] }, key)
    const second = await batch({ domains: ['https://k.example', 'k.example'].slice(1) }, key)
    expect(second.json().id).toBe(first.json().id)
    expect(woken).toHaveLength(1)
    expect((await batch({ domains: ['other.example'] }, key)).json()).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })
})

describe('a batch that has ended', () => {
  test('shows its figures, is listed, downloaded and removed', async () => {
    const { batch, get, remove } = createBatchApp()
    const { id } = (await batch({ domains: ['e1.example', '-e2.example'] })).json()
    await carryThrough(id)
    const ended = (await get(`/batches/${id}`)).json()
    expect(ended).toMatchObject({ status: 'succeeded', progress: [2, 2], totals: { skipped: 0 } })
    expect(ended.audits).toHaveLength(2)
    expect((await get('/batches?status=succeeded')).json().items).toContainEqual({
      id,
      status: 'succeeded',
      progress: [2, 2],
      duplicates: 0,
      createdAt: ended.createdAt,
      finishedAt: ended.finishedAt,
    })
    const csv = await get(`/batches/${id}.csv`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    const [names, first, second, end] = csv.body.split('\r\n')
    expect(names).toBe(BATCH_CSV_COLUMNS.join(','))
    expect(first).toMatch(/^e1\.example,succeeded,/)
    expect(second).toMatch(/^'-e2\.example,succeeded,/)
    expect(end).toBe('')
    expect((await remove(id)).statusCode).toBe(204)
    for (const url of [`/batches/${id}`, `/batches/${id}.csv`])
      expect((await get(url)).json().code).toBe('BATCH_NOT_FOUND')
  })

  test('is removed by an admin only', async () => {
    const key = (name: string) => ({ authorization: `Bearer ${name}` })
    const apiKeys = (['read', 'run', 'admin'] as const).map((role) => ({ name: role, role, key: role }))
    const { batch, remove } = createBatchApp({ apiKeys })
    expect((await batch({ domains: ['r.example'] }, key('read'))).statusCode).toBe(403)
    const { id } = (await batch({ domains: ['r.example'] }, key('run'))).json()
    await carryThrough(id)
    expect((await remove(id, key('run'))).statusCode).toBe(403)
    expect((await remove(id, key('admin'))).statusCode).toBe(204)
  })
})

test('a running batch is cancelled, what waits of it too', async () => {
  let time = Date.now()
  const { batch, get, remove, woken } = createBatchApp({}, () => time)
  const { id } = (await batch({ domains: ['c1.example', 'c2.example', 'c3.example'] })).json()
  const fed = await store.batches.feed(id, 2)
  const answer = await remove(id)
  expect(answer.statusCode).toBe(202)
  expect(answer.json()).toMatchObject({ status: 'cancelled', finishedAt: null })
  expect(woken).toEqual([id, id])
  // At once, whether there is a worker or not.
  for (const audit of fed?.made ?? []) expect((await get(`/audits/${audit.id}`)).json().status).toBe('cancelled')
  await carryThrough(id)
  expect((await get(`/batches/${id}`)).json()).toMatchObject({
    status: 'cancelled',
    progress: [2, 3],
    totals: { skipped: 2 },
  })

  // A repeat, as of a client that has not heard the first answer, removes nothing.
  const again = await remove(id)
  expect(again.statusCode).toBe(202)
  expect(again.headers.location).toBe(`/batches/${id}`)
  time = Date.parse(again.json().finishedAt) + 10_000
  expect((await remove(id)).statusCode).toBe(204)
})

test.each(['x', '00000000-0000-0000-0000-000000000000', "' or 1=1"])('no batch has the id %s', async (id) => {
  const { get, remove } = createBatchApp()
  for (const url of [`/batches/${encodeURIComponent(id)}`, `/batches/${encodeURIComponent(id)}.csv`]) {
    expect((await get(url)).json()).toMatchObject({ status: 404, code: 'BATCH_NOT_FOUND' })
  }
  expect((await remove(encodeURIComponent(id))).statusCode).toBe(404)
})

describe('what is sent has the described shape, and nothing else', async () => {
  const document = parse(await renderOpenapi())
  const faultsOf = (name: string, value: unknown) =>
    faultsAgainst(document, { $ref: `#/components/schemas/${name}` }, value)

  test('of batches and their lists', async () => {
    const { batch, get } = createBatchApp()
    const asked = await batch({ domains: ['s.example'], options: { gate: {} } })
    const { id } = asked.json()
    await carryThrough(id)
    const ended = (await get(`/batches/${id}`)).json()
    expect(ended.audits).toHaveLength(1)
    for (const one of [asked.json(), ended]) expect(faultsOf('Batch', one)).toEqual([])
    expect(faultsOf('BatchList', (await get('/batches')).json())).toEqual([])
    expect(faultsOf('Problem', (await batch({ domains: ['x y'] })).json())).toEqual([])
  })

  test('of webhooks, with a report and without one', async () => {
    const { batch } = createBatchApp()
    const { id } = (await batch({ domains: ['w1.example', 'w2.example'], options: { gate: {} } })).json()
    const [ended, cancelled] = (await store.batches.feed(id, 10))?.made ?? []
    await store.audits.start(ended?.id ?? '')
    await store.audits.finish(ended?.id ?? '', { status: 'succeeded', report: createReport(), error: null })
    await store.audits.cancel(cancelled?.id ?? '')
    for (const one of [ended, cancelled]) {
      const audit = await store.audits.find(one?.id ?? '')
      if (!audit) throw new Error('the audit is not there')
      expect(faultsOf('WebhookMessage', toMessage(audit))).toEqual([])
    }
    expect(document.webhooks.auditEnded.post.parameters[0].name).toBe('X-Signature')
  })
})
