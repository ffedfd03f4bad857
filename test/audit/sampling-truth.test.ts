/** What a sample says of a whole site, and how one cause becomes one finding: whole audits over TLS. */
import { describe, expect, test } from 'vitest'
import { htmlPage } from '../sites/make.ts'
import { at, auditPages, canonical, HOST, head, saidOf } from '../support/audit-pages.ts'
import { findingOf } from '../support/audit-site.ts'
import type { Answer, Route, Site } from '../support/site.ts'

const numbered = (folder: string, count: number) => Array.from({ length: count }, (_, i) => `/${folder}/${i + 1}`)
const page = (path: string): Answer => ({ body: htmlPage({ url: at(path) }) })
const routes = (paths: string[], route: (path: string) => Route): Record<string, Route> =>
  Object.fromEntries(paths.map((path) => [path, route(path)]))

describe('300 pages, of which those under /old/ redirect', () => {
  const old = numbered('old', 30)
  const listed = [...numbered('bread', 90), ...old, ...numbered('rolls', 90), ...numbered('cakes', 90)]
  const pages = {
    ...routes(listed, page),
    ...routes(old, (path) => ({ redirect: path.replace('old', 'new') })),
    ...routes(numbered('new', 30), page),
  }
  const audit = async (count: number, seed = 1) =>
    (await auditPages({ pages, listed, options: { pages: count, seed } })).report

  test('are one finding, with its pattern, its share of the sample and what to list instead', async () => {
    const report = await audit(60)
    expect(saidOf(report)).toEqual([expect.stringMatching(/^warning page-redirected x\d+$/)])
    const { pattern, share, occurrences, examples } = findingOf(report, 'page-redirected')
    expect(pattern).toBe('/old/*')
    expect(share).toBe(occurrences / 60)
    expect(examples).toHaveLength(Math.min(10, occurrences))
    for (const { loc, expected } of examples) expect(expected).toBe(loc?.replace('old', 'new'))
    const replaced = report.pages.filter(({ replacement }) => replacement !== null)
    expect(replaced).toHaveLength(occurrences)
    for (const { url, replacement } of replaced) expect(replacement).toBe(url.replace('old', 'new'))
  })

  test('the sample grows where they are, and the estimate does not grow with it', async () => {
    let seeded = 0
    let all = 0
    for (const seed of [1, 2, 3, 4]) {
      const report = await audit(60, seed)
      const redirected = report.pages.filter(({ hops }) => hops.length > 0).length
      // A tenth of 60 would be six: the kind is followed up until it is sure, which eight of eight are.
      expect(redirected).toBeGreaterThanOrEqual(8)
      const estimate = report.estimates.find(({ what }) => what === 'redirected')
      expect(estimate?.judged).toBeLessThan(60)
      expect(estimate?.interval[0]).toBeLessThan(0.1)
      expect(estimate?.interval[1]).toBeGreaterThan(0.1)
      seeded += estimate?.bad ?? 0
      all += redirected
    }
    expect(seeded).toBeLessThan(all)
  })

  test('the notes say n of N, a range for what is there and a bound for what is not', async () => {
    const { notes, estimates } = await audit(60)
    const judged = estimates[0]?.judged
    expect(notes.filter((note) => note.startsWith('Of '))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Of ${judged} pages drawn at random and judged \\d+ redirects?: [\\d.]+ % to [\\d.]+ % of the 300 listed\\.$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^Of ${judged} pages drawn at random and judged none are broken: at most [\\d.]+ % of the 300 listed\\.$`,
        ),
      ),
      expect.stringMatching(
        /^Of \d+ pages drawn at random and judged none are noindex: at most [\d.]+ % of the 300 listed\.$/,
      ),
      expect.stringMatching(
        /^Of \d+ pages drawn at random and judged none name another canonical: at most [\d.]+ % of the 300 listed\.$/,
      ),
    ])
  })

  test('with all 300 there is no doubt left', async () => {
    const report = await audit(300)
    expect(findingOf(report, 'page-redirected')).toMatchObject({ occurrences: 30, share: 0.1, pattern: '/old/*' })
    expect(report.estimates.find(({ what }) => what === 'redirected')).toMatchObject({
      bad: 30,
      judged: 300,
      interval: [0.1, 0.1],
    })
    expect(report.notes).toContain('Of 300 pages judged 30 redirect; these are all that are listed.')
  })

  test('the same seed gives the same sample', async () => {
    const urls = async (seed: number) => (await audit(40, seed)).pages.map(({ url }) => url)
    const first = await urls(7)
    expect(await urls(7)).toEqual(first)
    expect(await urls(8)).not.toEqual(first)
  })
})

describe('one cause', () => {
  const listed = numbered('p', 12)

  test('a map on a host that redirects is told once, with both hosts and what to list instead', async () => {
    const other: Site = {
      host: 'bakery.example',
      routes: routes(listed, (path) => ({ body: htmlPage({ url: `https://bakery.example${path}` }) })),
    }
    const pages = { '*': ({ path }: { path: string }): Answer => ({ redirect: `https://bakery.example${path}` }) }
    const { report } = await auditPages({ pages, listed, others: [other] })
    expect(saidOf(report)).toEqual(['error site-host-redirected x12'])
    const { message, share, examples, document } = findingOf(report, 'site-host-redirected')
    expect(message).toContain(`from https://${HOST} to https://bakery.example`)
    expect({ share, document }).toEqual({ share: 1, document: at('/sitemap.xml') })
    for (const { loc, expected } of examples) expect(expected).toBe(loc?.replace(HOST, 'bakery.example'))
  })
  test('one page that stays takes that back: then the redirects are told', async () => {
    const other: Site = {
      host: 'bakery.example',
      routes: routes(listed, (path) => ({ body: htmlPage({ url: `https://bakery.example${path}` }) })),
    }
    const pages = {
      '/p/1': page('/p/1'),
      '*': ({ path }: { path: string }): Answer => ({ redirect: `https://bakery.example${path}` }),
    }
    const { report } = await auditPages({ pages, listed, others: [other] })
    expect(saidOf(report)).toEqual(['warning page-redirected x11'])
    expect(findingOf(report, 'page-redirected').share).toBeCloseTo(11 / 12)
  })

  test('noindex on every page is told once, and on all but one page by page', async () => {
    const closed = (path: string): Answer => head(`${canonical(at(path))}<meta name="robots" content="noindex">`)
    const all = (await auditPages({ pages: routes(listed, closed) })).report
    expect(saidOf(all)).toEqual(['error site-noindex x12'])
    expect(findingOf(all, 'site-noindex')).toMatchObject({ share: 1, pattern: '/p/*' })
    const some = (await auditPages({ pages: { ...routes(listed, closed), '/p/1': page('/p/1') } })).report
    expect(saidOf(some)).toEqual(['error page-noindex x11'])
  })

  const withSlash: Route = ({ path }) => (path.endsWith('/') ? page(path) : { redirect: `${path}/` })
  test('a slash that is missing throughout is one finding that says so', async () => {
    const { report } = await auditPages({ pages: { '*': withSlash, '/0': { status: 404 } }, listed })
    expect(saidOf(report)).toEqual(['warning page-redirected x12'])
    const { message, pattern, share, examples } = findingOf(report, 'page-redirected')
    expect(message).toBe(
      `${at('/p/1')} redirects with 301 to ${at('/p/1/')}, which differs in nothing but the slash at the end.`,
    )
    expect({ pattern, share }).toEqual({ pattern: '/p/*', share: 1 })
    for (const { loc, expected } of examples) expect(expected).toBe(`${loc}/`)
  })
  test('slashes and moved pages are two findings, each with its pattern', async () => {
    const moved = numbered('old', 5)
    const pages = {
      ...routes(listed, () => withSlash),
      ...routes(
        listed.map((path) => `${path}/`),
        () => withSlash,
      ),
      ...routes(moved, (path) => ({ redirect: path.replace('old', 'new') })),
      ...routes(numbered('new', 5), page),
    }
    const { report } = await auditPages({ pages, listed: [...listed, ...moved] })
    expect(saidOf(report)).toEqual(['warning page-redirected x12', 'warning page-redirected x5'])
    const found = report.findings.filter(({ rule }) => rule === 'page-redirected')
    expect(found.map(({ pattern }) => pattern).sort()).toEqual(['/old/*', '/p/*'])
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })
  test('canonicals that all name another host are one finding', async () => {
    const other: Site = {
      host: 'staging.example',
      routes: routes(listed, (path) => ({ body: htmlPage({ url: `https://staging.example${path}` }) })),
    }
    const pages = routes(listed, (path) => head(canonical(`https://staging.example${path}`)))
    const { report } = await auditPages({ pages, others: [other] })
    expect(saidOf(report)).toEqual(['error page-canonical-other x12'])
    expect(findingOf(report, 'page-canonical-other')).toMatchObject({ share: 1, pattern: '/p/*' })
  })
  test('a rule of robots.txt that closes many pages is one finding', async () => {
    const { report } = await auditPages({ pages: routes(listed, page), robots: ['Disallow: /p/'] })
    expect(saidOf(report)).toEqual(['error page-disallowed x12'])
    expect(findingOf(report, 'page-disallowed')).toMatchObject({ share: 1, pattern: '/p/*' })
  })
  test('fewer than three pages are no pattern of a site', async () => {
    const closed = (path: string): Answer => head(`${canonical(at(path))}<meta name="robots" content="noindex">`)
    const { report } = await auditPages({ pages: routes(numbered('p', 2), closed) })
    expect(saidOf(report)).toEqual(['error page-noindex x2'])
  })
})
