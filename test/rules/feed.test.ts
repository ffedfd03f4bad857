import { feedRules } from '#src/rules/feed.ts'
import { RULES } from '#src/rules/index.ts'
import { lines } from '../support/documents.ts'
import { testDocuments, testRules } from '../support/rule-table.ts'

const LINK = '<link>https://www.example.com/</link>'
const ITEM = `<item>${LINK}</item>`
const URL = 'https://www.example.com/feed.xml'
const ATOM = 'xmlns="http://www.w3.org/2005/Atom"'

/** One line each from line 2 on. */
const rss = (...inner: string[]) => lines('<rss version="2.0"><channel>', ...inner, '</channel></rss>')
const atom = (...inner: string[]) => lines(`<feed ${ATOM}>`, ...inner, '</feed>')
const dated = (date: string) => rss(`<item>${LINK}<pubDate>${date}</pubDate></item>`)
const updated = (date: string) =>
  atom(`<entry><link href="https://www.example.com/"/><updated>${date}</updated></entry>`)

testRules('Feeds', feedRules, [
  // Versions.
  { name: 'finds nothing in RSS 2.0', document: rss(ITEM), findings: [] },
  {
    name: 'finds nothing in Atom 1.0',
    document: atom('<entry><link href="https://www.example.com/"/></entry>'),
    findings: [],
  },
  {
    name: 'warns of RSS 0.91',
    document: lines('<rss', ' version="0.91">', `<channel>${ITEM}</channel></rss>`),
    findings: [
      {
        rule: 'feed-version-unsupported',
        line: 2,
        column: 2,
        message: 'The feed is RSS 0.91; Google takes RSS 2.0 and Atom 1.0 as sitemaps.',
        value: 'RSS 0.91',
      },
    ],
  },
  {
    name: 'warns of RSS 1.0',
    document: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">${ITEM}</rdf:RDF>`,
    findings: [{ rule: 'feed-version-unsupported', line: 1, column: 1, value: 'RSS 1.0' }],
  },
  {
    name: 'warns of Atom 0.3',
    document: '<feed version="0.3" xmlns="http://purl.org/atom/ns#"/>',
    findings: [{ rule: 'feed-version-unsupported', line: 1, column: 21, value: 'Atom 0.3' }],
  },
  {
    name: 'warns of Atom in no namespace or another one',
    document: '<feed><entry><link href="https://www.example.com/"/></entry></feed>',
    findings: [
      {
        rule: 'feed-version-unsupported',
        line: 1,
        column: 1,
        message: 'The feed is Atom without its namespace; Google takes RSS 2.0 and Atom 1.0 as sitemaps.',
      },
    ],
  },
  {
    name: 'warns of a feed of another namespace, and reads it',
    document: '<feed xmlns="https://www.w3.org/2005/Atom"><entry><link rel="self" href="x"/></entry></feed>',
    findings: [
      { rule: 'feed-link-missing', line: 1, column: 44 },
      {
        rule: 'feed-version-unsupported',
        line: 1,
        column: 7,
        value: 'a feed of the namespace https://www.w3.org/2005/Atom',
      },
    ],
  },

  // Links that are missing.
  {
    name: 'takes a guid for the link unless it says that it is none',
    document: rss(
      '<item><guid>https://www.example.com/1</guid></item>',
      '<item><link/><guid isPermaLink="true">https://www.example.com/2</guid></item>',
    ),
    findings: [],
  },
  {
    name: 'takes an alternate link of Atom in RSS for the link, but no other',
    document: lines(
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
      '<item><atom:link href="https://www.example.com/1"/></item>',
      '<item><atom:link rel="self" href="https://www.example.com/2"/></item>',
      '</channel></rss>',
    ),
    findings: [{ rule: 'feed-link-missing', line: 3, column: 1, message: 'Item 2 has no link.' }],
  },
  {
    name: 'misses the link of an item at the item',
    document: rss(ITEM, '  <item><title>x</title></item>'),
    findings: [{ rule: 'feed-link-missing', line: 3, column: 3, entry: 2, message: 'Item 2 has no link.' }],
  },
  {
    name: 'says why a guid is no link',
    document: rss(
      '<item><guid isPermaLink="false">https://www.example.com/1</guid></item>',
      '<item><guid>4711</guid></item>',
    ),
    findings: [
      {
        rule: 'feed-link-missing',
        line: 2,
        column: 1,
        occurrences: 2,
        message: 'Item 1 has no link, and its guid is no permalink: https://www.example.com/1.',
        places: [
          [2, 1],
          [3, 1],
        ],
      },
    ],
  },
  {
    name: 'tells an empty link at its place',
    document: rss('<item><title>x</title><link> </link></item>', '<item><link></link><guid>1</guid></item>'),
    findings: [{ rule: 'feed-link-missing', line: 2, column: 23, occurrences: 2, value: '' }],
  },
  {
    name: 'reads a link of RSS that is written as in Atom',
    document: rss('<item><link href="https://www.example.com/1"/></item>'),
    findings: [{ rule: 'feed-link-missing', line: 2, column: 13, value: 'https://www.example.com/1' }],
  },
  {
    name: 'misses the link of an entry of Atom, and tells which relations there are',
    document: atom(
      '<entry><title>x</title></entry>',
      '<entry><link rel="self" href="https://www.example.com/2.atom"/><link rel="edit" href="/2"/></entry>',
      '<entry><link rel="alternate" href=" "/></entry>',
      '<entry><link>https://www.example.com/4</link></entry>',
    ),
    findings: [
      { rule: 'feed-link-missing', line: 2, column: 1, message: 'Entry 1 has no link.' },
      {
        rule: 'feed-link-missing',
        line: 3,
        column: 1,
        message: 'Entry 2 has links of other relations only: self, edit.',
      },
      { rule: 'feed-link-missing', line: 4, column: 30, message: 'The href of the link of entry 3 is empty.' },
      {
        rule: 'feed-link-missing',
        line: 5,
        column: 14,
        message: 'The link of entry 4 has its URL as text; Atom has it in href.',
      },
    ],
  },
  {
    name: 'takes the link to a page among several, whatever comes first',
    document: atom(
      '<entry><link type="application/json" href="https://www.example.com/1.json"/><link type="text/html" href="/1"/></entry>',
    ),
    url: URL,
    findings: [{ rule: 'feed-link-relative', line: 2, column: 100 }],
  },
  {
    name: 'says nothing of what a broken item was to hold',
    document: lines('<rss version="2.0"><channel>', '<item><title>x'),
    findings: [],
  },

  // Relative links.
  {
    name: 'resolves a relative link against the feed (RF-01)',
    document: rss('<item><link> /news/1</link></item>', '<item><link>//www.example.com/2</link></item>'),
    url: 'https://www.example.com/feeds/feed.xml',
    findings: [
      {
        rule: 'feed-link-relative',
        line: 2,
        column: 14,
        occurrences: 2,
        value: '/news/1',
        expected: 'https://www.example.com/news/1',
        message: 'The link /news/1 is relative; it was taken for https://www.example.com/news/1.',
      },
    ],
  },
  {
    name: 'resolves it against the xml:base that is nearest, inside the one further out',
    document: lines(
      `<feed ${ATOM} xml:base="https://www.example.com/blog/">`,
      '<entry xml:base="2026/"><link href="a"/></entry>',
      '<entry><link xml:base="/b/" href="a"/></entry>',
      '<entry><link href="a"/></entry>',
      '</feed>',
    ),
    url: 'https://www.example.org/atom',
    findings: [
      {
        rule: 'feed-link-relative',
        line: 2,
        column: 31,
        occurrences: 3,
        expected: 'https://www.example.com/blog/2026/a',
        places: [
          [2, 31],
          [3, 29],
          [4, 14],
        ],
      },
    ],
  },
  {
    name: 'knows a host with a port for what it is',
    document: rss('<item><link>www.example.com:8080/a</link></item>'),
    url: URL,
    findings: [
      { rule: 'feed-link-relative', line: 2, column: 13, message: 'The link www.example.com:8080/a lacks its scheme.' },
    ],
  },
  {
    name: 'says so where the address of the feed is not known',
    document: rss('<item><link>/a</link></item>'),
    url: 'upload',
    findings: [{ rule: 'feed-link-relative', line: 2, column: 13, expected: null }],
  },

  // Dates of RSS.
  ...[
    'Mon, 02 Jun 2025 09:30:00 GMT',
    'Mon, 02 Jun 2025 09:30:00 +0200',
    '2 Jun 25 09:30 EST',
    'Mon,02 Jun 2025 09:30:00 UT',
    'mon, 02 jun 2025 09:30:00 utc',
    'Mon, 02 Jun 2025 09:30:00 +0000 (UTC)',
    'Mon, 02 Jun 2025 09:30:00 A',
  ].map((date) => ({ name: `takes the pubDate ${date}`, document: dated(date), findings: [] })),
  ...(
    [
      ['2025-06-02T09:30:00+02:00', 'Mon, 02 Jun 2025 09:30:00 +0200'],
      ['2025-06-02T09:30:00Z', 'Mon, 02 Jun 2025 09:30:00 GMT'],
      ['2025-06-02', null],
      ['Mon, 02 Jun 2025', null],
      ['Mon, 02 Jun 2025 09:30:00', 'Mon, 02 Jun 2025 09:30:00 GMT'],
      ['Mon, 02 Jun 2025 09:30:00 -05:30', 'Mon, 02 Jun 2025 09:30:00 -0530'],
      ['Mon, 02 Jun 2025 09:30:00 CEST', null],
      ['Mon, 02 Jun 2025 09:30:00 GMT+2', null],
      ['Monday, 02 June 2025 09:30:00 GMT', 'Mon, 02 Jun 2025 09:30:00 GMT'],
      ['Mon 02 Jun 2025 09:30:00 GMT', 'Mon, 02 Jun 2025 09:30:00 GMT'],
      ['Mon, 02 Jun 2025 9:30:00 GMT', 'Mon, 02 Jun 2025 09:30:00 GMT'],
      ['Mo, 02 Juni 2025 09:30:00 GMT', null],
      ['lun, 02 juin 2025 09:30:00 GMT', null],
      ['Sun, 30 Feb 2025 09:30:00 GMT', null],
      ['Mon, 02 Jun 2025 24:30:00 GMT', null],
      ['Mon, 31 Jun 2025 09:30:00', null],
      ['Mon, 31 Jun 2025', null],
      ['yesterday', null],
      ['1748856600', null],
      [`${'Mon, 02 Jun 2025 '.repeat(20)}`, null],
    ] as const
  ).map(([date, expected]) => ({
    name: `warns of the pubDate ${date.slice(0, 40)}`,
    document: dated(date),
    findings: [{ rule: 'feed-date-invalid', line: 2, column: 53, value: date.trim(), expected }],
  })),
  {
    name: 'says why, and counts one cause in one finding',
    document: rss(
      `<item>${LINK}<pubDate>2025-06-02T09:30:00Z</pubDate></item>`,
      `<item>${LINK}<pubDate><![CDATA[2025-06-03T09:30:00Z]]></pubDate></item>`,
      `<item>${LINK}<pubDate>Mon, 02 Jun 2025 09:30:00</pubDate></item>`,
      `<item>${LINK}<pubDate/></item>`,
    ),
    findings: [
      {
        rule: 'feed-date-invalid',
        line: 2,
        column: 53,
        occurrences: 2,
        message:
          '"2025-06-02T09:30:00Z" is no date of RFC 822: RSS has dates in the form of RFC 822, not of ISO 8601; the right form is Mon, 02 Jun 2025 09:30:00 GMT.',
      },
      {
        rule: 'feed-date-invalid',
        line: 4,
        column: 53,
        message:
          '"Mon, 02 Jun 2025 09:30:00" is no date of RFC 822: it has no zone; the right form is Mon, 02 Jun 2025 09:30:00 GMT if the time is in UTC.',
      },
      { rule: 'feed-date-invalid', line: 5, column: 44, message: 'The pubDate is empty.' },
    ],
  },
  {
    name: 'reads dc:date of Dublin Core as W3C Datetime',
    document: lines(
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
      `<item>${LINK}<dc:date>2025-06-02T09:30:00+02:00</dc:date></item>`,
      `<item>${LINK}<dc:date>2025-06-02 09:30</dc:date></item>`,
      '</channel></rss>',
    ),
    findings: [{ rule: 'feed-date-invalid', line: 3, column: 53, expected: '2025-06-02T09:30Z' }],
  },

  // Dates of Atom.
  ...['2025-06-02T09:30:00Z', '2025-06-02T09:30:00.25+02:00'].map((date) => ({
    name: `takes ${date} for updated`,
    document: updated(date),
    findings: [],
  })),
  ...(
    [
      ['2025-06-02', null, 'it has no time'],
      ['2025-06-02T09:30Z', '2025-06-02T09:30:00Z', 'it has no seconds; the right form is 2025-06-02T09:30:00Z'],
      [
        '2025-06-02T09:30:00',
        '2025-06-02T09:30:00Z',
        'a time needs a zone; the right form is 2025-06-02T09:30:00Z if the time is in UTC',
      ],
      [
        'Mon, 02 Jun 2025 09:30:00 GMT',
        '2025-06-02T09:30:00Z',
        'the month is a number, and nothing else is a word; the right form is 2025-06-02T09:30:00Z',
      ],
      ['2025-02-30T09:30:00Z', null, 'that month has no such day'],
    ] as const
  ).map(([date, expected, reason]) => ({
    name: `warns of ${date} for updated`,
    document: updated(date),
    findings: [
      {
        rule: 'feed-date-invalid',
        line: 2,
        column: 56,
        value: date,
        expected,
        message: `"${date}" is no date of RFC 3339: ${reason}.`,
      },
    ],
  })),
])

const DATES = '<pubDate>Mon, 28 Sep 2026 09:30:00 GMT</pubDate>'

testDocuments('Feeds, under all the rules', RULES, [
  {
    name: 'find nothing in RSS 2.0 as blogs write it, below a folder of its own',
    document: lines(
      '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">',
      '<channel><title>Example</title><atom:link href="https://www.example.com/feed/" rel="self" type="application/rss+xml"/>',
      '<link>https://www.example.com</link><description>x</description><lastBuildDate>Wed, 30 Sep 2026 17:40:46 +0000</lastBuildDate>',
      '<language>en-US</language><sy:updatePeriod>hourly</sy:updatePeriod>',
      '<image><url>https://www.example.com/i.png</url><title>Example</title><link>https://www.example.com</link></image>',
      '<item><title>One &amp; two</title><link>https://www.example.com/2026/one/</link>',
      '<comments>https://www.example.com/2026/one/#respond</comments><dc:creator><![CDATA[Ann]]></dc:creator>',
      `${DATES}<category><![CDATA[News]]></category>`,
      '<guid isPermaLink="false">https://www.example.com/?p=1</guid>',
      '<description><![CDATA[<p>x &hellip; <a href="/relative">y</a></p>]]></description>',
      '<content:encoded><![CDATA[<link>/not-this</link><pubDate>nor this</pubDate>]]></content:encoded></item>',
      '<item><title>Two</title><link>https://www.example.com/2026/two/</link>',
      '<pubDate>Tue, 29 Sep 2026 09:30:00 +0000</pubDate></item>',
      '</channel></rss>',
    ),
    url: 'https://www.example.com/feed/',
    http: { headers: [['content-type', 'application/rss+xml; charset=UTF-8']] },
    findings: [],
  },
  {
    name: 'find nothing in Atom 1.0',
    document: lines(
      `<?xml version="1.0" encoding="utf-8"?><feed ${ATOM} xml:lang="en">`,
      '<title>Example</title><link href="https://www.example.com/atom.xml" rel="self"/><link href="https://www.example.com/"/>',
      '<updated>2026-09-30T18:09:32Z</updated><id>https://www.example.com/</id><author><name>Ann</name></author>',
      '<entry><title type="html">One</title><link rel="replies" href="https://www.example.com/one/comments"/>',
      '<link rel="alternate" type="text/html" href="https://www.example.com/one"/><id>tag:example.com,2026:1</id>',
      '<published>2026-09-01T18:09:32+02:00</published><updated>2026-09-30T18:09:32.123Z</updated>',
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><a href="/x">x</a></div></content></entry>',
      '<entry><title>Two</title><link href="https://www.example.com/two"/><id>tag:example.com,2026:2</id>',
      '<updated>2026-09-29T18:09:32Z</updated><summary>x</summary></entry>',
      '</feed>',
    ),
    url: 'https://www.example.com/atom.xml',
    http: { headers: [['content-type', 'application/atom+xml']] },
    findings: [],
  },
  {
    name: 'judge a relative link by what it comes to, and once',
    document: rss(
      `<item><link>/a</link>${DATES}</item>`,
      `<item><link>https://www.example.com/a</link>${DATES.replace('28', '29')}</item>`,
      `<item><link>/b#c</link>${DATES.replace('28', '30')}</item>`,
    ),
    url: URL,
    findings: [
      { rule: 'feed-link-relative', line: 2, column: 13, occurrences: 2 },
      { rule: 'loc-duplicate', line: 3, column: 13 },
      { rule: 'loc-fragment', line: 4, column: 13, value: 'https://www.example.com/b#c' },
    ],
  },
  {
    name: 'tell a missing or empty link once',
    document: rss('<item><link/></item>', '<item><title>x</title></item>'),
    url: URL,
    findings: [
      { rule: 'feed-link-missing', line: 2, column: 7 },
      { rule: 'feed-link-missing', line: 3, column: 1 },
    ],
  },
  {
    name: 'tell a date once',
    document: dated('2026-09-28 09:30'),
    url: URL,
    findings: [{ rule: 'feed-date-invalid', line: 2, column: 53 }],
  },
  {
    name: 'tell RSS 1.0 by its version alone, and read its dates',
    document: lines(
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
      '<channel rdf:about="https://www.example.com/"><title>x</title><link>https://www.example.com/</link></channel>',
      '<item rdf:about="https://www.example.com/a"><link>https://www.example.com/a</link><dc:date>2028-09-01T10:00:00Z</dc:date></item>',
      '</rdf:RDF>',
    ),
    url: URL,
    findings: [
      { rule: 'feed-version-unsupported', line: 1, column: 1 },
      { rule: 'lastmod-future', line: 3, column: 92 },
    ],
  },
])
