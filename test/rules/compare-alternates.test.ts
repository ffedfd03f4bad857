import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentAlternates } from '#src/model/document.ts'
import { createLinkKeeper, type LinkLimits } from '#src/rules/alternate-links.ts'
import { compareAlternates } from '#src/rules/compare-alternates.ts'
import { hash53 } from '#src/values/hash.ts'

interface TestEntry {
  loc: string
  /** Code and target; the empty code has a fault. */
  links: [code: string, target: string][]
}

const LIMITS: LinkLimits = { links: 1_000_000, open: 1_000_000, shared: 1_000_000, samples: 100, plain: 1_000 }
/** Hands on no more than it must. */
const SPARING: LinkLimits = { ...LIMITS, shared: 0 }

function keep(entries: readonly TestEntry[], limits: LinkLimits): DocumentAlternates | null {
  const keeper = createLinkKeeper(limits)
  for (const [i, { loc, links }] of entries.entries()) {
    if (links.length === 0) {
      keeper.plain(hash53(loc))
      continue
    }
    if (!keeper.begin(hash53(loc), i + 1, i + 1, links.length)) continue
    for (const [code, target] of links) {
      keeper.add(hash53(target), keeper.codeIndex(code))
      if (code !== '' && target !== loc && keeper.wantsText(hash53(target)))
        keeper.keepText(hash53(target), i + 1, loc, target)
    }
  }
  return keeper.finish()
}

const compare = (documents: readonly TestEntry[][], limits = LIMITS) =>
  compareAlternates(documents.flatMap((entries) => keep(entries, limits) ?? []))

/** The same in the plainest words: by document, how many links lack an answer. */
function countUnanswered(documents: readonly TestEntry[][]): number[] {
  const listing = documents.filter((entries) => entries.some(({ links }) => links.length > 0))
  const all = listing.flat()
  const answers = (from: string, to: string) =>
    all.some(({ loc, links }) => loc === from && links.some(([, target]) => target === to))
  const hasAlternates = (entries: readonly TestEntry[], loc: string) =>
    entries.some((entry) => entry.loc === loc && entry.links.length > 0)
  return listing.map((entries) => {
    let count = 0
    for (const { loc, links } of entries) {
      if (listing.filter((other) => hasAlternates(other, loc)).length > 1) continue
      for (const [code, target] of links) {
        if (code === '' || code === 'x-default' || target === loc) continue
        const isRead = entries.some((entry) => entry.loc === target) || hasAlternates(all, target)
        if (isRead && !answers(target, loc)) count++
      }
    }
    return count
  })
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const link = fc.tuple(fc.constantFrom('', 'x-default', 'de', 'en', 'fr'), name)
const entry = fc.record({ loc: name, links: fc.array(link, { maxLength: 5 }) })
const documents = fc.array(fc.array(entry, { maxLength: 6 }), { minLength: 1, maxLength: 3 })

describe('Alternates of several documents', () => {
  it.each([
    ['all links handed on', LIMITS],
    ['only those that are open', SPARING],
  ])('lack the answers that a plain search does not find, with %s', (_, limits) => {
    fc.assert(
      fc.property(documents, (given) => {
        expect(compare(given, limits).map(({ unanswered }) => unanswered.count)).toEqual(countUnanswered(given))
      }),
      { numRuns: 1_000 },
    )
  })

  it('contradict each other only where one entry has two targets for a code', () => {
    fc.assert(
      fc.property(documents, (given) => {
        const targets = new Map<string, Set<string>>()
        for (const { loc, links } of given.flat()) {
          for (const [code, target] of links) {
            if (code === '') continue
            const known = targets.get(`${loc} ${code}`) ?? new Set()
            targets.set(`${loc} ${code}`, known.add(target))
          }
        }
        const isContradictory = [...targets.values()].some(({ size }) => size > 1)
        const told = compare(given).some(({ contradictions }) => contradictions.size > 0)
        if (told) expect(isContradictory).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('give at most ten examples, those with their text first', () => {
    const entries = Array.from({ length: 40 }, (_, i): TestEntry[] => [
      {
        loc: `en${i}`,
        links: [
          ['en', `en${i}`],
          ['de', `de${i}`],
        ],
      },
      { loc: `de${i}`, links: [['de', `de${i}`]] },
    ]).flat()
    const [result] = compare([entries], { ...LIMITS, samples: 5 })
    expect(result?.unanswered.count).toBe(40)
    const { examples = [] } = result?.unanswered ?? {}
    expect(examples).toHaveLength(10)
    expect(examples.filter(({ href }) => href !== null).length).toBeGreaterThan(0)
    for (const { loc, href } of examples) expect(href).toBe(loc?.replace('en', 'de') ?? null)
  })

  it('are a lower bound behind the limits: what was not kept accuses nobody', () => {
    const pairs = Array.from({ length: 50 }, (_, i): TestEntry[] => [
      {
        loc: `en${i}`,
        links: [
          ['en', `en${i}`],
          ['de', `de${i}`],
        ],
      },
    ]).flat()
    const answers = pairs.map(
      ({ loc, links }, i): TestEntry => ({ loc: `de${i}`, links: [['en', loc], ...links.slice(1)] }),
    )
    for (const limits of [
      { ...LIMITS, links: 60 },
      { ...LIMITS, open: 10 },
      { ...SPARING, open: 10 },
    ]) {
      const kept = [keep(pairs, limits), keep(answers, limits)]
      expect(kept.map((document) => document?.isCapped)).toEqual([true, true])
      const results = compareAlternates(kept.flatMap((document) => document ?? []))
      expect(results.map(({ unanswered }) => unanswered.count)).toEqual([0, 0])
    }
  })

  it('are handed on in full where no document lists the targets, and not at all where all is answered', () => {
    const away: TestEntry[] = [
      {
        loc: 'en',
        links: [
          ['en', 'en'],
          ['de', 'de'],
          ['fr', 'fr'],
        ],
      },
    ]
    const answered: TestEntry[] = ['en', 'de'].map((loc) => ({
      loc,
      links: [
        ['en', 'en'],
        ['de', 'de'],
      ],
    }))
    const bytes = (document: DocumentAlternates | null) => Buffer.from(document?.targets ?? '', 'base64').length
    expect([away, answered].map((entries) => bytes(keep(entries, SPARING)))).toEqual([16, 0])
  })
})
