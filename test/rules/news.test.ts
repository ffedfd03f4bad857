import { newsRules } from '#src/rules/news.ts'
import { lines, NAMESPACE } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

/** The clock of the tests stands at 2026-10-01T12:00:00Z. */
const RECENT = '2026-10-01T09:30:00Z'
const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
const PUBLICATION =
  '<news:publication><news:name>Example</news:name><news:language>en</news:language></news:publication>'
const DATE = `<news:publication_date>${RECENT}</news:publication_date>`
const TITLE = '<news:title>One</news:title>'

const urlset = (...inner: string[]) => lines(`<urlset xmlns="${NAMESPACE}" ${NEWS}>`, ...inner, '</urlset>')
const url = (...inner: string[]) => `<url><loc>https://www.example.com/a</loc>${inner.join('')}</url>`
/** The tags of one news:news from line 4 on. */
const article = (...tags: string[]) =>
  urlset('<url><loc>https://www.example.com/a</loc>', '<news:news>', ...tags, '</news:news></url>')
const language = (code: string) =>
  article(
    '<news:publication><news:name>Example</news:name>',
    `<news:language>${code}</news:language></news:publication>`,
    DATE,
    TITLE,
  )
const dated = (date: string) => article(PUBLICATION, `<news:publication_date>${date}</news:publication_date>`, TITLE)
const many = (count: number) => () => [
  new TextEncoder().encode(urlset(...Array(count).fill(url('<news:news>', PUBLICATION, DATE, TITLE, '</news:news>')))),
]

testRules('News', newsRules, [
  {
    name: 'finds nothing in a sitemap as Google shows it',
    document: article(PUBLICATION, DATE, TITLE),
    findings: [],
  },
  {
    name: 'finds nothing with another prefix, CDATA, entities, comments and line breaks inside the values',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><url><loc>https://www.example.com/a</loc>`,
      '<n:news><n:publication><n:name><![CDATA[Ex & Co]]></n:name><n:language>',
      '  <!-- x -->e&#110;',
      `</n:language></n:publication><n:publication_date>2026-10-01T<![CDATA[09:30:00Z]]></n:publication_date>`,
      '<n:title>&lt;One&gt;</n:title></n:news></url></urlset>',
    ),
    findings: [],
  },
  {
    name: 'finds nothing where an entry has no news, be it old, beside others that have (NW-05)',
    document: urlset(
      '<url><loc>https://www.example.com/old</loc><lastmod>2019-01-01</lastmod></url>',
      url('<news:news>', PUBLICATION, DATE, TITLE, '</news:news>'),
    ),
    findings: [],
  },

  // Required tags.
  {
    name: 'asks for the publication, and then not for its name and language',
    document: article(DATE, TITLE),
    findings: [
      { rule: 'news-publication-missing', line: 3, column: 1, message: 'This news:news has no news:publication.' },
    ],
  },
  {
    name: 'tells an empty publication once',
    document: article('  <news:publication/>', DATE, TITLE),
    findings: [{ rule: 'news-publication-missing', line: 4, column: 3, message: 'The news:publication is empty.' }],
  },
  {
    name: 'asks for the language at the publication (NW-03)',
    document: article(' <news:publication><news:name>Ex</news:name></news:publication>', DATE, TITLE),
    findings: [
      { rule: 'news-language-missing', line: 4, column: 2, message: 'This news:publication has no news:language.' },
    ],
  },
  {
    name: 'asks for the name at the publication',
    document: article('<news:publication><news:language>en</news:language></news:publication>', DATE, TITLE),
    findings: [{ rule: 'news-name-missing', line: 4, column: 1 }],
  },
  {
    name: 'asks for date and title at the news:news, in the second entry too',
    document: urlset(url('<news:news>', PUBLICATION, '</news:news>'), url('<news:news>', PUBLICATION, '</news:news>')),
    findings: [
      { rule: 'news-date-missing', line: 2, column: 42, occurrences: 2 },
      {
        rule: 'news-title-missing',
        line: 2,
        column: 42,
        occurrences: 2,
        places: [
          [2, 42],
          [3, 42],
        ],
      },
    ],
  },
  {
    name: 'takes an empty tag for a missing one, at its place',
    document: article(
      '<news:publication><news:name/><news:language> </news:language></news:publication>',
      '<news:publication_date></news:publication_date>',
      '<news:title><![CDATA[]]></news:title>',
    ),
    findings: [
      { rule: 'news-date-missing', line: 5, column: 1 },
      { rule: 'news-language-missing', line: 4, column: 31 },
      { rule: 'news-name-missing', line: 4, column: 19 },
      { rule: 'news-title-missing', line: 6, column: 1, message: 'The news:title is empty.' },
    ],
  },
  {
    name: 'does not miss what lost its prefix or its entity, which the reader tells',
    document: article(PUBLICATION, DATE, '<title>One</title>', '<news:title>&eacute;</news:title>'),
    findings: [],
  },
  {
    name: 'does not miss a tag without its prefix',
    document: article('<publication><name>x</name></publication>', DATE, TITLE),
    findings: [],
  },
  {
    name: 'says nothing of what a broken entry was to hold',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" ${NEWS}>`,
      '<url><loc>https://www.example.com/a</loc>',
      '<news:news>',
    ),
    findings: [],
  },

  // Languages.
  ...['en', 'EN', 'fil', 'ger', 'deu', 'zh', 'zh-cn', 'zh-TW', 'ZH-CN', 'mul'].map((code) => ({
    name: `takes the language ${code}`,
    document: language(code),
    findings: [],
  })),
  ...(
    [
      ['en-US', 'en'],
      ['pt_BR', 'pt'],
      ['zh-Hans', 'zh-cn'],
      ['zh-Hant-HK', 'zh-tw'],
      ['jp', 'ja'],
      ['English', 'en'],
      ['xx', null],
      ['xxx', null],
    ] as const
  ).map(([code, expected]) => ({
    name: `refuses the language ${code}`,
    document: language(code),
    findings: [{ rule: 'news-language-invalid', line: 5, column: 16, value: code, expected }],
  })),
  {
    name: 'counts one language in one finding, and another in another',
    document: urlset(
      ...['en-US', 'fr-FR', 'en-US'].map((code) =>
        url(
          `<news:news><news:publication><news:name>x</news:name><news:language>${code}</news:language></news:publication>`,
          DATE,
          TITLE,
          '</news:news>',
        ),
      ),
    ),
    findings: [
      {
        rule: 'news-language-invalid',
        line: 2,
        column: 110,
        occurrences: 2,
        message: '"en-US" is no code of ISO 639 with two or three letters; for news it is en.',
      },
      { rule: 'news-language-invalid', line: 3, column: 110 },
    ],
  },

  // The name.
  {
    name: 'warns of parentheses in the name',
    document: article(PUBLICATION.replace('Example', 'Example Times (subscription)'), DATE, TITLE),
    findings: [{ rule: 'news-name-parentheses', line: 4, column: 30, expected: 'Example Times' }],
  },
  {
    name: 'lets a lone parenthesis be',
    document: article(PUBLICATION.replace('Example', 'Example :)'), DATE, TITLE),
    findings: [],
  },

  // Dates.
  ...['2026-10-01', '2026-10-01T09:30Z', '2026-10-01T09:30:00+02:00', '2026-10-01T09:30:00.45-05:00'].map((date) => ({
    name: `takes the date ${date}`,
    document: dated(date),
    findings: [],
  })),
  {
    name: 'refuses a date in words, and says what is right',
    document: dated(' Thu, 01 Oct 2026 09:30:00 GMT'),
    findings: [
      {
        rule: 'news-date-invalid',
        line: 5,
        column: 25,
        value: 'Thu, 01 Oct 2026 09:30:00 GMT',
        expected: '2026-10-01T09:30:00Z',
      },
    ],
  },
  {
    name: 'refuses a time without zone, and a date that does not exist',
    document: urlset(
      url('<news:news>', PUBLICATION, DATE.replace('Z', ''), TITLE, '</news:news>'),
      url('<news:news>', PUBLICATION, DATE.replace('10-01', '02-30'), TITLE, '</news:news>'),
    ),
    findings: [
      {
        rule: 'news-date-invalid',
        line: 2,
        column: 176,
        message:
          '"2026-10-01T09:30:00" is no publication date: a time needs a zone; the right form is 2026-10-01T09:30:00Z if the time is in UTC.',
      },
      {
        rule: 'news-date-invalid',
        line: 3,
        column: 176,
        message: '"2026-02-30T09:30:00Z" is no publication date: that month has no such day.',
      },
    ],
  },
  {
    name: 'refuses a month alone, which W3C Datetime has and Google does not take',
    document: dated('2026-10'),
    findings: [{ rule: 'news-date-invalid', line: 5, column: 24 }],
  },

  // Age.
  { name: 'takes an article of exactly 48 hours', document: dated('2026-09-29T12:00:00Z'), findings: [] },
  { name: 'counts whole minutes', document: dated('2026-09-29T11:59:01Z'), findings: [] },
  {
    name: 'warns one minute later (NW-01)',
    document: dated('2026-09-29T11:59:00Z'),
    findings: [
      {
        rule: 'news-too-old',
        line: 5,
        column: 24,
        message: 'The article of 2026-09-29T11:59:00Z is 48 hours and 1 minute old; news is at most 48 hours old.',
      },
    ],
  },
  {
    name: 'takes a bare date for the last moment that it may mean',
    document: dated('2026-09-28'),
    findings: [],
  },
  {
    name: 'warns of a bare date that is too old whatever it means',
    document: dated('2026-09-27'),
    findings: [
      {
        rule: 'news-too-old',
        line: 5,
        column: 24,
        message: 'The article of 2026-09-27 is at least 72 hours old; news is at most 48 hours old.',
      },
    ],
  },
  {
    name: 'says days of what is far too old',
    document: dated('2026-09-01T00:00:00Z'),
    findings: [
      {
        rule: 'news-too-old',
        line: 5,
        column: 24,
        message: 'The article of 2026-09-01T00:00:00Z is 30 days old; news is at most 48 hours old.',
      },
    ],
  },

  // Numbers.
  { name: 'takes 1,000 articles', document: many(1_000), findings: [] },
  {
    name: 'refuses 1,001 articles',
    document: many(1_001),
    findings: [
      {
        rule: 'news-too-many',
        value: '1001',
        expected: '1000',
        message: 'The sitemap has 1,001 news:news; the limit is 1,000.',
      },
    ],
  },
  {
    name: 'says at least where the document was cut',
    document: many(1_001),
    ending: { state: 'truncated' },
    findings: [
      {
        rule: 'news-too-many',
        message: 'The part of the sitemap that was read has 1,001 news:news; the limit is 1,000.',
      },
    ],
  },
  {
    name: 'takes 1,001 entries of which 1,000 are news',
    document: () => [
      new TextEncoder().encode(
        urlset(url(), ...Array(1_000).fill(url('<news:news>', PUBLICATION, DATE, TITLE, '</news:news>'))),
      ),
    ],
    findings: [],
  },
  {
    name: 'refuses a second and third news:news at their places',
    document: urlset(
      url('<news:news>', PUBLICATION, DATE, TITLE, '</news:news>'),
      '<url><loc>https://www.example.com/b</loc>',
      ...Array(3).fill(`<news:news>${PUBLICATION}${DATE}${TITLE}</news:news>`),
      '</url>',
    ),
    findings: [
      {
        rule: 'news-repeated',
        line: 5,
        column: 1,
        occurrences: 2,
        entry: 2,
        places: [
          [5, 1],
          [6, 1],
        ],
        message: 'Entry 2 has 3 news:news; one is allowed.',
      },
    ],
  },

  // Tags.
  {
    name: 'refuses tags that stand twice',
    document: article(
      '<news:publication><news:name>x</news:name><news:name>y</news:name><news:language>en</news:language></news:publication>',
      DATE,
      TITLE,
      '<news:title>Two</news:title>',
    ),
    findings: [
      { rule: 'news-tag-repeated', line: 4, column: 43, message: 'This news:publication has a second news:name.' },
      { rule: 'news-tag-repeated', line: 7, column: 1, message: 'This news:news has a second news:title.' },
    ],
  },
  {
    name: 'warns of tags that never were, by name',
    document: article(
      PUBLICATION,
      DATE,
      TITLE,
      '<news:author>x</news:author><news:author>y</news:author>',
      '<news:image/>',
    ),
    findings: [
      {
        rule: 'news-tag-unknown',
        line: 7,
        column: 1,
        occurrences: 2,
        message: 'Google knows no news:author in news:news.',
      },
      { rule: 'news-tag-unknown', line: 8, column: 1 },
    ],
  },
  {
    name: 'knows a tag in another spelling, and does not miss it as well',
    document: article(
      PUBLICATION,
      `<news:publicationDate>${RECENT}</news:publicationDate>`,
      '<news:Title>One</news:Title>',
    ),
    findings: [
      {
        rule: 'news-tag-unknown',
        line: 5,
        column: 1,
        value: 'news:publicationDate',
        expected: 'news:publication_date',
        message: 'Google knows no news:publicationDate; the tag is news:publication_date.',
      },
      { rule: 'news-tag-unknown', line: 6, column: 1, expected: 'news:title' },
    ],
  },
  {
    name: 'knows a tag in the wrong place, and does not miss it as well',
    document: article(
      '<news:publication><news:name>x</news:name>',
      `${DATE}</news:publication>`,
      '<news:language>en</news:language>',
      TITLE,
    ),
    findings: [
      {
        rule: 'news-tag-unknown',
        line: 5,
        column: 1,
        message: 'This news:publication_date stands in news:publication; it belongs in news:news.',
      },
      {
        rule: 'news-tag-unknown',
        line: 6,
        column: 1,
        message: 'This news:language stands in news:news; it belongs in news:publication.',
      },
    ],
  },
  {
    name: 'asks for the publication alone where its children stand without it',
    document: article('<news:name>x</news:name><news:language>en</news:language>', DATE, TITLE),
    findings: [{ rule: 'news-publication-missing', line: 3, column: 1 }],
  },
  {
    name: 'notes tags that Google has removed',
    document: article(
      PUBLICATION,
      DATE,
      TITLE,
      '<news:access>Subscription</news:access>',
      '<news:genres>Blog</news:genres>',
      '<news:keywords>a, b</news:keywords>',
      '<news:stock_tickers>NASDAQ:A</news:stock_tickers>',
    ),
    findings: [
      { rule: 'news-tag-removed', line: 7, column: 1, message: 'Google no longer reads news:access.' },
      { rule: 'news-tag-removed', line: 8, column: 1 },
      { rule: 'news-tag-removed', line: 9, column: 1, value: 'a, b' },
      { rule: 'news-tag-removed', line: 10, column: 1 },
    ],
  },
])
