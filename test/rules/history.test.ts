import { describe } from 'vitest'
import type { DocumentChange, Fate, HistoryFacts, UrlChanges } from '#src/model/facts.ts'
import type { DocumentReport } from '#src/model/report.ts'
import { historyRules } from '#src/rules/history.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '../support/facts-table.ts'
import { makeDocument } from '../support/sample-report.ts'

const AT = '2026-11-30T20:15:44.000Z'
const ROBOTS = 'https://a.example/robots.txt'
const INDEX = 'https://a.example/index.xml'
const CHILD = 'https://a.example/child.xml'
const URL = 'https://a.example/sitemap.xml'

const NO_EXTENSIONS = { images: 0, videos: 0, news: 0, alternates: 0 }

function document(entries: number, changes: Partial<DocumentReport> = {}): DocumentReport {
  return makeDocument({ entries, sha256: `${entries}`, ...changes })
}

const child = (entries: number, changes: Partial<DocumentReport> = {}) =>
  document(entries, { url: CHILD, finalUrl: CHILD, via: `${INDEX}#3`, parent: INDEX, depth: 1, ...changes })
const index = (children: number, changes: Partial<DocumentReport> = {}) =>
  document(children, { url: INDEX, finalUrl: INDEX, kind: 'sitemapindex', ...changes })

const read = (report: DocumentReport): Fate => ({ kind: 'read', report })
const gone = (changes: Partial<Extract<Fate, { kind: 'gone' }>> = {}): Fate => ({
  kind: 'gone',
  outcome: 'absent',
  status: 404,
  bytes: null,
  ...changes,
})
const unlisted = (by: string): Fate => ({ kind: 'unlisted', by })

function change(before: DocumentReport, fate: Fate, changes: Partial<DocumentChange> = {}): DocumentChange {
  return { before, fate, urls: null, movedTo: null, ...changes }
}

function urls(changes: Partial<UrlChanges>): UrlChanges {
  return { added: [], removed: [], isSame: false, isWhole: true, origins: { before: {}, after: {} }, ...changes }
}

const facts = (...documents: DocumentChange[]): HistoryFacts[] => [
  { baselineAt: AT, robotsUrl: ROBOTS, maxEntryDrop: 0.2, documents },
]

const NEWS = { extensions: { ...NO_EXTENSIONS, news: 100 } }
const locs = (count: number, host = 'a.example') =>
  Array.from({ length: count }, (_, i) => `https://${host}/page-${i}.html`)

const reached = new Set<string>()
expectEveryMessage(historyRules, reached)

function table(name: string, rows: FactsRow<'history'>[]): void {
  describe(name, () => factsTable(historyRules, URL, 'history', rows, reached))
}

table('an emptied document', [
  {
    name: 'is one finding, and not one of a drop as well',
    facts: facts(change(document(100), read(document(0)), { urls: urls({ removed: locs(100) }) })),
    expect: [
      {
        rule: 'history-emptied',
        message: 'The document had 100 entries on 2026-11-30 20:15 UTC and has none now.',
        occurrences: 100,
        loc: 'https://a.example/page-0.html',
      },
    ],
  },
  {
    name: 'may have no bytes at all',
    facts: facts(change(document(100), gone({ outcome: 'not-a-sitemap', status: 200, bytes: 0 }))),
    expect: [
      {
        rule: 'history-emptied',
        message: 'The document had 100 entries on 2026-11-30 20:15 UTC and has no bytes now.',
      },
    ],
  },
  {
    name: 'is the cause of what an index lists no more',
    facts: facts(change(index(2), read(index(0))), change(child(5), unlisted(INDEX))),
    expect: [
      {
        rule: 'history-emptied',
        document: INDEX,
        message: 'The document had 2 children on 2026-11-30 20:15 UTC and has none now.',
      },
    ],
  },
  {
    name: 'is one that was read to its end: what was cut may have its entries behind the cut',
    facts: facts(change(document(100), read(document(0, { complete: false })))),
    expect: [],
  },
  { name: 'had entries', facts: facts(change(document(0), read(document(0)))), expect: [] },
  {
    name: 'is no news sitemap: there may have been no articles for two days',
    facts: facts(change(document(100, NEWS), read(document(0)))),
    expect: [],
  },
])

table('a drop of entries', [
  {
    name: 'of the share that may go is none',
    facts: facts(change(document(100), read(document(80)))),
    expect: [],
  },
  {
    name: 'of one entry more is told with what is missing',
    facts: facts(change(document(100), read(document(79)), { urls: urls({ removed: locs(21) }) })),
    expect: [
      {
        rule: 'history-entries-dropped',
        message: 'The document has 79 entries and had 100 on 2026-11-30 20:15 UTC: 21 % fewer, where 20 % may go.',
        occurrences: 21,
        loc: 'https://a.example/page-0.html',
      },
    ],
  },
  {
    name: 'is told without URLs where none can be compared',
    facts: facts(change(document(10), read(document(5)))),
    expect: [{ rule: 'history-entries-dropped', occurrences: 5, line: null }],
  },
  {
    name: 'is none where the document was not read to its end',
    facts: facts(change(document(100), read(document(10, { complete: false })))),
    expect: [],
  },
  {
    name: 'is one where the number from before is a lower bound',
    facts: facts(change(document(100, { complete: false }), read(document(10)))),
    expect: [{ rule: 'history-entries-dropped' }],
  },
  {
    name: 'is no matter of news, which are gone after two days',
    facts: facts(change(document(100, NEWS), read(document(10, { extensions: { ...NO_EXTENSIONS, news: 10 } })))),
    expect: [],
  },
  {
    name: 'is none between children of an index and pages of a sitemap',
    facts: facts(change(document(100), read(index(2, { url: URL })))),
    expect: [],
  },
  {
    name: 'of the share alone is none, also where its product is not exact',
    facts: [{ ...(facts(change(document(100), read(document(71))))[0] as HistoryFacts), maxEntryDrop: 0.29 }],
    expect: [],
  },
])

table('a jump of entries', [
  { name: 'to twice as many is none', facts: facts(change(document(50), read(document(100)))), expect: [] },
  {
    name: 'to one more is told with what is new',
    facts: facts(change(document(50), read(document(101)), { urls: urls({ added: locs(51) }) })),
    expect: [
      {
        rule: 'history-entries-jumped',
        message: 'The document has 101 entries and had 50 on 2026-11-30 20:15 UTC: 2 times as many.',
        occurrences: 51,
        loc: 'https://a.example/page-0.html',
      },
    ],
  },
  {
    name: 'is none where there were none, or where the number from before is a lower bound',
    facts: facts(
      change(document(0), read(document(100))),
      change(document(10, { complete: false }), read(document(100))),
    ),
    expect: [],
  },
])

table('a lost document', [
  {
    name: 'is told at its address where that says so',
    facts: facts(
      change(child(7), gone()),
      change(document(9), gone({ outcome: 'not-a-sitemap', status: 200, bytes: 300 })),
    ),
    expect: [
      {
        rule: 'history-document-lost',
        document: CHILD,
        message: 'The document had 7 entries on 2026-11-30 20:15 UTC and answers 404 now.',
      },
      {
        rule: 'history-document-lost',
        document: URL,
        message: 'The document had 9 entries on 2026-11-30 20:15 UTC and answers 200 now with what is no sitemap.',
      },
    ],
  },
  {
    name: 'is told without a status where it is an upload',
    facts: facts(change(document(9), gone({ outcome: 'not-a-sitemap', status: null, bytes: 300 }))),
    expect: [
      {
        rule: 'history-document-lost',
        message: 'The document had 9 entries on 2026-11-30 20:15 UTC and is no sitemap now.',
      },
    ],
  },
  {
    name: 'is told in the index that lists it no more, with all others of that index',
    facts: facts(
      change(child(7), unlisted(INDEX)),
      change(child(8, { url: 'https://a.example/other.xml' }), unlisted(INDEX)),
    ),
    expect: [
      {
        rule: 'history-document-lost',
        document: INDEX,
        message: `The index lists ${CHILD} no more, which had 7 entries on 2026-11-30 20:15 UTC.`,
        occurrences: 2,
        loc: CHILD,
      },
    ],
  },
  {
    name: 'is told in robots.txt where that named it',
    facts: facts(change(index(7), unlisted(ROBOTS))),
    expect: [
      {
        rule: 'history-document-lost',
        document: ROBOTS,
        message: `The file robots.txt names ${INDEX} no more, which had 7 children on 2026-11-30 20:15 UTC.`,
        loc: INDEX,
      },
    ],
  },
  {
    name: 'is one finding, whatever hung on it',
    facts: facts(change(index(2), gone()), change(child(7), { kind: 'with-parent', parent: INDEX })),
    expect: [{ rule: 'history-document-lost', document: INDEX }],
  },
  {
    name: 'is none that could not be looked at, or was not chosen',
    facts: facts(
      change(document(7), { kind: 'unknown', outcome: 'server-error' }),
      change(child(7), { kind: 'unknown', outcome: null }),
    ),
    expect: [],
  },
  {
    name: 'is none that has its entries elsewhere',
    facts: facts(
      change(child(7), unlisted(INDEX), { movedTo: 'https://a.example/new.xml' }),
      change(document(7), gone(), { movedTo: 'https://a.example/new.xml' }),
    ),
    expect: [],
  },
])

table('another host', [
  {
    name: 'of most entries is told with both',
    facts: facts(
      change(document(10), read(document(10, { sha256: 'x' })), {
        urls: urls({
          added: locs(6, 'staging.example'),
          origins: {
            before: { 'https://a.example': 10 },
            after: { 'https://a.example': 4, 'https://staging.example': 6 },
          },
        }),
      }),
    ),
    expect: [
      {
        rule: 'history-host-changed',
        message:
          'Of the entries looked at, 60 % are on https://staging.example now; on 2026-11-30 20:15 UTC it was 0 %, and https://a.example had most.',
        occurrences: 6,
        loc: 'https://staging.example/page-0.html',
      },
    ],
  },
  {
    name: 'of half of the entries is not most, nor is a list of two hosts that leans the other way',
    facts: facts(
      change(document(10), read(document(10, { sha256: 'x' })), {
        urls: urls({
          origins: { before: { 'https://a.example': 10 }, after: { 'https://a.example': 5, 'http://a.example': 5 } },
        }),
      }),
      change(document(10), read(document(10, { sha256: 'x' })), {
        urls: urls({
          origins: {
            before: { 'https://a.example': 6, 'https://b.example': 4 },
            after: { 'https://a.example': 4, 'https://b.example': 6 },
          },
        }),
      }),
    ),
    expect: [],
  },
  {
    name: 'of the children of an index is the cause of those that it lists no more',
    facts: facts(
      change(index(2), read(index(2, { sha256: 'x' })), {
        urls: urls({ origins: { before: { 'https://a.example': 2 }, after: { 'http://a.example': 2 } } }),
      }),
      change(child(7), unlisted(INDEX)),
    ),
    expect: [{ rule: 'history-host-changed', document: INDEX }],
  },
  {
    name: 'is not told of relative locs, which have none',
    facts: facts(change(document(10), read(document(10, { sha256: 'x' })), { urls: urls({}) })),
    expect: [],
  },
])

const dated = (entries: number, lastmod: string, changes: Partial<DocumentReport> = {}) =>
  child(entries, { index: { lastmod, newest: null, verdict: 'not-compared' }, ...changes })

table('the lastmod of a child', [
  {
    name: 'that stays when its entries change is told in the index',
    facts: facts(change(dated(7, '2026-11-01'), read(dated(8, '2026-11-01')))),
    expect: [
      {
        rule: 'history-lastmod-unchanged',
        document: INDEX,
        message: `The child ${CHILD} has changed since 2026-11-30 20:15 UTC, and its lastmod is still 2026-11-01.`,
        entry: 3,
        loc: CHILD,
        value: '2026-11-01',
      },
    ],
  },
  {
    name: 'that stays when other URLs stand in it is told',
    facts: facts(
      change(dated(7, '2026-11-30T20:14:00Z'), read(dated(7, '2026-11-30T20:14:00Z', { sha256: 'x' })), {
        urls: urls({ added: locs(1), removed: locs(1, 'b.example') }),
      }),
    ),
    expect: [{ rule: 'history-lastmod-unchanged', document: INDEX }],
  },
  {
    name: 'is right where nothing but bytes is new: a comment with the time of its making',
    facts: facts(
      change(dated(7, '2026-11-01'), read(dated(7, '2026-11-01', { sha256: 'x' })), { urls: urls({ isSame: true }) }),
    ),
    expect: [],
  },
  {
    name: 'may be right where its day, anywhere on earth, was not over when the baseline was read',
    facts: facts(
      change(dated(7, '2026-11-30'), read(dated(8, '2026-11-30'))),
      change(dated(7, '2026-11-30T20:15:00Z'), read(dated(8, '2026-11-30T20:15:00Z'))),
      change(dated(7, '2026-11'), read(dated(8, '2026-11'))),
    ),
    expect: [],
  },
  {
    name: 'is told from the moment on when its day is over everywhere',
    facts: facts(change(dated(7, '2026-11-29'), read(dated(8, '2026-11-29')))),
    expect: [{ rule: 'history-lastmod-unchanged', document: INDEX }],
  },
  {
    name: 'that changes too, is not there, is not valid, or stands in another index is not told',
    facts: facts(
      change(dated(7, '2026-11-01'), read(dated(8, '2026-11-02'))),
      change(child(7), read(child(8))),
      change(dated(7, 'last week'), read(dated(8, 'last week'))),
      change(dated(7, '2026-11-01'), read(dated(8, '2026-11-01', { parent: 'https://a.example/index2.xml' }))),
    ),
    expect: [],
  },
  {
    name: 'is not judged by what was not read to its end',
    facts: facts(change(dated(7, '2026-11-01'), read(dated(6, '2026-11-01', { complete: false })))),
    expect: [],
  },
])
