/**
 * Which listed URLs are fetched. Four parts share the budget: fixed picks (first, middle and last of each document),
 * seeded picks (a uniform sample of all entries; the estimates come from these alone), one pick for each kind of page
 * that has none yet, and more picks where a kind of page shows a fault.
 */
import type { PageCandidate } from '../model/checked-document.ts'
import type { PageReport } from '../model/report.ts'
import { hasOtherCanonical, isBroken, wilsonInterval } from './estimate.ts'
import type { Gathered, GatheredCandidates } from './gather-candidates.ts'

export interface Pick {
  candidate: PageCandidate
  /** URL of the sitemap that lists it. */
  document: string
  /** Part of the uniform sample. */
  isSeeded: boolean
}

export interface Sampler {
  /** The picks that do not depend on any answer. */
  begin(): Pick[]
  /** Further picks, in the light of the pages judged so far; empty when the budget is spent. */
  grow(judged: readonly { candidate: PageCandidate; isFaulty: boolean | null }[]): Pick[]
}

/** Share of the budget behind the fixed picks that is kept for kinds of pages and for faults. */
const RESERVE_SHARE = 0.25
/** Picks of one round of growth in one kind of page. */
const GROWTH_STEP = 3
/** A kind of page is sure when so many of it were judged, or when its interval is so narrow. */
const SURE_COUNT = 12
const SURE_WIDTH = 0.3

/**
 * Same seed (in the candidates' order) and site: same picks for the same answers.
 * @param gathered document by document in walking order, for the same budget; a URL that two list belongs to the first
 * @param pages budget over all picks. With fewer than three a document, the first entries come first, then the middle ones
 */
export function sampleGathered(gathered: GatheredCandidates, pages: number): Sampler {
  const taken = new Map<string, Pick>()
  const { fixed, seeded, strata, listed, isSeededWhole } = gathered
  const stratumOf = new Map<string, (typeof strata)[number]>()
  for (const stratum of strata) {
    for (const { url } of stratum.candidates) if (!stratumOf.has(url)) stratumOf.set(url, stratum)
  }

  const left = () => pages - taken.size
  const take = ({ candidate, document }: Partial<Gathered>, isSeeded = false): Pick | null => {
    if (!candidate || document === undefined) return null
    const known = taken.get(candidate.url)
    if (known) {
      if (isSeeded) known.isSeeded = true
      return null
    }
    if (left() <= 0) return null
    const pick = { candidate, document, isSeeded }
    taken.set(candidate.url, pick)
    return pick
  }

  let nextSeeded = 0

  function takeFixed(): void {
    for (const some of fixed) for (const one of some) take(one)
  }

  /** All that is listed may be asked for. A document keeps no more seeded candidates than the budget: there may be more. */
  function isCensus(): boolean {
    return seeded.length <= pages && (listed <= pages || isSeededWhole)
  }

  /** A prefix of the hash order, whatever the other parts have taken already: that keeps it uniform. */
  function takeSeeded(): void {
    const reserve = isCensus() ? 0 : Math.floor(left() * RESERVE_SHARE)
    for (; nextSeeded < seeded.length; nextSeeded++) {
      const one = seeded[nextSeeded] as (typeof seeded)[number]
      if (left() <= reserve && !taken.has(one.candidate.url)) return
      take(one, true)
    }
  }

  /** One of each kind that has no pick yet, the commonest kinds first, with at most half of what is left. */
  function takeKinds(): void {
    const limit = Math.ceil(left() / 2)
    const seen = new Set([...taken.keys()].map((url) => stratumOf.get(url)?.key))
    const unseen = strata.filter(({ key }) => !seen.has(key)).sort((a, b) => b.size - a.size)
    for (const { candidates, document } of unseen.slice(0, limit))
      take({ ...(candidates[0] && { candidate: candidates[0] }), document })
  }

  return {
    begin() {
      takeFixed()
      takeSeeded()
      takeKinds()
      return [...taken.values()]
    },
    grow(judged) {
      const before = taken.size
      const faulty = new Map<string, { bad: number; judged: number }>()
      for (const { candidate, isFaulty } of judged) {
        const stratum = stratumOf.get(candidate.url)
        if (!stratum || isFaulty === null) continue
        const count = faulty.get(stratum.key) ?? { bad: 0, judged: 0 }
        count.judged++
        if (isFaulty) count.bad++
        faulty.set(stratum.key, count)
      }
      for (const { key, size, candidates, document } of strata) {
        const count = faulty.get(key)
        if (!count || count.bad === 0 || isSure(count, size)) continue
        const fresh = candidates.filter(({ url }) => !taken.has(url))
        for (const candidate of fresh.slice(0, GROWTH_STEP)) take({ candidate, document })
      }
      // With nothing to follow up, the budget goes on in the order of the seed. Where no fault was seen at all, that is
      // one longer uniform sample; behind a fault, to go on or not would bend the estimate.
      if (taken.size === before) {
        const isClean = !judged.some(({ isFaulty }) => isFaulty)
        for (; nextSeeded < seeded.length && left() > 0; nextSeeded++) {
          const one = seeded[nextSeeded] as (typeof seeded)[number]
          take(one, isClean)
        }
      }
      return [...taken.values()].slice(before)
    },
  }
}

function isSure({ bad, judged }: { bad: number; judged: number }, size: number): boolean {
  if (judged >= SURE_COUNT) return true
  const [low, high] = wilsonInterval(bad, judged, Math.max(size, judged))
  return high - low <= SURE_WIDTH
}

/** Whether the answer of a page shows a fault worth following up; null where it says nothing of the page. */
export function isFaultyPage(page: PageReport): boolean | null {
  const { outcome, status, hops, indexable } = page
  if (outcome === 'disallowed') return true
  if (status === null || outcome === 'blocked' || outcome === 'skipped') return null
  return isBroken(page) || hops.length > 0 || indexable === false || hasOtherCanonical(page)
}
