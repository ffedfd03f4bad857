import '#test/support/quick-pglite.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reportUnread } from '#src/audit/report-document.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { countFindingsOf } from '#src/store/count-findings.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeDocument, makeFinding, makePage, makeReport } from '#test/support/sample-report.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const A = 'https://a.example/a.xml'
const B = 'https://a.example/b.xml'
const FINDINGS = [
  makeFinding({ rule: 'loc-relative', document: A, occurrences: 5, fingerprint: '1' }),
  makeFinding({ rule: 'loc-relative', document: B, occurrences: 7, fingerprint: '2' }),
  makeFinding({ rule: 'loc-relative', document: B, occurrences: 2_000_000_000, suppressed: 'known', fingerprint: '3' }),
  makeFinding({ rule: 'site-noindex', document: null, fingerprint: '4' }),
  makeFinding({ rule: 'lastmod-future', severity: 'warning', document: B, occurrences: 2, fingerprint: '5' }),
]
const count = (changes: object) => ({
  rule: 'loc-relative',
  severity: 'error',
  isSuppressed: false,
  message: 'This loc is relative.',
  findings: 1,
  occurrences: 1,
  documents: 1,
  ...changes,
})
const COUNTS = {
  rules: [
    count({ findings: 2, occurrences: 12, documents: 2 }),
    count({ isSuppressed: true, occurrences: 2_000_000_000 }),
    count({ rule: 'site-noindex', documents: 0 }),
    count({ rule: 'lastmod-future', severity: 'warning', occurrences: 2 }),
  ],
  documents: [
    { document: B, error: 1, warning: 1, note: 0 },
    { document: A, error: 1, warning: 0, note: 0 },
  ],
}
const PAGE = { limit: 2, cursor: null }

test('the findings of a report in one piece are counted by rule and by document', () => {
  expect(countFindingsOf(FINDINGS, undefined)).toEqual(COUNTS)
  expect(countFindingsOf(FINDINGS, A).rules).toEqual([count({ occurrences: 5 })])
})

describe.each(backends.all)('parts of an audit on $name', ({ create }) => {
  let store: OpenStore
  const report = makeReport({
    findings: FINDINGS,
    documents: [
      makeDocument({ url: A }),
      makeDocument({ url: `${A}#child`, parent: A, via: `${A}#1` }),
      makeDocument({ url: B }),
    ],
    pages: ['/1', '/2', '/3'].map((path) => makePage({ url: `https://a.example${path}` })),
  })
  beforeAll(async () => {
    store = await openStore(await create(), (error) => void console.error(error))
  })
  afterAll(() => store.close())

  async function start() {
    const options = { ...AUDIT_DEFAULTS, domain: 'a.example' }
    const { audit } = await store.audits.insert({
      domain: 'a.example',
      options,
      sealedHeaders: null,
      idempotencyKey: null,
    })
    await store.audits.start(audit.id)
    return audit.id
  }

  async function expectParts(id: string, unread: string[]) {
    expect(await store.audits.counts(id, {})).toEqual(COUNTS)
    expect((await store.audits.counts(id, { document: A }))?.rules).toEqual([count({ occurrences: 5 })])
    expect((await store.audits.findHead(id))?.report).toEqual({ ...report, documents: [], pages: [], findings: [] })
    const roots = await store.audits.documents(id, { parent: '' }, { limit: 1, cursor: null })
    const more = await store.audits.documents(id, { parent: '' }, { limit: 5, cursor: roots.next })
    expect([...roots.items, ...more.items].map(({ url }) => url)).toEqual([A, B])
    const named = await store.audits.documents(id, { url: B }, PAGE)
    expect([named.items.map(({ url }) => url), named.next]).toEqual([[B], null])
    const children = async (isAttempted: boolean | null) =>
      (await store.audits.documents(id, { parent: A, isAttempted }, { limit: 5, cursor: null })).items.map(
        ({ url }) => url,
      )
    expect(await children(true)).toEqual([`${A}#child`])
    expect(await children(false)).toEqual(unread)
    expect(await children(null)).toEqual([`${A}#child`, ...unread])
    const pages = await store.audits.pages(id, PAGE)
    expect(pages.items).toEqual(report.pages.slice(0, 2))
    expect(await store.audits.pages(id, { ...PAGE, cursor: pages.next })).toEqual({
      items: report.pages.slice(2),
      next: null,
    })
  }

  test('are the same while it runs and when it has ended', async () => {
    const id = await start()
    expect(await store.audits.counts(id, {})).toEqual({ rules: [], documents: [] })
    const progress = { stage: 'walk', documents: [1, 2], pages: [0, 0], entries: 0, bytes: 0 } as const
    await store.audits.saveProgress(id, { ...progress, documents: [1, 2], pages: [0, 0] }, report)
    await expectParts(id, [])
    const child = reportUnread(
      { url: `${A}#2`, finalUrl: `${A}#2` },
      { via: `${A}#2`, parent: A, depth: 1 },
      'skipped',
      null,
    )
    await store.audits.finish(id, { status: 'succeeded', report, unread: [child], error: null })
    await expectParts(id, [`${A}#2`])
  })

  test('of an audit that is not there are none', async () => {
    for (const id of ['01900000-0000-7000-8000-000000000000', 'x']) {
      expect(await store.audits.counts(id, {})).toBeUndefined()
      expect(await store.audits.findHead(id)).toBeUndefined()
      expect(await store.audits.pages(id, PAGE)).toEqual({ items: [], next: null })
    }
  })
})
