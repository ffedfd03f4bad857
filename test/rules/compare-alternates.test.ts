import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentAlternates } from '#src/model/checked-document.ts'
import { createLinkKeeper, type LinkLimits } from '#src/rules/alternate-links.ts'
import { compareAlternates } from '#src/rules/compare-alternates.ts'
import { drawBelow, HALVINGS_LIMIT, linkHash } from '#src/rules/draw-links.ts'
import { hash53 } from '#src/values/hash.ts'
import { unpackUint32 } from '#src/values/packed.ts'

interface TestEntry {
  loc: string
  /** Code and target; the empty code has a fault. */
  links: [code: string, target: string][]
}

const LIMITS: LinkLimits = {
  links: 1_000_000,
  entries: 1_000,
  shared: 1_000_000,
  samples: 100,
  plain: 1_000,
  plainBefore: 1_000,
}
/** Hands on no more than it must. */
const SPARING: LinkLimits = { ...LIMITS, shared: 0 }

function keep(entries: readonly TestEntry[], limits: LinkLimits): DocumentAlternates | null {
  const keeper = createLinkKeeper(limits)
  for (const [i, { loc, links }] of entries.entries()) {
    if (links.length === 0) {
      keeper.plain(hash53(loc))
      continue
    }
    if (!keeper.begin(hash53(loc), i + 1, i + 1)) continue
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

/** The same in the plainest words: by document, the links that lack an answer. */
function findUnanswered(documents: readonly TestEntry[][]): [loc: string, target: string][][] {
  const listing = documents.filter((entries) => entries.some(({ links }) => links.length > 0))
  const all = listing.flat()
  const answers = (from: string, to: string) =>
    all.some(({ loc, links }) => loc === from && links.some(([, target]) => target === to))
  const hasAlternates = (entries: readonly TestEntry[], loc: string) =>
    entries.some((entry) => entry.loc === loc && entry.links.length > 0)
  return listing.map((entries) => {
    const found: [string, string][] = []
    for (const { loc, links } of entries) {
      if (listing.filter((other) => hasAlternates(other, loc)).length > 1) continue
      for (const [code, target] of links) {
        if (code === '' || code === 'x-default' || target === loc) continue
        const isRead = entries.some((entry) => entry.loc === target) || hasAlternates(all, target)
        if (isRead && !answers(target, loc)) found.push([loc, target])
      }
    }
    return found
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
        expect(compare(given, limits).map(({ unanswered }) => unanswered.count)).toEqual(
          findUnanswered(given).map((found) => found.length),
        )
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

  it('lack, behind the limits, what a plain search lacks of the pairs that every document keeps', () => {
    const limit = fc.constantFrom(6, 12, 1_000)
    const given = fc.array(fc.tuple(fc.array(entry, { maxLength: 12 }), limit, fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(given, (limited) => {
        const kept = limited.map(([entries, links, isSparing]) => {
          const alternates = keep(entries, { ...(isSparing ? SPARING : LIMITS), links })
          return { entries, alternates }
        })
        const listing = kept.flatMap(({ entries, alternates }) => (alternates === null ? [] : { entries, alternates }))
        const below = (owners: typeof listing) =>
          Math.min(...owners.map(({ alternates }) => drawBelow(alternates.halvings)))
        const results = compareAlternates(listing.map(({ alternates }) => alternates))
        const isKept = (own: (typeof listing)[0], loc: string, target: string) => {
          const others = listing.filter(({ entries }) =>
            entries.some((other) => other.loc === target && other.links.length > 0),
          )
          // Which of several lists the answer is not known.
          return linkHash(hash53(loc), hash53(target)) < below(others.length > 1 ? listing : [own, ...others])
        }
        const all = findUnanswered(listing.map(({ entries }) => entries))
        const expected = listing.map(
          (own, i) => (all[i] ?? []).filter(([loc, target]) => isKept(own, loc, target)).length,
        )
        expect(results.map(({ unanswered }) => unanswered.count)).toEqual(expected)
        for (const { alternates } of listing) expect(alternates.isCapped).toBe(alternates.halvings > 0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('accuse nobody of what lies behind the entries that are kept', () => {
    const entries = Array.from({ length: 50 }, (_, i): TestEntry[] => [
      {
        loc: `en${i}`,
        links: [
          ['en', `en${i}`],
          ['de', `de${i}`],
        ],
      },
      {
        loc: `de${i}`,
        links: [
          ['en', `en${i}`],
          ['de', `de${i}`],
        ],
      },
    ]).flat()
    const kept = [keep(entries, { ...LIMITS, entries: 25 }), keep(entries.slice(60), { ...LIMITS, entries: 25 })]
    expect(kept.map((document) => document?.isCapped)).toEqual([true, true])
    const results = compareAlternates(kept.flatMap((document) => document ?? []))
    expect(results.map(({ unanswered }) => unanswered.count)).toEqual([0, 0])
  })

  it('are given up where one pair comes over and over, and has the one hash that is drawn to the last', () => {
    const keeper = createLinkKeeper({ ...LIMITS, links: 40 })
    keeper.begin(1, 1, 1)
    keeper.add(2, keeper.codeIndex('de'))
    keeper.begin(0, 2, 2)
    for (let i = 0; i < 100; i++) keeper.add(0, 0)
    keeper.quiet()
    expect(keeper.begin(3, 3, 3)).toBe(false)
    const alternates = keeper.finish()
    expect(alternates).toMatchObject({ halvings: HALVINGS_LIMIT, isCapped: true, links: 0 })
    expect(Buffer.from(alternates?.sources ?? '', 'base64')).toHaveLength(8)
  })

  it('keep at most so many links, of pairs that are drawn evenly', () => {
    const links = 1_000
    const entries = Array.from(
      { length: 900 },
      (_, i): TestEntry => ({
        loc: `page${i}`,
        links: Array.from({ length: 10 }, (_, j) => ['de', `page${i}-${j}`]),
      }),
    )
    const alternates = keep(entries, { ...LIMITS, links })
    expect(alternates?.isCapped).toBe(true)
    const kept = Buffer.from(alternates?.targets ?? '', 'base64').length / 8
    expect(kept).toBeLessThanOrEqual(links)
    expect(kept).toBeCloseTo(9_000 / 2 ** (alternates?.halvings ?? 0), -2)
    const counts = unpackUint32(alternates?.counts ?? '')
    const ofFirstHalf = counts.subarray(0, 450).reduce((sum, count) => sum + count, 0)
    expect(ofFirstHalf / kept).toBeGreaterThan(0.4)
    expect(ofFirstHalf / kept).toBeLessThan(0.6)
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
