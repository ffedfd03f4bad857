/** Faults that people have met in the field, under all the rules: what must be found, and that nothing else is. */
import { gzipSync } from 'node:zlib'
import { RULES } from '#src/rules/index.ts'
import { bytesOf, join, lines, NAMESPACE } from '../support/documents.ts'
import { testDocuments } from '../support/rule-table.ts'

const LASTMOD = '<lastmod>2026-09-01</lastmod>'
const IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
const url = (path: string, more = '') => `<url><loc>https://www.example.com/${path}</loc>${LASTMOD}${more}</url>`
const urlset = (...inner: string[]) => lines(`<urlset xmlns="${NAMESPACE}">`, ...inner, '</urlset>')
const images = (...inner: string[]) => lines(`<urlset xmlns="${NAMESPACE}" ${IMAGE}>`, ...inner, '</urlset>')
const image = (loc: string, more = '') => `<image:image><image:loc>${loc}</image:loc>${more}</image:image>`
const alternate = '<xhtml:link rel="alternate" hreflang="en" href="https://www.example.com/a"/>'
const XML = urlset(url('a'), url('b'))
const URL_GZ = 'https://www.example.com/sitemap.xml.gz'

testDocuments('gzip and transport, from the field', RULES, [
  {
    name: 'GZ-01: plain XML under the name .xml.gz',
    document: lines('<?xml version="1.0"?>', XML),
    url: URL_GZ,
    http: { headers: [['content-type', 'application/xml']] },
    findings: [{ rule: 'gzip-named-plain' }],
  },
  {
    name: 'GZ-03: a gzip file in a gzip coding, unpacked layer by layer',
    document: new Uint8Array(gzipSync(XML)),
    url: URL_GZ,
    http: { headers: [['content-type', 'application/gzip']] },
    ending: { coding: { tokens: ['gzip'], undone: ['gzip'] } },
    findings: [],
  },
  {
    name: 'GZ-05: a gzip child without any header that says so',
    document: new Uint8Array(gzipSync(XML)),
    url: 'https://www.example.com/p-1.xml.gz',
    http: { isChild: true },
    findings: [],
  },
  {
    name: 'GZ-07: a file made of two members',
    document: join(gzipSync(XML.slice(0, 99)), gzipSync(XML.slice(99))),
    url: URL_GZ,
    http: {},
    findings: [],
  },
  {
    name: 'GZ-09: a gzip file cut before its trailer',
    document: new Uint8Array(gzipSync(XML)).slice(0, -6),
    url: URL_GZ,
    http: {},
    findings: [{ rule: 'gzip-truncated' }],
  },
  {
    name: 'GZ-13: a gzipped text sitemap',
    document: new Uint8Array(gzipSync('https://www.example.com/a\nhttps://www.example.com/b\n')),
    url: 'https://www.example.com/urllist.txt.gz',
    http: {},
    findings: [],
  },
])

testDocuments('Encoding, from the field', RULES, [
  {
    name: 'EN-01: UTF-16 with a byte order mark',
    document: join([0xff, 0xfe], Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${XML}`, 'utf16le')),
    findings: [{ rule: 'encoding-not-utf8' }],
  },
  {
    name: 'EN-03: byte order mark against declaration',
    document: join([0xef, 0xbb, 0xbf], `<?xml version="1.0" encoding="iso-8859-1"?>${XML}`),
    findings: [
      { rule: 'encoding-bom', line: 1, column: 1 },
      { rule: 'encoding-declaration-false', line: 1, column: 21 },
    ],
  },
  {
    name: 'EN-05: windows-1251 in header and declaration, decoded once',
    document: join(
      `<?xml version="1.0" encoding="windows-1251"?>${images(url('a', image('https://www.example.com/i', '<image:title>')).replace('</image:image></url>', '')).replace('\n</urlset>', '')}`,
      [0xcf, 0xf0, 0xe8],
      '</image:title></image:image></url></urlset>',
    ),
    http: { headers: [['content-type', 'text/xml; charset=windows-1251']] },
    findings: [{ rule: 'encoding-not-utf8' }, { rule: 'image-tag-removed', line: 2, column: 132 }],
  },
  {
    name: 'EN-07: one byte of Latin-1 in a title, every other URL intact',
    document: join(
      lines(`<urlset xmlns="${NAMESPACE}" ${IMAGE}>`, `<url><loc>https://www.example.com/a</loc>${LASTMOD}`, ''),
      '<image:image><image:loc>https://www.example.com/i</image:loc><image:title>caf',
      [0xe9],
      lines('</image:title></image:image></url>', url('b'), '</urlset>'),
    ),
    findings: [
      { rule: 'encoding-invalid-bytes', line: 3, column: 78, value: 'E9' },
      { rule: 'image-tag-removed', line: 3, column: 62 },
    ],
  },
  {
    name: 'EN-09: an emoji as two references to halves of a surrogate pair',
    document: images(
      url('a', image('https://www.example.com/i', '<image:title>&#55357;&#56832;</image:title>')),
      url('b'),
    ),
    findings: [
      { rule: 'image-tag-removed', line: 2, column: 132 },
      { rule: 'xml-character-illegal', line: 2, column: 145, occurrences: 2 },
    ],
  },
])

testDocuments('XML, from the field', RULES, [
  {
    name: 'XM-01: empty lines before the declaration',
    document: lines(
      '',
      '',
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>https://www.example.com/1.xml</loc>${LASTMOD}</sitemap></sitemapindex>`,
    ),
    findings: [{ rule: 'xml-leading-content', line: 1, column: 1 }],
  },
  {
    name: 'XM-03: PHP in the output',
    document: lines(`<urlset xmlns="${NAMESPACE}"><?php echo 1; <url>`, '<loc>https://www.example.com/</loc>'),
    findings: [{ rule: 'xml-truncated', line: 1, column: 61 }],
  },
  {
    name: 'XM-05: a bare & in an image only',
    document: images(url('a?b=1&amp;c=2', image('https://www.example.com/i?w=1&h=2')), url('b')),
    findings: [{ rule: 'xml-ampersand-unescaped', line: 2, column: 136, expected: '&amp;h=2' }],
  },
  {
    name: 'XM-07: HTML entities in a loc, which is not judged as a URL',
    document: urlset(url('sku&deg;7&eacute;'), url('b')),
    findings: [
      { rule: 'xml-entity-undefined', line: 2, column: 38 },
      { rule: 'xml-entity-undefined', line: 2, column: 44 },
    ],
  },
  {
    name: 'XM-09: a loc in CDATA',
    document: urlset(`<url><loc><![CDATA[https://www.example.com/a]]></loc>${LASTMOD}</url>`),
    findings: [],
  },
  {
    name: 'XM-11: a loc in pieces round entities',
    document: urlset(url('s?p=1&amp;q=2&amp;r=3')),
    findings: [],
  },
  {
    name: 'XM-13: two locs in one index entry',
    document: lines(
      `<sitemapindex xmlns="${NAMESPACE}">`,
      '<sitemap><loc>https://www.example.com/1.xml</loc><loc>https://www.example.com/2.xml</loc>',
      `${LASTMOD}</sitemap></sitemapindex>`,
    ),
    findings: [{ rule: 'element-repeated', line: 2, column: 50 }],
  },
  {
    name: 'XM-15: root in root, no namespace, a 12-hour date',
    document:
      '<urlset><urlset><url><loc>https://www.example.com/a</loc><lastmod>2025-02-03 07:15:00 PM</lastmod></url></urlset></urlset>',
    findings: [
      { rule: 'element-misplaced', line: 1, column: 9 },
      { rule: 'lastmod-invalid', line: 1, column: 67 },
      { rule: 'namespace-missing', line: 1, column: 1 },
    ],
  },
  {
    name: 'XM-17: a script in the place of the entries',
    document: `<urlset xmlns="${NAMESPACE}"><script/></urlset>`,
    findings: [
      { rule: 'document-empty', line: 1, column: 1 },
      { rule: 'element-unexpected', line: 1, column: 61 },
    ],
  },
  {
    name: 'XM-19: an empty news sitemap',
    document: `<urlset xmlns="${NAMESPACE}" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"></urlset>`,
    findings: [{ rule: 'news-empty', line: 1, column: 1 }],
  },
  {
    name: 'XM-21: comments after the root',
    document: lines(XML, '<!-- cached 12:00 -->', '<!-- gzip on -->'),
    findings: [],
  },
])

testDocuments('Namespaces, from the field', RULES, [
  ...['https://www.sitemaps.org/schemas/sitemap/0.9', '//www.sitemaps.org/schemas/sitemap/0.9', `${NAMESPACE}/`].map(
    (uri) => ({
      name: `NS-01: ${uri}, and every entry read`,
      document: XML.replace(NAMESPACE, uri),
      findings: [{ rule: 'namespace-variant', line: 1, column: 9, value: uri }],
    }),
  ),
  {
    name: "NS-01: Google's 0.84",
    document: XML.replace(NAMESPACE, 'http://www.google.com/schemas/sitemap/0.84'),
    findings: [{ rule: 'namespace-legacy', line: 1, column: 9 }],
  },
  {
    name: 'NS-03: only the xhtml namespace is https',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="https://www.w3.org/1999/xhtml">`,
      url('a', alternate),
      '</urlset>',
    ),
    findings: [{ rule: 'namespace-extension-variant', line: 1, column: 61 }],
  },
  {
    name: 'NS-05: no namespace at all',
    document: `<urlset>${url('')}</urlset>`,
    findings: [{ rule: 'namespace-missing', line: 1, column: 1 }],
  },
  {
    name: 'NS-07: the xhtml prefix bound to another vocabulary',
    document: lines(
      `<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xlink">`,
      url('a', alternate),
      '</urlset>',
    ),
    findings: [{ rule: 'namespace-extension-variant', line: 1, column: 61 }],
  },
  {
    name: 'NS-09: links without a prefix',
    document: urlset(url('a', alternate.replace('xhtml:', '')), url('b', alternate.replace('xhtml:', ''))),
    findings: [{ rule: 'element-misplaced', line: 2, column: 71, occurrences: 2 }],
  },
  {
    name: 'NS-11: a long comment before the root',
    document: lines('<?xml version="1.0"?>', `<!--${' x'.repeat(150)} -->`, XML),
    findings: [],
  },
])

testDocuments('Further cases', RULES, [
  {
    name: 'DO-01: an entity bomb, which is not expanded',
    document: lines(
      '<!DOCTYPE urlset [<!ENTITY a "xx"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
      urlset(url('&c;'), url('b')),
    ),
    findings: [{ rule: 'xml-doctype', line: 1, column: 1 }],
  },
  {
    name: 'DO-03: 60 KB of gzip that unpack to far more than the limit',
    document: () => [new Uint8Array(gzipSync(bytesOf(urlset(' '.repeat(4_000_000)))))],
    maxBytes: 1_000_000,
    findings: [{ rule: 'response-budget-exceeded' }],
  },
  {
    name: 'DV-01: a zip under the name .gz',
    document: join([0x50, 0x4b, 0x03, 0x04], new Uint8Array(30)),
    url: URL_GZ,
    http: {},
    findings: [{ rule: 'gzip-other-archive' }],
  },
  {
    name: 'DV-11: a text sitemap with BOM, CRLF, a blank line and a comment',
    document: join([0xef, 0xbb, 0xbf], 'https://www.example.com/a\r\n\r\n# x\r\n'),
    url: 'https://www.example.com/urllist.txt',
    http: {},
    findings: [
      { rule: 'encoding-bom', line: 1, column: 1 },
      { rule: 'line-blank', line: 2, column: 1 },
      { rule: 'line-not-url', line: 3, column: 1 },
    ],
  },
  {
    name: 'RF-03: an HTML entity in the title of a feed',
    document:
      '<rss version="2.0"><channel><item><title>caf&eacute;</title><link>https://www.example.com/a</link></item></channel></rss>',
    findings: [{ rule: 'xml-entity-undefined', line: 1, column: 45 }],
  },
])

const NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
const news = (...inner: string[]) => lines(`<urlset xmlns="${NAMESPACE}" ${NEWS}>`, ...inner, '</urlset>')
const article = (path: string, date: string, language = '<news:language>en</news:language>') =>
  url(
    path,
    `<news:news><news:publication><news:name>Ex</news:name>${language}</news:publication><news:publication_date>${date}</news:publication_date><news:title>x</news:title></news:news>`,
  )

testDocuments('news, feeds and more, from the field', RULES, [
  {
    name: 'NW-01: articles that stay for hours after the second day; the clock of the tests stands at 2026-10-01T12:00Z',
    document: news(article('a', '2026-09-29T12:00:00Z'), article('b', '2026-09-29T11:59:00Z')),
    http: {},
    findings: [{ rule: 'news-too-old', line: 3, column: 200 }],
  },
  {
    name: 'NW-03: a publication without language',
    document: news(article('a', '2026-10-01T11:59:00Z', '')),
    http: {},
    findings: [{ rule: 'news-language-missing', line: 2, column: 82 }],
  },
  {
    name: 'NW-05: a news sitemap padded with older URLs that have no news',
    document: news(article('a', '2026-10-01T11:59:00Z'), url('old'), url('older')),
    http: {},
    findings: [],
  },
  {
    name: 'RF-01: relative links in RSS',
    document: '<rss version="2.0"><channel><item><link>/news/1</link></item></channel></rss>',
    url: 'https://www.example.com/feed',
    findings: [
      {
        rule: 'feed-link-relative',
        line: 1,
        column: 41,
        value: '/news/1',
        expected: 'https://www.example.com/news/1',
      },
    ],
  },
  {
    name: 'RF-05: a bare ampersand and names of HTML entities in a feed, each at its place, and the links read',
    document: lines(
      '<rss version="2.0"><channel><title>A & B</title>',
      '<item><title>caf&eacute; &amp; &nbsp;more</title><link>https://www.example.com/a#b</link></item>',
      '</channel></rss>',
    ),
    url: 'https://www.example.com/feed',
    findings: [
      { rule: 'loc-fragment', line: 2, column: 56 },
      { rule: 'xml-ampersand-unescaped', line: 1, column: 38 },
      { rule: 'xml-entity-undefined', line: 2, column: 17 },
      { rule: 'xml-entity-undefined', line: 2, column: 32 },
    ],
  },
  {
    name: 'RF-05: the address of a feed that answers with a page',
    document: '<!doctype html><html><title>Not found</title>A & B &eacute;</html>',
    url: 'https://www.example.com/feed',
    http: { headers: [['content-type', 'application/rss+xml']] },
    findings: [{ rule: 'response-html' }],
  },
  {
    name: 'DV-05: XML 1.1',
    document: lines('<?xml version="1.1"?>', XML),
    findings: [{ rule: 'xml-version', line: 1, column: 7 }],
  },
  {
    name: 'DV-07: a loc of 2,049 characters',
    document: urlset(url('x'.repeat(2_049 - 'https://www.example.com/'.length))),
    findings: [
      {
        rule: 'loc-too-long',
        line: 2,
        column: 11,
        message: 'This loc has 2,049 characters; it must have fewer than 2,048.',
      },
    ],
  },
])
