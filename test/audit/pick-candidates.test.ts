import { describe, expect, test } from 'vitest'
import { createCandidatePicker } from '../../src/audit/pick-candidates.ts'
import type { Entry, Value } from '../../src/model/document.ts'
import { hash53 } from '../../src/values/hash.ts'
import { requestUrl } from '../../src/values/request-url.ts'
import { BLANK_ENTRY } from '../support/blank-entry.ts'

const location = { line: 1, column: 1, offset: 0, snippet: null }
const value = (text: string, isDamaged = false): Value => ({ text, at: 0, elementAt: 0, isDamaged })
const entry = (number: number, loc: Value | null): Entry => ({ ...BLANK_ENTRY, number, loc })
const page = (number: number) => entry(number, value(`https://shop.example/p/${number}`))
const picker = (limit: number, seed = 1) =>
  createCandidatePicker(
    seed,
    limit,
    () => location,
    (loc) => requestUrl(loc, false),
  )
const pick = (entries: Entry[], limit = 5, seed = 1) => {
  const candidates = picker(limit, seed)
  for (const one of entries)
    candidates.add(one, { fingerprint: hash53(one.loc?.text ?? ''), folder: 0, isPlain: false }, { year: 0 })
  return candidates.finish()
}
const pages = (count: number) => Array.from({ length: count }, (_, index) => page(index + 1))

describe('the candidates of a document', () => {
  test('are its first, lower middle and last entry, and as many seeded ones as asked for', () => {
    const { fixed, seeded } = pick(pages(32))
    expect(fixed.map((one) => one.entry)).toEqual([1, 16, 32])
    expect(seeded).toHaveLength(5)
  })

  test.each([33, 63, 64, 65, 1_000, 50_000])('find the middle of %i entries within a thirty-second', (count) => {
    const [, middle] = pick(pages(count)).fixed
    expect(Math.abs((middle?.entry ?? 0) - (count + 1) / 2)).toBeLessThanOrEqual(count / 32)
  })

  test('are the same for the same seed, others for another', () => {
    const entriesOf = (seed: number) => pick(pages(1_000), 10, seed).seeded.map(({ candidate }) => candidate.entry)
    expect(entriesOf(3)).toEqual(entriesOf(3))
    expect(entriesOf(3)).not.toEqual(entriesOf(4))
  })

  test('leave out what may not be asked for', () => {
    const wrong = [
      entry(1, null),
      entry(2, value('')),
      entry(3, value('/relative')),
      entry(4, value('http://10.0.0.1/')),
      entry(5, value('https://me:secret@shop.example/')),
      entry(6, value('https://shop.example/cut', true)),
    ]
    const { fixed, seeded } = pick([...wrong, page(7)])
    expect(fixed.map((one) => one.entry)).toEqual([7])
    expect(seeded.map(({ candidate }) => candidate.entry)).toEqual([7])
  })

  test('are none when no page is to be sampled', () => {
    expect(pick(pages(3), 0)).toEqual({ fixed: [], seeded: [], strata: [] })
  })
})
