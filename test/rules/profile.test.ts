import { describe, expect, it } from 'vitest'
import type { Finding, Severity } from '#src/model/report.ts'
import { RULES_BY_ID } from '#src/rules/index.ts'
import { judgeByProfile } from '#src/rules/profile.ts'
import { fingerprintOf } from '#src/values/hash.ts'

const URL = 'https://www.example.com/sitemap.xml'

function finding(rule: string, values: (string | null)[] = [null], message = ''): Finding {
  const place = { line: 1, column: 1, offset: 0, entry: 1, loc: null, expected: null, snippet: null }
  return {
    rule,
    severity: RULES_BY_ID.get(rule)?.severity ?? 'error',
    message: 'It is so.',
    fix: 'Mend it.',
    document: URL,
    occurrences: values.length,
    examples: values.map((value) => ({ ...place, value })),
    pattern: null,
    share: null,
    fingerprint: fingerprintOf(rule, URL, message, ''),
    suppressed: null,
  }
}

const severity = (one: Finding, ...[profile]: [Parameters<typeof judgeByProfile>[1]]): Severity | undefined =>
  judgeByProfile([one], profile)[0]?.severity

describe('A profile', () => {
  it('leaves everything as it is when there is none', () => {
    const findings = [finding('response-redirected'), finding('xml-malformed'), finding('element-order')]
    expect(judgeByProfile(findings, null)).toEqual(findings)
  })

  it('makes a note of what only other readers mind', () => {
    expect(severity(finding('response-redirected'), 'google')).toBe('note')
    expect(severity(finding('response-redirected'), 'bing')).toBe('warning')
    expect(severity(finding('response-redirected'), 'yandex')).toBe('warning')
    expect(severity(finding('namespace-extension-variant'), 'bing')).toBe('note')
    expect(severity(finding('namespace-extension-variant'), 'google')).toBe('error')
    expect(severity(finding('text-stray'), 'protocol')).toBe('note')
  })

  it('binds every engine to the protocol and to XML', () => {
    for (const profile of ['google', 'bing', 'yandex', 'protocol'] as const) {
      expect(severity(finding('namespace-missing'), profile)).toBe('error')
      expect(severity(finding('xml-truncated'), profile)).toBe('error')
    }
  })

  it('does not touch what breaks nobody’s rules', () => {
    expect(severity(finding('response-server-error'), 'protocol')).toBe('error')
    expect(severity(finding('response-blocked'), 'google')).toBe('warning')
    expect(severity(finding('hints-ignored'), 'bing')).toBe('note')
  })

  it('keeps a finding of a rule that it does not know', () => {
    const unknown = finding('no-such-rule')
    expect(judgeByProfile([unknown], 'google')).toEqual([unknown])
  })

  describe('xsd', () => {
    it('makes an error of what the schemas refuse, whatever it is otherwise', () => {
      for (const rule of ['element-order', 'attribute-unexpected', 'text-stray', 'changefreq-invalid', 'index-empty'])
        expect(severity(finding(rule), 'xsd'), rule).toBe('error')
    })

    it('makes an error of what XML refuses', () => {
      expect(severity(finding('xml-ampersand-unescaped'), 'xsd')).toBe('error')
      expect(severity(finding('encoding-invalid-bytes'), 'xsd')).toBe('error')
    })

    it('makes a note of everything else', () => {
      for (const rule of [
        'document-too-large',
        'response-server-error',
        'response-html',
        'gzip-corrupt',
        'xml-doctype',
      ])
        expect(severity(finding(rule), 'xsd'), rule).toBe('note')
    })

    it('asks an empty urlset for a url, and has no schema for feeds and text', () => {
      expect(severity(finding('document-empty', [null], 'urlset'), 'xsd')).toBe('error')
      expect(severity(finding('document-empty', [null], 'text'), 'xsd')).toBe('note')
    })

    it('judges a date by its value: what W3C refuses may be an xsd:date all the same', () => {
      const refused = ['2025-06-01 09:30:00', '2025-02-30', '2025-06-01T24:10:00Z', '2016-12-31T23:59:60Z', 'NaN']
      for (const value of refused) expect(severity(finding('lastmod-invalid', [value]), 'xsd'), value).toBe('error')
      for (const value of ['2025-06-01T24:00:00Z', '2025-06-01Z', '-0001-12-01T00:00:00Z'])
        expect(severity(finding('lastmod-invalid', [value]), 'xsd'), value).toBe('note')
      expect(severity(finding('lastmod-zone-missing', ['2025-06-01T09:30:00']), 'xsd')).toBe('note')
      expect(severity(finding('lastmod-zone-missing', ['2025-06-01T09:30']), 'xsd')).toBe('error')
      expect(severity(finding('lastmod-xsd-only', ['2025-06']), 'xsd')).toBe('error')
    })

    it('makes an error where one of several values is refused', () => {
      expect(severity(finding('lastmod-invalid', ['2025-06-01Z', 'NaN']), 'xsd')).toBe('error')
    })

    it('allows a loc of 2,048 characters, and refuses one more and fewer than 12', () => {
      const loc = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
      expect(severity(finding('loc-too-long', [loc(2_048)]), 'xsd')).toBe('note')
      expect(severity(finding('loc-too-long', [loc(2_049)]), 'xsd')).toBe('error')
      expect(severity(finding('loc-relative', ['/a/long/path']), 'xsd')).toBe('note')
      expect(severity(finding('loc-relative', ['/short']), 'xsd')).toBe('error')
    })
  })
})
