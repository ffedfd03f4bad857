/** Alternates of two and three sitemaps held against each other, in whole audits over sockets. */
import { describe, expect, test } from 'vitest'
import { budgetAlternates } from '#src/audit/alternate-budget.ts'
import { type DocumentCheck, startCheck } from '#src/audit/check-document.ts'
import { countAlternates } from '#src/audit/count-alternates.ts'
import { robotsTxt, urlset } from '../sites/make.ts'
import { auditSite, findingOf, problemsOf } from '../support/audit-site.ts'

const HOST = 'www.example.com'
const at = (path: string) => `https://${HOST}${path}`
const link = (code: string, path: string) => `<xhtml:link rel="alternate" hreflang="${code}" href="${at(path)}"/>`
type Page = [path: string, alternates?: Record<string, string>]

let day = 0
const sitemap = (...pages: Page[]) => ({
  body: urlset(
    pages.map(([path, alternates = {}]) => ({
      loc: at(path),
      lastmod: `2026-09-${String((day++ % 28) + 1).padStart(2, '0')}`,
      extension: Object.entries(alternates)
        .map(([code, to]) => link(code, to))
        .join('\n    '),
    })),
    { attributes: 'xmlns:xhtml="http://www.w3.org/1999/xhtml"' },
  ),
})

async function audit(documents: Record<string, Page[]>) {
  const { report } = await auditSite([
    {
      host: HOST,
      routes: {
        '/robots.txt': robotsTxt(...Object.keys(documents).map((path) => `Sitemap: ${at(path)}`)),
        ...Object.fromEntries(Object.entries(documents).map(([path, pages]) => [path, sitemap(...pages)])),
      },
    },
  ])
  return report
}

const both = { en: '/en/a', de: '/de/a' }

describe('return links across documents', () => {
  test('languages in a file each, which name each other, are right', async () => {
    const report = await audit({ '/en.xml': [['/en/a', both]], '/de.xml': [['/de/a', both]] })
    expect(problemsOf(report)).toEqual([])
  })

  test('an entry of another file that does not link back is told where the link stands', async () => {
    const report = await audit({
      '/en.xml': [
        ['/en/a', both],
        ['/en/b', { en: '/en/b', de: '/de/b' }],
      ],
      '/de.xml': [
        ['/de/a', { de: '/de/a' }],
        ['/de/b', { de: '/de/b', en: '/en/b' }],
      ],
    })
    expect(problemsOf(report)).toEqual(['alternate-return-missing x1'])
    expect(findingOf(report, 'alternate-return-missing')).toMatchObject({
      document: at('/en.xml'),
      message: 'Return links are missing for 1 of the 2 alternates here.',
      share: 0.5,
      examples: [{ entry: 1, line: 7, column: null, loc: at('/en/a'), value: at('/de/a') }],
    })
  })

  test('a page that a plain sitemap lists as well is not alarmed about', async () => {
    const plain: Page[] = [['/en/a'], ['/de/a']]
    const report = await audit({ '/plain.xml': plain, '/en.xml': [['/en/a', both]], '/de.xml': [['/de/a', both]] })
    expect(report.findings.map(({ rule }) => rule)).not.toContain('alternate-return-missing')
  })

  test('a page that is only listed plainly may have its alternates in its HTML: it is not judged', async () => {
    const report = await audit({ '/en.xml': [['/en/a', both]], '/plain.xml': [['/de/a']] })
    expect(problemsOf(report)).toEqual([])
  })

  test('targets that were not read are not judged, nor is the target of x-default', async () => {
    const report = await audit({
      '/en.xml': [['/en/a', { ...both, fr: '/fr/a', 'x-default': '/' }]],
      '/de.xml': [
        ['/de/a', both],
        ['/', { en: '/' }],
      ],
    })
    expect(problemsOf(report)).toEqual([])
  })

  test('partial sets are tolerated: pages that do not name each other at all', async () => {
    const report = await audit({
      '/1.xml': [['/en/a', { en: '/en/a', de: '/de/a', fr: '/fr/a' }]],
      '/2.xml': [['/de/a', { de: '/de/a', en: '/en/a' }]],
      '/3.xml': [['/fr/a', { fr: '/fr/a', en: '/en/a' }]],
    })
    expect(problemsOf(report)).toEqual([])
  })

  test('a link back in the same words that mean the same is a link back', async () => {
    const report = await audit({
      '/1.xml': [['/en/%C3%A9', { en: '/en/%C3%A9', de: '/de/a' }]],
      '/2.xml': [['/de/a', { de: '/de/a', en: '/en/%c3%a9' }]],
    })
    expect(problemsOf(report)).toEqual([])
  })

  test('a file that is read at two addresses does not contradict itself', async () => {
    const pages: Page[] = [
      ['/en/a', both],
      ['/de/a', { de: '/de/a' }],
    ]
    day = 0
    const same = sitemap(...pages)
    const { report } = await auditSite([
      {
        host: HOST,
        routes: {
          '/robots.txt': robotsTxt(`Sitemap: ${at('/1.xml')}`, `Sitemap: ${at('/2.xml')}`),
          '/1.xml': same,
          '/2.xml': same,
        },
      },
    ])
    expect(findingOf(report, 'alternate-return-missing')).toMatchObject({ document: at('/1.xml'), occurrences: 1 })
  })
})

describe('codes across documents', () => {
  test('one entry in two files, with two targets for one code', async () => {
    const report = await audit({
      '/1.xml': [['/en/a', { en: '/en/a', de: '/de/a' }]],
      '/2.xml': [['/en/a', { en: '/en/a', de: '/de/b' }]],
    })
    expect(findingOf(report, 'alternate-code-duplicate')).toMatchObject({
      document: at('/2.xml'),
      message: `For 1 of the codes here, ${at('/1.xml')} has another target in the entry of the same loc.`,
      occurrences: 1,
      examples: [{ entry: 1, line: 7, loc: at('/en/a'), value: at('/de/b') }],
    })
  })

  test('one entry in two files, with one part of its alternates in each, is right', async () => {
    const report = await audit({
      '/1.xml': [['/en/a', { en: '/en/a', de: '/de/a' }]],
      '/2.xml': [['/en/a', { en: '/en/a', fr: '/fr/a' }]],
    })
    expect(report.findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('alternate'))).toEqual([])
  })
})

describe('the limits', () => {
  const check = (...pages: Page[]): DocumentCheck => {
    const url = at('/sitemap.xml')
    const running = startCheck(
      {
        url,
        finalUrl: url,
        source: 'fetched',
        via: 'request',
        origin: at(''),
        isNamedByRobots: true,
        nowMs: 0,
        http: null,
        isPrivateSite: false,
      },
      {
        maxBytes: 1_000_000,
        seed: 1,
        candidates: 0,
        node: { via: 'request', parent: null, depth: 0 },
        delivery: null,
      },
    )
    const bytes = new TextEncoder().encode(sitemap(...pages).body)
    running.write(bytes)
    return running.end({
      transferred: bytes.length,
      state: 'complete',
      detail: null,
      declaredLength: null,
      coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
    })
  }

  test('alternates for which there is no room are left out, and the notes say so', () => {
    const checks = [check(['/en/a', both]), check(['/de/a', both]), check(['/fr/a', both]), check(['/plain'])]
    const counts = checks.map(({ alternates }) => alternates && { ...countAlternates(alternates), isCapped: false })
    const { isCompared, notes } = budgetAlternates(counts, 4)
    expect(isCompared).toEqual([true, true, false, false])
    expect(notes).toEqual([
      'Alternates are compared up to 4 links in all: those of one document were left out of the comparison.',
    ])
  })

  test('a check with alternates is plain JSON', () => {
    const { alternates } = check(['/en/a', both], ['/de/a', both])
    expect(alternates).not.toBeNull()
    expect(JSON.parse(JSON.stringify(alternates))).toEqual(alternates)
  })
})
