/** Chooses, in one pass and bounded memory, the listed URLs of a document that may be sampled. */
import type { PageCandidate } from '../model/checked-document.ts'
import type { At, Entry, Location, PlainEntry, PlainRun } from '../model/document.ts'
import type { LastmodDesk } from '../rules/lastmod-desk.ts'
import type { LocDesk } from '../rules/loc-desk.ts'
import { detachText } from '../values/detach-text.ts'
import { mix53 } from '../values/hash.ts'
import { createSmallest, type Smallest } from '../values/smallest.ts'
import { createStrataPicker, type StrataPicker, type Stratum } from './pick-strata.ts'

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
    entry: Entry | PlainEntry,
    locs: Pick<LocDesk, 'fingerprint' | 'folder' | 'isPlain'>,
    lastmods: Pick<LastmodDesk, 'year'>,
  ): void
  /** The first entries of a run. */
  addRun(
    run: PlainRun,
    count: number,
    locs: Pick<LocDesk, 'fingerprints' | 'folders'>,
    lastmods: Pick<LastmodDesk, 'years'>,
  ): void
  /** Call while the reader still has the last entry. */
  finish(): Candidates
}

interface State extends CandidatePicker {
  seed: number
  limit: number
  find: (at: At) => Location | null
  requestUrl: (loc: string) => string | null
  seeded: Smallest<PageCandidate>
  strata: StrataPicker
  spread: PageCandidate[]
  stride: number
  /** Entries until the next one that is spread. */
  untilNext: number
  count: number
  last: Entry | PlainEntry | null
  /** The candidate that was made last: several sets may want the one entry. */
  made: PageCandidate | null
  madeOf: number
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
  const state: State = {
    seed,
    limit,
    find,
    requestUrl,
    seeded: createSmallest(limit),
    strata: createStrataPicker((entry) => candidateOf(state, entry)),
    spread: [],
    stride: 1,
    untilNext: 0,
    count: 0,
    last: null,
    made: null,
    madeOf: 0,
    add,
    addRun,
    finish,
  }
  return state
}

/** No closure: V8 then keeps what it has optimised from one document to the next. */
function add(
  this: State,
  entry: Entry | PlainEntry,
  locs: Pick<LocDesk, 'fingerprint' | 'folder' | 'isPlain'>,
  lastmods: Pick<LastmodDesk, 'year'>,
): void {
  if (this.limit === 0 || !isEligible(entry)) return
  this.last = entry
  this.count++
  const order = mix53(locs.fingerprint, this.seed)
  if (this.seeded.wants(order)) addSeeded(this, order, entry)
  this.strata.add(entry, order, locs.isPlain ? locs.folder : 0, lastmods.year)
  if (this.untilNext-- === 0) spreadOut(this, entry)
}

function addRun(
  this: State,
  run: PlainRun,
  count: number,
  { fingerprints, folders }: Pick<LocDesk, 'fingerprints' | 'folders'>,
  { years }: Pick<LastmodDesk, 'years'>,
): void {
  const { limit, seed, seeded, strata } = this
  if (limit === 0) return
  for (let i = 0; i < count; i++) {
    this.count++
    const order = mix53(fingerprints[i] as number, seed)
    if (seeded.wants(order)) addSeeded(this, order, run.entry(i))
    strata.addOf(run, i, order, folders[i] as number, run.hasLastmod ? (years[i] as number) : 0)
    if (this.untilNext-- === 0) spreadOut(this, run.entry(i))
  }
  this.last = run.entry(count - 1)
}

/** A plain entry always is. */
const isEligible = (entry: Entry | PlainEntry): boolean =>
  'whole' in entry || (entry.loc !== null && !entry.loc.isDamaged && entry.loc.text !== '')

function addSeeded(state: State, order: number, entry: Entry | PlainEntry): void {
  const candidate = candidateOf(state, entry)
  if (candidate) state.seeded.add(order, candidate)
}

function spreadOut(state: State, entry: Entry | PlainEntry): void {
  const candidate = candidateOf(state, entry)
  if (candidate) state.spread.push(candidate)
  if (state.spread.length > SPREAD_LIMIT) {
    state.spread = state.spread.filter((_, index) => index % 2 === 0)
    state.stride *= 2
  }
  state.untilNext = state.stride - ((state.count - 1) % state.stride) - 1
}

function finish(this: State): Candidates {
  const { spread, stride, count, last, seeded, strata } = this
  const first = spread[0]
  const strides = spread.length - 1 + ((count - 1) % stride) / stride
  // The nearest to the middle; of two the lower one.
  const middle = spread[Math.ceil((strides - 1) / 2)]
  const end = last ? candidateOf(this, last) : null
  const fixed = [first, middle, end].filter((one) => one !== undefined && one !== null)
  const distinct = fixed.filter((one, index) => fixed.findIndex((other) => other.entry === one.entry) === index)
  return {
    fixed: distinct,
    seeded: seeded.sorted().map(({ key, item }) => ({ order: key, candidate: item })),
    strata: strata.finish(),
  }
}

function candidateOf(state: State, entry: Entry | PlainEntry): PageCandidate | null {
  if (entry.number !== state.madeOf) {
    state.madeOf = entry.number
    state.made = makeCandidate(state, 'whole' in entry ? entry.whole() : entry)
  }
  return state.made
}

function makeCandidate({ find, requestUrl }: State, entry: Entry): PageCandidate | null {
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

function alternatesOf({ alternates }: Entry): PageCandidate['alternates'] {
  const whole = alternates.filter(({ hreflang, href }) => hreflang !== null && href !== null)
  return whole
    .slice(0, ALTERNATES_LIMIT)
    .map(({ hreflang, href }) => ({ hreflang: detachText(hreflang ?? ''), href: detachText(href ?? '') }))
}
