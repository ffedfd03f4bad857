/** Parts of the pages that need no browser. */
import { describe, expect, test } from 'vitest'
import { AUDIT_DEFAULTS, GATE_DEFAULTS } from '#src/model/audit.ts'
import { COUNTED_DOCUMENTS_LIMIT } from '#src/model/counts.ts'

// The pages have types of their own, with those of the browser: here they are asked at run time.
// biome-ignore lint/suspicious/noExplicitAny: see above
const load = (name: string): Promise<any> => import(new URL(`../../src/web/parts/${name}.ts`, import.meta.url).href)

const { requestOf } = await load('audit-request')
const { formatBytes, formatCounted, formatDuration, formatShare } = await load('format')
const { describeVerdict } = await load('verdict-sentence')
const { COUNTED_DOCUMENTS } = await load('limits')

describe('the request that an audit was made of', () => {
  test('names nothing that is the default of the API', () => {
    expect(requestOf({ ...AUDIT_DEFAULTS, domain: 'a.example' })).toEqual({ domain: 'a.example' })
  })

  test('names what was asked for', () => {
    const options = { ...AUDIT_DEFAULTS, domain: 'a.example', children: 'all', baseline: null, gate: GATE_DEFAULTS }
    expect(requestOf(options)).toEqual({ domain: 'a.example', children: 'all', baseline: null, gate: GATE_DEFAULTS })
  })
})

test('the pages know how many documents the API counts', () => {
  expect(COUNTED_DOCUMENTS).toBe(COUNTED_DOCUMENTS_LIMIT)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [52_428_800, '52.4 MB'],
  [209_715_200_000, '209.7 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0 %'],
  [0.00001, '< 0.1 %'],
  [0.125, '12.5 %'],
  [0.99999, '> 99.9 %'],
  [1, '100 %'],
])('a share of %d is %s: what is not none and not all is not rounded to it', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

test('counts and times are written as people read them', () => {
  expect(formatCounted(1, 'entry', 'entries')).toBe('1 entry')
  expect(formatCounted(12_345, 'entry', 'entries')).toBe('12,345 entries')
  expect(formatDuration(12)).toBe('12 ms')
  expect(formatDuration(12_345)).toBe('12.3 s')
  expect(formatDuration(125_000)).toBe('2 min 5 s')
})

describe('the verdict in a sentence', () => {
  const report = (verdict: string, error: number, warning: number, changes = {}) => ({
    verdict,
    summary: {
      documents: 3,
      read: 3,
      entries: 20,
      pages: 2,
      findings: { error, warning, note: 0 },
      unchecked: 0,
      ...changes,
    },
    robots: { outcome: 'unreachable' },
    discovery: [{}, {}],
  })

  test.each([
    [report('fail', 1, 2), '1 error and 2 warnings in 3 documents with 20 URLs, 2 pages of them sampled.'],
    [report('fail', 2, 0, { read: 0 }), 'No sitemap could be used: 2 errors.'],
    [report('warn', 0, 1), 'No errors; 1 warning in 3 documents with 20 URLs, 2 pages of them sampled.'],
    [report('pass', 0, 0, { pages: 0 }), 'Nothing is wrong with 3 documents with 20 URLs.'],
    [
      report('pass', 0, 0, { pages: 0, unchecked: 4 }),
      'Nothing is wrong with 3 documents with 20 URLs. 4 of what was tried could not be checked.',
    ],
  ])('%#: says what is wrong and how far it reaches', (of, sentence) => {
    expect(describeVerdict(of)).toBe(sentence)
  })

  test('never says that what could not be judged is good or bad', () => {
    expect(describeVerdict(report('unchecked', 0, 0, { read: 0 }))).toMatch(
      /^Nothing could be judged: .* This says nothing about the sitemaps\.$/,
    )
  })
})
