import { expect, test } from 'vitest'
import { createCorrections } from '#src/sitemap/corrections.ts'

const all = (corrections: ReturnType<typeof createCorrections>) =>
  Array.from({ length: corrections.count }, (_, i) => [corrections.atOf(i), corrections.bytesOf(i)])

test('keeps them in order, forgets those before a place, and goes on behind them', () => {
  const corrections = createCorrections()
  for (let at = 0; at < 1_000; at++) corrections.add(3 * at, 1 + (at % 3))
  expect(corrections.firstFrom(30)).toBe(10)
  expect(corrections.firstFrom(31)).toBe(11)
  const copy = corrections.between(31, 40)
  corrections.dropBefore(2_990)
  corrections.add(3_000_000_000, 3)
  expect(all(corrections)).toEqual([
    [2_991, 2],
    [2_994, 3],
    [2_997, 1],
    [3_000_000_000, 3],
  ])
  expect(all(copy)).toEqual([
    [33, 3],
    [36, 1],
    [39, 2],
  ])
  corrections.dropBefore(4_000_000_000)
  expect(corrections.count).toBe(0)
  expect(corrections.firstFrom(0)).toBe(0)
})
