import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCollector } from '#src/rules/collect-findings.ts'
import { defineRule } from '#src/rules/define-rule.ts'

const rule = defineRule(
  {
    id: 'test-rule',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'A test has a rule',
    why: 'It shows how findings are gathered.',
    fix: 'Nothing need be done.',
    source: null,
    searchConsole: null,
    messages: { is: 'It is {what}.', isNot: 'It is not.' },
  },
  () => ({}),
)
const locate = (at: number) => ({ line: at, column: 1, offset: at, snippet: `line ${at}` })
const URL = 'https://www.example.com/sitemap.xml'

describe('The collector of findings', () => {
  it('makes one finding of one message and subject, with the first message and ten examples', () => {
    const collector = createCollector(URL, locate)
    for (let i = 1; i <= 12; i++) collector.add(rule, 'is', i, { what: i }, {})
    const [finding, ...others] = collector.finish(0)
    expect(others).toEqual([])
    expect(finding).toMatchObject({ message: 'It is 1.', occurrences: 12, document: URL })
    expect(finding?.examples.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('keeps messages and subjects apart, each with a fingerprint of its own', () => {
    const collector = createCollector(URL, locate)
    collector.add(rule, 'is', 1, { what: 'a' }, { subject: 'a' })
    collector.add(rule, 'is', 2, { what: 'b' }, { subject: 'b' })
    collector.add(rule, 'isNot', 3, {}, { subject: 'a' })
    collector.add(rule, 'is', 4, { what: 'a' }, { subject: 'a' })
    const findings = collector.finish(0)
    expect(findings.map(({ message, occurrences }) => [message, occurrences])).toEqual([
      ['It is a.', 2],
      ['It is b.', 1],
      ['It is not.', 1],
    ])
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(3)
  })

  it('gives a finding the same fingerprint wherever it stands in the document', () => {
    const fingerprints = [1, 2_000].map((at) => {
      const collector = createCollector(URL, locate)
      collector.add(rule, 'is', at, { what: at }, { subject: 'a' })
      return collector.finish(0)[0]?.fingerprint
    })
    expect(fingerprints[0]).toBe(fingerprints[1])
  })

  it('counts occurrences without places, and then knows no pattern', () => {
    const collector = createCollector(URL, locate)
    collector.enter(1, 'https://www.example.com/tag/a', true)
    collector.add(rule, 'is', 1, { what: 'so' }, {})
    collector.leave()
    collector.add(rule, 'is', null, { what: 'so' }, { occurrences: 99, isMore: true })
    const [finding] = collector.finish(200)
    expect(finding).toMatchObject({ occurrences: 100, pattern: null, share: 0.5 })
    expect(finding?.examples).toHaveLength(1)
  })

  it('tells the pattern that the entries share, and their share', () => {
    const collector = createCollector(URL, locate)
    for (const [number, path] of ['a', 'b', 'c'].entries()) {
      collector.enter(number + 1, `https://www.example.com/tag/${path}`, true)
      collector.add(rule, 'isNot', number + 1, {}, {})
      collector.leave()
    }
    const [finding] = collector.finish(12)
    expect(finding).toMatchObject({ pattern: '/tag/*', share: 0.25 })
    expect(finding?.examples[2]).toMatchObject({ entry: 3, loc: 'https://www.example.com/tag/c' })
  })

  it('lets subjects without end share one finding', () => {
    const collector = createCollector(URL, locate)
    for (let i = 0; i < 1_000; i++) collector.add(rule, 'is', i, { what: i }, { subject: `s${i}` })
    const findings = collector.finish(0)
    expect(findings).toHaveLength(51)
    expect(findings.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(1_000)
  })

  it('fails when a message lacks a value: that is a bug of the rule', () => {
    const collector = createCollector(URL, locate)
    expect(() => collector.add(rule, 'is', 1, {}, {})).toThrow('lacks what')
  })

  it('tells a share of all entries, whatever was reported, and a pattern for several occurrences only', () => {
    const reports = fc.array(
      fc.record({ entry: fc.integer({ min: 1, max: 20 }), of: fc.option(fc.integer({ min: 1, max: 9 })) }),
    )
    fc.assert(
      fc.property(reports, fc.integer({ min: 20, max: 40 }), (all, entries) => {
        const collector = createCollector(URL, locate)
        for (const { entry, of } of all) {
          collector.enter(entry, `https://www.example.com/tag/${entry}?utm_source=a`, true)
          collector.add(rule, 'isNot', entry, {}, of === null ? {} : { of })
          collector.leave()
        }
        for (const { occurrences, share, pattern, examples } of collector.finish(entries)) {
          expect(occurrences).toBe(all.length)
          expect(share).toBeGreaterThan(0)
          expect(share).toBeLessThanOrEqual(1)
          expect(examples.length).toBe(Math.min(10, all.length))
          expect(pattern === null).toBe(occurrences === 1)
        }
      }),
    )
  })
})
