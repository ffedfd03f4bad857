/** The field's cases of redirects, rate limits and soft 404s (RD) as whole audits over TLS: what is said, and that nothing else is. */
import { describe, expect, test } from 'vitest'
import type { Report } from '#src/model/report.ts'
import { notFound, robotsTxt, urlset } from '../sites/make.ts'
import { at, auditPages, canonical, clean, HOST, head, saidOf, whole } from '../support/audit-pages.ts'
import { auditSite, findingOf } from '../support/audit-site.ts'
import type { Answer, Route } from '../support/site.ts'

async function report(path: string, page: Route, unlisted: Record<string, Route> = {}): Promise<Report> {
  return (await auditPages({ pages: { [path]: page, ...unlisted }, listed: [path] })).report
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const OWN = canonical(at('/p'))

describe('redirects', () => {
  test('RD-01: four of ten are one finding with its share, its pattern and what to list instead', async () => {
    const old = numbers(4).map((n): [string, Route] => [`/old/${n}`, { redirect: `/new/${n}` }])
    const moved = numbers(4).map((n): [string, Route] => [`/new/${n}`, clean(`/new/${n}`)])
    const others = numbers(6).map((n): [string, Route] => [`/p/${n}`, clean(`/p/${n}`)])
    const listed = [...old, ...others].map(([path]) => path)
    const { report } = await auditPages({ pages: Object.fromEntries([...old, ...moved, ...others]), listed })
    expect(saidOf(report)).toEqual(['warning page-redirected x4'])
    const { pattern, share, examples } = findingOf(report, 'page-redirected')
    expect({ pattern, share }).toEqual({ pattern: '/old/*', share: 0.4 })
    expect(new Set(examples.map(({ expected }) => expected))).toEqual(new Set(numbers(4).map((n) => at(`/new/${n}`))))
    expect(report.estimates.find(({ what }) => what === 'redirected')).toEqual({
      what: 'redirected',
      bad: 4,
      judged: 10,
      of: 10,
      interval: [0.4, 0.4],
    })
  })
  test.each([301, 302, 303, 307, 308])('%d is told with its status and where it leads', async (status) => {
    const found = await report('/p', { redirect: '/q', status }, { '/q': clean('/q') })
    expect(saidOf(found)).toEqual(['warning page-redirected x1'])
    expect(findingOf(found, 'page-redirected').message).toContain(`redirects with ${status} to ${at('/q')}`)
    expect(found.pages[0]).toMatchObject({
      hops: [{ status, url: at('/p') }],
      finalUrl: at('/q'),
      replacement: at('/q'),
    })
  })
  test('two in a row are told with both', async () => {
    const found = await report('/p', { redirect: '/q', status: 302 }, { '/q': { redirect: '/r' }, '/r': clean('/r') })
    expect(saidOf(found)).toEqual(['warning page-redirected x1'])
    expect(findingOf(found, 'page-redirected').message).toContain('2 times (302, 301)')
  })
  test.each([404, 410, 500])('to a page that answers %d is told as that, once', async (status) => {
    const found = await report('/p', { redirect: '/q' }, { '/q': notFound(status) })
    expect(saidOf(found)).toEqual([`error ${status === 500 ? 'page-server-error' : 'page-not-found'} x1`])
    expect(found.findings[0]?.message).toContain(`redirects to ${at('/q')}, which answers ${status}`)
  })
  test('a circle, a self-redirect, one that wants its cookie, one without end, one to nowhere', async () => {
    expect(saidOf(await report('/p', { redirect: '/q' }, { '/q': { redirect: '/p' } }))).toEqual([
      'error page-redirect-loop x1',
    ])
    expect(saidOf(await report('/p', { redirect: '/p' }))).toEqual(['error page-redirect-loop x1'])
    const cookie: Route = ({ headers }) =>
      headers['cookie'] ? clean('/p') : { redirect: '/p', status: 302, headers: [['Set-Cookie', 'seen=1; Path=/']] }
    expect(saidOf(await report('/p', cookie))).toEqual(['warning page-cookie-needed x1'])
    const endless: Route = ({ path }) => ({ redirect: `${path}x` })
    const { report: found } = await auditPages({ pages: { '/p': endless, '*': endless }, listed: ['/p'] })
    expect(saidOf(found)).toEqual(['error page-redirect-loop x1'])
    expect(findingOf(found, 'page-redirect-loop').message).toContain('too often')
    for (const answer of [{ status: 301 }, { redirect: 'ftp://www.example.com/' }, { status: 304 }, { status: 300 }])
      expect(saidOf(await report('/p', answer))).toEqual(['error page-redirect-broken x1'])
  })

  test.each(['http://localhost:3000/p', 'http://10.0.0.5/p', 'http://intranet/p'])(
    'to %s is told, and not followed',
    async (target) => {
      const { report, requests } = await auditPages({ pages: { '/p': { redirect: target } } })
      expect(saidOf(report)).toEqual(['error page-redirect-broken x1'])
      expect(report.pages[0]).toMatchObject({ outcome: 'refused', indexable: null, replacement: null })
      expect(new Set(requests.map(({ host }) => host))).toEqual(new Set([HOST]))
    },
  )

  test('RD-03: a meta refresh in noscript sends nobody who runs scripts', async () => {
    const refresh = '<meta http-equiv="refresh" content="1; URL=/nojs">'
    const found = await report('/p', head(`<noscript>${refresh}</noscript>${OWN}`))
    expect(saidOf(found)).toEqual([])
  })
  test.each([
    ['a meta refresh', head(`${OWN}<meta http-equiv="Refresh" content="0; URL='/q'">`), 'after 0 s, by a meta refresh'],
    ['DV-09: a Refresh header', head(OWN, [['Refresh', '5; url=/q']]), 'after 5 s, by a Refresh header'],
  ])('%s does', async (_, page, words) => {
    const found = await report('/p', page)
    expect(saidOf(found)).toEqual(['warning page-client-redirected x1'])
    expect(findingOf(found, 'page-client-redirected').message).toBe(
      `${at('/p')} sends its readers to ${at('/q')} ${words}.`,
    )
  })
  test.each(['30', '30; url=/p', '30; url=#top', '', 'soon; url=/q'])('a refresh of "%s" does not', async (content) => {
    expect(saidOf(await report('/p', head(`${OWN}<meta http-equiv="refresh" content="${content}">`)))).toEqual([])
  })

  test('RD-05: raw UTF-8 in Location is followed as it is meant, and told', async () => {
    const raw = Buffer.from('/café').toString('latin1')
    const { report, requests } = await auditPages({
      pages: { '/p': { redirect: raw, status: 302 }, '/caf%C3%A9': clean('/caf%C3%A9') },
      listed: ['/p'],
    })
    expect(requests.map(({ path }) => path)).toContain('/caf%C3%A9')
    expect(saidOf(report)).toEqual(['warning page-location-unescaped x1', 'warning page-redirected x1'])
    expect(report.pages[0]?.replacement).toBe(at('/caf%C3%A9'))
  })

  test('RD-07: GET decides, and HEAD is never sent', async () => {
    const page: Route = ({ method }) => (method === 'HEAD' ? { status: 404 } : clean('/p'))
    const { report, requests } = await auditPages({ pages: { '/p': page } })
    expect(saidOf(report)).toEqual([])
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  test('RD-11: a sitemap that is named with http and redirects to https is read', async () => {
    const routes = {
      '/robots.txt': robotsTxt(`Sitemap: http://${HOST}/s.xml`),
      '/s.xml': ({ host, path }: { host: string; path: string }, nth: number): Answer =>
        nth === 1
          ? { redirect: `https://${host}${path}` }
          : { body: urlset([{ loc: at('/p'), lastmod: '2026-09-01' }]) },
      '/p': clean('/p'),
    }
    const { report } = await auditSite([{ host: HOST, routes }], { options: { pages: 5 } })
    expect(saidOf(report)).toEqual(['warning response-redirected x1', 'warning robots-sitemap-insecure x1'])
    expect(report.documents[0]).toMatchObject({ outcome: 'read', entries: 1, finalUrl: at('/s.xml') })
  })
})

describe('rate limits', () => {
  const limited = (value: string): Answer => ({ status: 429, headers: [['Retry-After', value]] })

  test.each([
    ['seconds', '60'],
    ['a date', new Date(Date.now() + 60_000).toUTCString()],
  ])('RD-09: a Retry-After in %s beyond what we wait is not judged', async (_, value) => {
    const { report, requests } = await auditPages({ pages: { '/p': limited(value) } })
    expect(saidOf(report)).toEqual(['warning page-blocked x1'])
    const { message } = findingOf(report, 'page-blocked')
    expect(message).toMatch(/limits how often .* \(429, to come back in \d\d s\)/)
    expect(report.pages[0]).toMatchObject({ outcome: 'blocked', status: 429, indexable: null })
    expect(report.estimates).toEqual([])
    expect(requests.filter(({ path }) => path === '/p')).toHaveLength(1)
  })
  test('RD-09: one second is a second, not a millisecond, and then the page is judged', async () => {
    let askedMs = 0
    const page: Route = (_, nth) => {
      if (nth > 1) return Date.now() - askedMs > 900 ? clean('/p') : { status: 429 }
      askedMs = Date.now()
      return limited('1')
    }
    expect(saidOf(await report('/p', page))).toEqual([])
  })
  test('RD-09: "1m30s" is no time, and a 503 that says when is no error of the page', async () => {
    expect(saidOf(await report('/p', limited('1m30s')))).toEqual(['warning page-blocked x1'])
    const away: Answer = { status: 503, headers: [['Retry-After', '3600']] }
    expect(saidOf(await report('/p', away))).toEqual(['warning page-blocked x1'])
    expect(saidOf(await report('/p', { status: 503 }))).toEqual(['error page-server-error x1'])
  })
  test.each([401, 403, 451, 999])('%d refuses this auditor, which says nothing of the page', async (status) => {
    const found = await report('/p', { status })
    expect(saidOf(found)).toEqual(['warning page-blocked x1'])
    expect(found.pages[0]?.outcome).toBe('blocked')
    expect(JSON.stringify(found.findings)).not.toMatch(/Googlebot|search engines (are|get) (blocked|refused)/)
  })
  test('a refusal behind a redirect is told as one', async () => {
    const found = await report('/p', { redirect: '/q' }, { '/q': { status: 403 } })
    expect(saidOf(found)).toEqual(['warning page-blocked x1'])
    expect(findingOf(found, 'page-blocked').message).toContain(`after a redirect to ${at('/q')}, so it was not judged`)
  })
  test('a challenge with 200 is a refusal too, and nothing on it is held against the page', async () => {
    const page = whole('<title>Just a moment...</title><meta name="robots" content="noindex">', [
      ['cf-mitigated', 'challenge'],
    ])
    const found = await report('/p', page)
    expect(saidOf(found)).toEqual(['warning page-blocked x1'])
    expect(found.pages[0]).toMatchObject({ outcome: 'blocked', indexable: null, noindex: [] })
  })
})

describe('soft 404s', () => {
  const gone = (path: string): Answer =>
    whole(
      `<!doctype html><title>Bakery</title>${canonical(at(path))}<body><h1>Sorry</h1><p>We looked everywhere and found no such loaf.`,
    )
  const everything: Route = ({ path }) => gone(path)

  test('RD-13: a page that is the answer for a random path is told, with that path', async () => {
    const { report, requests } = await auditPages({
      pages: { '/': clean('/'), '/a': clean('/a'), '/b': everything, '*': everything },
      listed: ['/', '/a', '/b'],
    })
    expect(saidOf(report)).toEqual(['warning page-soft-404 x1'])
    const probe = requests.filter(({ path }) => /^\/[0-9a-f]{20}$/.test(path))
    expect(probe).toHaveLength(1)
    expect(findingOf(report, 'page-soft-404').message).toContain(at(probe[0]?.path ?? ''))
  })
  test('RD-13: where every page is, it is one note on the site, and the home page is exempt', async () => {
    const listed = ['/', '/a', '/b', '/c']
    const { report } = await auditPages({ pages: { '*': everything }, listed })
    expect(saidOf(report)).toEqual(['note site-soft-404 x3'])
  })
  test('RD-13: what redirects to where random paths are sent is told with that, and once', async () => {
    const home: Route = { redirect: '/' }
    const { report } = await auditPages({
      pages: { '/': gone('/'), '/a': clean('/a'), '*': home },
      listed: ['/', '/a', '/b'],
    })
    expect(saidOf(report)).toEqual(['warning page-redirected x1'])
    expect(findingOf(report, 'page-redirected').message).toMatch(
      /\/b redirects to .*, as .* does, a path that cannot exist/,
    )
  })
  test('a login that every page is sent to is one finding, and what it says of itself is not held against the pages', async () => {
    const login = head(`${canonical('https://login.example/')}<meta name="robots" content="noindex">`)
    const listed = ['/', '/a', '/b', '/c']
    const { report } = await auditPages({
      pages: {
        '/': clean('/'),
        '*': ({ path }) => ({ redirect: `https://login.example/?return=${encodeURIComponent(at(path))}`, status: 302 }),
      },
      listed,
      others: [{ host: 'login.example', routes: { '*': login } }],
    })
    expect(saidOf(report)).toEqual(['warning page-redirected x3'])
    const { message, fix, examples } = findingOf(report, 'page-redirected')
    expect(message).toContain('a path that cannot exist')
    expect(fix).not.toContain('List the URL that the redirect leads to')
    expect(examples.map(({ expected }) => expected)).toEqual([null, null, null])
    const sent = report.pages.filter(({ hops }) => hops.length > 0)
    for (const page of sent) expect(page).toMatchObject({ replacement: null, indexable: null, noindex: [] })
    const closed = await auditPages({
      pages: { '*': ({ path }) => ({ redirect: `https://login.example/?return=${path}`, status: 302 }) },
      listed: ['/a', '/b', '/c'],
      others: [{ host: 'login.example', routes: { '*': login } }],
    })
    expect(saidOf(closed.report)).toEqual(['warning page-redirected x3'])
  })
  test('RD-13: LU-11: an error page by its title is told where random paths answer 404', async () => {
    const page = head(canonical(at('/not-found'))).body as string
    const found = await report('/not-found', whole(page.replace('<title>Bread', '<title>Page not found | Bakery')))
    expect(saidOf(found)).toEqual(['warning page-soft-404 x1'])
    expect(findingOf(found, 'page-soft-404').message).toContain('"Page not found | Bakery"')
  })
  test.each(['How we fixed 404 errors', 'Lost and not found: a story', 'Room 404', 'Bread | Bakery'])(
    'a title of "%s" is not one',
    async (title) => {
      const page = head(OWN).body as string
      expect(saidOf(await report('/p', whole(page.replace('<title>Bread', `<title>${title}`))))).toEqual([])
    },
  )
  test('a host that refuses the random path, or fails at it, is not held against its pages', async () => {
    for (const answer of [{ status: 403 }, { status: 500 }, { reset: true }]) {
      const { report } = await auditPages({ pages: { '/p': clean('/p'), '*': answer }, listed: ['/p'] })
      expect(saidOf(report)).toEqual([])
    }
  })
})
