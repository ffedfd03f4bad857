/** A set of 53-bit fingerprints with a small number for each: open addressing in typed arrays, 16 bytes a slot. */

export interface FingerprintTable {
  /** The number stored for the fingerprint; 0 where it is not there. */
  get(fingerprint: number): number
  /** Stores a number, not 0. False when the table is full and the fingerprint is not in it. */
  set(fingerprint: number, value: number): boolean
  /** Stores a number, not 0, unless there is one already. @returns the one that was there; 0 where there was none */
  put(fingerprint: number, value: number): number
  /** Adds one to the number of the fingerprint. @returns how often it came; 0 where it was turned away */
  count(fingerprint: number): number
  readonly size: number
  /** A fingerprint was turned away: what the table says is a lower bound. */
  readonly isCapped: boolean
}

/** Fingerprints kept of one document: 40 times the entries that the protocol allows, 64 MB at worst. */
export const FINGERPRINTS_LIMIT = 2_000_000

/** 64 KB, which small documents do not outgrow. */
const SLOTS_AT_FIRST = 4_096
/** 1 MB, in which a full sitemap has room: one step, because filling a table anew costs more than room not used. */
const SLOTS_NEXT = 65_536
/** Nobody can write locs that all want the same slot, and so make the table slow. What it says does not depend on it. */
const SALT = Math.floor(Math.random() * 2 ** 32)
/** Slots in use before the table grows. */
const FULL_SHARE = 0.8

interface State extends FingerprintTable {
  limit: number
  mask: number
  /** Slots that may be in use before the table grows. */
  room: number
  /** Fingerprint and number by turns, so that a look at both is a look at one place. */
  slots: Float64Array
  size: number
  isCapped: boolean
}

/** Its functions are no closures: V8 then keeps what it has optimised from one document to the next. */
export function createFingerprintTable(limit = FINGERPRINTS_LIMIT): FingerprintTable {
  const state: State = {
    limit,
    mask: SLOTS_AT_FIRST - 1,
    room: Math.floor(SLOTS_AT_FIRST * FULL_SHARE),
    slots: new Float64Array(2 * SLOTS_AT_FIRST),
    size: 0,
    isCapped: false,
    get,
    set,
    put,
    count,
  }
  return state
}

function get(this: State, fingerprint: number): number {
  return this.slots[placeOf(this, fingerprint) + 1] as number
}

function set(this: State, fingerprint: number, value: number): boolean {
  const place = placeOf(this, fingerprint)
  if (this.slots[place + 1] === 0) return fill(this, place, fingerprint, value)
  this.slots[place + 1] = value
  return true
}

function put(this: State, fingerprint: number, value: number): number {
  const place = placeOf(this, fingerprint)
  const known = this.slots[place + 1] as number
  if (known === 0) fill(this, place, fingerprint, value)
  return known
}

function count(this: State, fingerprint: number): number {
  const place = placeOf(this, fingerprint)
  const times = (this.slots[place + 1] as number) + 1
  if (times === 1) return fill(this, place, fingerprint, 1) ? 1 : 0
  this.slots[place + 1] = times
  return times
}

/** Where the fingerprint stands, or the free place where it belongs. */
function placeOf({ slots, mask }: State, fingerprint: number): number {
  const low = fingerprint ^ SALT
  const high = (fingerprint / 4_294_967_296) ^ SALT
  const mixed = Math.imul(low, 2_654_435_761) + Math.imul(high, 1_597_334_677)
  let slot = (mixed ^ (mixed >>> 16)) & mask
  while (slots[2 * slot + 1] !== 0 && slots[2 * slot] !== fingerprint) slot = (slot + 1) & mask
  return 2 * slot
}

/** Fills a free place; false when no more may be kept. */
function fill(state: State, place: number, fingerprint: number, value: number): boolean {
  if (state.size >= state.limit) {
    state.isCapped = true
    return false
  }
  state.slots[place] = fingerprint
  state.slots[place + 1] = value
  state.size++
  if (state.size > state.room) grow(state)
  return true
}

function grow(state: State): void {
  const old = state.slots
  const size = state.mask < SLOTS_AT_FIRST ? SLOTS_NEXT : 2 * (state.mask + 1)
  const slots = new Float64Array(2 * size)
  state.mask = size - 1
  state.room = Math.floor(size * FULL_SHARE)
  state.slots = slots
  for (let i = 0; i < old.length; i += 2) {
    if (old[i + 1] === 0) continue
    const place = placeOf(state, old[i] as number)
    slots[place] = old[i] as number
    slots[place + 1] = old[i + 1] as number
  }
}
