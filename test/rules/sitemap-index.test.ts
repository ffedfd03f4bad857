import { describe, expect, it } from 'vitest'
import type { Location } from '#src/model/document.ts'
import type { ChildFacts, IndexFacts } from '#src/model/facts.ts'
import type { DocumentReport } from '#src/model/report.ts'
import type { DefinedRule } from '#src/rules/define-rule.ts'
import { judgeFacts } from '#src/rules/judge.ts'
import { sitemapIndexRules } from '#src/rules/sitemap-index.ts'
import { entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { type RuleRow, testRules } from '../support/rule-table.ts'

const INDEX = 'https://www.example.com/sitemap.xml'
/** Judged on the document itself. */
const IN_DOCUMENT: Record<string, string[]> = {
  'index-child-duplicate': ['duplicate'],
  'index-child-other-host': ['upload'],
  'index-child-out-of-scope': ['outside'],
  'index-lists-itself': ['itself'],
}

const inDocument: DefinedRule[] = sitemapIndexRules
  .filter(({ id }) => id in IN_DOCUMENT)
  .map((rule) => ({
    ...rule,
    messages: Object.fromEntries(Object.entries(rule.messages).filter(([id]) => IN_DOCUMENT[rule.id]?.includes(id))),
  }))

const child = (loc: string): string => `<sitemap><loc>${loc}</loc></sitemap>`
const index = (...inner: string[]): string => lines(`<sitemapindex xmlns="${NAMESPACE}">`, ...inner, '</sitemapindex>')
const COLUMN = 15

const row = (name: string, loc: string, rule?: string, more: object = {}, rest: Partial<RuleRow> = {}): RuleRow => ({
  name,
  document: index(child(loc)),
  findings: rule === undefined ? [] : [{ rule, line: 2, column: COLUMN, ...more }],
  ...rest,
})

testRules('A sitemap index by itself', inDocument, [
  row('finds nothing in a child below its folder', 'https://www.example.com/maps/a.xml.gz?page=1'),
  row('IX-01: names its own address', INDEX, 'index-lists-itself', {
    message: 'The index lists itself in entry 1.',
    entry: 1,
  }),
  row('IX-01: sees it in another spelling, and relative', '/./sitemap.xml', 'index-lists-itself'),
  row(
    'IX-01: sees the address that it redirects to',
    'https://www.example.com/b.xml',
    'index-lists-itself',
    {},
    {
      context: { finalUrl: 'https://www.example.com/b.xml' },
    },
  ),
  {
    name: 'IX-05: gives both lines of a child that stands twice',
    document: index(
      child('https://www.example.com/a.xml'),
      child('https://www.example.com/b.xml'),
      child('https://www.example.com/a.xml'),
    ),
    findings: [
      {
        rule: 'index-child-duplicate',
        line: 4,
        column: COLUMN,
        message: 'The child in line 4 stands in line 2 already (entries 1 and 3).',
      },
    ],
  },
  { name: 'leaves doubles of a urlset to loc-duplicate', document: urlset(entry('a'), entry('a')), findings: [] },
  row(
    'notes a child above its folder',
    'https://www.example.com/b.xml',
    'index-child-out-of-scope',
    {
      message: 'This child is not below https://www.example.com/maps/, the folder of its index.',
    },
    { url: 'https://www.example.com/maps/index.xml' },
  ),
  row('names a child on another host', 'https://media.example.net/b.xml', 'index-child-other-host', {
    message:
      "Children are on media.example.net, not on www.example.com: not allowed unless that host's robots.txt names this index or the child.",
  }),
  row(
    'leaves the hosts of a fetched index to the audit',
    'https://media.example.net/b.xml',
    undefined,
    {},
    { http: {} },
  ),
  row('leaves scheme and www. to the rules of locs', 'http://example.com/b.xml'),
])

const place = (line: number, column: number): Location => ({ line, column, offset: line * 100, snippet: null })

const reportOf = (url: string, more: Partial<DocumentReport> = {}): DocumentReport => ({
  url,
  finalUrl: url,
  via: `${INDEX}#1`,
  parent: INDEX,
  depth: 1,
  outcome: 'read',
  searchConsole: null,
  kind: 'urlset',
  http: null,
  bytes: { transferred: 100, uncompressed: 100 },
  sha256: url,
  complete: true,
  entries: 3,
  limit: null,
  lastmod: null,
  extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
  namespaces: { '': NAMESPACE },
  index: null,
  xsd: null,
  children: null,
  ...more,
})

interface Said {
  loc?: string
  lastmod?: string | null
  newest?: string | null
  report?: Partial<DocumentReport> | null
}

function factsOf(children: Said[], more: Partial<IndexFacts> = {}): IndexFacts {
  return {
    url: INDEX,
    finalUrl: INDEX,
    nowMs: Date.UTC(2026, 9, 1, 12),
    ancestors: [],
    depth: 0,
    children: children.map(({ loc = '', lastmod = null, newest = null, report = {} }, i): ChildFacts => {
      const url = new URL(loc || `child-${i + 1}.xml`, INDEX).href
      return {
        child: {
          entry: i + 1,
          loc: url,
          url,
          lastmod,
          location: place(i + 2, 15),
          lastmodLocation: lastmod === null ? null : place(i + 2, 60),
        },
        report: report && reportOf(url, report),
        newest: newest === null ? null : { value: newest, location: place(7, 50) },
        datedEntries: newest === null ? 0 : 3,
      }
    }),
    ...more,
  }
}

const judge = (children: Said[], more: Partial<IndexFacts> = {}) => {
  const { findings, failures } = judgeFacts(sitemapIndexRules, INDEX, 'index', [factsOf(children, more)])
  expect(failures).toEqual([])
  return findings
}

const CHILD_1 = 'https://www.example.com/child-1.xml'

describe('A sitemap index against its children', () => {
  it('finds nothing where they are what the index says', () => {
    const children = [
      { lastmod: '2026-09-01', newest: '2026-09-01T10:00:00Z' },
      { lastmod: '2026-09-02T10:00:00Z', newest: '2026-09-02T10:00:00Z' },
      { report: null },
    ]
    expect(judge(children)).toEqual([])
  })

  it('IX-01: names a child that leads back to the index after a redirect, and not as nested', () => {
    const findings = judge([{ report: { url: INDEX, finalUrl: INDEX, kind: 'sitemapindex' } }])
    expect(findings).toMatchObject([
      {
        rule: 'index-lists-itself',
        message: `The index lists ${CHILD_1}, which leads back to the index itself.`,
        examples: [{ line: 2, column: 15, entry: 1, loc: CHILD_1 }],
      },
    ])
    expect(judge([{ loc: INDEX, report: { kind: 'sitemapindex' } }])).toEqual([])
  })

  it('names a nested index', () => {
    expect(judge([{ report: { kind: 'sitemapindex' } }])).toMatchObject([
      { rule: 'index-nested', message: `The index lists ${CHILD_1}, which is an index itself.`, severity: 'error' },
    ])
  })

  it('names a cycle with all that is in it', () => {
    const top = 'https://www.example.com/top.xml'
    const middle = 'https://www.example.com/middle.xml'
    const findings = judge([{ loc: middle, report: { kind: 'sitemapindex' } }], { ancestors: [top, middle], depth: 2 })
    expect(findings).toMatchObject([
      { rule: 'index-cycle', message: `The index lists an index above it: ${middle} -> ${INDEX} -> ${middle}.` },
    ])
  })

  it('says what was not read at the last depth', () => {
    const children = [{ report: null }, { report: null }]
    expect(judge(children, { depth: 4 })).toEqual([])
    expect(judge(children, { depth: 5 })).toMatchObject([
      {
        rule: 'index-depth-exceeded',
        message: `This index is at depth 5, the last that is read: its children (2 in all, the first ${CHILD_1}) were not.`,
        occurrences: 2,
        examples: [{ line: 2 }, { line: 3 }],
      },
    ])
  })

  it('IX-09: names children that are byte for byte the same', () => {
    const findings = judge([{ report: { sha256: 'a' } }, { report: { sha256: 'a' } }, { report: { sha256: 'b' } }])
    expect(findings).toMatchObject([
      {
        rule: 'index-children-identical',
        message: `2 of the 3 children read are byte for byte the same: ${CHILD_1}, https://www.example.com/child-2.xml.`,
        occurrences: 2,
        share: 2 / 3,
      },
    ])
  })

  it('does not mind equal children that are empty, cut, or one document under two names', () => {
    expect(judge([{ report: { sha256: 'a' } }, { report: { sha256: 'a', finalUrl: CHILD_1 } }])).toEqual([])
    const empty = judge([{ report: { sha256: 'a', entries: 0 } }, { report: { sha256: 'a', entries: 0 } }])
    expect(empty.map(({ rule }) => rule)).toEqual(['index-child-empty'])
    expect(judge([{ report: { sha256: 'a', complete: false } }, { report: { sha256: 'a', complete: false } }])).toEqual(
      [],
    )
  })

  it('says that an index lists pages', () => {
    const page = { outcome: 'not-a-sitemap', kind: 'html', entries: null } as const
    const findings = judge([
      { loc: '/about', report: page },
      { loc: '/contact.html', report: page },
      { loc: '/blog', report: { outcome: 'blocked', kind: null } },
    ])
    expect(findings).toMatchObject([
      { rule: 'index-lists-pages', message: 'All 2 children read are HTML pages: the list should be a urlset.' },
    ])
  })

  it('IX-11, IX-25: takes a sitemap that answers with a page for a broken child', () => {
    const page = { outcome: 'not-a-sitemap', kind: 'html', entries: null } as const
    expect(judge([{ report: page }, { loc: '/sitemap-posts', report: page }])).toEqual([])
    expect(judge([{ loc: '/about', report: page }, {}])).toEqual([])
  })

  it('IX-23: names an empty child, but not an empty list of news', () => {
    expect(judge([{ report: { entries: 0 } }, {}])).toMatchObject([
      { rule: 'index-child-empty', message: `The child ${CHILD_1} has no entries.`, occurrences: 1 },
    ])
    const news = { news: 'http://www.google.com/schemas/sitemap-news/0.9' }
    expect(judge([{ report: { entries: 0, namespaces: news } }])).toEqual([])
    expect(judge([{ report: { entries: 0, complete: false } }])).toEqual([])
  })

  it('IX-17: gives both values and both places of a stale lastmod', () => {
    const findings = judge([
      { lastmod: '2025-01-01', newest: '2025-06-01' },
      { lastmod: '2025-06-01', newest: '2025-06-01' },
    ])
    expect(findings).toMatchObject([
      {
        rule: 'index-lastmod-stale',
        severity: 'warning',
        message: `The index says 2025-01-01 (line 2, column 60) of ${CHILD_1}, whose newest entry says 2025-06-01 (line 7, column 50).`,
        occurrences: 1,
        share: 1 / 2,
        examples: [{ line: 2, column: 60, value: '2025-01-01', expected: '2025-06-01', entry: 1, loc: CHILD_1 }],
      },
    ])
  })

  it('IX-21: sees a wrong zone label', () => {
    const findings = judge([{ lastmod: '2025-06-01T09:30:00+02:00', newest: '2025-06-01T09:30:00Z' }])
    expect(findings).toMatchObject([
      {
        rule: 'index-lastmod-zone',
        message: `The index says 2025-06-01T09:30:00+02:00 (line 2, column 60) of ${CHILD_1}, whose newest entry says 2025-06-01T09:30:00Z (line 7, column 50): the difference looks like a wrong zone label.`,
      },
    ])
  })

  it('notes a lastmod ahead of its child, which cannot be proved wrong', () => {
    const findings = judge([{ lastmod: '2025-06-03', newest: '2025-06-01' }])
    expect(findings).toMatchObject([{ rule: 'index-lastmod-ahead', severity: 'note' }])
    expect(findings[0]?.message).toMatch(/this cannot be proved wrong\.$/)
  })

  it('knows of a child that was cut only what is older than something in it', () => {
    const cut = { complete: false }
    expect(judge([{ lastmod: '2025-06-03', newest: '2025-06-01', report: cut }])).toEqual([])
    const stale = judge([{ lastmod: '2025-05-03', newest: '2025-06-01', report: cut }])
    expect(stale.map(({ rule }) => rule)).toEqual(['index-lastmod-stale'])
  })

  it('LM-09: compares nothing that is no date', () => {
    expect(judge([{ lastmod: '2025-06-01T09:30:00Z 2025-05-01T09:30:00Z', newest: '2025-07-01' }])).toEqual([])
    expect(judge([{ lastmod: '2025-06-01', newest: null }])).toEqual([])
  })

  it('IX-19: names the one lastmod of children that differ', () => {
    const lastmod = '2025-01-01'
    const findings = judge([
      { lastmod, newest: '2024-11-01' },
      { lastmod, newest: '2024-12-01' },
      { lastmod, report: null },
    ])
    expect(findings.map(({ rule }) => rule).sort()).toEqual(['index-lastmod-ahead', 'index-lastmod-identical'])
    expect(findings.find(({ rule }) => rule === 'index-lastmod-identical')).toMatchObject({
      message:
        'All 3 children have the one lastmod 2025-01-01, although their newest entries differ (2024-11-01, 2024-12-01).',
      occurrences: 3,
    })
  })

  it('lets children that changed on one day have one lastmod', () => {
    const lastmod = '2025-01-01'
    const children = [
      { lastmod, newest: '2025-01-01T08:00:00Z' },
      { lastmod, newest: '2025-01-01T09:00:00Z' },
    ]
    expect(judge(children)).toEqual([])
  })

  it('notes that nothing can be compared', () => {
    expect(judge([{ newest: '2025-06-01' }, {}])).toMatchObject([
      {
        rule: 'index-lastmod-absent',
        message: 'None of the 2 children has a lastmod in the index, although dates stand in 1 of them.',
      },
    ])
    expect(judge([{}, {}])).toEqual([])
  })
})
