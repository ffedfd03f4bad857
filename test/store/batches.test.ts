import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeDomain } from '#src/audit/describe-domain.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import type { DomainTraits } from '#src/model/batch.ts'
import type { Report } from '#src/model/report.ts'
import type { NewBatch } from '#src/store/batches.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeDocument, makeFinding, makeReport } from '#test/support/sample-report.ts'
import { tallyBatch } from '../support/tally-batch.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const FIRST = { limit: 50, cursor: null }
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'
const NO_TOTALS = { ...tallyBatch([]), skipped: 0 }

function newBatch(count: number, changes: Partial<NewBatch> = {}): NewBatch {
  return {
    domains: Array.from({ length: count }, (_, i) => ({ domain: `d${i}.example`, given: `https://D${i}.example/` })),
    duplicates: 0,
    options: { ...AUDIT_DEFAULTS, domain: '' },
    sealedHeaders: null,
    idempotencyKey: null,
    digest: 'x',
    ...changes,
  }
}

/** Reports of many kinds, another for each number. */
function reportOf(n: number): Report {
  const outcomes = ['read', 'absent', 'blocked', 'unreachable'] as const
  const outcome = n % 5 === 0 ? (outcomes[(n / 5) % 4] ?? 'read') : 'read'
  const limit = { entries: (n % 100) / 100, bytes: ((n * 7) % 100) / 100, bytesPerEntry: 50 }
  const rules = ['loc-out-of-scope', 'hints-ignored', 'lastmod-identical', 'loc-relative'].filter(
    (_, i) => (n >> i) % 2,
  )
  return makeReport({
    documents: [makeDocument({ outcome, ...(outcome === 'read' && { limit }) })],
    discovery: [{ url: 'https://a.example/sitemap.xml', via: '/sitemap.xml', outcome, status: 200 }],
    findings: rules.map((rule) => makeFinding({ rule, suppressed: n % 11 === 0 ? 'known' : null })),
    structure: {
      form: (['single', 'robots-list', 'index'] as const)[n % 3] ?? 'none',
      partition: (['none', 'type', 'date'] as const)[n % 4] ?? 'mixed',
      depth: 0,
    },
  })
}

describe.each(backends.all)('batches on $name', ({ create }) => {
  let store: OpenStore
  const errors: Error[] = []
  beforeAll(async () => {
    store = await openStore(await create(), (error) => void errors.push(error))
  })
  afterAll(async () => {
    await store.close()
    expect(errors).toEqual([])
  })

  async function insert(count: number, changes: Partial<NewBatch> = {}) {
    const { batch } = await store.batches.insert(newBatch(count, changes))
    return batch.id
  }
  async function feed(id: string, room = 1_000) {
    const fed = await store.batches.feed(id, room)
    if (!fed) throw new Error('the batch was not fed')
    return fed
  }
  async function end(auditId: string, report: Report) {
    await store.audits.start(auditId)
    expect(await store.audits.finish(auditId, { status: 'succeeded', report, error: null })).toBe(true)
  }

  test('a new batch comes back as it was given, with nothing done', async () => {
    const { batch, isNew } = await store.batches.insert(newBatch(3, { duplicates: 2 }))
    const { domain: _domain, ...options } = { ...AUDIT_DEFAULTS, domain: '' }
    expect(isNew).toBe(true)
    expect(batch).toMatchObject({ status: 'running', progress: [0, 3], duplicates: 2, finishedAt: null, options })
    expect(batch).toMatchObject({ totals: NO_TOTALS, audits: [] })
    expect(await store.batches.find(batch.id)).toEqual(batch)
    expect(await store.batches.listOpen()).toContain(batch.id)
  })

  test('what is not there is not found, whatever its id looks like', async () => {
    for (const id of [UNKNOWN_ID, 'nonsense', '', "' or 1=1 --", '\0']) {
      expect(await store.batches.find(id)).toBeUndefined()
      expect(await store.batches.feed(id, 5)).toBeNull()
      expect(await store.batches.cancel(id)).toBeUndefined()
      expect(await store.batches.remove(id)).toBe(false)
      expect(await store.batches.listRows(id, -1, 5)).toEqual([])
    }
  })

  test('a repeat with the same key finds its batch', async () => {
    const first = await store.batches.insert(newBatch(2, { idempotencyKey: 'k', digest: 'one' }))
    const second = await store.batches.insert(newBatch(3, { idempotencyKey: 'k', digest: 'two' }))
    expect(second).toMatchObject({ isNew: false, digest: 'one', batch: { id: first.batch.id, progress: [0, 2] } })
  })

  test('audits are made as room comes, each domain once, in order, with the options of the batch', async () => {
    const options = { ...AUDIT_DEFAULTS, domain: '', pages: 0, headers: { 'x-a': '***' } }
    const id = await insert(5, { options, sealedHeaders: 'sealed' })
    const first = await feed(id, 2)
    expect(first.made.map(({ domain, priority }) => [domain, priority])).toEqual([
      ['d0.example', 0],
      ['d1.example', 0],
    ])
    expect(await feed(id, 2)).toEqual({
      made: [],
      waiting: expect.arrayContaining(first.made),
      toCancel: [],
      isOver: false,
    })

    const audit = await store.audits.find(first.made[0]?.id ?? '')
    expect(audit).toMatchObject({
      domain: 'd0.example',
      status: 'queued',
      options: { ...options, domain: 'https://D0.example/' },
    })
    expect(await store.audits.sealedHeaders(audit?.id ?? '')).toBe('sealed')

    // One that runs waits no more.
    await store.audits.start(first.made[0]?.id ?? '')
    const second = await feed(id, 2)
    expect(second.made.map(({ domain }) => domain)).toEqual(['d2.example'])
    const rest = await feed(id, 10)
    expect(rest.made.map(({ domain }) => domain)).toEqual(['d3.example', 'd4.example'])
    expect((await feed(id, 10)).made).toEqual([])
  })

  test('processes that feed at once make no domain twice', async () => {
    const id = await insert(60)
    const made: string[] = []
    while (made.length < 60) {
      const fed = await Promise.all(Array.from({ length: 6 }, () => store.batches.feed(id, made.length + 7)))
      for (const one of fed) made.push(...(one?.made.map(({ domain }) => domain) ?? []))
    }
    expect(new Set(made).size).toBe(60)
    expect(made).toHaveLength(60)
  })

  test('the figures are those of the domains one by one, the audits those with the largest shares', async () => {
    const id = await insert(120)
    const { made } = await feed(id)
    const traits: DomainTraits[] = []
    for (const [n, { id: auditId }] of made.entries()) {
      const report = reportOf(n)
      traits.push(describeDomain(report))
      await end(auditId, report)
    }
    const before = await store.batches.find(id)
    expect(before).toMatchObject({ status: 'running', progress: [120, 120] })
    expect(await feed(id)).toMatchObject({ made: [], isOver: true })
    const batch = await store.batches.find(id)
    expect(batch?.totals).toEqual({ ...tallyBatch(traits), skipped: 0 })
    expect(
      Math.min(batch?.totals.absent ?? 0, batch?.totals.blocked ?? 0, batch?.totals.unreachable ?? 0),
    ).toBeGreaterThan(0)
    expect(batch).toMatchObject({ status: 'succeeded', progress: [120, 120], finishedAt: expect.any(String) })
    const shareOf = ({ limits }: { limits: DomainTraits['limits'] }) => Math.max(limits.entries, limits.bytes)
    const largest = traits.map(shareOf).sort((one, other) => other - one)
    expect(batch?.audits.map(shareOf)).toEqual(largest.slice(0, 100))
    expect(await store.batches.feed(id, 5)).toBeNull()
    expect(await store.batches.listOpen()).not.toContain(id)
    // What became of the reports does not matter.
    for (const { id: auditId } of made) expect(await store.audits.remove(auditId)).toBe(true)
    expect(await store.batches.find(id)).toEqual(batch)
  })

  test('an audit that failed or was cancelled is skipped and counts in nothing else', async () => {
    const id = await insert(3)
    const [failed, cancelled, partial] = (await feed(id)).made.map((audit) => audit.id) as [string, string, string]
    await store.audits.start(failed)
    await store.audits.finish(failed, { status: 'failed', report: null, error: null })
    await store.audits.cancel(cancelled)
    await store.audits.start(partial)
    await store.audits.finish(partial, { status: 'cancelled', report: makeReport(), error: null })
    expect(await store.batches.find(id)).toMatchObject({
      progress: [3, 3],
      totals: { ...NO_TOTALS, skipped: 3 },
      audits: [],
    })
    expect((await store.batches.listRows(id, -1, 10)).map(({ status }) => status)).toEqual([
      'failed',
      'cancelled',
      'cancelled',
    ])
  })

  test('a cancelled batch feeds nothing more, and is over when its last audit has ended', async () => {
    const id = await insert(4)
    const { made } = await feed(id, 2)
    await store.audits.start(made[0]?.id ?? '')
    expect(await store.batches.remove(id)).toBe(false)
    expect(await store.batches.cancel(id)).toBe('running')
    expect(await store.batches.cancel(id)).toBe('cancelled')
    const fed = await feed(id, 10)
    expect(fed).toMatchObject({ made: [], waiting: [], isOver: false })
    expect(fed.toCancel.toSorted()).toEqual(made.map((audit) => audit.id).toSorted())
    for (const auditId of fed.toCancel) await store.audits.cancel(auditId)
    expect(await feed(id)).toMatchObject({ isOver: false })
    await store.audits.finish(made[0]?.id ?? '', { status: 'cancelled', report: makeReport(), error: null })
    expect(await feed(id)).toMatchObject({ isOver: true })
    expect(await store.batches.find(id)).toMatchObject({
      status: 'cancelled',
      progress: [2, 4],
      totals: { skipped: 2 },
    })
    expect((await store.batches.list({ status: 'cancelled' }, FIRST)).items[0]).toMatchObject({ id, progress: [2, 4] })
    expect((await store.batches.listRows(id, -1, 10)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      null,
      null,
    ])
    expect(await store.batches.remove(id)).toBe(true)
    expect(await store.batches.find(id)).toBeUndefined()
    expect(await store.audits.find(made[0]?.id ?? '')).toBeDefined()
  })

  test('lists are read newest first, page by page', async () => {
    const ids = [await insert(1), await insert(2)]
    const first = await store.batches.list({}, { limit: 1, cursor: null })
    const second = await store.batches.list({}, { limit: 1, cursor: first.next })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.reverse())
    await expect(store.batches.list({}, { limit: 1, cursor: 'x' })).rejects.toThrow('cursor')
  })

  test('a batch counts as one that waits, until it has ended', async () => {
    const before = await store.audits.countWaiting()
    const id = await insert(40)
    const { made } = await feed(id, 20)
    expect(await store.audits.countWaiting()).toBe(before + 1)
    await store.batches.cancel(id)
    for (const audit of made) await store.audits.cancel(audit.id)
    expect(await store.audits.countWaiting()).toBe(before)
  })

  test('ten thousand domains are taken, fed and added up quickly', async () => {
    const startedMs = performance.now()
    const id = await insert(10_000)
    const insertedMs = performance.now()
    const { made } = await feed(id, 64)
    for (const audit of made) await end(audit.id, makeReport())
    const endedMs = performance.now()
    await feed(id, 64)
    const fedMs = performance.now()
    expect(await store.batches.find(id)).toMatchObject({ progress: [64, 10_000] })
    const foundMs = performance.now()
    console.log(
      `insert ${Math.round(insertedMs - startedMs)} ms, feed ${Math.round(fedMs - endedMs)} ms, find ${Math.round(foundMs - fedMs)} ms`,
    )
    expect(insertedMs - startedMs).toBeLessThan(20_000)
    expect(fedMs - endedMs).toBeLessThan(5_000)
    expect(foundMs - fedMs).toBeLessThan(5_000)
  })
})
