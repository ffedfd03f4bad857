import { expect, test } from 'vitest'
import { HEADER_BYTES, packHeavy, rangeOfHashes, unpackHashes } from '#src/audit/heavy-part.ts'
import { HASHES_END, hash53 } from '#src/values/hash.ts'

const candidates = { first: [], chosen: [] } as never

/** @returns what is read for each of so many ranges, one after the other */
function readInParts(locs: number[], parts: number): { range: { from: number; to: number }; read: number[] }[] {
  const bytes = packHeavy({ fingerprints: { locs, isCapped: false, smallest: [] }, alternates: null, candidates })
  return Array.from({ length: parts }, (_, part) => {
    const range = { from: (HASHES_END / parts) * part, to: (HASHES_END / parts) * (part + 1) }
    const [from, length] = rangeOfHashes(bytes.subarray(0, HEADER_BYTES), range)
    return { range, read: Array.from(unpackHashes(bytes.subarray(from, from + length))) }
  })
}

const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

test.each([1, 2, 3, 7, 16, 17, 100])('fingerprints are found in each of %i ranges', (parts) => {
  const locs = Array.from({ length: 5_000 }, (_, index) => hash53(`https://www.example.com/${index}`))
  locs.push(0, 1, HASHES_END - 1)
  const found = readInParts(locs, parts).flatMap(({ range: { from, to }, read }) => {
    const own = read.filter((hash) => hash >= from && hash < to)
    // To the sixteenth, and one more at each end: otherwise all could as well be read each time.
    expect(read.length).toBeLessThanOrEqual(locs.length * (1 / parts + 2 / 16 + 0.05))
    return own
  })
  expect(ascending(found)).toEqual(ascending(locs))
})

test('a document without any has none in any range', () => {
  for (const { read } of readInParts([], 3)) expect(read).toEqual([])
})
