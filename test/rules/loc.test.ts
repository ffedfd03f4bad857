import type { DefinedRule } from '#src/rules/define-rule.ts'
import { locRules } from '#src/rules/loc.ts'
import { entry, lines, NAMESPACE, urlset } from '../support/documents.ts'
import { type RuleRow, testRules } from '../support/rule-table.ts'

/** Messages that need the robots.txt of another host are tested in foreign-hosts.test.ts. */
const SETTLED: Record<string, string[]> = {
  'loc-other-host': ['undeclared'],
  'loc-other-host-declared': ['declared'],
}

const inDocument: DefinedRule[] = locRules.map((rule) => ({
  ...rule,
  messages: Object.fromEntries(Object.entries(rule.messages).filter(([id]) => !SETTLED[rule.id]?.includes(id))),
}))

const url = (loc: string, more = ''): string => `<url><loc>${loc}</loc>${more}</url>`
const index = (...locs: string[]): string =>
  lines(
    `<sitemapindex xmlns="${NAMESPACE}">`,
    ...locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`),
    '</sitemapindex>',
  )
/** Where the value of a loc begins when its entry begins the line. */
const COLUMN = 11

/** One loc in line 2 and what must be said of it. */
const row = (name: string, loc: string, rule?: string, more: object = {}, rest: Partial<RuleRow> = {}): RuleRow => ({
  name,
  document: urlset(url(loc)),
  findings: rule === undefined ? [] : [{ rule, line: 2, column: COLUMN, ...more }],
  ...rest,
})

const path = (length: number): string => `https://www.example.com/${'a'.repeat(length - 24)}`

testRules('loc', inDocument, [
  {
    name: 'LU-01, LU-17: finds nothing in white space round the value, references, CDATA and another prefix',
    document: lines(
      `<s:urlset xmlns:s="${NAMESPACE}">`,
      '<s:url><s:loc>',
      '   https://www.example.com/a',
      '</s:loc></s:url>',
      '<s:url><s:loc>https://www.example.com/i?a=1&amp;b=2</s:loc></s:url>',
      '<s:url><s:loc><![CDATA[https://www.example.com/c?a=1&b=2]]></s:loc></s:url>',
      '<s:url><s:loc>https://www.example.com/<!-- a comment -->d</s:loc></s:url>',
      '</s:urlset>',
    ),
    findings: [],
  },
  row('finds nothing in brackets of a query', 'https://www.example.com/?filter[color]=red&amp;ids[]=2'),
  row('finds nothing in the URL of another site in a path', 'https://www.example.com/web/2020/https://other.example/a'),
  row('finds nothing in an escaped URL in a query', 'https://www.example.com/login?next=%2Fa%3Fb%3D%2520c'),
  row('finds nothing in a share that looks like an escape', 'https://www.example.com/20%25de-rabatt'),
  row('finds nothing in words that contain undefined', 'https://www.example.com/undefined-behaviour?nan=NaNcy'),
  row(
    'finds nothing in names that begin like tracking parameters',
    'https://www.example.com/?utmost=1&amp;sid=4&amp;s=shoes',
  ),
  row('finds nothing in an escaped title with brackets', 'https://www.example.com/%5BNew%5D-shoes'),
  row('finds nothing in a host in capitals', 'https://WWW.Example.com/a'),
  row('finds nothing in a dot segment that stays in the folder', 'https://www.example.com/./a'),

  {
    name: 'names the entry without a loc, but not one with a second loc',
    document: urlset(entry('a'), '<url><lastmod>2026-01-01</lastmod></url>', '<url/>'),
    findings: [
      {
        rule: 'loc-missing',
        line: 3,
        column: 1,
        occurrences: 2,
        message: 'Entry 2 has no loc.',
        entry: 2,
        places: [
          [3, 1],
          [4, 1],
        ],
      },
    ],
  },
  {
    name: 'does not know what an entry was to hold that is no XML',
    document: urlset('<url><lastmod></url>', '<url does not close</url>'),
    findings: [],
  },
  {
    name: 'names an empty loc, in whatever way it is empty',
    document: urlset(
      '<url><loc/></url>',
      '<url><loc> </loc></url>',
      '<url><loc><!-- x --></loc></url>',
      '<url><loc><![CDATA[]]></loc></url>',
    ),
    findings: [
      {
        rule: 'loc-empty',
        line: 2,
        column: 6,
        occurrences: 4,
        message: 'The loc of entry 1 is empty.',
        places: [
          [2, 6],
          [3, 6],
          [4, 6],
          [5, 6],
        ],
      },
    ],
  },
  {
    name: 'judges a second loc of an entry too, an empty one as well',
    document: urlset('<url><loc>https://www.example.com/a</loc><loc>/b</loc><loc/></url>'),
    findings: [
      { rule: 'loc-empty', line: 2, column: 55 },
      { rule: 'loc-relative', line: 2, column: 47, value: '/b', expected: 'https://www.example.com/b' },
    ],
  },
  {
    name: 'says nothing of a loc that could not be read: the undefined entity is the fault',
    document: urlset('<url><loc>/sku&deg;7</loc></url>'),
    findings: [],
  },

  row('resolves a relative loc for the proposal', '/a?b=1', 'loc-relative', {
    message: 'This loc has neither scheme nor host: /a?b=1.',
    expected: 'https://www.example.com/a?b=1',
  }),
  row('does not take a file for a host', 'page.html', 'loc-relative', {
    expected: 'https://www.example.com/page.html',
  }),
  row('sees that the scheme alone is missing', 'www.example.com/a', 'loc-relative', {
    message: 'This loc lacks its scheme: www.example.com/a.',
    expected: 'https://www.example.com/a',
  }),
  row("sees the document's own host without a scheme", 'example.com:443/a', 'loc-relative', {
    expected: 'https://example.com:443/a',
  }),
  row('sees a network path', '//www.example.com/a', 'loc-relative', { expected: 'https://www.example.com/a' }),
  {
    name: 'LU-07: names relative children of an index',
    document: index('sitemap-0.xml'),
    findings: [{ rule: 'loc-relative', line: 2, column: 15, expected: 'https://www.example.com/sitemap-0.xml' }],
  },
  row('names other schemes', 'ftp://www.example.com/a', 'loc-scheme-invalid', {
    message: 'The scheme of this loc is "ftp"; only http and https are followed.',
  }),
  row('names a mistyped scheme', 'htps://www.example.com/a', 'loc-scheme-invalid'),
  row('names a missing slash, which URL parsers repair', 'https:/www.example.com/a', 'loc-invalid', {
    message: 'This loc is no URL: "https:" is not followed by "//".',
  }),
  row('names an empty host', 'https:///a', 'loc-invalid', { message: 'This loc is no URL: its host is empty.' }),
  row('names white space in a host, which URL parsers drop', 'https://www.exa\nmple.com/', 'loc-invalid'),
  row('names an impossible port', 'https://www.example.com:65536/', 'loc-invalid', {
    message: 'This loc is no URL: "65536" is no port.',
  }),
  row('names an empty label', 'https://www..example.com/', 'loc-invalid'),
  row('names a backslash in the place of a slash', 'https://www.example.com\\a', 'loc-invalid'),

  row('takes 2,047 characters', path(2_047)),
  row('says of 2,048 characters that the XSD allows them', path(2_048), 'loc-too-long', {
    message: 'This loc has exactly 2,048 characters: the XSD allows it, the protocol asks for fewer.',
  }),
  row('DV-07: counts the characters of a longer loc', path(2_049), 'loc-too-long', {
    message: 'This loc has 2,049 characters; it must have fewer than 2,048.',
  }),
  row('counts code points', `https://www.example.com/${'%41'}${'\u{1F600}'.repeat(1_020)}`, 'loc-unescaped'),
  {
    name: 'knows that a damaged loc is too long all the same',
    document: urlset(url(`${path(2_049)}&deg;`)),
    findings: [
      {
        rule: 'loc-too-long',
        line: 2,
        column: COLUMN,
        message: 'This loc has more than 2,048 characters; it must have fewer.',
      },
    ],
  },

  row(
    'LU-03: shows the escaped form of blanks and letters',
    'https://www.example.com/a b/\u00FC?x=1',
    'loc-unescaped',
    {
      message: 'This loc holds a space, which must be escaped in a URL.',
      expected: 'https://www.example.com/a%20b/%C3%BC?x=1',
    },
  ),
  row('names a letter with its number', 'https://www.example.com/\u00FC', 'loc-unescaped', {
    message: 'This loc holds "\u00FC" (U+00FC), which must be escaped in a URL.',
  }),
  row('names a line break inside, which URL parsers drop', 'https://www.example.com/a\n  b', 'loc-unescaped', {
    message: 'This loc holds a line break, which must be escaped in a URL.',
    expected: 'https://www.example.com/a%0A%20%20b',
  }),
  row('names a % that escapes nothing', 'https://www.example.com/100%', 'loc-unescaped', {
    message: 'This loc holds a % without two hex digits, which must be escaped in a URL.',
    expected: 'https://www.example.com/100%25',
  }),
  row('names brackets of a path, but not a template', 'https://www.example.com/a[2020 b]', 'loc-unescaped', {
    expected: 'https://www.example.com/a%5B2020%20b%5D',
  }),
  row('names a tab', 'https://www.example.com/?q=a\tb', 'loc-unescaped', {
    message: 'This loc holds a tab, which must be escaped in a URL.',
  }),
  row('names an invisible character by its number', 'https://www.example.com/a\u200Bb', 'loc-unescaped', {
    message: 'This loc holds U+200B, which must be escaped in a URL.',
  }),

  row('sees an entity that is left after decoding', 'https://www.example.com/?a=1&amp;amp;b=2', 'loc-double-escaped', {
    message: 'This loc looks escaped twice: it holds &amp; after decoding.',
    expected: 'https://www.example.com/?a=1&b=2',
  }),
  {
    name: 'sees the same in CDATA',
    document: urlset('<url><loc><![CDATA[https://www.example.com/?a=1&amp;b=2]]></loc></url>'),
    findings: [{ rule: 'loc-double-escaped', line: 2, column: 20 }],
  },
  row('sees an escaped escape', 'https://www.example.com/a%2520b', 'loc-double-escaped', {
    message: 'This loc looks escaped twice: it holds %2520 after decoding.',
    expected: 'https://www.example.com/a%20b',
  }),
  row('sees an escaped percent sign of an escape', 'https://www.example.com/%2525', 'loc-double-escaped'),
  row('sees an escaped letter', 'https://www.example.com/?q=%25C3%25BC', 'loc-double-escaped'),

  row(
    'names invisible characters round the URL, and judges what they surround',
    '\u00A0https://www.example.com/a\u200B',
    'loc-whitespace',
    {
      message: 'Invisible characters stand round this loc: U+00A0, U+200B.',
      expected: 'https://www.example.com/a',
    },
  ),
  row('names a fragment', 'https://www.example.com/a#top', 'loc-fragment', {
    message: 'This loc has the fragment #top.',
    expected: 'https://www.example.com/a',
  }),
  row('masks user info', 'https://ann:secret@www.example.com/a', 'loc-credentials', {
    message: 'This loc carries user info for www.example.com; it is masked here and was not sent.',
    value: 'https://***@www.example.com/a',
    expected: 'https://www.example.com/a',
  }),

  ...[
    'localhost',
    '10.0.0.5',
    '169.254.169.254',
    '[::1]',
    '[::ffff:a9fe:a9fe]',
    'shop.local',
    'app.test',
    'intranet',
  ].map((host) =>
    row(`SS-01, SS-02: names the private host ${host} and nothing else`, `http://${host}:8080/x`, 'loc-private-host', {
      message: `This loc is on the private host ${host}, which no crawler can reach; it was not requested.`,
    }),
  ),
  {
    name: 'does not mind private hosts on a private site',
    document: urlset(url('http://localhost:3000/a')),
    url: 'http://localhost:3000/sitemap.xml',
    findings: [],
  },
  {
    name: 'does not mind them where the operator allowed the site',
    document: urlset(url('https://www.example.com/a')),
    context: { isPrivateSite: true },
    findings: [],
  },

  {
    name: 'LU-09: groups the URLs of another host, and says nothing else of them',
    document: urlset(url('http://shop.example.net/a'), url('http://shop.example.net/b'), url('https://third.example/')),
    findings: [
      {
        rule: 'loc-other-host',
        line: 2,
        column: COLUMN,
        occurrences: 2,
        message:
          "Locs are on shop.example.net, not on www.example.com: not allowed unless that host's robots.txt names this sitemap.",
      },
      { rule: 'loc-other-host', line: 4, column: COLUMN },
    ],
  },
  row('leaves the hosts of a fetched document to the audit', 'https://shop.example.net/a', undefined, {}, { http: {} }),
  row('leaves www. of a fetched document to the audit', 'https://example.com/a', undefined, {}, { http: {} }),
  row(
    'compares nothing where the address is not known',
    'http://shop.example.net/a',
    undefined,
    {},
    { url: 'sitemap.xml' },
  ),
  row(
    'takes both addresses of a document that was redirected',
    'https://example.net/b/x',
    undefined,
    {},
    {
      url: 'https://www.example.com/a/sitemap.xml',
      context: { finalUrl: 'https://example.net/b/sitemap.xml' },
    },
  ),
  row('compares the scheme', 'http://www.example.com/a', 'loc-scheme-mismatch', {
    message: 'This loc begins with http://, the sitemap is at https://www.example.com.',
    expected: 'https://www.example.com/a',
  }),
  row(
    'LU-13: takes a default port for none, and says that it is spelt out',
    'https://www.example.com:443/a',
    'loc-port-default',
    {
      message: 'This loc spells out port 443, which https has anyway.',
      expected: 'https://www.example.com/a',
    },
  ),
  row('LU-13: takes a trailing dot for the same site', 'https://www.example.com./a', 'loc-host-trailing-dot', {
    message: 'The host of this loc, www.example.com., ends in a dot.',
    expected: 'https://www.example.com/a',
  }),
  row('compares www.', 'https://example.com/a', 'loc-www-mismatch', {
    message: 'Locs are at https://example.com, the sitemap is at https://www.example.com: the hosts differ by www.',
    expected: 'https://www.example.com/a',
  }),
  row('says once that scheme and www. differ', 'http://example.com/a', 'loc-www-mismatch', {
    expected: 'https://www.example.com/a',
  }),
  row('compares the port', 'https://www.example.com:8443/a', 'loc-port-mismatch', {
    message: 'This loc has port 8443, the sitemap at https://www.example.com has port 443.',
    expected: 'https://www.example.com/a',
  }),
  row(
    'LU-15: compares hosts in their ASCII form',
    'https://b\u00FCcher.example/',
    'loc-host-unicode',
    {
      message: 'The host b\u00FCcher.example of this loc is not in its ASCII form, xn--bcher-kva.example.',
      expected: 'https://xn--bcher-kva.example/',
    },
    { url: 'https://xn--bcher-kva.example/sitemap.xml' },
  ),
  row(
    'IX-15: notes what is not below the folder',
    'https://www.example.com/details/1',
    'loc-out-of-scope',
    {
      message:
        'This loc is not below https://www.example.com/sitemap/, the folder of its sitemap; Google accepts it where robots.txt or Search Console names the sitemap.',
    },
    { url: 'https://www.example.com/sitemap/a.xml' },
  ),
  row(
    'IX-15: says that Google accepts it where robots.txt names the sitemap',
    'https://www.example.com/details/1',
    'loc-out-of-scope',
    {
      message:
        'This loc is not below https://www.example.com/sitemap/, the folder of its sitemap; Google accepts it because robots.txt names the sitemap or its index.',
    },
    { url: 'https://www.example.com/sitemap/a.xml', http: {} },
  ),
  row(
    'sees a dot segment that leaves the folder',
    'https://www.example.com/a/../b',
    'loc-out-of-scope',
    {},
    { url: 'https://www.example.com/a/sitemap.xml' },
  ),
  row(
    'is not misled by a query',
    'https://www.example.com/?x=/a/b',
    'loc-out-of-scope',
    {},
    { url: 'https://www.example.com/a/sitemap.xml?y=/' },
  ),
  row(
    'takes the folder itself and what is below',
    'https://www.example.com/a/',
    undefined,
    {},
    { url: 'https://www.example.com/a/sitemap.xml' },
  ),

  {
    name: 'gives both lines of a loc that stands twice, however it is written in XML',
    document: urlset(
      entry('a?x=1&amp;y=2'),
      '<url><loc><![CDATA[https://www.example.com/a?x=1&y=2]]></loc></url>',
      '<url><loc>',
      ' https://www.example.com/a?x=1&#38;y=2</loc></url>',
      entry('b'),
    ),
    findings: [
      {
        rule: 'loc-duplicate',
        line: 3,
        column: 20,
        occurrences: 2,
        message: 'The loc in line 3 stands in line 2 already (entries 1 and 2).',
        places: [
          [3, 20],
          [5, 2],
        ],
      },
    ],
  },
  {
    name: 'tells spellings of one URL from doubles',
    document: urlset(
      '<url><loc>HTTPS://WWW.example.com/%7ea/../b/%c3%bc</loc></url>',
      entry('b/%C3%BC'),
      '<url><loc>HTTPS://WWW.example.com/%7ea/../b/%c3%bc</loc></url>',
      entry('b/%C3%BC'),
      entry('b/%C3%Bc'),
    ),
    findings: [
      {
        rule: 'loc-duplicate',
        line: 4,
        column: COLUMN,
        occurrences: 2,
        places: [
          [4, 11],
          [5, 11],
        ],
      },
      {
        rule: 'loc-equivalent',
        line: 3,
        column: COLUMN,
        occurrences: 2,
        message: 'The loc in line 3 names the same URL as that in line 2, spelt differently (entries 1 and 2).',
        places: [
          [3, 11],
          [6, 11],
        ],
      },
    ],
  },
  {
    name: 'leaves doubles of an index to index-child-duplicate',
    document: index('https://www.example.com/a.xml', 'https://www.example.com/a.xml'),
    findings: [],
  },
  {
    name: 'finds no doubles in 50,000 different locs',
    document: function* () {
      yield new TextEncoder().encode(`<urlset xmlns="${NAMESPACE}">\n`)
      for (let i = 0; i < 50_000; i++) yield new TextEncoder().encode(`${entry(`p/${i}`)}\n`)
      yield new TextEncoder().encode('</urlset>')
    },
    findings: [],
  },

  row('names a campaign parameter', 'https://www.example.com/a?id=3&amp;UTM_Source=x', 'loc-tracking', {
    message: 'This loc has the tracking or session parameter UTM_Source.',
    expected: 'https://www.example.com/a?id=3',
  }),
  row('names a session in the path', 'https://www.example.com/a;jsessionid=0A1B?b=1', 'loc-tracking', {
    message: 'This loc has the tracking or session parameter jsessionid.',
    expected: 'https://www.example.com/a?b=1',
  }),
  row(
    'names a short parameter with a session in it',
    `https://www.example.com/?sid=${'0a'.repeat(16)}`,
    'loc-tracking',
    {
      expected: 'https://www.example.com/',
    },
  ),
  ...[
    '[slug]',
    '[...slug]',
    '{id}',
    '{{ page.url }}',
    ':id',
    'undefined',
    'NaN',
    '%7Bid%7D',
    '%5Bobject%20Object%5D',
    '[object Object]',
    '$%7Bx%7D',
  ].map((part) =>
    row(
      `LU-11: names the template ${part} and nothing else`,
      `https://www.example.com/blog/${part}/x`,
      'loc-template',
      {
        message: `This loc looks like a route that was never filled in: ${part}.`,
      },
    ),
  ),
  row('names a value of a query that was not there', 'https://www.example.com/?page=undefined', 'loc-template'),
  row('names an object in a query', 'https://www.example.com/?q=[object%20Object]', 'loc-template'),

  row('names a URL behind a base', 'https://www.example.com/https://www.example.com/x', 'loc-nested-url', {
    message: 'This loc holds a second URL: https://www.example.com/x.',
    expected: 'https://www.example.com/x',
  }),
  row(
    'names a URL glued to a host, and nothing else',
    'https://www.example.comhttps://www.example.com/x',
    'loc-nested-url',
    {
      expected: 'https://www.example.com/x',
    },
  ),
  row('names the same host deeper in a path', 'https://www.example.com/de/https:/example.com/x', 'loc-nested-url'),

  {
    name: 'masks user info in whatever is said of the entry',
    document: urlset('<url><loc>https://ann:secret@www.example.com/a b</loc></url>'),
    findings: [
      { rule: 'loc-credentials', line: 2, column: COLUMN, value: 'https://***@www.example.com/a b' },
      {
        rule: 'loc-unescaped',
        line: 2,
        column: COLUMN,
        value: 'https://***@www.example.com/a b',
        expected: 'https://***@www.example.com/a%20b',
      },
    ],
  },
  {
    name: 'says both where two faults are true',
    document: urlset(url('http://www.example.com/a b#c')),
    findings: [
      { rule: 'loc-fragment', line: 2, column: COLUMN },
      { rule: 'loc-scheme-mismatch', line: 2, column: COLUMN },
      { rule: 'loc-unescaped', line: 2, column: COLUMN },
    ],
  },
  {
    name: 'leaves lines that are no URL to line-not-url, and judges the others',
    document: lines('https://www.example.com/a#b', '/c', 'ftp://www.example.com/'),
    url: 'https://www.example.com/urls.txt',
    findings: [
      { rule: 'loc-fragment', line: 1, column: 1 },
      { rule: 'loc-scheme-invalid', line: 3, column: 1 },
    ],
  },
  {
    name: 'leaves links of feeds that are relative or missing to the rules of feeds',
    document: lines(
      '<rss version="2.0"><channel><title>x</title><link>https://www.example.com/</link>',
      '<item><link>/news/1</link></item>',
      '<item><title>x</title></item>',
      '<item><link>http://www.example.com/2</link></item>',
      '</channel></rss>',
    ),
    url: 'https://www.example.com/feed.xml',
    findings: [{ rule: 'loc-scheme-mismatch', line: 4, column: 13 }],
  },
])
