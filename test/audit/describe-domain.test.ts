import { describe, expect, test } from 'vitest'
import { describeDomain } from '#src/audit/describe-domain.ts'
import type { DocumentReport, Outcome, Report } from '#src/model/report.ts'
import { makeDocument, makeFinding, makeReport } from '../support/sample-report.ts'
import { tallyBatch } from '../support/tally-batch.ts'

/** Nothing was read; the places ended like this. */
function unread(...outcomes: Outcome[]): Report {
  const discovery = outcomes.map((outcome) => ({ url: 'https://a.example/s.xml', via: 'x', outcome, status: null }))
  return withDocuments([], { discovery })
}

function withDocuments(documents: DocumentReport[], changes: Partial<Report> = {}): Report {
  const report = makeReport()
  const entries = documents.reduce((sum, { kind, entries }) => sum + (kind === 'sitemapindex' ? 0 : (entries ?? 0)), 0)
  return { ...report, documents, findings: [], summary: { ...report.summary, entries }, ...changes }
}

const dates = (present: number): DocumentReport['lastmod'] => ({
  present,
  valid: present,
  distinct: present,
  oldest: null,
  newest: null,
  commonest: null,
})

describe('a domain is', () => {
  test('read when a document was, whatever else refused', () => {
    const report = withDocuments([makeDocument({ outcome: 'blocked' }), makeDocument()])
    expect(describeDomain({ ...report, discovery: unread('blocked').discovery }).state).toBe('read')
  })

  test.each<[string, Outcome[]]>([
    ['blocked', ['absent', 'unreachable', 'blocked']],
    ['unreachable', ['absent', 'unreachable']],
    ['unreachable', ['absent', 'server-error']],
    ['unreachable', ['refused', 'absent']],
    ['absent', ['absent', 'absent']],
    ['absent', ['absent', 'not-a-sitemap']],
    // Neither says that there is nothing.
    ['unreachable', ['absent', 'skipped']],
    ['unreachable', []],
  ])('%s when its places ended as %j', (state, outcomes) => {
    expect(describeDomain(unread(...outcomes)).state).toBe(state)
  })
})

describe('no lastmod', () => {
  const index = makeDocument({ kind: 'sitemapindex', lastmod: dates(2) })

  test('is said where no entry has one, though the index dates its children', () => {
    expect(describeDomain(withDocuments([index, makeDocument({ lastmod: dates(0) })])).noLastmod).toBe(true)
  })

  test('is not said for one entry with a date in any document, nor where nothing is listed', () => {
    const one = [makeDocument({ lastmod: dates(0) }), makeDocument({ lastmod: dates(1) })]
    expect(describeDomain(withDocuments(one)).noLastmod).toBe(false)
    expect(describeDomain(withDocuments([index])).noLastmod).toBe(false)
  })
})

test('traits follow the findings that count: what is suppressed does not', () => {
  const findings = [
    makeFinding({ rule: 'loc-out-of-scope' }),
    makeFinding({ rule: 'hints-ignored', suppressed: 'known' }),
    makeFinding({ rule: 'lastmod-identical' }),
    makeFinding({ rule: 'lastmod-identical', document: 'https://a.example/2.xml' }),
  ]
  expect(describeDomain(withDocuments([makeDocument()], { findings }))).toMatchObject({
    outOfScope: true,
    hints: false,
    oneLastmod: true,
    rules: ['lastmod-identical', 'loc-out-of-scope'],
  })
})

test.each([
  [{ entries: 0.9, bytes: 0.1 }, true],
  [{ entries: 0.1, bytes: 1.2 }, true],
  [{ entries: 0.8999, bytes: 0.8999 }, false],
])('shares of the limits of %j are near: %s', (limit, nearLimit) => {
  const small = makeDocument({ limit: { entries: 0.01, bytes: 0.01, bytesPerEntry: 50 } })
  const unknown = makeDocument({ outcome: 'blocked', limit: null })
  const documents = [small, makeDocument({ limit: { ...limit, bytesPerEntry: 50 } }), unknown]
  expect(describeDomain(withDocuments(documents))).toMatchObject({ limits: limit, nearLimit })
})

test('a batch counts domains: form, partition and traits over those read, rules over all', () => {
  const findings = [makeFinding({ rule: 'loc-out-of-scope' }), makeFinding({ rule: 'loc-out-of-scope' })]
  const structure = { form: 'index', partition: 'date', depth: 1 } as const
  const notFound = { findings: [makeFinding({ rule: 'sitemap-not-found' })] }
  const reports = [
    withDocuments([makeDocument()], { findings, structure }),
    withDocuments([makeDocument()], { findings, structure: { ...structure, form: 'single' } }),
    { ...unread('absent'), ...notFound },
    unread('blocked'),
  ]
  expect(tallyBatch(reports.map(describeDomain))).toEqual({
    read: 2,
    absent: 1,
    blocked: 1,
    unreachable: 0,
    form: { index: 1, single: 1 },
    partition: { date: 2 },
    outOfScope: 2,
    hints: 0,
    oneLastmod: 0,
    noLastmod: 2,
    nearLimit: 0,
    findings: { 'loc-out-of-scope': 2, 'sitemap-not-found': 1 },
  })
})
