/** Fixed-size fingerprints of a document's locs, for what only several documents together can tell. */
import type { DocumentFingerprints, Entry, PlainEntry, Value } from '../model/document.ts'
import type { LocDesk } from '../rules/loc-desk.ts'
import { detachText } from '../values/detach-text.ts'
import { createSmallest, type Smallest } from '../values/smallest.ts'

/** Fingerprints kept of one document: twice the entries that the protocol allows. */
const FINGERPRINTS_LIMIT = 100_000
/** Locs kept in full. */
const SMALLEST_LIMIT = 1_000

export interface FingerprintCollector {
  add(entry: Entry): void
  addPlain(entry: PlainEntry): void
  finish(): DocumentFingerprints
}

type Desk = Pick<LocDesk, 'fingerprint' | 'repeats' | 'isCapped'>

interface State extends FingerprintCollector {
  desk: Desk
  locs: number[]
  isCapped: boolean
  /** Some may be there twice. */
  hasRepeats: boolean
  smallest: Smallest<{ loc: string; entry: number }>
}

/** @param desk that has read each entry before it is added */
export function createFingerprintCollector(desk: Desk): FingerprintCollector {
  const state: State = {
    desk,
    locs: [],
    isCapped: false,
    hasRepeats: false,
    smallest: createSmallest(SMALLEST_LIMIT),
    add,
    addPlain,
    finish,
  }
  return state
}

/** No closures: V8 then keeps what it has optimised from one document to the next. */
function add(this: State, { loc, number }: Entry): void {
  if (loc === null || loc.isDamaged || loc.text === '' || !hasRoom(this)) return
  const { desk, locs, smallest } = this
  if (desk.repeats.length > 0) this.hasRepeats = true
  const hash = desk.fingerprint
  locs.push(hash)
  if (smallest.wants(hash)) smallest.add(hash, { loc: detachText(loc.text), entry: number })
}

function addPlain(this: State, entry: PlainEntry): void {
  if (!hasRoom(this)) return
  const { locs, smallest } = this
  const hash = this.desk.fingerprint
  locs.push(hash)
  if (!smallest.wants(hash)) return
  smallest.add(hash, { loc: detachText((entry.whole().loc as Value).text), entry: entry.number })
}

function hasRoom(state: State): boolean {
  if (state.locs.length < FINGERPRINTS_LIMIT) return true
  if (!state.isCapped) state.hasRepeats ||= state.desk.isCapped()
  state.isCapped = true
  return false
}

function finish(this: State): DocumentFingerprints {
  const { desk, locs, isCapped, hasRepeats, smallest } = this
  const kept = new Map<number, { loc: string; hash: number; entry: number }>()
  for (const { key, item } of smallest.sorted()) if (!kept.has(key)) kept.set(key, { hash: key, ...item })
  // What came behind the last one kept is of no account: the copy would be made in vain.
  const mayRepeat = hasRepeats || (desk.isCapped() && !isCapped)
  const distinct = mayRepeat ? [...new Set(locs)] : locs
  return { locs: distinct, isCapped, smallest: [...kept.values()] }
}
