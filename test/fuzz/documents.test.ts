/** Any bytes are a document: POST /validate answers, and what it answers is the same however they came. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateDocument } from '#src/audit/validate-document.ts'
import { FUZZ_TIMEOUT_MS, fuzz, mutated, soup } from './fuzz.ts'

const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const SEEDS = [
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NS} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n<url><loc>https://a.example/caf\u00e9?a=1&amp;b=2</loc><lastmod>2025-06-01T09:30:00+02:00</lastmod><changefreq>daily</changefreq><priority>0.5</priority><image:image><image:loc>https://a.example/i.png</image:loc></image:image><xhtml:link rel="alternate" hreflang="de-AT" href="https://a.example/de"/></url>\n<url><loc><![CDATA[https://a.example/v]]></loc><video:video><video:title>A</video:title><video:duration>60</video:duration></video:video><news:news><news:publication><news:name>B</news:name><news:language>en</news:language></news:publication><news:publication_date>2025-06-01</news:publication_date><news:title>C</news:title></news:news></url></urlset>`,
  `<sitemapindex ${NS}><sitemap><loc>https://a.example/1.xml</loc><lastmod>2025-06-01</lastmod></sitemap><!-- x --><sitemap><loc>https://a.example/2.xml.gz</loc></sitemap></sitemapindex>`,
  '<rss version="2.0"><channel><title>A</title><link>https://a.example/</link><item><link>https://a.example/1</link><pubDate>Sun, 01 Jun 2025 09:30:00 GMT</pubDate></item></channel></rss>',
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><link href="https://a.example/1"/><updated>2025-06-01T09:30:00Z</updated></entry></feed>',
  'https://a.example/1\r\nhttps://a.example/2\n# x\n',
].flatMap((text) => {
  const utf8 = Buffer.from(text)
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  return [utf8, gzipSync(utf8), gzipSync(gzipSync(utf8)), utf16]
})
const PIECES = [
  '<',
  '>',
  '/>',
  '</',
  '</url>',
  '<url>',
  '<loc>',
  '</loc>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<?xml version="1.1"?>',
  '<!DOCTYPE u [<!ENTITY a "b">]>',
  '&',
  '&amp;',
  '&a;',
  '&#0;',
  '&#x110000;',
  '&#xD800;',
  '"',
  "'",
  '=',
  ' xmlns=""',
  ' xmlns:xml="x"',
  ' a="b"',
  '<urlset>',
  '</urlset>',
  '<sitemap>',
  '\u0000',
  '\ufeff',
  '\r',
  '\u0085',
  '\u2028',
  '%',
  '%zz',
  'http://[',
  'https://a.example:99999/',
  '//',
  '-0001-12-01',
  '2025-02-30',
  'NaN',
  ' '.repeat(3_000),
  'x'.repeat(3_000),
  '<a>'.repeat(300),
  '<image:image>',
  '<xhtml:link',
  ' hreflang="x-default"',
  '\u{1f600}',
  '\ud800',
]

async function check(bytes: Uint8Array): Promise<void> {
  const results = []
  for (const size of [bytes.length || 1, 7]) {
    const from = performance.now()
    const chunks = (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })()
    const { document, findings } = await validateDocument(
      { chunks, url: 'https://a.example/s.xml', profile: null },
      2_000_000,
      Date.parse('2025-07-01'),
    )
    expect(performance.now() - from).toBeLessThan(5_000)
    const text = JSON.stringify({ document, findings })
    expect(text.length).toBeLessThan(1_000_000)
    results.push(
      JSON.stringify({
        document,
        findings: findings.map(({ rule, occurrences, message }) => [rule, occurrences, message]),
      }),
    )
  }
  expect(results[1]).toBe(results[0])
}

const KEPT: Uint8Array[] = []

test(
  'any bytes',
  async () => {
    expect(await fuzz(fc.uint8Array({ maxLength: 300 }), KEPT, check)).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'documents that were changed here and there',
  async () => {
    expect(await fuzz(mutated(SEEDS, PIECES), KEPT, check)).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)

test(
  'pieces of XML in any order',
  async () => {
    const texts = soup(PIECES).map((text) => new Uint8Array(Buffer.from(`<urlset ${NS}>${text}`)))
    expect(await fuzz(texts, KEPT, check)).toBeGreaterThan(10)
  },
  FUZZ_TIMEOUT_MS,
)
