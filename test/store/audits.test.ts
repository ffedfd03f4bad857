import '#test/support/quick-pglite.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportUnread } from '#src/audit/report-document.ts'
import { AUDIT_DEFAULTS, type Progress } from '#src/model/audit.ts'
import type { DocumentReport } from '#src/model/report.ts'
import { ATTEMPT_LIMIT } from '#src/store/change-audits.ts'
import { CursorError } from '#src/store/cursor.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import type { AuditStore, NewAudit } from '#src/store/store.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeDocument, makeFinding, makePage, makeReport } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

function newAudit(changes: Partial<NewAudit> = {}): NewAudit {
  return {
    domain: 'a.example',
    options: { ...AUDIT_DEFAULTS, domain: 'A.example' },
    sealedHeaders: null,
    idempotencyKey: null,
    ...changes,
  }
}

const NO_SIGNAL = new AbortController().signal
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'

describe.each(backends.all)('audits on $name', ({ create }) => {
  let store: OpenStore
  let audits: AuditStore
  const errors: Error[] = []
  beforeAll(async () => {
    store = await openStore(await create(), (error) => void errors.push(error))
    audits = store.audits
  })
  afterAll(async () => {
    await store.close()
    expect(errors).toEqual([])
  })

  async function insert(changes: Partial<NewAudit> = {}) {
    const { audit } = await audits.insert(newAudit(changes))
    return audit
  }
  async function started(changes: Partial<NewAudit> = {}) {
    const audit = await insert(changes)
    expect(await audits.start(audit.id)).toBe(true)
    return audit.id
  }

  test('a new audit is queued and comes back as it was given', async () => {
    const audit = await insert()
    expect(audit).toMatchObject({ domain: 'a.example', status: 'queued', startedAt: null, report: null, error: null })
    expect(audit.options).toEqual({ ...AUDIT_DEFAULTS, domain: 'A.example' })
    expect(audit.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await audits.find(audit.id)).toEqual(audit)
  })

  test('what is not there is not found, whatever its id looks like', async () => {
    for (const id of [UNKNOWN_ID, 'nonsense', '', "' or 1=1 --", '\0']) {
      expect(await audits.find(id)).toBeUndefined()
      expect(await audits.cancel(id)).toBeUndefined()
      expect(await audits.remove(id)).toBe(false)
      expect(await audits.sealedHeaders(id)).toBeNull()
      expect(await audits.findings(id, {}, { limit: 5, cursor: null })).toEqual({ items: [], next: null })
      await store.whenEnded(id, NO_SIGNAL)
    }
  })

  test('a report comes back member for member, in its order', async () => {
    const id = await started()
    const report = makeReport({
      findings: [makeFinding(), makeFinding({ rule: 'loc-missing' })],
      documents: [makeDocument(), makeDocument({ url: 'https://a.example/2.xml', namespaces: { b: '1', a: '2' } })],
    })
    expect(await audits.finish(id, { status: 'succeeded', report, error: null })).toBe(true)
    const audit = await audits.find(id)
    expect(JSON.stringify(audit?.report)).toBe(JSON.stringify(report))
    expect(audit).toMatchObject({ status: 'succeeded', error: null })
    expect(Date.parse(audit?.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(audit?.startedAt ?? ''))
  })

  test('U+0000, lone surrogates and every other character of foreign text survive', async () => {
    const odd = 'a\0b\ud800c\u{1f600}\u2028"\\\'\x7f'
    const id = await started({ domain: `odd\0.example`, options: { ...AUDIT_DEFAULTS, domain: odd } })
    const report = makeReport({
      notes: [odd],
      findings: [makeFinding({ document: odd, message: odd })],
      documents: [makeDocument({ url: odd, finalUrl: odd, parent: odd, namespaces: { [odd]: odd } })],
      pages: [makePage({ url: odd, document: odd })],
    })
    await audits.saveProgress(
      id,
      { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 3, bytes: 4 },
      makeReport({ notes: [odd] }),
    )
    expect((await audits.find(id))?.report?.notes).toEqual([odd])
    await audits.finish(id, { status: 'succeeded', report, error: null })
    const audit = await audits.find(id)
    expect(audit?.report).toEqual(report)
    expect(audit?.options.domain).toBe(odd)
    const page = { limit: 5, cursor: null }
    expect((await audits.findings(id, { document: odd }, page)).items).toEqual(report.findings)
    expect((await audits.documents(id, { parent: odd }, page)).items).toEqual(report.documents)
    expect((await audits.list({ domain: 'odd\0.example' }, page)).items).toHaveLength(1)
  })

  test('a report of thousands of pieces is kept whole', async () => {
    const id = await started()
    const documents = Array.from({ length: 1201 }, (_, i) => makeDocument({ url: `https://a.example/${i}.xml` }))
    await audits.finish(id, { status: 'succeeded', report: makeReport({ documents }), error: null })
    expect((await audits.find(id))?.report?.documents.map(({ url }) => url)).toEqual(documents.map(({ url }) => url))
  })

  test('of many that end one audit, one does', async () => {
    const id = await started()
    const endings = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        audits.finish(id, { status: 'succeeded', report: makeReport({ notes: [`${i}`] }), error: null }),
      ),
    )
    expect(endings.filter(Boolean)).toHaveLength(1)
    const audit = await audits.find(id)
    expect(audit?.report?.notes).toEqual([String(endings.indexOf(true))])
    expect(audit?.report?.findings).toHaveLength(1)
    expect(await audits.start(id)).toBe(false)
  })

  test('an ending that cannot be written leaves the audit running and nothing behind', async () => {
    const id = await started()
    const report = makeReport({ findings: [makeFinding(), makeFinding({ rule: null as unknown as string })] })
    await expect(audits.finish(id, { status: 'succeeded', report, error: null })).rejects.toThrow()
    expect(await audits.find(id)).toMatchObject({ status: 'running', report: null })
    expect(await audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })).toBe(true)
  })

  test('a repeat with the same key answers the audit of the first, also when both come at once', async () => {
    const first = await audits.insert(newAudit({ idempotencyKey: 'once' }))
    expect(first.isNew).toBe(true)
    const again = await audits.insert(newAudit({ idempotencyKey: 'once', domain: 'other.example' }))
    expect(again).toEqual({ audit: first.audit, isNew: false })

    const both = await Promise.all(
      Array.from({ length: 6 }, () => audits.insert(newAudit({ idempotencyKey: 'at once' }))),
    )
    expect(both.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(both.map(({ audit }) => audit.id)).size).toBe(1)
  })

  test('progress and the report so far are shown while it runs, and ignored once it has ended', async () => {
    const id = await started()
    const progress = { stage: 'walk', documents: [1, 4], pages: [0, 0], entries: 9, bytes: 99 } as const
    const save = (partial: ReturnType<typeof makeReport> | null) =>
      audits.saveProgress(id, { ...progress, documents: [1, 4], pages: [0, 0] }, partial)
    await save(makeReport({ notes: ['so far'] }))
    await save(null)
    expect(await audits.find(id)).toMatchObject({ status: 'running', progress, report: { notes: ['so far'] } })
    const page = { limit: 1, cursor: null }
    expect((await audits.findings(id, {}, page)).items).toHaveLength(1)
    expect((await audits.findings(id, { rule: 'other' }, page)).items).toHaveLength(0)
    expect((await audits.documents(id, {}, page)).items).toHaveLength(1)
    await audits.finish(id, { status: 'succeeded', report: makeReport({ notes: ['whole'] }), error: null })
    await save(makeReport({ notes: ['late'] }))
    expect((await audits.find(id))?.report?.notes).toEqual(['whole'])
  })

  test('sealed headers are there until the audit ends', async () => {
    const id = await started({ sealedHeaders: 'v1.abc' })
    expect(await audits.sealedHeaders(id)).toBe('v1.abc')
    await audits.finish(id, { status: 'failed', report: null, error: null })
    expect(await audits.sealedHeaders(id)).toBeNull()

    const queued = await insert({ sealedHeaders: 'v1.def' })
    await audits.cancel(queued.id)
    expect(await audits.sealedHeaders(queued.id)).toBeNull()
  })

  test('a queued audit is cancelled at once', async () => {
    const { id } = await insert()
    expect(await audits.cancel(id)).toBe('queued')
    expect(await audits.find(id)).toMatchObject({ status: 'cancelled', report: null })
    expect(await audits.start(id)).toBe(false)
    expect(await audits.cancel(id)).toBe('cancelled')
  })

  test('the worker of a running audit is told to cancel, also when it listens too late', async () => {
    const id = await started()
    let told = 0
    const stop = await store.onCancel(id, () => told++)
    expect(told).toBe(0)
    expect(await audits.cancel(id)).toBe('running')
    await expect.poll(() => told, { timeout: 2_000 }).toBe(1)
    await stop()
    const late = await store.onCancel(id, () => told++)
    expect(told).toBe(2)
    await late()
    expect(await audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })).toBe(true)
    expect((await audits.find(id))?.status).toBe('cancelled')
  })

  test('a cancelled audit whose worker died ends with its partial report', async () => {
    const id = await started()
    await audits.saveProgress(
      id,
      { stage: 'walk', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 },
      makeReport({ notes: ['partial'] }),
    )
    await audits.cancel(id)
    expect(await audits.start(id)).toBe(false)
    expect(await audits.find(id)).toMatchObject({ status: 'cancelled', report: { notes: ['partial'] } })
  })

  test('an audit over which workers keep dying ends as failed, and handing back does not count', async () => {
    const { id } = await insert()
    for (let i = 0; i <= ATTEMPT_LIMIT; i++) {
      expect(await audits.start(id)).toBe(true)
      await audits.handBack(id)
    }
    expect((await audits.find(id))?.status).toBe('queued')
    for (let i = 0; i < ATTEMPT_LIMIT; i++) expect(await audits.start(id)).toBe(true)
    expect(await audits.start(id)).toBe(false)
    expect(await audits.find(id)).toMatchObject({ status: 'failed', error: { code: 'WORKER_LOST' } })
  })

  test('an ended audit is removed with all its pieces, a running one is not', async () => {
    const id = await started()
    expect(await audits.remove(id)).toBe(false)
    await audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
    expect(await audits.remove(id)).toBe(true)
    expect(await audits.find(id)).toBeUndefined()
    expect((await audits.findings(id, {}, { limit: 5, cursor: null })).items).toEqual([])
  })

  test('waiting audits are counted, and the unended ones listed', async () => {
    const before = await audits.countWaiting()
    const { id } = await insert({ domain: 'waiting.example' })
    expect(await audits.countWaiting()).toBe(before + 1)
    await audits.start(id)
    expect(await audits.countWaiting()).toBe(before)
    expect(await audits.listUnended()).toContainEqual({ id, domain: 'waiting.example', priority: 20 })
    await audits.finish(id, { status: 'failed', report: null, error: null })
    expect((await audits.listUnended()).map((audit) => audit.id)).not.toContain(id)
  })

  describe('lists', () => {
    beforeEach(async () => {
      for (let i = 0; i < 5; i++) {
        const id = await started({ domain: 'list.example' })
        const report = makeReport({ verdict: i % 2 === 0 ? 'pass' : 'fail' })
        if (i < 4) await audits.finish(id, { status: 'succeeded', report, error: null })
      }
    })
    afterEach(async () => {
      for (const { id } of (await audits.list({ domain: 'list.example' }, { limit: 100, cursor: null })).items) {
        await audits.finish(id, { status: 'failed', report: null, error: null })
        await audits.remove(id)
      }
    })

    test('are newest first and filtered', async () => {
      const list = async (filter: Parameters<AuditStore['list']>[0]) =>
        (await audits.list({ domain: 'list.example', ...filter }, { limit: 100, cursor: null })).items
      const all = await list({})
      expect(all).toHaveLength(5)
      expect(all.map(({ id }) => id)).toEqual(
        all
          .map(({ id }) => id)
          .toSorted()
          .reverse(),
      )
      expect(all[1]).toMatchObject({ verdict: 'fail', summary: { entries: 2 } })
      expect(all[0]).toMatchObject({ status: 'running', verdict: null, summary: null })
      expect(all[0]).not.toHaveProperty('report')
      expect(await list({ verdict: 'fail' })).toHaveLength(2)
      expect(await list({ status: 'running' })).toHaveLength(1)
      expect(await list({ since: all[2]?.createdAt ?? '' })).toHaveLength(3)
      expect(await list({ since: '2999-01-01T00:00:00Z' })).toHaveLength(0)
    })

    test('are read page by page, each audit once, also while new ones come', async () => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<AuditStore['list']>> = await audits.list(
          { domain: 'list.example' },
          { limit: 2, cursor },
        )
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next
        await insert({ domain: 'list.example' })
      } while (cursor !== null)
      expect(seen).toHaveLength(5)
      expect(new Set(seen).size).toBe(5)
    })

    test('that end exactly with a page have no further one', async () => {
      expect((await audits.list({ domain: 'list.example' }, { limit: 5, cursor: null })).next).toBeNull()
    })
  })

  test('findings are filtered and paged in the order of the report', async () => {
    const id = await started()
    const findings = Array.from({ length: 7 }, (_, i) =>
      makeFinding({ rule: `rule-${i}`, severity: i % 2 ? 'warning' : 'error', document: i < 3 ? 'one' : null }),
    )
    await audits.finish(id, { status: 'succeeded', report: makeReport({ findings }), error: null })
    const rulesOf = async (filter: Parameters<AuditStore['findings']>[1], limit = 100) => {
      const rules: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<AuditStore['findings']>> = await audits.findings(id, filter, { limit, cursor })
        rules.push(...page.items.map(({ rule }) => rule))
        cursor = page.next
      } while (cursor !== null)
      return rules
    }
    const all = findings.map(({ rule }) => rule)
    expect(await rulesOf({}, 3)).toEqual(all)
    expect(await rulesOf({}, 7)).toEqual(all)
    expect(await rulesOf({ severity: 'warning' }, 1)).toEqual(['rule-1', 'rule-3', 'rule-5'])
    expect(await rulesOf({ document: 'one', severity: 'error' })).toEqual(['rule-0', 'rule-2'])
    expect(await rulesOf({ rule: 'rule-6' })).toEqual(['rule-6'])
    expect(await rulesOf({ rule: 'none' })).toEqual([])
  })

  describe('children', () => {
    const INDEX = 'https://a.example/index.xml'
    const child = (entry: number, changes: Partial<DocumentReport> = {}) => {
      const url = changes.url ?? `https://a.example/${entry}.xml`
      const parent = changes.parent ?? INDEX
      return makeDocument({ url, finalUrl: url, via: `${parent}#${entry}`, parent, depth: 1, ...changes })
    }
    const unreadChild = (entry: number, url = `https://a.example/${entry}.xml`, parent = INDEX, depth = 1) =>
      reportUnread({ url, finalUrl: url }, { via: `${parent}#${entry}`, parent, depth }, 'skipped', null)
    const finish = (id: string, documents: DocumentReport[], unread: DocumentReport[]) =>
      audits.finish(id, { status: 'succeeded', report: makeReport({ documents }), unread, error: null })
    const childrenOf = async (id: string, parent: string, limit: number) => {
      const items: DocumentReport[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<AuditStore['documents']>> = await audits.documents(
          id,
          { parent },
          { limit, cursor },
        )
        expect(page.items.length).toBeGreaterThan(0)
        items.push(...page.items)
        cursor = page.next
      } while (cursor !== null)
      return items
    }

    test('are listed in the order of their entries, attempted or not, and are no part of the report', async () => {
      const id = await started()
      // In walking order an index's child may stand far behind it, and 10 sorts behind 9.
      const index = makeDocument({ url: INDEX })
      const documents = [index, child(10), child(11, { parent: 'https://a.example/10.xml' }), child(1)]
      const unread = [2, 3, 9, 11].map((entry) => unreadChild(entry))
      await finish(id, documents, unread)
      const all = [documents[3], ...unread.slice(0, 3), documents[1], unread[3]]
      for (const limit of [1, 2, 3, 6, 100]) expect(await childrenOf(id, INDEX, limit)).toEqual(all)
      expect(JSON.stringify((await childrenOf(id, INDEX, 100))[1])).toBe(JSON.stringify(unread[0]))

      expect((await audits.find(id))?.report?.documents).toEqual(documents)
      const first = await audits.documents(id, {}, { limit: 3, cursor: null })
      expect(first.items).toEqual(documents.slice(0, 3))
      expect(await audits.documents(id, {}, { limit: 3, cursor: first.next })).toEqual({
        items: [documents[3]],
        next: null,
      })
      expect(await audits.remove(id)).toBe(true)
    })

    test('of one entry, of deep indexes and with odd names come back as they were', async () => {
      const id = await started()
      const odd = 'https://a.example/\0\ud800\u{1f600}#"\\\''
      const unread = [
        unreadChild(7, 'https://a.example/one.xml', odd, 3),
        unreadChild(7, 'https://a.example/two.xml', odd, 3),
        unreadChild(8, odd, odd, 3),
        { ...unreadChild(9, 'https://a.example/dated.xml', odd, 3), namespaces: { a: 'b' }, complete: true },
      ]
      await finish(id, [], unread)
      for (const limit of [1, 2, 100]) expect(await childrenOf(id, odd, limit)).toEqual(unread)
      expect((await audits.find(id))?.report?.documents).toEqual([])
    })

    test('are paged over the end of the audit', async () => {
      const id = await started()
      const progress: Progress = { stage: 'walk', documents: [2, 3], pages: [0, 0], entries: 0, bytes: 0 }
      // In the order of arrival.
      await audits.saveProgress(id, progress, makeReport({ documents: [child(5), child(1)] }))
      const early = await audits.documents(id, { parent: INDEX }, { limit: 1, cursor: null })
      expect(early.items).toEqual([child(1)])
      expect((await audits.documents(id, { parent: INDEX }, { limit: 2, cursor: null })).next).toBeNull()
      await finish(id, [makeDocument({ url: INDEX }), child(1), child(5)], [unreadChild(3)])
      const late = await audits.documents(id, { parent: INDEX }, { limit: 5, cursor: early.next })
      expect(late).toEqual({ items: [unreadChild(3), child(5)], next: null })
    })

    test('are kept by the thousand, and an ending that comes too late leaves none', async () => {
      const id = await started()
      const unread = Array.from({ length: 1_201 }, (_, i) => unreadChild(i + 1))
      await finish(id, [makeDocument({ url: INDEX })], unread)
      expect(await finish(id, [], [unreadChild(5_000)])).toBe(false)
      expect((await childrenOf(id, INDEX, 500)).map(({ via }) => via)).toEqual(unread.map(({ via }) => via))
    })

    test('have cursors of their own', async () => {
      const id = await started()
      await finish(id, [child(1), child(2)], [])
      const next = async (filter: { parent?: string }) =>
        (await audits.documents(id, filter, { limit: 1, cursor: null })).next
      const page = async (filter: { parent?: string }, cursor: string | null) =>
        audits.documents(id, filter, { limit: 1, cursor })
      await expect(page({}, await next({ parent: INDEX }))).rejects.toThrow(CursorError)
      await expect(page({ parent: INDEX }, await next({}))).rejects.toThrow(CursorError)
      for (const position of ['1', '1.', '.1', '1.2.3', '1.-2', '1e3.1']) {
        const cursor = Buffer.from(`children:${position}`).toString('base64url')
        await expect(page({ parent: INDEX }, cursor)).rejects.toMatchObject({ code: 'INVALID_CURSOR', field: 'cursor' })
      }
    })
  })

  test('a cursor that the list has not given out is refused by name', async () => {
    const id = await started()
    const strange = [
      '',
      '!',
      'abc',
      Buffer.from('audits:1').toString('base64url'),
      Buffer.from('findings:x').toString('base64url'),
    ]
    strange.push(
      `${Buffer.from('findings:1').toString('base64url')}=`,
      Buffer.from('findings:-1').toString('base64url'),
    )
    for (const cursor of strange) {
      const page = { limit: 5, cursor }
      await expect(audits.findings(id, {}, page)).rejects.toThrow(CursorError)
      await expect(audits.documents(id, {}, page)).rejects.toMatchObject({ code: 'INVALID_CURSOR', field: 'cursor' })
      await expect(audits.list({}, page)).rejects.toThrow(CursorError)
    }
  })

  test('whoever waits for an ending hears of it within moments', async () => {
    const latencies: number[] = []
    for (let i = 0; i < 5; i++) {
      const id = await started()
      let heardAt = 0
      const waiting = store.whenEnded(id, NO_SIGNAL).then(() => {
        heardAt = performance.now()
      })
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(heardAt).toBe(0)
      await audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
      const endedAt = performance.now()
      await waiting
      latencies.push(heardAt - endedAt)
    }
    expect(Math.min(...latencies)).toBeLessThan(100)
  })

  test('waiting ends with what has ended already, and with its signal', async () => {
    const id = await started()
    await store.whenEnded(id, AbortSignal.abort())
    await store.whenEnded(id, AbortSignal.timeout(30))
    await audits.finish(id, { status: 'failed', report: null, error: null })
    await store.whenEnded(id, NO_SIGNAL)
  })

  test('many at once do not disturb each other', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const id = await started({ domain: `many-${i}.example` })
        const waiting = store.whenEnded(id, NO_SIGNAL)
        if (i % 3 === 0) {
          // A transaction that fails in the midst of the others.
          const broken = makeReport({ findings: [makeFinding({ rule: null as unknown as string })] })
          await expect(audits.finish(id, { status: 'succeeded', report: broken, error: null })).rejects.toThrow()
        }
        await audits.finish(id, { status: 'succeeded', report: makeReport({ notes: [id] }), error: null })
        await waiting
        return id
      }),
    )
    for (const id of ids) expect((await audits.find(id))?.report?.notes).toEqual([id])
  })

  test('the database answers a ping', async () => {
    await store.ping()
  })
})
