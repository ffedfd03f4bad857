import { describe, expect, test } from 'vitest'
import { createDocument, createFinding, createReport } from './sample-report.ts'
import { createTestApp } from './test-app.ts'

const INDEX = 'https://blog.example/index.xml'
const FIRST = createFinding({ rule: 'index-lastmod-stale', severity: 'warning', document: INDEX })
const SECOND = createFinding({ document: 'https://blog.example/a.xml' })
const CHILD = createDocument({ url: 'https://blog.example/a.xml', parent: INDEX, depth: 1 })

/** Three ended audits of two domains, and one that waits. */
async function createFilledApp() {
  const made = createTestApp({ maxQueue: 100 })
  const { post, store, queue } = made
  queue.onJob = (id) => {
    const findings = [FIRST, SECOND]
    const documents = [createDocument({ url: INDEX }), CHILD]
    if (queue.jobs.length < 4) {
      const verdict = queue.jobs.length === 3 ? 'fail' : 'warn'
      void store.end(id, 'succeeded', createReport({ verdict, findings, documents }))
    }
  }
  const ids: string[] = []
  for (const domain of ['blog.example', 'shop.example', 'blog.example', 'blog.example']) {
    ids.push((await post({ domain }, { prefer: 'wait=0' })).json().id)
  }
  const [oldest = '', shop = '', failed = '', queued = ''] = ids
  return { ...made, oldest, shop, failed, queued }
}

describe('GET /audits', () => {
  test('lists audits, newest first, without their reports', async () => {
    const { get, oldest, shop, failed, queued } = await createFilledApp()
    const { items, next } = (await get('/audits')).json()
    expect(items.map(({ id }: { id: string }) => id)).toEqual([queued, failed, shop, oldest])
    expect(next).toBeNull()
    expect(items[1]).toMatchObject({ domain: 'blog.example', verdict: 'fail', summary: { documents: 1 } })
    expect(items[0]).toMatchObject({ verdict: null, summary: null })
    expect(items[1]).not.toHaveProperty('report')
  })

  test('filters by domain, status, verdict and time', async () => {
    const { get, shop, failed, queued } = await createFilledApp()
    const ids = async (query: string) =>
      (await get(`/audits?${query}`)).json().items.map(({ id }: { id: string }) => id)
    expect(await ids('domain=https://Shop.example/')).toEqual([shop])
    expect(await ids('status=queued')).toEqual([queued])
    expect(await ids('verdict=fail')).toEqual([failed])
    expect(await ids('since=2026-03-01T13:00:00.003%2B01:00')).toEqual([queued, failed])
    expect(await ids('domain=blog.example&status=succeeded&verdict=fail')).toEqual([failed])
  })

  test('is read page by page', async () => {
    const { get, oldest, shop, failed, queued } = await createFilledApp()
    const first = (await get('/audits?limit=3')).json()
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual([queued, failed, shop])
    const second = (await get(`/audits?limit=3&cursor=${first.next}`)).json()
    expect(second.items.map(({ id }: { id: string }) => id)).toEqual([oldest])
    expect(second.next).toBeNull()
  })
})

describe('GET /audits/{id}', () => {
  test('answers the audit with its report', async () => {
    const { get, oldest } = await createFilledApp()
    const answer = await get(`/audits/${oldest}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id: oldest, status: 'succeeded', report: { findings: [FIRST, SECOND] } })
  })

  test('answers the partial report of one that runs', async () => {
    const { get, store, queued } = await createFilledApp()
    await store.audits.start(queued)
    const progress = {
      stage: 'walk' as const,
      documents: [1, 3] as [number, number],
      pages: [0, 0] as [number, number],
      entries: 5,
      bytes: 9,
    }
    await store.audits.saveProgress(queued, progress, createReport())
    expect((await get(`/audits/${queued}`)).json()).toMatchObject({
      status: 'running',
      progress,
      report: { verdict: 'pass' },
    })
  })

  test.each(['/audits/none', '/audits/none/findings', '/audits/none/documents'])('%s is 404', async (url) => {
    const { get } = createTestApp()
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('AUDIT_NOT_FOUND')
  })
})

describe('DELETE /audits/{id}', () => {
  test('cancels a queued audit', async () => {
    const { app, queued } = await createFilledApp()
    const answer = await app.inject({ method: 'DELETE', url: `/audits/${queued}` })
    expect(answer.statusCode).toBe(202)
    expect(answer.headers.location).toBe(`/audits/${queued}`)
    expect(answer.json().status).toBe('cancelled')
  })

  test('asks a running audit to end', async () => {
    const { app, store, queued } = await createFilledApp()
    await store.audits.start(queued)
    const answer = await app.inject({ method: 'DELETE', url: `/audits/${queued}` })
    expect(answer.statusCode).toBe(202)
    expect(answer.json().status).toBe('running')
  })

  test('removes one that has ended', async () => {
    const { app, get, oldest } = await createFilledApp()
    const answer = await app.inject({ method: 'DELETE', url: `/audits/${oldest}` })
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect((await get(`/audits/${oldest}`)).statusCode).toBe(404)
    expect((await app.inject({ method: 'DELETE', url: `/audits/${oldest}` })).statusCode).toBe(404)
  })

  test('removes for the role admin only, and cancels for the role run', async () => {
    const { app, store } = createTestApp({ apiKeys: [{ name: 'ci', role: 'run', key: 'k' }] })
    const headers = { authorization: 'Bearer k', prefer: 'respond-async' }
    const { id } = (
      await app.inject({ method: 'POST', url: '/audit', headers, payload: { domain: 'blog.example' } })
    ).json()
    await store.end(id, 'succeeded')
    const answer = await app.inject({ method: 'DELETE', url: `/audits/${id}`, headers })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().detail).toContain('admin')
  })
})

describe('the parts of a report', () => {
  test('findings are filtered and paged', async () => {
    const { get, oldest } = await createFilledApp()
    const list = async (query: string) => (await get(`/audits/${oldest}/findings${query}`)).json()
    expect(await list('')).toEqual({ items: [FIRST, SECOND], next: null })
    expect((await list('?severity=error')).items).toEqual([SECOND])
    expect((await list('?rule=index-lastmod-stale')).items).toEqual([FIRST])
    expect((await list(`?document=${encodeURIComponent(INDEX)}`)).items).toEqual([FIRST])
    expect(await list('?severity=note')).toEqual({ items: [], next: null })
    const first = await list('?limit=1')
    expect((await list(`?limit=1&cursor=${first.next}`)).items).toEqual([SECOND])
  })

  test('documents are filtered by their parent', async () => {
    const { get, oldest } = await createFilledApp()
    const list = async (query: string) => (await get(`/audits/${oldest}/documents${query}`)).json()
    expect((await list('')).items).toHaveLength(2)
    expect((await list(`?parent=${encodeURIComponent(INDEX)}`)).items).toEqual([CHILD])
    expect((await list(`?url=${encodeURIComponent(CHILD.url)}`)).items).toEqual([CHILD])
    const both = await get(`/audits/${oldest}/documents?url=x&parent=y`)
    expect([both.statusCode, both.json().field]).toEqual([400, 'url'])
  })

  test('children that were not attempted stand among their siblings, and not in the report', async () => {
    const { get, store, queued } = await createFilledApp()
    const child = (entry: number, outcome: 'read' | 'skipped') =>
      createDocument({
        url: `https://blog.example/${entry}.xml`,
        via: `${INDEX}#${entry}`,
        parent: INDEX,
        depth: 1,
        outcome,
      })
    const documents = [createDocument({ url: INDEX }), child(1, 'read'), child(10, 'read')]
    await store.end(queued, 'succeeded', createReport({ documents }), [child(2, 'skipped'), child(11, 'skipped')])
    const list = async (query: string) => (await get(`/audits/${queued}/documents${query}`)).json().items
    expect(await list('')).toEqual(documents)
    expect((await list(`?parent=${encodeURIComponent(INDEX)}`)).map(({ via }: { via: string }) => via)).toEqual(
      [1, 2, 10, 11].map((entry) => `${INDEX}#${entry}`),
    )
    expect((await get(`/audits/${queued}`)).json().report.documents).toEqual(documents)
  })
})

describe('the catalogue', () => {
  test('is answered whole, sorted by id', async () => {
    const { get } = createTestApp()
    const { items, next } = (await get('/rules')).json()
    expect(items.map(({ id }: { id: string }) => id)).toEqual(['index-lastmod-stale', 'loc-too-long'])
    expect(next).toBeNull()
  })

  test('answers one rule, or 404', async () => {
    const { get } = createTestApp()
    expect((await get('/rules/loc-too-long')).json()).toMatchObject({ id: 'loc-too-long', severity: 'error' })
    const answer = await get('/rules/none')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('RULE_NOT_FOUND')
  })
})
