import { expect, test } from 'vitest'
import { viewsOfSearchConsole } from '#src/audit/search-console.ts'
import type { DocumentReport, Finding } from '#src/model/report.ts'
import { suppressCauses } from '#src/rules/suppress-causes.ts'

const COUNT = 30_000
const url = (n: number) => `https://www.example.com/${n}.xml`
const finding = (rule: string, document: string, loc: string | null = null) =>
  ({ rule, document, severity: 'error', examples: [{ loc }], suppressed: null }) as unknown as Finding

test('thousands of documents, each with a finding, are viewed in one pass', () => {
  const numbers = Array.from({ length: COUNT }, (_, n) => n)
  const documents = numbers.map(
    (n) => ({ url: url(n), outcome: 'read', complete: true, parent: null, entries: 1 }) as unknown as DocumentReport,
  )
  const findings = numbers.filter((n) => n % 2 === 0).map((n) => finding('loc-relative', url(n)))
  const views = viewsOfSearchConsole(documents, findings)
  expect(views.filter(({ searchConsole }) => searchConsole === 'Has errors')).toHaveLength(COUNT / 2)
  expect(views[1]?.searchConsole).toBe('Success')
}, 5_000)

test('thousands of dead lines take what their places say with them in one pass', () => {
  const numbers = Array.from({ length: COUNT }, (_, n) => n)
  const named = new Set(numbers.map(url))
  const findings = numbers.flatMap((n) => [
    finding('robots-sitemap-dead', 'https://www.example.com/robots.txt', url(n)),
    finding('response-html', url(n)),
  ])
  const left = suppressCauses(findings, { of: () => named })
  expect(left.map(({ rule }) => rule)).not.toContain('response-html')
  expect(left).toHaveLength(COUNT)
}, 5_000)
