/** Parts the entries of a document by the kind of page they lead to, in one pass and bounded memory. */
import type { Entry, PageCandidate } from '../model/document.ts'
import { createSmallest, type Smallest } from '../values/smallest.ts'

/** Kinds of page told apart in one document; what comes later shares the last one. */
const STRATA_LIMIT = 48
/** Candidates kept of one kind. */
const CANDIDATES_LIMIT = 12
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
  /** @param order a hash of the loc under the seed */
  add(entry: Entry, order: number): void
  finish(): Stratum[]
}

interface Open {
  /** Everything before the second slash of the path, with it. */
  prefix: string
  year: string
  size: number
  smallest: Smallest<PageCandidate>
}

/** @param candidateOf null where a loc may not be asked for; called for kept ones only */
export function createStrataPicker(candidateOf: (entry: Entry) => PageCandidate | null): StrataPicker {
  const strata = new Map<string, Open>()
  let last: Open | null = null

  function find(loc: string, lastmod: string): Open {
    const prefix = prefixOf(loc)
    const year = lastmod.slice(0, 4)
    const key = `${prefix} ${year}`
    const known = strata.get(strata.size < STRATA_LIMIT || strata.has(key) ? key : OTHERS)
    if (known) return known
    const isLast = strata.size >= STRATA_LIMIT
    const open = {
      prefix: isLast ? OTHERS : prefix,
      year,
      size: 0,
      smallest: createSmallest<PageCandidate>(CANDIDATES_LIMIT),
    }
    strata.set(isLast ? OTHERS : key, open)
    return open
  }

  return {
    add(entry, order) {
      const loc = entry.loc?.text ?? ''
      const lastmod = entry.lastmod?.text ?? ''
      // Entries of one kind mostly stand together.
      if (last === null || !lastmod.startsWith(last.year) || !isOfPrefix(loc, last.prefix) || last.prefix === OTHERS) {
        last = find(loc, lastmod)
      }
      last.size++
      if (!last.smallest.wants(order)) return
      const candidate = candidateOf(entry)
      if (candidate) last.smallest.add(order, candidate)
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

function isOfPrefix(loc: string, prefix: string): boolean {
  if (!loc.startsWith(prefix)) return false
  const isRoot = prefix.indexOf('/', prefix.indexOf('://') + 3) === prefix.length - 1
  if (!isRoot) return loc.length > prefix.length
  const slash = loc.indexOf('/', prefix.length)
  return slash < 0 || slash === loc.length - 1
}
