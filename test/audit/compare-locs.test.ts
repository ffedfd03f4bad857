import { expect, test } from 'vitest'
import type { ComparedLocs } from '#src/audit/compare-locs.ts'

const { compareLocs, partsOf } = await import('#src/audit/compare-locs.ts')

function listing(name: string, hashes: number[], more: Partial<ComparedLocs> = {}): ComparedLocs {
  const smallest = hashes
    .map((hash, i) => ({ hash, loc: `https://www.example.com/${hash}`, entry: i + 1 }))
    .sort((a, b) => a.hash - b.hash)
    .slice(0, 1_000)
  return {
    url: `https://www.example.com/${name}.xml`,
    sha256: name,
    purpose: 'pages',
    count: hashes.length,
    hashes: async () => hashes,
    known: async () => ({ smallest }),
    ...more,
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

test('what two documents share is counted, and told with the first entries that are known', async () => {
  const { shared, untold } = await compareLocs([listing('a', range(0, 100)), listing('b', range(90, 200))])
  expect(untold).toBe(0)
  expect(shared).toMatchObject([
    { document: 'https://www.example.com/b.xml', other: 'https://www.example.com/a.xml', count: 10, of: 110 },
  ])
  expect(shared[0]?.examples.map(({ entry }) => entry)).toEqual(range(1, 11))
})

test('more fingerprints than are held at once are compared part by part, with the same result', async () => {
  // As many as make several parts; of them few are there, so that the test stays small.
  const claimed = { count: 3_000_000 }
  const documents = (more: Partial<ComparedLocs>) => [
    listing('a', range(0, 5_000), more),
    listing('b', range(2_000, 7_000), more),
    listing('c', [...range(6_500, 8_000), 1], more),
  ]
  expect(partsOf(9_000_000)).toEqual({ parts: 6, compared: 6 })
  const { shared } = await compareLocs(documents(claimed))
  const whole = await compareLocs(documents({}))
  const plain = (list: typeof shared) =>
    list.map(({ document, other, count, examples }) => [document, other, count, examples])
  expect(plain(shared).toSorted()).toEqual(plain(whole.shared).toSorted())
})

test('of more pairs of documents than there is room for the number is told', async () => {
  const documents = range(0, 6).map((n) => listing(`d${n}`, [1]))
  const { shared, untold } = await compareLocs(documents, 3)
  expect(shared.map(({ document }) => document.slice(-6, -4))).toEqual(['d1', 'd2', 'd3'])
  expect(untold).toBe(2)
})
