/** Chooses, in one pass and bounded memory, the listed URLs of a document that may be sampled. */
import type { At, Entry, Location, PageCandidate } from '../model/document.ts'
import type { LastmodDesk } from '../rules/lastmod-desk.ts'
import type { LocDesk } from '../rules/loc-desk.ts'
import { detachText } from '../values/detach-text.ts'
import { mix53 } from '../values/hash.ts'
import { createSmallest } from '../values/smallest.ts'
import { createStrataPicker, type Stratum } from './pick-strata.ts'

/**
 * Evenly spaced entries kept to find the middle one; exact up to this many entries, beyond within half a stride: at most
 * 1 / SPREAD_LIMIT of the entries. Each doubling of the stride makes half as many candidates anew, so more are dear.
 */
const SPREAD_LIMIT = 32

/** Alternates kept of one candidate. */
const ALTERNATES_LIMIT = 200

export interface Candidates {
  /** First, lower middle and last entry that can be requested; fewer where the document has fewer. */
  fixed: PageCandidate[]
  /** By rising order: the smallest orders of all documents together are a uniform sample of their entries. */
  seeded: { order: number; candidate: PageCandidate }[]
  /** Kinds of page, with candidates of each. */
  strata: Stratum[]
}

export interface CandidatePicker {
  /** @param locs and lastmods: desks that have read the entry */
  add(
    entry: Entry,
    locs: Pick<LocDesk, 'fingerprint' | 'folder' | 'isPlain'>,
    lastmods: Pick<LastmodDesk, 'year'>,
  ): void
  /** Call while the reader still has the last entry. */
  finish(): Candidates
}

/**
 * @param seed same seed and document: same candidates, however the bytes were cut
 * @param limit how many seeded candidates are kept; 0 picks none at all
 * @param find the reader's
 * @param requestUrl the URL to ask for, or null where a loc is none that may be asked for; called for kept ones only
 */
export function createCandidatePicker(
  seed: number,
  limit: number,
  find: (at: At) => Location | null,
  requestUrl: (loc: string) => string | null,
): CandidatePicker {
  const seeded = createSmallest<PageCandidate>(limit)
  let spread: PageCandidate[] = []
  let stride = 1
  let count = 0
  let last: Entry | null = null

  let made: PageCandidate | null = null
  let madeOf = 0

  /** Several of the sets below may want the one entry. */
  const candidateOf = (entry: Entry): PageCandidate | null => {
    if (entry.number !== madeOf) made = makeCandidate(entry)
    madeOf = entry.number
    return made
  }

  const makeCandidate = (entry: Entry): PageCandidate | null => {
    const { loc } = entry
    const url = loc && requestUrl(loc.text)
    const location = loc && url ? find(loc.at) : null
    if (!loc || !url || !location) return null
    return {
      entry: entry.number,
      loc: detachText(loc.text),
      url,
      lastmod: entry.lastmod ? detachText(entry.lastmod.text) || null : null,
      location,
      alternates: alternatesOf(entry),
    }
  }

  const strata = createStrataPicker(candidateOf)
  return {
    add(entry, locs, lastmods) {
      const { loc } = entry
      if (limit === 0 || loc === null || loc.isDamaged || loc.text === '') return
      last = entry
      const order = mix53(locs.fingerprint, seed)
      if (seeded.wants(order)) {
        const candidate = candidateOf(entry)
        if (candidate) seeded.add(order, candidate)
      }
      strata.add(entry, order, locs.isPlain ? locs.folder : 0, lastmods.year)
      if (count++ % stride !== 0) return
      const candidate = candidateOf(entry)
      if (candidate) spread.push(candidate)
      if (spread.length > SPREAD_LIMIT) {
        spread = spread.filter((_, index) => index % 2 === 0)
        stride *= 2
      }
    },
    finish() {
      const first = spread[0]
      const strides = spread.length - 1 + ((count - 1) % stride) / stride
      // The nearest to the middle; of two the lower one.
      const middle = spread[Math.ceil((strides - 1) / 2)]
      const end = last ? candidateOf(last) : null
      const fixed = [first, middle, end].filter((one) => one !== undefined && one !== null)
      const distinct = fixed.filter((one, index) => fixed.findIndex((other) => other.entry === one.entry) === index)
      return {
        fixed: distinct,
        seeded: seeded.sorted().map(({ key, item }) => ({ order: key, candidate: item })),
        strata: strata.finish(),
      }
    },
  }
}

function alternatesOf({ alternates }: Entry): PageCandidate['alternates'] {
  const whole = alternates.filter(({ hreflang, href }) => hreflang !== null && href !== null)
  return whole
    .slice(0, ALTERNATES_LIMIT)
    .map(({ hreflang, href }) => ({ hreflang: detachText(hreflang ?? ''), href: detachText(href ?? '') }))
}
