import { lastmodRules } from '#src/rules/lastmod.ts'
import { bytesOf, entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { type RuleRow, testRules } from '../support/rule-table.ts'

// The table's clock stands at 2026-10-01T12:00:00Z.
const dated = (lastmod: string, path = ''): string => entry(path, `<lastmod>${lastmod}</lastmod>`)

/** Where the value begins when the entry begins the line and has no path. */
const COLUMN = 50

const row = (name: string, lastmod: string, rule?: string, more: object = {}): RuleRow => ({
  name,
  document: urlset(dated(lastmod)),
  findings: rule === undefined ? [] : [{ rule, line: 2, column: COLUMN, ...more }],
})

const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'

/** So many entries, each with the date that `of` gives for its number. */
const many = (count: number, of: (i: number) => string | null): string =>
  urlset(
    ...Array.from({ length: count }, (_, i) => {
      const lastmod = of(i)
      return lastmod === null ? entry(String(i)) : dated(lastmod, String(i))
    }),
  )

const day = (i: number): string => `2026-0${1 + (i % 9)}-${String(1 + (i % 28)).padStart(2, '0')}`

testRules('lastmod', lastmodRules, [
  ...[
    '2026-09-01',
    '2025-06-01T09:30:00Z',
    '2025-06-01T09:30:00.123456Z',
    '2025-06-01T09:30:00+05:45',
    '2024-02-29',
    '2000-02-29T23:59:59-14:00',
    '1990-01-01',
  ].map((lastmod) => row(`LM-05: finds nothing in ${lastmod}`, lastmod)),
  {
    name: 'finds nothing in white space, references, CDATA and comments round and in a value',
    document: lines(
      `<s:urlset xmlns:s="${NAMESPACE}">`,
      '<s:url><s:loc>https://www.example.com/1</s:loc><s:lastmod>',
      ' 2026-09-01',
      '</s:lastmod></s:url>',
      '<s:url><s:loc>https://www.example.com/2</s:loc><s:lastmod>2026&#45;09-02</s:lastmod></s:url>',
      '<s:url><s:loc>https://www.example.com/3</s:loc><s:lastmod><![CDATA[2026-09-03]]></s:lastmod></s:url>',
      '<s:url><s:loc>https://www.example.com/4</s:loc><s:lastmod>2026-<!-- x -->09-04</s:lastmod></s:url>',
      '</s:urlset>',
    ),
    findings: [],
  },

  row('LM-03: proposes the T, and says that the zone is a guess', '2025-06-01 09:30:00', 'lastmod-invalid', {
    message:
      '"2025-06-01 09:30:00" is no W3C Datetime: a T belongs between date and time, and no blank anywhere; the right form is 2025-06-01T09:30:00Z if the time is in UTC.',
    expected: '2025-06-01T09:30:00Z',
  }),
  row('LM-07: proposes the colon of the offset', '2025-06-01T09:30:00+0200', 'lastmod-invalid', {
    message:
      '"2025-06-01T09:30:00+0200" is no W3C Datetime: an offset has hours, a colon and minutes; the right form is 2025-06-01T09:30:00+02:00.',
    expected: '2025-06-01T09:30:00+02:00',
  }),
  row('LM-09: proposes nothing for two stamps', '2025-06-01T09:30:00Z 2025-05-01T09:30:00Z', 'lastmod-invalid', {
    message: '"2025-06-01T09:30:00Z 2025-05-01T09:30:00Z" is no W3C Datetime: there are two dates in it.',
    expected: null,
  }),
  row('XM-15: proposes 24 hours for 12', '2025-02-03 07:15:00 PM', 'lastmod-invalid', {
    expected: '2025-02-03T19:15:00Z',
  }),
  row('proposes the date of a Unix time', '1748770200', 'lastmod-invalid', { expected: '2025-06-01T09:30:00Z' }),
  row('proposes two digits', '2025-6-1', 'lastmod-invalid', { expected: '2025-06-01' }),
  row('proposes the year first where the order is plain', '13.06.2025', 'lastmod-invalid', { expected: '2025-06-13' }),
  row('proposes no order where there are two', '03/04/2025', 'lastmod-invalid', { expected: null }),
  row('refuses a zone on a date, which the XSD takes', '2025-06-01Z', 'lastmod-invalid', { expected: '2025-06-01' }),
  row('refuses words', 'yesterday', 'lastmod-invalid', { expected: null }),
  {
    name: 'LM-01, LM-11: makes one finding of one kind, with its first place and its count',
    document: urlset(
      dated('-0001-12-01T00:00:00Z'),
      dated('NaN-NaN-NaN'),
      dated('-0001-11-30T00:00:00Z'),
      dated('NaN-NaN-NaN'),
      dated('Invalid date'),
    ),
    findings: [
      {
        rule: 'lastmod-invalid',
        line: 2,
        column: COLUMN,
        occurrences: 2,
        places: [
          [2, COLUMN],
          [4, COLUMN],
        ],
        value: '-0001-12-01T00:00:00Z',
      },
      {
        rule: 'lastmod-invalid',
        line: 3,
        column: COLUMN,
        occurrences: 3,
        message: '"NaN-NaN-NaN" is no W3C Datetime: a value that the generator did not have was printed.',
      },
    ],
  },

  row('LM-15: knows the days of a month', '2025-02-30', 'lastmod-impossible', {
    message: '"2025-02-30" is no date or time that exists: that month has no such day.',
  }),
  row('LM-15: knows the hours of a day', '2025-06-01T24:10:00Z', 'lastmod-impossible', {
    message:
      '"2025-06-01T24:10:00Z" is no date or time that exists: hours go from 00 to 23, and midnight is 00:00 of the next day.',
  }),
  row('LM-15: refuses 24:00:00, which the XSD takes', '2025-06-01T24:00:00Z', 'lastmod-impossible'),
  row('LM-15: refuses a leap second', '2016-12-31T23:59:60Z', 'lastmod-impossible', {
    message:
      '"2016-12-31T23:59:60Z" is no date or time that exists: seconds go from 00 to 59, and leap seconds cannot be written.',
  }),
  row('knows the leap years', '2100-02-29', 'lastmod-impossible'),
  row('LM-01: knows the zero date', '0000-00-00', 'lastmod-impossible', {
    message: '"0000-00-00" is no date or time that exists: there is no year 0000; it is the zero date of a database.',
  }),
  row('knows the months', '2025-13-01', 'lastmod-impossible'),
  row('knows the zones', '2025-06-01T09:30:00+15:00', 'lastmod-impossible'),
  row('says the graver of two faults', '2025-02-30T10:00:00', 'lastmod-impossible'),
  {
    name: 'names empty ones at their element',
    document: urlset(entry('', '<lastmod/>'), entry('', '<lastmod> </lastmod>')),
    findings: [
      {
        rule: 'lastmod-empty',
        line: 2,
        column: 41,
        occurrences: 2,
        message: 'The lastmod of entry 1 is empty.',
        places: [
          [2, 41],
          [3, 41],
        ],
      },
    ],
  },
  row('names a time without a zone', '2025-06-01T09:30:00', 'lastmod-zone-missing', {
    message:
      '"2025-06-01T09:30:00" has a time without a zone; if it is in UTC, the right form is 2025-06-01T09:30:00Z.',
    expected: '2025-06-01T09:30:00Z',
  }),
  row('notes a time without seconds', '2025-06-01T09:30Z', 'lastmod-xsd-only', {
    message: '"2025-06-01T09:30Z" is a valid W3C Datetime, but the XSD refuses a time without seconds.',
  }),
  row('notes a year', '2025', 'lastmod-xsd-only'),
  row('notes a month', '2025-06', 'lastmod-xsd-only'),

  row('LM-13: tolerates five minutes', '2026-10-01T12:05:00Z'),
  row('tolerates a date that has begun in the east', '2026-10-02'),
  row('names a date that has begun nowhere', '2026-10-03', 'lastmod-future', {
    message: 'This lastmod, 2026-10-03, lies 36 hours after 2026-10-01T12:00:00Z.',
  }),
  row('names what lies more than five minutes ahead', '2026-10-01T12:05:01Z', 'lastmod-future', {
    message: 'This lastmod, 2026-10-01T12:05:01Z, lies 5 minutes after 2026-10-01T12:00:00Z.',
  }),
  row('LM-13: sees local time in a whole number of hours', '2026-10-01T15:00:00Z', 'lastmod-future', {
    message:
      'This lastmod, 2026-10-01T15:00:00Z, lies 3 hours after 2026-10-01T12:00:00Z: local time with the label of another zone looks so.',
  }),
  row('sees no zone in 15 hours', '2026-10-02T03:00:00Z', 'lastmod-future', {
    message: 'This lastmod, 2026-10-02T03:00:00Z, lies 15 hours after 2026-10-01T12:00:00Z.',
  }),
  row('names the Unix epoch', '1970-01-01T00:00:00Z', 'lastmod-implausible', {
    message: 'This lastmod, 1970-01-01T00:00:00Z, is the Unix epoch: a missing value printed as a date.',
  }),
  row('names what is older than the Web', '1989-12-31', 'lastmod-implausible', {
    message: 'This lastmod, 1989-12-31, lies before 1990.',
  }),

  {
    name: 'says that all have one lastmod, from 20 entries on',
    document: many(20, () => '2026-09-01'),
    findings: [
      {
        rule: 'lastmod-identical',
        occurrences: 20,
        message: 'All 20 dated entries have the one lastmod 2026-09-01.',
        value: '2026-09-01',
      },
    ],
  },
  { name: 'lets 19 entries have one lastmod', document: many(19, () => '2026-09-01'), findings: [] },
  {
    name: 'counts the values where nine in ten are one',
    document: many(20, (i) => (i < 18 ? '2026-09-01' : day(i))),
    findings: [
      {
        rule: 'lastmod-identical',
        occurrences: 18,
        message: '18 of 20 dated entries have the one lastmod 2026-09-01; there are 3 different values.',
      },
    ],
  },
  {
    name: 'lets fewer than nine in ten be one',
    document: many(20, (i) => (i < 17 ? '2026-09-01' : day(i))),
    findings: [],
  },
  {
    name: 'judges the dated entries alone, and says how many are not',
    document: many(30, (i) => (i < 20 ? '2026-09-01' : null)),
    findings: [
      { rule: 'lastmod-identical', occurrences: 20 },
      { rule: 'lastmod-partial', occurrences: 10, message: 'There is no lastmod in 10 of 30 entries.' },
    ],
  },
  {
    name: 'sees dates that the request made',
    document: many(20, (i) => (i < 11 ? `2026-10-01T11:5${5 + (i % 5)}:0${i % 10}Z` : day(i))),
    findings: [
      {
        rule: 'lastmod-generated',
        occurrences: 11,
        message:
          '11 of 20 dated entries have a lastmod within 5 minutes before 2026-10-01T12:00:00Z, the time of the answer.',
      },
    ],
  },
  {
    name: 'lets half of them be fresh',
    document: many(20, (i) => (i < 10 ? `2026-10-01T11:5${5 + (i % 5)}:0${i % 10}Z` : day(i))),
    findings: [],
  },
  {
    name: 'lets news be fresh and alike',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" ${NEWS}>`,
      ...Array.from({ length: 20 }, (_, i) => {
        const news = '<news:news><news:title>x</news:title></news:news>'
        return entry(String(i), `<lastmod>2026-10-01T11:58:00Z</lastmod>${news}`)
      }),
      '</urlset>',
    ),
    findings: [],
  },
  {
    name: 'does not take a file for news because it declares the namespace',
    document: many(20, () => '2026-09-01').replace('>', ` ${NEWS}>`),
    findings: [{ rule: 'lastmod-identical', occurrences: 20 }],
  },
  {
    name: 'says that no entry has one',
    document: urlset(entry('a'), entry('b')),
    findings: [{ rule: 'lastmod-absent', message: 'There is no lastmod in any entry (2 in all).' }],
  },
  { name: 'says nothing of an empty list', document: urlset(), findings: [] },
  {
    name: 'does not know of entries behind a cut',
    document: `<urlset xmlns="${NAMESPACE}">\n${entry('a')}`,
    findings: [],
  },
  {
    name: 'judges the dates of an index, not their absence',
    document: lines(
      `<sitemapindex xmlns="${NAMESPACE}">`,
      '<sitemap><loc>https://www.example.com/a.xml</loc></sitemap>',
      '<sitemap><loc>https://www.example.com/b.xml</loc><lastmod>2025-02-30</lastmod></sitemap>',
      '</sitemapindex>',
    ),
    findings: [{ rule: 'lastmod-impossible', line: 3, column: 59 }],
  },
  {
    name: 'leaves the form of dates in feeds to the rules of feeds, and judges what they say',
    document: lines(
      '<rss version="2.0"><channel><title>x</title><link>https://www.example.com/</link>',
      '<item><link>https://www.example.com/1</link><pubDate>Sun, 01 Jun 2025 09:30:00 GMT</pubDate></item>',
      '<item><link>https://www.example.com/2</link><pubDate>today</pubDate></item>',
      '<item><link>https://www.example.com/3</link><pubDate>Fri, 02 Oct 2026 18:00:00 GMT</pubDate></item>',
      '</channel></rss>',
    ),
    url: 'https://www.example.com/feed.xml',
    findings: [{ rule: 'lastmod-future', line: 4, column: 54 }],
  },
  {
    name: 'finds nothing in 50,000 different dates',
    document: function* () {
      yield bytesOf(`<urlset xmlns="${NAMESPACE}">`)
      for (let i = 0; i < 50_000; i++) {
        const time = new Date(Date.UTC(2024, 0, 1) + i * 1_000_000).toISOString()
        yield bytesOf(dated(time, String(i)))
      }
      yield bytesOf('</urlset>')
    },
    findings: [],
  },
])
