/** What `compareUserAgents` tells, and what it must not: whole audits of hosts that look at who asks. */
import { describe, expect, test } from 'vitest'
import { BROWSER_USER_AGENT } from '#src/audit/compare-agents.ts'
import type { AuditOptions } from '#src/model/audit.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { at, HOST, saidOf } from '../support/audit-pages.ts'
import { auditSite, findingOf } from '../support/audit-site.ts'
import type { Answer, Route, SiteRequest } from '../support/site.ts'

const list = (count: number, epilog = ''): Answer => ({
  body: urlset(
    Array.from({ length: count }, (_, i) => ({ loc: at(`/p/${i}`), lastmod: `2026-09-${10 + i}` })),
    { epilog },
  ),
})
const isBrowser = ({ headers }: SiteRequest) => headers['user-agent'] === BROWSER_USER_AGENT

function audit(routes: Record<string, Route>, options: Partial<AuditOptions> = {}) {
  const robots = robotsTxt('User-agent: *', 'Disallow:', `Sitemap: ${at('/sitemap.xml')}`)
  return auditSite([{ host: HOST, routes: { '/robots.txt': robots, ...routes } }], {
    options: { compareUserAgents: true, ...options },
  })
}
const one = (route: Route) => audit({ '/sitemap.xml': route })

test('the name of the browser is a plain one, and never a search engine', () => {
  expect(BROWSER_USER_AGENT).toMatch(/^Mozilla\/5\.0 .*Firefox\/\d+\.\d+$/)
  expect(BROWSER_USER_AGENT).not.toMatch(/bot|google|bing|yandex|crawl|spider/i)
})

describe('a document that is another one for a browser', () => {
  test('a refusal of this auditor alone is told with both answers, and nothing of search engines', async () => {
    const { report } = await one((request) => (isBrowser(request) ? list(3) : { status: 403 }))
    expect(saidOf(report)).toEqual([
      'warning response-blocked x1',
      'warning response-differs-by-agent x1',
      'warning sitemap-not-checked x1',
    ])
    const { message, document } = findingOf(report, 'response-differs-by-agent')
    expect(message).toBe(
      'This auditor was refused (status 403); the same request under the name of a browser got status 200 with 3 entries (urlset).',
    )
    expect(document).toBe(at('/sitemap.xml'))
    expect(report.verdict).toBe('unchecked')
    expect(report.summary.entries).toBe(0)
    expect(report.notes.join(' ')).toContain(
      '1 document was asked for again under the name of a browser: 1 was another one.',
    )
  })
  test('so is a challenge', async () => {
    const challenge: Answer = {
      status: 503,
      headers: [['cf-mitigated', 'challenge']],
      body: '<title>Just a moment...</title>',
    }
    const { report } = await one((request) => (isBrowser(request) ? list(3) : challenge))
    expect(findingOf(report, 'response-differs-by-agent').message).toContain(
      'refused (status 503 with a challenge of Cloudflare)',
    )
  })
  test.each([
    ['fewer entries', list(2), 'status 200 with 2 entries (urlset)'],
    [
      'a page',
      { headers: [['Content-Type', 'text/html']], body: '<!doctype html><title>x</title><p>y' } as Answer,
      'status 200 with HTML',
    ],
    ['nothing', { status: 404 } as Answer, 'status 404'],
    ['a refusal', { status: 403 } as Answer, 'status 403'],
  ])('so is %s', async (_, other, phrase) => {
    const { report } = await one((request) => (isBrowser(request) ? other : list(3)))
    expect(saidOf(report)).toEqual(['warning response-differs-by-agent x1'])
    expect(findingOf(report, 'response-differs-by-agent').message).toBe(
      `This auditor got status 200 with 3 entries (urlset); the same request under the name of a browser got ${phrase}.`,
    )
  })
  test('so are other bytes that stay the same for each', async () => {
    const { report } = await one((request) =>
      list(3, isBrowser(request) ? '<!-- to a reader -->' : '<!-- to a robot -->'),
    )
    expect(saidOf(report)).toEqual(['warning response-differs-by-agent x1'])
    expect(findingOf(report, 'response-differs-by-agent').message).toMatch(
      /other bytes \(SHA-256 [0-9a-f]{12}… and [0-9a-f]{12}…\)/,
    )
  })
  test('several that differ in one way are one finding', async () => {
    const children: Answer = {
      body: sitemapIndex(['/a.xml', '/b.xml', '/c.xml'].map((path) => ({ loc: at(path), lastmod: '2026-09-12' }))),
    }
    const refuse: Route = (request) => (isBrowser(request) ? list(3) : { status: 403 })
    const { report } = await audit({ '/sitemap.xml': children, '/a.xml': refuse, '/b.xml': refuse, '/c.xml': refuse })
    const finding = findingOf(report, 'response-differs-by-agent')
    expect(finding).toMatchObject({ document: null, occurrences: 3 })
    expect(finding.examples.map(({ loc }) => loc)).toEqual(['/a.xml', '/b.xml', '/c.xml'].map(at))
  })
})

describe('what is no difference by name', () => {
  test('the same for everybody', async () => {
    const { report, requests } = await one(list(3))
    expect(saidOf(report)).toEqual([])
    const asked = requests.filter(({ path }) => path === '/sitemap.xml')
    expect(asked.map(isBrowser)).toEqual([false, true])
    expect(report.notes.join(' ')).toContain('asked for again under the name of a browser: none was another one.')
  })
  test('bytes that are made anew for every request', async () => {
    let count = 0
    const { report } = await one(() => list(3, `<!-- ${++count} -->`))
    expect(saidOf(report)).toEqual([])
  })
  test('bytes that are made anew, and fewer entries for a browser: a difference all the same', async () => {
    let count = 0
    const { report } = await one((request) => list(isBrowser(request) ? 2 : 3, `<!-- ${++count} -->`))
    expect(saidOf(report)).toEqual(['warning response-differs-by-agent x1'])
  })
  test('a list that changes from one read to the next', async () => {
    const { report } = await one((_, nth) => list(nth))
    expect(saidOf(report)).toEqual([])
    expect(report.notes.join(' ')).toContain('1 changed from one read to the next')
  })
  test('a limit of requests that the comparison itself runs into', async () => {
    const { report } = await one((_, nth) => (nth > 1 ? { status: 429, headers: [['Retry-After', '600']] } : list(3)))
    expect(saidOf(report)).toEqual([])
    expect(report.notes.join(' ')).toContain('1 could not be compared')
  })
})

test('ten documents are compared at most, the refused ones first', async () => {
  const paths = Array.from({ length: 14 }, (_, i) => `/${i}.xml`)
  const routes = Object.fromEntries(
    paths.map((path, i): [string, Route] => [
      path,
      i === 13 ? { status: 403 } : { body: urlset([{ loc: at(`/p/${i}`) }]) },
    ]),
  )
  const index: Answer = { body: sitemapIndex(paths.map((path) => ({ loc: at(path) }))) }
  const { requests } = await audit({ '/sitemap.xml': index, ...routes }, { children: 'all' })
  const asked = requests.filter(isBrowser).map(({ path }) => path)
  expect(asked).toHaveLength(10)
  expect(asked[0]).toBe('/13.xml')
})

test('without the option nobody is asked under another name', async () => {
  const { requests } = await audit({ '/sitemap.xml': list(3) }, { compareUserAgents: false })
  expect(requests.filter(isBrowser)).toEqual([])
})

test("a User-Agent among the audit's own headers does not reach the comparison", async () => {
  const { requests } = await audit({ '/sitemap.xml': list(3) }, { headers: { 'User-Agent': 'Ours/1.0' } })
  expect(requests.filter(isBrowser)).toHaveLength(1)
  expect(requests.filter(({ headers }) => headers['user-agent'] === 'Ours/1.0').length).toBeGreaterThan(1)
})
