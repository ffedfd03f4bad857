/** Whole sites with nothing wrong, on sockets, with everything that is served beside a sitemap: nothing above a note. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Report } from '#src/model/report.ts'
import { htmlPage, minutesAgo, notFound, robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { type AuditSettings, auditSite } from '../support/audit-site.ts'
import { GUARD_DOCUMENTS } from '../support/guards/guard-documents.ts'
import type { Answer, Route, Site } from '../support/site.ts'
import { KINDS, packed, soundDocument, textOf } from '../support/sound/document.ts'

const HOST = 'www.example.com'
const at = (path: string) => `https://${HOST}${path}`
const DATES = ['2025-03-04', '2025-04-05', '2025-05-06T07:08:09Z']
const pages = (...paths: string[]) =>
  urlset(paths.map((path, i) => ({ loc: at(path), lastmod: DATES[i % 3] as string })))

/** Every path without a route is a clean page; one that nobody can know of is not there. */
const anyPage: Route = ({ path, host }) =>
  /^\/[a-z0-9-]{20,}/.test(path) ? notFound() : { body: htmlPage({ url: `https://${host}${path}` }) }

/** Loud findings with their sentences: a failure must say what was told. */
const loud = ({ findings }: Report) =>
  findings.flatMap(({ rule, severity, document, message }) =>
    severity === 'note' ? [] : `${rule} in ${document}: ${message}`,
  )

interface Clean {
  /** Named by robots.txt; default: the first route. */
  named?: string[]
  routes: Record<string, Route>
  others?: Site[]
  settings?: AuditSettings
}

async function auditClean({ routes, named, others = [], settings = {} }: Clean): Promise<Report> {
  const places = (named ?? Object.keys(routes).slice(0, 1)).map((path) => `Sitemap: ${at(path)}`)
  const robots = robotsTxt('User-agent: *', 'Disallow: /closed/', '', ...places)
  const all: Record<string, Route> = {
    '/robots.txt': robots,
    '/sitemap.xml': notFound(),
    '/sitemap_index.xml': notFound(),
    '*': anyPage,
    ...routes,
  }
  const { report } = await auditSite([{ host: HOST, routes: all }, ...others], {
    ...settings,
    options: { pages: 12, ...settings.options },
  })
  return report
}

const xml = (body: string | Uint8Array, ...headers: [string, string][]): Answer => ({
  body,
  headers: [['Content-Type', 'application/xml'], ...headers],
})

const DELIVERIES: [name: string, path: string, answer: Answer][] = [
  ['as text/xml', '/s.xml', { body: pages('/a', '/b'), headers: [['Content-Type', 'text/xml; charset=UTF-8']] }],
  ['as application/xml', '/s.xml', xml(pages('/a', '/b'))],
  ['NI-13: with X-Robots-Tag: noindex', '/s.xml', xml(pages('/a', '/b'), ['X-Robots-Tag', 'noindex, follow'])],
  ['in chunks', '/s.xml', { ...xml(pages('/a', '/b')), chunked: true }],
  ['under a coding of gzip', '/s.xml', { ...xml(pages('/a', '/b')), coding: 'gzip' }],
  ['under brotli', '/s.xml', { ...xml(pages('/a', '/b')), coding: 'br' }],
  [
    'as a gzip file',
    '/s.xml.gz',
    { body: new Uint8Array(gzipSync(pages('/a', '/b'))), headers: [['Content-Type', 'application/gzip']] },
  ],
  [
    'as a gzip file of the old media type',
    '/s.xml.gz',
    { body: new Uint8Array(gzipSync(pages('/a'))), headers: [['Content-Type', 'application/x-gzip']] },
  ],
  ['as a gzip file under a name without .gz', '/s.xml', xml(new Uint8Array(gzipSync(pages('/a'))))],
  ['at a URL without an ending', '/sitemap', xml(pages('/a', '/b'))],
  ['at a URL with a query', '/index.php?sitemap=1&type=post', xml(pages('/a', '/b'))],
  [
    'with cache headers, cookies and validators',
    '/s.xml',
    xml(
      pages('/a'),
      ['ETag', '"1"'],
      ['Last-Modified', 'Sun, 01 Jun 2025 09:30:00 GMT'],
      ['Set-Cookie', 'a=b'],
      ['Vary', 'Accept-Encoding, User-Agent'],
      ['Cache-Control', 'no-store'],
    ),
  ],
  [
    'as a list of lines',
    '/urls.txt',
    { body: `${at('/a')}\n${at('/b')}\n`, headers: [['Content-Type', 'text/plain']] },
  ],
  [
    'as a feed',
    '/feed',
    {
      body: `<rss version="2.0"><channel><title>x</title><item><link>${at('/a')}</link></item></channel></rss>`,
      headers: [['Content-Type', 'application/rss+xml; charset=UTF-8']],
    },
  ],
  [
    'as an Atom feed',
    '/feed',
    {
      body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><id>x</id><updated>2025-06-01T09:30:00Z</updated><link href="${at('/a')}"/></entry></feed>`,
      headers: [['Content-Type', 'application/atom+xml']],
    },
  ],
]

describe('a clean site gives nothing above a note', () => {
  test.each(DELIVERIES)('with its sitemap %s', async (_, path, answer) => {
    const report = await auditClean({ routes: { [path]: answer } })
    expect(loud(report)).toEqual([])
    expect(report.verdict).toBe('pass')
    expect(report.summary.read).toBe(1)
    expect(report.pages.length).toBeGreaterThan(0)
  })

  test('with every document of every generator, named line by line', async () => {
    const routes: Record<string, Route> = {}
    for (const { path, document } of GUARD_DOCUMENTS) {
      const isText = path.endsWith('.txt')
      routes[path] = isText ? { body: document, headers: [['Content-Type', 'text/plain']] } : xml(document)
    }
    const named = GUARD_DOCUMENTS.map(({ path }) => path)
    const report = await auditClean({ routes, named, settings: { options: { children: 'all', pages: 40 } } })
    expect(loud(report)).toEqual([])
    expect(report.documents.filter(({ outcome }) => outcome !== 'read').map(({ url }) => url)).toEqual([])
    expect(report.documents.length).toBeGreaterThanOrEqual(GUARD_DOCUMENTS.length)
  }, 60_000)

  test('with an index, children of each kind, fresh news and an index that says what they say', async () => {
    const article = (path: string, minutes: number) => ({
      loc: at(path),
      lastmod: minutesAgo(minutes),
      extension: `<news:news><news:publication><news:name>Bread daily</news:name><news:language>en</news:language></news:publication><news:publication_date>${minutesAgo(minutes)}</news:publication_date><news:title>Rye</news:title></news:news>`,
    })
    const report = await auditClean({
      routes: {
        '/index.xml': xml(
          sitemapIndex([
            { loc: at('/posts.xml'), lastmod: '2025-05-06T07:08:09Z' },
            { loc: at('/news.xml'), lastmod: minutesAgo(30) },
            { loc: at('/empty-news.xml') },
            { loc: at('/urls.txt') },
          ]),
        ),
        '/posts.xml': xml(pages('/a', '/b', '/c')),
        '/news.xml': xml(
          urlset([article('/n/1', 30), article('/n/2', 90)], {
            attributes: 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"',
          }),
        ),
        '/empty-news.xml': xml(
          urlset([], { attributes: 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"' }),
        ),
        '/urls.txt': { body: `${at('/t/1')}\n${at('/t/2')}\n`, headers: [['Content-Type', 'text/plain']] },
      },
      settings: { options: { children: 'all' } },
    })
    expect(loud(report)).toEqual([])
    expect(report.verdict).toBe('pass')
    expect(report.summary.read).toBe(5)
  })

  test('with its sitemaps on a host of their own, which robots.txt names', async () => {
    const maps: Site = { host: 'maps.example.net', routes: { '/s.xml': xml(pages('/a', '/b')) } }
    const report = await auditClean({
      routes: { '/robots.txt': robotsTxt('Sitemap: https://maps.example.net/s.xml') },
      others: [maps],
    })
    expect(loud(report)).toEqual([])
    expect(report.summary.entries).toBe(2)
  })

  test('with documents made at random, of every kind', async () => {
    const routes: Record<string, Route> = {}
    for (const [i, kind] of KINDS.entries()) {
      // The children of the index are not there, and the news was news when the test was written.
      if (kind === 'sitemapindex' || kind === 'news') continue
      const [g] = fc.sample(fc.gen(), { numRuns: 1, seed: i })
      const document = textOf(soundDocument(g as NonNullable<typeof g>, kind)).replaceAll(/\/p(\d)/g, `/p${i}-$1`)
      routes[`/made-${kind}`] = { body: packed(Buffer.from(document), (i % 3) as 0 | 1 | 2), bareHeaders: true }
    }
    const named = Object.keys(routes)
    const report = await auditClean({ routes, named })
    expect(loud(report)).toEqual([])
    expect(report.summary.read).toBe(KINDS.length - 2)
  })
})
