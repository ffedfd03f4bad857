import { describe, expect, it } from 'vitest'
import type { Report } from '#src/model/report.ts'
import { formatBytes, formatDuration, partialSentence, percent, verdictSentence } from '#src/report/words.ts'
import { createFinding, createReport } from '../api/sample-report.ts'

function sentenceOf(changes: Partial<Report>, findings: [error: number, warning: number, note: number] = [0, 0, 0]) {
  const { summary } = createReport()
  const [error, warning, note] = findings
  return verdictSentence(createReport({ summary: { ...summary, findings: { error, warning, note } }, ...changes }))
}

describe('the sentence of the verdict', () => {
  const suppressed = [createFinding({ suppressed: 'campaign' })]
  it.each<[string, string]>([
    [sentenceOf({}), 'Nothing was found in 1 document with 2 entries and a sample of 1 page.'],
    [sentenceOf({}, [1, 0, 0]), '1 error was found in 1 document with 2 entries and a sample of 1 page.'],
    [
      sentenceOf({}, [2, 1, 1_000]),
      '2 errors, 1 warning and 1,000 notes were found in 1 document with 2 entries and a sample of 1 page.',
    ],
    [sentenceOf({}, [0, 1, 1]), '1 warning and 1 note were found in 1 document with 2 entries and a sample of 1 page.'],
    [
      sentenceOf({ findings: suppressed }),
      'Nothing that counts was found in 1 document with 2 entries and a sample of 1 page. 1 suppressed finding does not count.',
    ],
    [
      sentenceOf({ summary: { ...createReport().summary, read: 0, findings: { error: 1, warning: 0, note: 0 } } }),
      '1 error was found; no sitemap was read.',
    ],
    [sentenceOf({ verdict: 'unchecked' }), 'Nothing could be judged: no sitemap could be read.'],
    [
      sentenceOf({ verdict: 'unchecked' }, [0, 2, 0]),
      'Nothing could be judged: no sitemap could be read. 2 warnings were found on the way.',
    ],
  ])('is %j', (sentence, expected) => {
    expect(sentence).toBe(expected)
  })
})

describe('a share', () => {
  it.each([
    [0, '0 %'],
    [0.0000001, 'under 0.1 %'],
    [0.004, '0.4 %'],
    [0.5, '50 %'],
    [0.9999999, 'over 99.9 %'],
    [1, '100 %'],
    [1.2, '120 %'],
  ])('of %d is %s: never none or all where it is neither', (share, text) => {
    expect(percent(share)).toBe(text)
  })
})

it('bytes have binary units, in which the limit of the protocol is 50', () => {
  expect([0, 1, 1_023, 1_536, 52_428_800].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '1,023 bytes',
    '1.5 KiB',
    '50 MiB',
  ])
})

it('times below a second are in milliseconds', () => {
  expect([0, 420.4, 999, 1_000, 12_345].map(formatDuration)).toEqual(['0 ms', '420 ms', '999 ms', '1 s', '12.3 s'])
})

it('only a report of an audit that succeeded is whole', () => {
  expect(partialSentence({ status: 'succeeded' })).toBeNull()
  for (const status of ['queued', 'running', 'cancelled', 'failed'] as const) {
    expect(partialSentence({ status })).toMatch(/\.$/)
  }
})
