/** Hosts that answer nothing, drip or redirect for ever: each costs its own deadline, and the rest of the audit is whole. */
import { expect, test } from 'vitest'
import { paceNotes } from '#src/audit/pace-notes.ts'
import type { AuditTools } from '#src/audit/tools.ts'
import type { RobotsFacts } from '#src/model/facts.ts'
import { readRobots } from '#src/robots/read-robots.ts'
import { htmlPage, robotsTxt, urlset } from '../sites/make.ts'
import { auditSite, findingOf, problemsOf } from '../support/audit-site.ts'
import type { Route, Site } from '../support/site.ts'

const HOST = 'www.example.com'
const at = (path: string) => `https://${HOST}${path}`
const PATHS = ['/1', '/2', '/3', '/4', '/5', '/6']
const XML = urlset(PATHS.map((path) => ({ loc: at(path), lastmod: '2026-09-01' })))
const pages = Object.fromEntries(
  PATHS.map((path): [string, Route] => [path, { body: htmlPage({ url: at(path), modified: '2026-09-01' }) }]),
)
const site = (routes: Record<string, Route>): Site => ({ host: HOST, routes: { ...pages, ...routes } })
const DEADLINE_MS = 600
/** What a busy machine may take beside the deadlines. */
const SLACK_MS = 1_500

test('silent, dripping and circling hosts cost no more than their deadlines, and the rest is complete', async () => {
  const silent = Array.from({ length: 8 }, (_, i) => `https://silent.example/${i}.xml`)
  const others: Site[] = [
    { host: 'silent.example', routes: { '*': { hang: true } } },
    { host: 'drip.example', routes: { '*': { body: XML, drip: { bytes: 1, everyMs: 50 } } } },
    {
      host: 'forever.example',
      routes: { '*': (_, nth) => ({ redirect: `/more-${nth}-${Math.random()}`, delayMs: 100 }) },
    },
  ]
  const before = performance.now()
  const { report, requests } = await auditSite(
    [site({ '/robots.txt': robotsTxt(`Sitemap: ${at('/sitemap.xml')}`), '/sitemap.xml': { body: XML } }), ...others],
    {
      options: {
        pages: 6,
        sitemaps: [...silent, 'https://drip.example/s.xml', 'https://forever.example/s.xml', at('/sitemap.xml')],
      },
      fetch: { requestTimeoutMs: DEADLINE_MS },
    },
  )
  // Four at once: the silent host takes one deadline, what is beside it another at most.
  expect(performance.now() - before).toBeLessThan(2 * DEADLINE_MS + SLACK_MS)

  const outcomes = new Map(report.documents.map(({ url, outcome }) => [url, outcome]))
  expect(silent.map((url) => outcomes.get(url))).toEqual([
    ...Array.from({ length: 4 }, () => 'unreachable'),
    ...Array.from({ length: 4 }, () => 'skipped'),
  ])
  expect(requests.filter(({ host }) => host === 'silent.example')).toHaveLength(4)
  expect(report.notes.join()).toContain('silent.example gave no answer to several requests')
  expect(outcomes.get('https://forever.example/s.xml')).toBe('unreachable')
  const drip = report.documents.find(({ url }) => url === 'https://drip.example/s.xml')
  // Nothing of it had shown what it is: that is not known, and not "no sitemap".
  expect(drip).toMatchObject({ outcome: 'unreachable', complete: false })
  expect(outcomes.get(at('/sitemap.xml'))).toBe('read')
  expect(report.pages.map(({ outcome }) => outcome)).toEqual(PATHS.map(() => 'read'))
  expect(problemsOf(report)).toEqual([
    'response-budget-exceeded x1',
    ...Array.from({ length: 5 }, () => 'response-unreachable x1'),
  ])
})

test('a robots.txt that hangs says nothing of https, costs one deadline, and the fallbacks are read', async () => {
  const before = performance.now()
  const { report, requests } = await auditSite(
    [site({ '/robots.txt': { hang: true }, '/sitemap.xml': { body: XML } })],
    { fetch: { requestTimeoutMs: DEADLINE_MS } },
  )
  expect(performance.now() - before).toBeLessThan(DEADLINE_MS + SLACK_MS)
  expect(report.origin).toBe(`https://${HOST}`)
  expect(requests.every(({ secure }) => secure)).toBe(true)
  expect(problemsOf(report)).toEqual(['robots-unreachable x1'])
  expect(findingOf(report, 'robots-unreachable').message).toContain('no answer came in time')
  expect(report.summary.entries).toBe(6)
})

test('a robots.txt that drips is judged by its whole lines, and not said to lack what stands behind them', async () => {
  const lines = ['User-agent: *', 'Disallow: /private', '# '.padEnd(400, 'x'), `Sitemap: ${at('/sitemap.xml')}`]
  const { report } = await auditSite(
    [
      site({
        '/robots.txt': { body: lines.join('\n'), drip: { bytes: 40, everyMs: 5 }, cutAfter: 100 },
        '/sitemap.xml': { body: XML },
      }),
    ],
    { fetch: { requestTimeoutMs: DEADLINE_MS } },
  )
  expect(problemsOf(report)).toEqual(['robots-truncated x1'])
  const text = lines.join('\n')
  const half = await auditSite([
    site({ '/robots.txt': { body: text, cutAfter: text.length - 5 }, '/sitemap.xml': { body: XML } }),
  ])
  // Half of the address was not asked for.
  expect(problemsOf(half.report)).toEqual(['robots-truncated x1'])
  expect(half.report.discovery.map(({ via }) => via)).toEqual(['/sitemap.xml', '/sitemap_index.xml'])
  const slow = await auditSite(
    [
      site({
        '/robots.txt': { body: lines.join('\n'), drip: { bytes: 1, everyMs: 20 } },
        '/sitemap.xml': { body: XML },
      }),
    ],
    { fetch: { requestTimeoutMs: 5_000, minimumRate: { bytesPerSecond: 500, windowMs: 200 } } },
  )
  expect(problemsOf(slow.report)).toEqual(['robots-truncated x1'])
  expect(findingOf(slow.report, 'robots-truncated').message).toMatch(/no more than \d+ bytes came in 0\.2 s/)
})

test('pages are asked for as far apart as robots.txt wants, and a longer delay than ours is told', async () => {
  const times: number[] = []
  const timed = Object.fromEntries(
    PATHS.map((path): [string, Route] => [
      path,
      () => {
        times.push(performance.now())
        return pages[path] as { body: string }
      },
    ]),
  )
  const robots = (delay: string) =>
    robotsTxt('User-agent: *', `Crawl-delay: ${delay}`, 'Disallow:', `Sitemap: ${at('/sitemap.xml')}`)
  const { report } = await auditSite(
    [site({ ...timed, '/robots.txt': robots('0.2'), '/sitemap.xml': { body: XML } })],
    {
      options: { pages: 3 },
    },
  )
  expect(report.pages.map(({ outcome }) => outcome)).toEqual(['read', 'read', 'read'])
  for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] as number)).toBeGreaterThan(150)
  expect(report.notes.join()).toContain('robots.txt asks for 0.2 s between requests')

  const text = 'User-agent: *\nCrawl-delay: 60\n'
  const facts = { robots: readRobots(Buffer.from(text), at('/robots.txt')) } as RobotsFacts
  const tools = { agent: 'SitemapAuditor', fetcher: { givenUpHosts: () => [] as never[] } } as unknown as AuditTools
  const told = 'robots.txt asks for 60 s between requests: pages were asked for every 10 s.'
  const alone = { givenUpHosts: () => [], unmade: () => null }
  expect(paceNotes(facts, 20, tools, alone)).toEqual([told])
  expect(paceNotes(facts, 0, tools, alone)).toEqual([])
  const unmade = { requests: 1, detail: 'no room' }
  const unable = { ...tools, fetcher: { ...tools.fetcher, unmade: () => unmade } }
  expect(paceNotes(facts, 0, unable, { ...alone, unmade: () => unmade })).toEqual([
    '2 requests could not be made, by our own fault (no room): what they would have read is not judged.',
  ])
})

test('a host that goes on asking for fewer requests is left alone after ten such answers, and that is told', async () => {
  const limited = Object.fromEntries(PATHS.map((path): [string, Route] => [path, { status: 429 }]))
  const many = Array.from({ length: 20 }, (_, i) => `/m${i}`)
  const { report, requests } = await auditSite(
    [
      site({
        ...limited,
        '*': { status: 429 },
        '/robots.txt': robotsTxt(`Sitemap: ${at('/sitemap.xml')}`),
        '/sitemap.xml': { body: urlset([...PATHS, ...many].map((path) => ({ loc: at(path), lastmod: '2026-09-01' }))) },
      }),
    ],
    { options: { pages: 26 }, fetch: { retryAfterLimitMs: 0 } },
  )
  const outcomes = report.pages.map(({ outcome }) => outcome)
  expect(new Set(outcomes)).toEqual(new Set(['blocked', 'skipped']))
  expect(requests.length).toBeLessThan(20)
  expect(report.notes.join()).toContain(`${HOST} asked for fewer requests many times in a row`)
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
})
