/** Parts the entries of a document by the kind of page they lead to, in one pass and bounded memory. */
import type { PageCandidate } from '../model/checked-document.ts'
import type { Entry, PlainEntry, PlainRun } from '../model/document.ts'
import { detachText } from '../values/detach-text.ts'
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
  add(entry: Entry | PlainEntry, order: number, folder: number, year: number): void
  /** The same of an entry of a run. */
  addOf(run: PlainRun, index: number, order: number, folder: number, year: number): void
  finish(): Stratum[]
}

interface Open {
  size: number
  smallest: Smallest<PageCandidate>
}

interface State extends StrataPicker {
  candidateOf: (entry: Entry | PlainEntry) => PageCandidate | null
  strata: Map<string, Open>
  /** The strata found last, by a hash of their kind: entries of a few kinds mostly come by turns. */
  kinds: Int32Array
  found: (Open | null)[]
}

/** @param candidateOf null where a loc may not be asked for; called for kept ones only */
export function createStrataPicker(candidateOf: (entry: Entry | PlainEntry) => PageCandidate | null): StrataPicker {
  const state: State = {
    candidateOf,
    strata: new Map(),
    kinds: new Int32Array(SEATS),
    found: new Array<Open | null>(SEATS).fill(null),
    add,
    addOf,
    finish,
  }
  return state
}

/** No closure: V8 then keeps what it has optimised from one document to the next. */
function add(this: State, entry: Entry | PlainEntry, order: number, folder: number, year: number): void {
  const open =
    folder === 0 || (year === 0 && hasLastmod(entry)) ? find(this, entry) : findByKind(this, folder, year, entry)
  open.size++
  if (!open.smallest.wants(order)) return
  const candidate = this.candidateOf(entry)
  if (candidate) open.smallest.add(order, candidate)
}

function addOf(this: State, run: PlainRun, index: number, order: number, folder: number, year: number): void {
  const kind = kindOf(folder, year)
  const seat = seatOf(kind)
  const known = this.found[seat] as Open | null
  if (folder === 0 || known === null || this.kinds[seat] !== kind || known.smallest.wants(order)) {
    this.add(run.entry(index), order, folder, year)
  } else known.size++
}

const hasLastmod = (entry: Entry | PlainEntry): boolean =>
  'whole' in entry ? entry.lastmodFrom >= 0 : entry.lastmod !== null

function findByKind(state: State, folder: number, year: number, entry: Entry | PlainEntry): Open {
  const kind = kindOf(folder, year)
  const seat = seatOf(kind)
  const known = state.found[seat] as Open | null
  if (known !== null && state.kinds[seat] === kind) return known
  const open = find(state, entry)
  state.kinds[seat] = kind
  state.found[seat] = open
  return open
}

/** Years differ in the bytes at the top, which no multiplication brings down to where the seat is taken from. */
const kindOf = (folder: number, year: number): number =>
  Math.imul(folder ^ Math.imul(year ^ (year >>> 16), HASH_FACTOR_A), HASH_FACTOR_B)

const seatOf = (kind: number): number => (kind ^ (kind >>> 16)) & (SEATS - 1)

function find({ strata }: State, entry: Entry | PlainEntry): Open {
  const { loc, lastmod } = 'whole' in entry ? entry.whole() : entry
  const key = detachText(`${prefixOf(loc?.text ?? '')} ${lastmod?.text.slice(0, 4) ?? ''}`)
  const known = strata.get(strata.size < STRATA_LIMIT || strata.has(key) ? key : OTHERS)
  if (known) return known
  const isLast = strata.size >= STRATA_LIMIT
  const open = { size: 0, smallest: createSmallest<PageCandidate>(CANDIDATES_LIMIT) }
  strata.set(isLast ? OTHERS : key, open)
  return open
}

function finish(this: State): Stratum[] {
  return [...this.strata].map(([key, { size, smallest }]) => ({
    key,
    size,
    candidates: smallest.sorted().map(({ item }) => item),
  }))
}

/** `https://shop.example/blog/` for everything below it; the origin with a slash for pages at the root. */
function prefixOf(loc: string): string {
  const scheme = loc.indexOf('://')
  const path = loc.indexOf('/', scheme + 3)
  if (scheme < 0 || path < 0) return loc
  const second = loc.indexOf('/', path + 1)
  return second < 0 || second === loc.length - 1 ? loc.slice(0, path + 1) : loc.slice(0, second + 1)
}
