/** Fixed-size fingerprints of a document's locs, for what only several documents together can tell. */
import type { DocumentFingerprints } from '../model/checked-document.ts'
import type { Entry, PlainEntry, PlainRun } from '../model/document.ts'
import type { LocDesk } from '../rules/loc-desk.ts'
import { detachText } from '../values/detach-text.ts'
import { moveInto, release } from '../values/grow-array.ts'
import { createSmallest, type Smallest } from '../values/smallest.ts'

/** Fingerprints kept of one document: twice the entries that the protocol allows. */
const FINGERPRINTS_LIMIT = 100_000
/** 32 KB, which small documents do not outgrow; then 512 KB, in which a full sitemap has room. */
const LOCS_AT_FIRST = 4_096
const LOCS_NEXT = 65_536
/** Locs kept in full. */
const SMALLEST_LIMIT = 1_000

export interface FingerprintCollector {
  add(entry: Entry): void
  addPlain(entry: PlainEntry): void
  /** The first entries of a run. */
  addRun(run: PlainRun, count: number): void
  finish(): DocumentFingerprints
}

type Desk = Pick<LocDesk, 'fingerprint' | 'fingerprints' | 'repeats' | 'isCapped'>

interface State extends FingerprintCollector {
  desk: Desk
  locs: Float64Array<ArrayBuffer>
  count: number
  isCapped: boolean
  /** Some may be there twice. */
  hasRepeats: boolean
  smallest: Smallest<{ loc: string; entry: number }>
}

/** @param desk that has read each entry before it is added */
export function createFingerprintCollector(desk: Desk): FingerprintCollector {
  const state: State = {
    desk,
    locs: new Float64Array(LOCS_AT_FIRST),
    count: 0,
    isCapped: false,
    hasRepeats: false,
    smallest: createSmallest(SMALLEST_LIMIT),
    add,
    addPlain,
    addRun,
    finish,
  }
  return state
}

/** No closures: V8 then keeps what it has optimised from one document to the next. */
function add(this: State, { loc, number }: Entry): void {
  if (loc === null || loc.isDamaged || loc.text === '' || !hasRoom(this)) return
  const { desk, smallest } = this
  if (desk.repeats.length > 0) this.hasRepeats = true
  const hash = desk.fingerprint
  this.locs[this.count++] = hash
  if (smallest.wants(hash)) smallest.add(hash, { loc: detachText(loc.text), entry: number })
}

function addPlain(this: State, entry: PlainEntry): void {
  if (!hasRoom(this)) return
  const { smallest } = this
  const hash = this.desk.fingerprint
  this.locs[this.count++] = hash
  if (!smallest.wants(hash)) return
  smallest.add(hash, { loc: entry.copyLoc(), entry: entry.number })
}

function addRun(this: State, run: PlainRun, count: number): void {
  const { smallest, desk } = this
  const { fingerprints } = desk
  for (let i = 0; i < count && hasRoom(this); i++) {
    const hash = fingerprints[i] as number
    this.locs[this.count++] = hash
    if (!smallest.wants(hash)) continue
    const entry = run.entry(i)
    smallest.add(hash, { loc: entry.copyLoc(), entry: entry.number })
  }
}

function hasRoom(state: State): boolean {
  if (state.count < state.locs.length) return true
  if (state.count < FINGERPRINTS_LIMIT) {
    const length = state.count === LOCS_AT_FIRST ? LOCS_NEXT : FINGERPRINTS_LIMIT
    state.locs = new Float64Array(moveInto(state.locs, length))
    return true
  }
  if (!state.isCapped) state.hasRepeats ||= state.desk.isCapped()
  state.isCapped = true
  return false
}

function finish(this: State): DocumentFingerprints {
  const { desk, isCapped, hasRepeats, smallest } = this
  const locs = this.locs.subarray(0, this.count)
  const kept = new Map<number, { loc: string; hash: number; entry: number }>()
  for (const { key, item } of smallest.sorted()) if (!kept.has(key)) kept.set(key, { hash: key, ...item })
  // What came behind the last one kept is of no account: the copy would be made in vain.
  const mayRepeat = hasRepeats || (desk.isCapped() && !isCapped)
  const distinct = mayRepeat ? [...new Set(locs)] : listOf(locs)
  release(this.locs)
  return { locs: distinct, isCapped, smallest: [...kept.values()] }
}

/** Array.from makes an object for each. */
function listOf(numbers: Float64Array): number[] {
  const list = new Array<number>(numbers.length)
  for (let i = 0; i < list.length; i++) list[i] = numbers[i] as number
  return list
}
