/** blog.example, whole: its audit names each of its odd pages and, beside its stale index, nothing else. */
import { describe, expect, test } from 'vitest'
import type { Report } from '#src/model/report.ts'
import { auditSite, findingOf } from '../support/audit-site.ts'
import { blog } from './blog.ts'

const at = (path: string) => `https://blog.example${path}`

/** Rule -> the page, and words that its message must have. */
const ODD: Record<string, [path: string, words: string[]]> = {
  'page-redirected': ['/about', ['301', at('/about/'), 'the slash at the end']],
  'page-noindex': ['/members-letter-march/', ['noindex', 'X-Robots-Tag']],
  'page-noindex-agent': ['/baking-club/', ['googlebot', 'meta']],
  'page-canonical-other': ['/spring-guide-printable/', [at('/spring-guide/'), 'path']],
  'page-canonical-outside-head': ['/oven-thermometers/', ['<div>', 'line 8']],
  'page-disallowed': ['/preview/autumn-plans/', ['line 4', 'Disallow: /preview/', 'noindex']],
  'page-not-found': ['/summer-party/', ['404']],
  'page-soft-404': ['/flour-prices/', ['Page not found']],
  'page-lastmod-older': ['/old-recipe-cards/', ['2026-03-02', '2026-08-20', '170 days']],
}

function audit(pages: number, seed = 1): Promise<{ report: Report }> {
  return auditSite(blog, { options: { pages, seed } })
}

describe.each([20, 200])('the audit of blog.example with %d pages', (pages) => {
  test('names each page that is not as listed once, the stale index, and nothing else', async () => {
    const { report } = await audit(pages)
    expect(report.findings.map(({ rule }) => rule).sort()).toEqual([...Object.keys(ODD), 'index-lastmod-stale'].sort())
    for (const [rule, [path, words]] of Object.entries(ODD)) {
      const { message, occurrences, examples, document, share } = findingOf(report, rule)
      expect({ rule, occurrences, loc: examples[0]?.loc }).toEqual({ rule, occurrences: 1, loc: at(path) })
      for (const word of words) expect(message).toContain(word)
      // Of the posts one is closed, and the others are answered.
      const isPost = document === at('/post-sitemap.xml')
      expect(share, rule).toBe(1 / (isPost ? (rule === 'page-disallowed' ? 14 : 13) : 6))
    }
  })

  test('has all twenty in its sample, and tells shares without a doubt', async () => {
    const { report } = await audit(pages)
    expect(report.pages).toHaveLength(20)
    expect(report.estimates.map(({ what, bad, judged, of }) => [what, bad, judged, of])).toEqual([
      ['redirected', 1, 19, 20],
      ['broken', 1, 19, 20],
      ['noindex', 1, 18, 20],
      ['canonical-other', 1, 18, 20],
    ])
    const replaced = report.pages.filter(({ replacement }) => replacement !== null)
    expect(replaced.map(({ url, replacement }) => [url, replacement])).toEqual([[at('/about'), at('/about/')]])
    expect(report.notes).toContain('Of 17 pages that date themselves, the lastmod of 16 agrees with the page.')
  })
})

test('the stale lastmod of the index is told with both values and both places', async () => {
  const { report } = await audit(0)
  expect(report.findings.map(({ rule }) => rule)).toEqual(['index-lastmod-stale'])
  expect(findingOf(report, 'index-lastmod-stale').message).toMatch(
    /2026-09-28T08:15:42\+00:00 \(line \d+, column \d+\).*2026-10-01T05:30:26\+00:00 \(line \d+, column \d+\)/,
  )
})

test('with six pages it says less, and nothing that is not so', async () => {
  for (const seed of [1, 2, 3]) {
    const { report } = await audit(6, seed)
    expect(report.pages).toHaveLength(6)
    for (const { rule, examples } of report.findings) {
      if (rule !== 'index-lastmod-stale') expect(examples.map(({ loc }) => loc)).toEqual([at(ODD[rule]?.[0] ?? 'none')])
    }
  }
})
