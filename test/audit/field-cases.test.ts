/** Faults from the field that only a whole audit shows; each is played on sockets and audited from robots.txt on. */
import { describe, expect, test } from 'vitest'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite, findingOf, problemsOf } from '../support/audit-site.ts'
import type { Answer, Route, Site } from '../support/site.ts'

const HOST = 'www.example.com'
const at = (path: string) => `https://${HOST}${path}`
const pages = (...paths: string[]): Answer => ({
  body: urlset(paths.map((path, i) => ({ loc: at(path), lastmod: `2026-09-0${i + 1}` }))),
})
const children = (...paths: string[]): Answer => ({
  body: sitemapIndex(paths.map((path) => ({ loc: at(path), lastmod: '2026-09-01' }))),
})
const named = (...paths: string[]): Answer =>
  robotsTxt('User-agent: *', 'Disallow:', ...paths.map((path) => `Sitemap: ${at(path)}`))
const site = (routes: Record<string, Route>, host = HOST): Site => ({ host, routes })
const audit = (routes: Record<string, Route>, ...others: Site[]) => auditSite([site(routes), ...others])
const html = (title: string): Answer => ({
  body: `<!doctype html><html><head><title>${title}</title></head><body>x</body></html>`,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
})

describe('indexes', () => {
  test('IX-01: an index that lists itself is told so once, and fetched once', async () => {
    const { report, requests } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': children('/sitemap.xml', '/a.xml'),
      '/a.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['index-lists-itself x1'])
    expect(findingOf(report, 'index-lists-itself').examples[0]).toMatchObject({ entry: 1, line: 4, column: 10 })
    expect(requests.filter(({ path }) => path === '/sitemap.xml')).toHaveLength(1)
    const [index] = report.documents
    expect(index?.children).toEqual({ listed: 2, chosen: [2] })
  })

  test('IX-03: a fallback that redirects to a sitemap read already is the same document', async () => {
    const { report } = await audit({
      '/robots.txt': named('/a.xml'),
      '/a.xml': pages('/1', '/2'),
      '/sitemap.xml': { redirect: '/a.xml' },
    })
    expect(report.documents.map(({ url }) => url)).toEqual([at('/a.xml')])
    expect(report.summary.entries).toBe(2)
    expect(report.discovery).toEqual([
      { url: at('/a.xml'), via: 'robots.txt:3', outcome: 'read', status: 200 },
      { url: at('/sitemap.xml'), via: '/sitemap.xml', outcome: 'read', status: 200 },
      { url: at('/sitemap_index.xml'), via: '/sitemap_index.xml', outcome: 'absent', status: 404 },
    ])
    expect(problemsOf(report)).toEqual([])
    expect(report.findings.map(({ rule }) => rule)).not.toContain('sitemap-unlisted')
  })

  test('IX-05: a child listed twice is told with both lines and counts once in the sample', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': children('/a.xml', '/b.xml', '/a.xml'),
      '/a.xml': pages('/1'),
      '/b.xml': pages('/2'),
    })
    expect(problemsOf(report)).toEqual(['index-child-duplicate x1'])
    expect(findingOf(report, 'index-child-duplicate').message).toMatch(/\b12\b.*\b4\b|\b4\b.*\b12\b/)
    expect(report.documents[0]?.children).toEqual({ listed: 3, chosen: [1, 2] })
  })

  test('IX-07: a url between the sitemaps of an index is told, and the sitemaps are walked', async () => {
    const mixed = sitemapIndex([{ loc: at('/a.xml') }]).replace(
      '<sitemap>',
      `<url><loc>${at('/')}</loc></url>\n<sitemap>`,
    )
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': { body: mixed },
      '/a.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['element-misplaced x1'])
    expect(findingOf(report, 'element-misplaced').examples[0]).toMatchObject({ line: 3, column: 3 })
    expect(report.summary.entries).toBe(1)
  })

  test('IX-09: children that answer with the same bytes are one finding', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': children('/p1.xml', '/p2.xml', '/p3.xml'),
      '/p1.xml': pages('/1'),
      '/p2.xml': pages('/1'),
      '/p3.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['index-children-identical x3'])
  })

  test('IX-11: one child that redirects to a page stops nothing', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': children('/a.xml', '/b.xml', '/c.xml'),
      '/a.xml': pages('/1'),
      '/b.xml': { redirect: '/docs/', status: 302 },
      '/docs/': html('Documentation'),
      '/c.xml': pages('/2'),
    })
    expect(report.documents.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'not-a-sitemap', 'read'])
    expect(problemsOf(report)).toEqual(['response-html x1'])
    expect(findingOf(report, 'response-html')).toMatchObject({ document: at('/b.xml') })
  })

  const foreign = (robots: Route) => [
    site({ '/robots.txt': named('/sitemap.xml'), '/sitemap.xml': { body: urlset([{ loc: 'https://b.example/1' }]) } }),
    site({ '/robots.txt': robots }, 'b.example'),
  ]
  test('IX-13: a loc on another host is right when that host names the sitemap', async () => {
    const { report } = await auditSite(foreign(robotsTxt(`Sitemap: ${at('/sitemap.xml')}`)))
    expect(problemsOf(report)).toEqual([])
    expect(findingOf(report, 'loc-other-host-declared').severity).toBe('note')
  })
  test('IX-13: it is wrong when that host does not, and not judged when it cannot be asked', async () => {
    expect(problemsOf((await auditSite(foreign(robotsTxt('User-agent: *')))).report)).toEqual(['loc-other-host x1'])
    expect(problemsOf((await auditSite(foreign({ status: 404 }))).report)).toEqual(['loc-other-host x1'])
    expect(problemsOf((await auditSite(foreign({ status: 403 }))).report)).toEqual([])
  })

  test('IX-17: an index lastmod older than the newest entry of a child is told with both values and places', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': { body: sitemapIndex([{ loc: at('/a.xml'), lastmod: '2025-01-01' }]) },
      '/a.xml': { body: urlset([{ loc: at('/1'), lastmod: '2025-06-01' }]) },
    })
    expect(problemsOf(report)).toEqual(['index-lastmod-stale x1'])
    const { message, document, examples } = findingOf(report, 'index-lastmod-stale')
    expect(document).toBe(at('/sitemap.xml'))
    expect(message).toMatch(/2025-01-01.*2025-06-01/)
    expect(examples[0]).toMatchObject({ line: 5, column: 14, value: '2025-01-01', expected: '2025-06-01' })
    expect(report.documents[1]?.index).toEqual({ lastmod: '2025-01-01', newest: '2025-06-01', verdict: 'stale' })
  })

  test('IX-15: entries above the folder of their sitemap are a note, whether or not robots.txt names it', async () => {
    const folder = { '/sitemap/a.xml': pages('/details/1') }
    const declared = await audit({ '/robots.txt': named('/sitemap/a.xml'), ...folder })
    expect(problemsOf(declared.report)).toEqual([])
    expect(findingOf(declared.report, 'loc-out-of-scope')).toMatchObject({ severity: 'note', occurrences: 1 })
    const asked = await auditSite([site({ '/robots.txt': named(), ...folder })], {
      options: { sitemaps: [at('/sitemap/a.xml')] },
    })
    expect(findingOf(asked.report, 'loc-out-of-scope').message).toContain('where robots.txt or Search Console names')
  })

  const dated = (...children: [index: string, entry: string][]) => ({
    '/robots.txt': named('/sitemap.xml'),
    '/sitemap.xml': {
      body: sitemapIndex(children.map(([lastmod], i) => ({ loc: at(`/${i + 1}.xml`), lastmod }))),
    },
    ...Object.fromEntries(
      children.map(([, lastmod], i) => [`/${i + 1}.xml`, { body: urlset([{ loc: at(`/p/${i + 1}`), lastmod }]) }]),
    ),
  })
  test('IX-19: one date on all children, whose own dates differ, is told', async () => {
    const { report } = await audit(
      dated(['2025-01-01', '2025-01-01'], ['2025-01-01', '2024-05-01'], ['2025-01-01', '2024-02-01']),
    )
    expect(problemsOf(report)).toEqual(['index-lastmod-identical x3'])
  })
  test('IX-21: two clocks that differ by a whole offset look like a label, not like a stale date', async () => {
    const { report } = await audit(dated(['2025-06-01T09:30:00+02:00', '2025-06-01T09:30:00Z']))
    expect(problemsOf(report)).toEqual(['index-lastmod-zone x1'])
  })

  test('IX-23: a child that is empty once is read again before it is judged', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': children('/a.xml', '/b.xml'),
      '/a.xml': (_, nth) => (nth === 1 ? pages() : pages('/1')),
      '/b.xml': pages('/2'),
    })
    expect(problemsOf(report)).toEqual(['response-unstable x1'])
    expect(report.summary.entries).toBe(2)
  })
  test('IX-23: a child that stays empty is told in the index, once', async () => {
    const { report, requests } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': children('/a.xml', '/b.xml'),
      '/a.xml': pages(),
      '/b.xml': pages('/2'),
    })
    expect(problemsOf(report)).toEqual(['index-child-empty x1'])
    expect(requests.filter(({ path }) => path === '/a.xml')).toHaveLength(2)
  })

  test('IX-25: the home page at /sitemap.xml is no sitemap, and the line of robots.txt wins', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap-index.xml'),
      '/sitemap-index.xml': children('/a.xml'),
      '/a.xml': pages('/1'),
      '/sitemap.xml': html('Home'),
    })
    expect(problemsOf(report)).toEqual([])
    expect(report.documents.map(({ url }) => url)).toEqual([at('/sitemap-index.xml'), at('/a.xml')])
  })

  test('IX-27: every line of robots.txt has its result', async () => {
    const paths = ['/de/s.xml', '/en/s.xml', '/fr/s.xml', '/it/s.xml', '/es/s.xml']
    const { report } = await audit({
      '/robots.txt': named(...paths),
      ...Object.fromEntries(paths.map((path) => [path, pages(path.replace('s.xml', ''))])),
    })
    expect(report.structure.form).toBe('robots-list')
    expect(report.documents.map(({ via, outcome }) => [via, outcome])).toEqual(
      [3, 4, 5, 6, 7].map((line) => [`robots.txt:${line}`, 'read']),
    )
  })

  test('a cycle through another index is named, and walked once', async () => {
    const { report, requests } = await audit({
      '/robots.txt': named('/a.xml'),
      '/a.xml': children('/b.xml'),
      '/b.xml': children('/a.xml', '/c.xml'),
      '/c.xml': pages('/1'),
    })
    expect(report.findings.map(({ rule }) => rule)).toContain('index-cycle')
    expect(requests.filter(({ path }) => path === '/a.xml')).toHaveLength(1)
    expect(report.structure.form).toBe('nested-index')
  })

  test('depth 5 is read, its children are not', async () => {
    const chain = Object.fromEntries(
      [0, 1, 2, 3, 4, 5, 6].map((depth) => [`/${depth}.xml`, children(`/${depth + 1}.xml`)]),
    )
    const { report, requests } = await audit({ '/robots.txt': named('/0.xml'), ...chain })
    expect(report.documents.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5])
    expect(report.findings.map(({ rule }) => rule)).toContain('index-depth-exceeded')
    expect(requests.map(({ path }) => path)).not.toContain('/6.xml')
  })
})

describe('robots.txt', () => {
  test('RB-03: the path of a Sitemap line keeps its case', async () => {
    const { report } = await audit({
      '/robots.txt': named('/Maps/MainIndex.xml'),
      '/Maps/MainIndex.xml': pages('/Maps/1'),
    })
    expect(problemsOf(report)).toEqual([])
  })

  test('RB-12: an app shell at /robots.txt is one finding, and the fallbacks are tried', async () => {
    const { report } = await audit({
      '/robots.txt': { ...html('App'), body: '<!doctype html><p>\nSitemap: https://www.example.com/no.xml\n' },
      '/sitemap.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['robots-html x1'])
    expect(report.robots.sitemaps).toEqual([])
    expect(report.documents.map(({ via }) => via)).toEqual(['/sitemap.xml'])
  })

  test('RB-13: a 503 is told as such, its body is no rule, and the pages are left alone', async () => {
    const { report, requests } = await auditSite(
      [
        site({
          '/robots.txt': { status: 503, body: 'Sitemap: https://www.example.com/no.xml\n' },
          '/sitemap.xml': pages('/1'),
        }),
      ],
      { options: { pages: 5 } },
    )
    expect(problemsOf(report)).toEqual(['robots-server-error x1'])
    expect(report.pages.map(({ outcome }) => outcome)).toEqual(['skipped'])
    expect(requests.map(({ path }) => path)).not.toContain('/1')
    expect(report.notes.join()).toContain('503')
  })

  test('RB-17: a host without a scheme is tried over https, not as a path', async () => {
    const { report, requests } = await audit({
      '/robots.txt': robotsTxt(`Sitemap: ${HOST}/sitemap-1.xml`),
      '/sitemap-1.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['robots-sitemap-relative x1'])
    expect(requests.map(({ path }) => path)).not.toContain(`/${HOST}/sitemap-1.xml`)
    expect(report.summary.entries).toBe(1)
  })

  test('RB-21: a line to localhost is an error that connects nowhere, and the fallbacks are tried', async () => {
    const { report, requests } = await audit({
      '/robots.txt': robotsTxt('Sitemap: http://localhost:9999/s.xml'),
      '/sitemap.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['robots-sitemap-private x1'])
    expect(report.discovery[0]).toMatchObject({ outcome: 'refused', status: null })
    expect(requests.map(({ host }) => host)).not.toContain('localhost:9999')
  })

  test('a dead first line costs nothing but its finding', async () => {
    const { report } = await audit({ '/robots.txt': named('/gone.xml', '/a.xml'), '/a.xml': pages('/1') })
    expect(problemsOf(report)).toEqual(['robots-sitemap-dead x1'])
    expect(findingOf(report, 'robots-sitemap-dead')).toMatchObject({ document: at('/robots.txt') })
    expect(findingOf(report, 'robots-sitemap-dead').examples[0]).toMatchObject({ line: 3, column: 10 })
  })

  test('a sitemap that robots.txt closes is read all the same, and told', async () => {
    const { report } = await audit({
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /maps/', `Sitemap: ${at('/maps/a.xml')}`),
      '/maps/a.xml': pages('/maps/1'),
    })
    expect(problemsOf(report)).toEqual(['robots-sitemap-disallowed x1'])
    expect(report.summary.read).toBe(1)
  })

  test('absent, blocked and broken are told apart where nothing could be read', async () => {
    const all = (status: number) => audit({ '*': { status, body: 'no' } })
    expect((await all(404)).report.verdict).toBe('fail')
    const blocked = (await all(403)).report
    expect(blocked.verdict).toBe('unchecked')
    expect(problemsOf(blocked)).toEqual(['robots-blocked x1', 'sitemap-not-checked x1'])
    const broken = (await all(500)).report
    expect(broken.verdict).toBe('unchecked')
    expect(broken.findings.map(({ rule }) => rule)).not.toContain('sitemap-not-found')
  })
})

describe('the origin', () => {
  test('is http only where https cannot be connected, and that is said', async () => {
    const http: Site = {
      host: HOST,
      schemes: 'http',
      routes: {
        '/robots.txt': robotsTxt(`Sitemap: http://${HOST}/sitemap.xml`),
        '/sitemap.xml': { body: urlset([{ loc: `http://${HOST}/1` }]) },
      },
    }
    const { report } = await auditSite([http])
    expect(report.origin).toBe(`http://${HOST}`)
    expect(problemsOf(report)).toEqual(['origin-https-unavailable x1'])
    expect(report.notes.join()).toContain('over http')
  })

  test('is that of an IDN, and a path in the domain is ignored and said so', async () => {
    const host = 'xn--bcher-kva.example'
    const routes = { '/robots.txt': { status: 404 }, '/sitemap.xml': { body: urlset([{ loc: `https://${host}/1` }]) } }
    const { report } = await auditSite([{ host, routes }], { options: { domain: 'https://bücher.example/shop/?x=1' } })
    expect(report.origin).toBe(`https://${host}`)
    expect(report.summary.entries).toBe(1)
    expect(report.notes.join()).toContain('/shop/')
  })
})

describe('what may not be reached', () => {
  test('SS-01, SS-02: private hosts in an index are refused at their entries, without a second finding', async () => {
    const { report } = await audit({
      '/robots.txt': named('/sitemap.xml'),
      '/sitemap.xml': {
        body: sitemapIndex([
          { loc: 'http://10.0.0.5/x.xml' },
          { loc: 'http://169.254.169.254/latest/meta-data/' },
          { loc: at('/a.xml') },
        ]),
      },
      '/a.xml': pages('/1'),
    })
    expect(problemsOf(report)).toEqual(['loc-private-host x1', 'loc-private-host x1'])
    expect(report.documents.map(({ outcome }) => outcome)).toEqual(['read', 'refused', 'refused', 'read'])
  })

  test('SS-03, SS-09: redirects to other schemes and private addresses end there', async () => {
    const { report } = await audit({
      '/robots.txt': named('/a.xml', '/b.xml'),
      '/a.xml': { redirect: 'file://www.example.com/etc/hosts', status: 302 },
      '/b.xml': { redirect: '/c.xml', status: 302 },
      '/c.xml': { redirect: 'http://100.64.0.1/', status: 302 },
    })
    expect(problemsOf(report)).toEqual([
      'response-private-address x1',
      'response-redirect-broken x1',
      'sitemap-not-checked x1',
    ])
    expect(JSON.stringify(report)).not.toContain('/etc/hosts')
  })
})
