/**
 * Gathers the page candidates of an audit's documents, one document after the other, and keeps no more of them than the
 * sample can still pick.
 */
import type { PageCandidate } from '../model/checked-document.ts'
import type { Candidates } from './pick-candidates.ts'
import type { Stratum } from './pick-strata.ts'

export interface Gathered {
  candidate: PageCandidate
  /** URL of the sitemap that lists it. */
  document: string
}

export interface GatheredStratum extends Stratum {
  document: string
}

export interface GatheredCandidates {
  /** The first, the middle and the last entries, each in walking order. */
  fixed: readonly (readonly Gathered[])[]
  /** By rising order, each URL once; more than the budget, where there are more. */
  seeded: readonly Gathered[]
  /** In walking order. */
  strata: readonly GatheredStratum[]
  /** Entries of all strata, those that were not kept as well. */
  listed: number
  /** No document has more seeded candidates than it kept. */
  isSeededWhole: boolean
}

export interface CandidateGatherer {
  /** Call once a document, in walking order. */
  add(url: string, candidates: Candidates): void
  finish(): GatheredCandidates
}

/** Characters kept of the candidates of all kinds of page. Small audits never come near. */
const STRATA_WEIGHT = 16_000_000
/** What a candidate weighs besides its texts. */
const CANDIDATE_WEIGHT = 300
/** Where not all are kept, so many of the largest for each page of the budget: half of them are looked at at most. */
const STRATA_PER_PAGE = 2

interface Seeded extends Gathered {
  order: number
}

/** @param pages the budget over all picks */
export function createCandidateGatherer(pages: number, strataWeight = STRATA_WEIGHT): CandidateGatherer {
  const fixed = [0, 1, 2].map(() => new Map<string, Gathered>())
  let seeded = new Map<string, Seeded>()
  let strata: GatheredStratum[] = []
  let weight = 0
  let mostWeight = strataWeight
  let listed = 0
  let isSeededWhole = true

  /** Of a URL that several documents list, or one lists twice, the smallest order counts, then the lower entry. */
  function addSeeded(document: string, order: number, candidate: PageCandidate): void {
    const known = seeded.get(candidate.url)
    if (known && !isBefore({ order, candidate }, known)) return
    seeded.set(candidate.url, { order, candidate, document })
    // Behind the budget one is enough to say that there are more.
    if (seeded.size > 2 * pages + 64) keepSeeded()
  }

  function keepSeeded(): void {
    const sorted = [...seeded.values()].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0))
    seeded = new Map(sorted.slice(0, pages + 1).map((one) => [one.candidate.url, one]))
  }

  /** Keeps the largest kinds, and those of which a page is as good as picked. */
  function keepStrata(): void {
    const picked = new Set([...seeded.keys(), ...fixed.flatMap((some) => [...some.keys()])])
    const bySize = strata.map((_, index) => index).sort((a, b) => sizeOf(strata, b) - sizeOf(strata, a))
    const largest = new Set(bySize.slice(0, STRATA_PER_PAGE * pages))
    strata = strata.filter(
      ({ candidates }, index) => largest.has(index) || candidates.some(({ url }) => picked.has(url)),
    )
    weight = strata.reduce((sum, one) => sum + weightOf(one), 0)
    mostWeight = Math.max(strataWeight, 2 * weight)
  }

  return {
    add(document, candidates) {
      for (const [nth, candidate] of candidates.fixed.entries()) {
        const some = fixed[nth]
        if (some && some.size < pages && !some.has(candidate.url)) some.set(candidate.url, { candidate, document })
      }
      if (candidates.seeded.length >= pages) isSeededWhole = false
      for (const { order, candidate } of candidates.seeded) addSeeded(document, order, candidate)
      for (const stratum of candidates.strata) {
        listed += stratum.size
        const own = { ...stratum, document, key: `${document}\n${stratum.key}` }
        strata.push(own)
        weight += weightOf(own)
      }
      if (weight > mostWeight) {
        keepSeeded()
        keepStrata()
      }
    },
    finish() {
      keepSeeded()
      return {
        fixed: fixed.map((some) => [...some.values()]),
        seeded: [...seeded.values()],
        strata,
        listed,
        isSeededWhole,
      }
    },
  }
}

function isBefore(a: Pick<Seeded, 'order' | 'candidate'>, b: Pick<Seeded, 'order' | 'candidate'>): boolean {
  return a.order < b.order || (a.order === b.order && a.candidate.entry < b.candidate.entry)
}

function sizeOf(strata: readonly GatheredStratum[], index: number): number {
  return strata[index]?.size ?? 0
}

function weightOf({ candidates }: Stratum): number {
  return candidates.reduce((sum, candidate) => sum + weigh(candidate), 0)
}

function weigh({ loc, url, location, alternates }: PageCandidate): number {
  const own = CANDIDATE_WEIGHT + loc.length + url.length + (location.snippet?.length ?? 0)
  return alternates.reduce((sum, { href }) => sum + 100 + href.length, own)
}
