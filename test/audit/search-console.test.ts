import { describe, expect, it } from 'vitest'
import { searchConsoleOf } from '#src/audit/search-console.ts'
import type { Finding, Outcome } from '#src/model/report.ts'
import { RULES_BY_ID } from '#src/rules/index.ts'

const URL = 'https://www.example.com/sitemap.xml'

function finding(rule: string, change: Partial<Finding> = {}): Finding {
  const severity = RULES_BY_ID.get(rule)?.severity
  if (severity === undefined) throw new Error(`there is no rule ${rule}`)
  const texts = { message: 'It is so.', fix: 'Mend it.' }
  const counts = { occurrences: 1, examples: [], pattern: null, share: null }
  return { rule, severity, ...texts, document: URL, ...counts, fingerprint: rule, suppressed: null, ...change }
}
/** A finding about a line of robots.txt that names the URL. */
const line = (rule: string, loc: string) =>
  finding(rule, {
    document: 'https://www.example.com/robots.txt',
    examples: [{ line: 1, column: 1, offset: 0, entry: null, loc, value: loc, expected: null, snippet: null }],
  })
const says = (findings: Finding[], outcome: Outcome = 'read', complete = true) =>
  searchConsoleOf({ url: URL, outcome, complete, parent: null, entries: 1 }, findings)

describe('The view of Search Console', () => {
  it('is Success for a document without a finding, and for notes', () => {
    expect(says([])).toBe('Success')
    expect(says([finding('loc-out-of-scope'), finding('news-empty'), finding('element-order')])).toBe('Success')
  })

  it('has errors for errors and warnings that its report has a name for', () => {
    expect(says([finding('loc-relative')])).toBe('Has errors')
    expect(says([finding('namespace-legacy')])).toBe('Has errors')
    expect(says([finding('xml-malformed')])).toBe('Has errors')
  })

  it('knows nothing of what its report has no name for', () => {
    expect(
      says([finding('lastmod-identical'), finding('loc-private-host'), finding('encoding-declaration-false')]),
    ).toBe('Success')
  })

  it('is asked neither for our profile nor for what was suppressed', () => {
    expect(says([finding('loc-relative', { severity: 'note', suppressed: 'known' })])).toBe('Has errors')
    expect(says([finding('loc-out-of-scope', { severity: 'error' })])).toBe('Success')
  })

  it('shows an empty child at the child, though the finding stands in its index', () => {
    const parent = 'https://www.example.com/index.xml'
    const empty = finding('index-child-empty', { document: parent })
    const shown = { outcome: 'read', complete: true } as const
    expect(searchConsoleOf({ ...shown, url: URL, parent, entries: 0 }, [empty])).toBe('Has errors')
    expect(searchConsoleOf({ ...shown, url: URL, parent, entries: 9 }, [empty])).toBe('Success')
    expect(searchConsoleOf({ ...shown, url: parent, parent: null, entries: 2 }, [empty])).toBe('Success')
  })

  it('is about the document alone', () => {
    expect(says([finding('loc-relative', { document: `${URL}?other` })])).toBe('Success')
  })

  it('could not fetch what could not be had, and what a line of robots.txt leads to in vain', () => {
    for (const outcome of ['absent', 'unreachable', 'server-error'] as const)
      expect(says([], outcome, false)).toBe("Couldn't fetch")
    for (const rule of ['robots-sitemap-disallowed', 'robots-sitemap-dead']) {
      expect(says([line(rule, URL), finding('loc-relative')])).toBe("Couldn't fetch")
      expect(says([line(rule, `${URL}?other`)])).toBe('Success')
    }
  })

  it('has errors for what is no sitemap, even where the finding stands elsewhere', () => {
    expect(says([], 'not-a-sitemap')).toBe('Has errors')
  })

  it('is not known where we were kept out, or read a part without a fault', () => {
    for (const outcome of ['blocked', 'refused', 'skipped'] as const) expect(says([], outcome, false)).toBeNull()
    expect(says([], 'read', false)).toBeNull()
    expect(says([finding('loc-relative')], 'read', false)).toBe('Has errors')
  })
})
