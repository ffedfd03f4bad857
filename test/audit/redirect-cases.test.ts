/** Redirects, limits of requests and certificates, played on sockets and audited whole. */
import { describe, expect, test } from 'vitest'
import { htmlPage, robotsTxt, urlset } from '../sites/make.ts'
import { auditSite, findingOf, problemsOf } from '../support/audit-site.ts'
import type { Answer, Route, Site } from '../support/site.ts'
import { at, audit, HOST, named, told, XML } from './audit-sitemap.ts'

const page = (path: string): Answer => ({ body: htmlPage({ url: at(path) }) })

describe('redirects and limits of requests', () => {
  test('RD-01: redirects among the listed pages are one finding with a share and its replacements', async () => {
    const paths = Array.from({ length: 10 }, (_, i) => `/p${i}`)
    const pages = Object.fromEntries(
      paths.map((path, i): [string, Route] => [path, i < 4 ? { redirect: `/en${path}` } : page(path)]),
    )
    const moved = Object.fromEntries(
      paths.slice(0, 4).map((path): [string, Route] => [`/en${path}`, page(`/en${path}`)]),
    )
    const body = urlset(paths.map((path) => ({ loc: at(path), lastmod: '2026-09-01' })))
    const { report } = await audit({ '/sitemap.xml': { body }, ...pages, ...moved }, { options: { pages: 10 } })
    const finding = findingOf(report, 'page-redirected')
    expect(finding.occurrences).toBe(4)
    expect(report.pages.filter(({ replacement }) => replacement !== null)).toHaveLength(4)
  })

  test('RD-03: a meta refresh for those without scripts is no redirect', async () => {
    const html = htmlPage({
      url: at('/1'),
      head: '<noscript><meta http-equiv="refresh" content="1; URL=/nojs"></noscript>\n',
    })
    const { report } = await audit(
      { '/sitemap.xml': { body: urlset([{ loc: at('/1') }]) }, '/1': { body: html } },
      { options: { pages: 1 } },
    )
    expect(report.findings.map(({ rule }) => rule)).not.toContain('page-client-redirected')
  })

  test('RD-05: raw bytes in Location are followed as UTF-8 and told', async () => {
    const { report, requests } = await audit({
      '/sitemap.xml': { status: 302, redirect: '/caf\xC3\xA9.xml' },
      '/caf%C3%A9.xml': { body: XML },
    })
    expect(problemsOf(report)).toEqual(['response-location-unescaped x1', 'response-redirected x1'])
    expect(requests.map(({ path }) => path)).toContain('/caf%C3%A9.xml')
  })

  test('RD-07: nothing is judged by HEAD, and none is sent', async () => {
    const { report, requests } = await audit(
      {
        '/sitemap.xml': ({ method }) => (method === 'HEAD' ? { status: 405 } : { body: XML }),
        '/0': ({ method }) => (method === 'HEAD' ? { status: 500 } : page('/0')),
        '/1': ({ method }) => (method === 'HEAD' ? { status: 404 } : page('/1')),
      },
      { options: { pages: 2 } },
    )
    expect(problemsOf(report)).toEqual([])
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  })

  test.each([
    ['seconds', '60'],
    ['a date', new Date(Date.now() + 60_000).toUTCString()],
  ])('RD-09: a limit of requests in %s that is too long to wait for is not judged', async (_, value) => {
    for (const status of [429, 503]) {
      const { report } = await audit(
        { '/sitemap.xml': { status, headers: [['Retry-After', value]] } },
        { fetch: { retryAfterLimitMs: 50 } },
      )
      expect(report.verdict).toBe('unchecked')
      expect(report.documents[0]).toMatchObject({ outcome: 'blocked', http: { status } })
      expect(findingOf(report, 'response-blocked').message).toMatch(
        /told to slow down \(status \d+, to come back in \d\d s\)/,
      )
      expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    }
  })

  test('RD-09: a short one is waited for, in seconds and not in milliseconds', async () => {
    const before = Date.now()
    const { report } = await audit({
      '/sitemap.xml': (_, nth) => (nth === 1 ? { status: 429, headers: [['Retry-After', '1']] } : { body: XML }),
    })
    expect(Date.now() - before).toBeGreaterThan(950)
    expect(problemsOf(report)).toEqual([])
  })

  test('RD-11: a sitemap that is named by http is followed to https and told by its scheme, never as broken', async () => {
    const { report } = await auditSite([
      {
        host: HOST,
        routes: {
          '/robots.txt': robotsTxt(`Sitemap: http://${HOST}/sitemap.xml`),
          '/sitemap.xml': ({ secure }) => (secure ? { body: XML } : { redirect: at('/sitemap.xml') }),
        },
      },
    ])
    expect(problemsOf(report).filter((problem) => /xml-|document|not-a/.test(problem))).toEqual([])
    expect(problemsOf(report)).toContain('robots-sitemap-insecure x1')
    expect(report.summary.entries).toBe(2)
  })

  test.each([
    ['/self.xml', 'response-redirect-loop', 'lead back'],
    ['/1.xml', 'response-redirect-loop', 'more redirects than crawlers follow'],
    ['/none.xml', 'response-redirect-broken', 'no Location header'],
    ['/300.xml', 'response-redirect-broken', 'status 300'],
    ['/304.xml', 'response-redirect-broken', 'status 304'],
    ['/305.xml', 'response-redirect-broken', 'status 305'],
  ])('the redirects of %s are told by %s', async (path, rule, words) => {
    const chain = Object.fromEntries(
      Array.from({ length: 14 }, (_, i): [string, Route] => [`/${i + 1}.xml`, { redirect: `/${i + 2}.xml` }]),
    )
    const routes: Record<string, Route> = {
      ...chain,
      '/self.xml': { redirect: '/self.xml' },
      '/none.xml': { status: 302 },
      '/300.xml': { status: 300, redirect: '/1.xml' },
      '/304.xml': { status: 304 },
      '/305.xml': { status: 305, redirect: '/1.xml' },
    }
    const { report } = await auditSite([{ host: HOST, routes: { '/robots.txt': named(path), ...routes } }])
    expect(findingOf(report, rule).message).toContain(words)
  })

  test('every class of redirect is followed, and every hop listed', async () => {
    const statuses = [301, 302, 303, 307, 308]
    const routes = Object.fromEntries(
      statuses.map((status, i): [string, Route] => [`/${i}.xml`, { status, redirect: `/${i + 1}.xml` }]),
    )
    const { report } = await audit({ ...routes, '/5.xml': { body: XML } })
    expect(report.documents[0]?.http?.hops.map(({ status }) => status)).toEqual(statuses)
    expect(problemsOf(report)).toEqual(['response-redirected x1'])
    for (const status of statuses) expect(findingOf(report, 'response-redirected').message).toContain(`(${status})`)
  })

  test('a sitemap that redirects to itself until its cookie comes back is one finding', async () => {
    const got = await told('/sitemap.xml', ({ headers: { cookie } }) =>
      cookie === 'seen=1' ? { body: XML } : { redirect: '/sitemap.xml', headers: [['Set-Cookie', 'seen=1']] },
    )
    expect(got).toMatchObject({ problems: ['response-cookie-needed x1'], entries: 2 })
  })

  test('errors of the server and resets are tried again before they are told', async () => {
    const once =
      (failure: Answer): Route =>
      (_, nth) =>
        nth === 1 ? failure : { body: XML }
    for (const failure of [{ status: 500 }, { status: 502 }, { status: 503 }, { reset: true }])
      expect(await told('/sitemap.xml', once(failure))).toMatchObject({ problems: [], entries: 2 })
    const always = await told('/sitemap.xml', { status: 500 })
    expect(always.report.documents[0]).toMatchObject({ outcome: 'server-error', http: { status: 500 } })
  })
})

describe('TLS', () => {
  test.each([
    ['expired', 'is not valid at this time'],
    ['wrong-host', 'is for another host'],
    ['self-signed', 'is signed by itself'],
    ['incomplete-chain', 'does not send the whole chain'],
  ] as const)('a certificate that is wrong (%s) is told by its name', async (certificate, words) => {
    const bad: Site = { host: 'maps.example.com', certificate, routes: { '/s.xml': { body: XML } } }
    const { report } = await audit(
      { '/sitemap.xml': { body: XML } },
      { options: { sitemaps: [at('/sitemap.xml'), 'https://maps.example.com/s.xml'] } },
      [bad],
    )
    expect(problemsOf(report)).toEqual(['response-unreachable x1'])
    expect(findingOf(report, 'response-unreachable')).toMatchObject({
      document: 'https://maps.example.com/s.xml',
      message: expect.stringContaining(words),
    })
  })

  test.each(['expired', 'wrong-host', 'self-signed', 'incomplete-chain'] as const)(
    'a site whose own certificate is wrong (%s) is audited over http, and the reason told',
    async (certificate) => {
      const http = `http://${HOST}`
      const { report } = await auditSite([
        {
          host: HOST,
          certificate,
          routes: {
            '/robots.txt': robotsTxt(`Sitemap: ${http}/sitemap.xml`),
            '/sitemap.xml': { body: urlset([{ loc: `${http}/1` }]) },
          },
        },
      ])
      expect(report.origin).toBe(http)
      expect(problemsOf(report)).toEqual(['origin-https-unavailable x1'])
      expect(findingOf(report, 'origin-https-unavailable').message).toMatch(/certificate/)
    },
  )
})
