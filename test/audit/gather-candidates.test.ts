import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCandidateGatherer } from '#src/audit/gather-candidates.ts'
import type { Candidates } from '#src/audit/pick-candidates.ts'
import { sampleGathered } from '#src/audit/sample.ts'
import type { PageCandidate } from '#src/model/checked-document.ts'
import { mix53 } from '#src/values/hash.ts'

const candidateOf = (document: number, entry: number): PageCandidate => {
  const loc = `https://www.example.com/${document}/${entry}`
  return {
    entry,
    loc,
    url: loc,
    lastmod: null,
    location: { line: entry, column: 1, offset: 0, snippet: null },
    alternates: [],
  }
}

/** What a document with so many entries of each kind hands over. */
function candidatesOf(document: number, kinds: readonly number[], pages: number): Candidates {
  let entries = 0
  const strata = kinds.map((size, kind) => {
    const own = Array.from({ length: size }, () => candidateOf(document, ++entries))
    return { key: `kind-${kind}`, size, own, candidates: own.slice(0, 12) }
  })
  const all = strata.flatMap(({ own }) => own)
  const fixed = [all[0], all[Math.floor((all.length - 1) / 2)], all.at(-1)].filter((one) => one !== undefined)
  const seeded = all
    .map((candidate) => ({ order: mix53(document * 1_000 + candidate.entry, 7), candidate }))
    .sort((a, b) => a.order - b.order)
    .slice(0, pages)
  return {
    fixed: [...new Set(fixed)],
    seeded,
    strata: strata.map(({ key, size, candidates }) => ({ key, size, candidates })),
  }
}

const documents = fc.array(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 30,
})

test('what is kept in little room is all that can be picked: the same pages, of the same documents', () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 12 }), (given, pages) => {
      const pick = (strataWeight?: number) => {
        const gatherer = createCandidateGatherer(pages, strataWeight)
        for (const [index, kinds] of given.entries()) {
          gatherer.add(`https://www.example.com/${index}.xml`, candidatesOf(index, kinds, pages))
        }
        const gathered = gatherer.finish()
        const picks = sampleGathered(gathered, pages).begin()
        return { picks, kept: gathered.strata.length, listed: gathered.listed }
      }
      const [whole, sparing] = [pick(), pick(0)]
      expect(sparing.picks).toEqual(whole.picks)
      expect(sparing.listed).toBe(whole.listed)
      expect(sparing.kept).toBeLessThanOrEqual(whole.kept)
    }),
    { numRuns: 300 },
  )
})

test('room does not grow with the documents', () => {
  const gatherer = createCandidateGatherer(5, 10_000)
  for (let n = 0; n < 500; n++) gatherer.add(`https://www.example.com/${n}.xml`, candidatesOf(n, [20, 10, 5], 5))
  const { fixed, seeded, strata, listed } = gatherer.finish()
  expect(listed).toBe(500 * 35)
  expect(fixed.map((some) => some.length)).toEqual([5, 5, 5])
  expect(seeded.length).toBe(6)
  expect(strata.length).toBeLessThan(100)
})
