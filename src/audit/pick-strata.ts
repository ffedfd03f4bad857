/** Parts the entries of a document by the kind of page they lead to, in one pass and bounded memory. */
import type { Entry, PageCandidate } from '../model/document.ts'
import { HASH_FACTOR_A, HASH_FACTOR_B } from '../values/hash.ts'
import { createSmallest, type Smallest } from '../values/smallest.ts'

/** Kinds of page told apart in one document; what comes later shares the last one. */
const STRATA_LIMIT = 48
/** Candidates kept of one kind. */
const CANDIDATES_LIMIT = 12
/** Kinds that are found by a hash. */
const SEATS = 64
const OTHERS = '(others)'

/** Entries with one path template (`/blog/*`) and one year of lastmod. */
export interface Stratum {
  key: string
  /** Entries. */
  size: number
  /** Those with the smallest orders, by rising order. */
  candidates: PageCandidate[]
}

export interface StrataPicker {
  /**
   * @param order a hash of the loc under the seed
   * @param folder a hash of the part of the loc that tells its kind; 0 where there is none
   * @param year a number that stands for the first four characters of the lastmod; 0 where there is none
   */
  add(entry: Entry, order: number, folder: number, year: number): void
  finish(): Stratum[]
}

interface Open {
  size: number
  smallest: Smallest<PageCandidate>
}

/** @param candidateOf null where a loc may not be asked for; called for kept ones only */
export function createStrataPicker(candidateOf: (entry: Entry) => PageCandidate | null): StrataPicker {
  const strata = new Map<string, Open>()
  /** The strata found last, by a hash of their kind: entries of a few kinds mostly come by turns. */
  const kinds = new Int32Array(SEATS)
  const found: Open[] = []

  function findByKind(folder: number, year: number, entry: Entry): Open {
    // Years differ in the bytes at the top, which no multiplication brings down to where the seat is taken from.
    const kind = Math.imul(folder ^ Math.imul(year ^ (year >>> 16), HASH_FACTOR_A), HASH_FACTOR_B)
    const seat = (kind ^ (kind >>> 16)) & (SEATS - 1)
    const known = found[seat]
    if (known !== undefined && kinds[seat] === kind) return known
    const open = find(entry.loc?.text ?? '', entry.lastmod?.text ?? '')
    kinds[seat] = kind
    found[seat] = open
    return open
  }

  function find(loc: string, lastmod: string): Open {
    const key = `${prefixOf(loc)} ${lastmod.slice(0, 4)}`
    const known = strata.get(strata.size < STRATA_LIMIT || strata.has(key) ? key : OTHERS)
    if (known) return known
    const isLast = strata.size >= STRATA_LIMIT
    const open = {
      size: 0,
      smallest: createSmallest<PageCandidate>(CANDIDATES_LIMIT),
    }
    strata.set(isLast ? OTHERS : key, open)
    return open
  }

  return {
    add(entry, order, folder, year) {
      const open =
        folder !== 0 && (year !== 0 || entry.lastmod === null)
          ? findByKind(folder, year, entry)
          : find(entry.loc?.text ?? '', entry.lastmod?.text ?? '')
      open.size++
      if (!open.smallest.wants(order)) return
      const candidate = candidateOf(entry)
      if (candidate) open.smallest.add(order, candidate)
    },
    finish: () =>
      [...strata].map(([key, { size, smallest }]) => ({
        key,
        size,
        candidates: smallest.sorted().map(({ item }) => item),
      })),
  }
}

/** `https://shop.example/blog/` for everything below it; the origin with a slash for pages at the root. */
function prefixOf(loc: string): string {
  const scheme = loc.indexOf('://')
  const path = loc.indexOf('/', scheme + 3)
  if (scheme < 0 || path < 0) return loc
  const second = loc.indexOf('/', path + 1)
  return second < 0 || second === loc.length - 1 ? loc.slice(0, path + 1) : loc.slice(0, second + 1)
}
