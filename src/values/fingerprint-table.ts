/**
 * A set of 53-bit fingerprints with a small number for each: open addressing in typed arrays. What is searched are slots
 * of 4 bytes, which stay in the processor's cache where 16 bytes would not; fingerprints and numbers stand apart, in the
 * order in which they came.
 */
import { moveInto, release } from './grow-array.ts'

export interface FingerprintTable {
  /** The number stored for the fingerprint; 0 where it is not there. */
  get(fingerprint: number): number
  /** Stores a number, not 0. False when the table is full and the fingerprint is not in it. */
  set(fingerprint: number, value: number): boolean
  /** Stores a number, not 0, unless there is one already. @returns the one that was there; 0 where there was none */
  put(fingerprint: number, value: number): number
  /** Adds one to the number of the fingerprint. @returns how often it came; 0 where it was turned away */
  count(fingerprint: number): number
  /** Brings the places of the first `count` of them near: the processor then waits for many at once. */
  touch(fingerprints: Readonly<Float64Array>, count: number): void
  readonly size: number
  /** A fingerprint was turned away: what the table says is a lower bound. */
  readonly isCapped: boolean
}

/** Fingerprints kept of one document: four times the entries that the protocol allows, 4.2 MB at worst. */
export const FINGERPRINTS_LIMIT = 200_000

/** 68 KB, which small documents do not outgrow. */
const SLOTS_AT_FIRST = 4_096
/** 1 MB, in which a full sitemap has room: one step, because filling a table anew costs more than room not used. */
const SLOTS_NEXT = 65_536
/** Nobody can write locs that all want the same slot, and so make the table slow. What it says does not depend on it. */
const SALT = Math.floor(Math.random() * 2 ** 32)
/** Slots in use before the table grows. */
const FULL_SHARE = 0.8

/** A slot holds a place, counted from 1; 0 is a free slot. */
const PLACE_BITS = 0x1fffff
/** And a part of the hash, so that other fingerprints are hardly ever looked at. */
const TAG_BITS = ~PLACE_BITS

interface State extends FingerprintTable {
  limit: number
  mask: number
  /** Fingerprints that there is room for before the table grows. */
  room: number
  slots: Int32Array<ArrayBuffer>
  fingerprints: Float64Array<ArrayBuffer>
  values: Float64Array<ArrayBuffer>
  touched: number
  size: number
  isCapped: boolean
}

/**
 * Its functions are no closures: V8 then keeps what it has optimised from one document to the next.
 * @param limit at most 2,097,151
 * @param expected fingerprints that there is room for from the start, so that the table need not be filled anew
 */
export function createFingerprintTable(limit = FINGERPRINTS_LIMIT, expected = 0): FingerprintTable {
  const most = Math.min(limit, PLACE_BITS)
  let slots = SLOTS_AT_FIRST
  while (Math.floor(slots * FULL_SHARE) < Math.min(expected, most)) slots *= 2
  const room = Math.min(Math.floor(slots * FULL_SHARE), most)
  const state: State = {
    limit: most,
    mask: slots - 1,
    room,
    slots: new Int32Array(slots),
    fingerprints: new Float64Array(room),
    values: new Float64Array(room),
    touched: 0,
    size: 0,
    isCapped: false,
    touch,
    get,
    set,
    put,
    count,
  }
  return state
}

function get(this: State, fingerprint: number): number {
  const place = placeOf(this, fingerprint, mixFingerprint(fingerprint))
  return place === 0 ? 0 : (this.values[place - 1] as number)
}

function set(this: State, fingerprint: number, value: number): boolean {
  const mixed = mixFingerprint(fingerprint)
  const place = placeOf(this, fingerprint, mixed)
  if (place === 0) return add(this, fingerprint, mixed, value)
  this.values[place - 1] = value
  return true
}

function put(this: State, fingerprint: number, value: number): number {
  const mixed = mixFingerprint(fingerprint)
  const place = placeOf(this, fingerprint, mixed)
  if (place !== 0) return this.values[place - 1] as number
  add(this, fingerprint, mixed, value)
  return 0
}

function count(this: State, fingerprint: number): number {
  const mixed = mixFingerprint(fingerprint)
  const place = placeOf(this, fingerprint, mixed)
  if (place === 0) return add(this, fingerprint, mixed, 1) ? 1 : 0
  const times = (this.values[place - 1] as number) + 1
  this.values[place - 1] = times
  return times
}

function touch(this: State, fingerprints: Readonly<Float64Array>, count: number): void {
  const { slots, mask } = this
  let touched = 0
  for (let i = 0; i < count; i++) {
    touched ^= slots[slotOf(mixFingerprint(fingerprints[i] as number), mask)] as number
  }
  // Kept, or the loop would be left out.
  this.touched = touched
}

/** 32 bits of it, others in each process. */
export function mixFingerprint(fingerprint: number): number {
  const low = fingerprint ^ SALT
  const high = (fingerprint / 4_294_967_296) ^ SALT
  return (Math.imul(low, 2_654_435_761) + Math.imul(high, 1_597_334_677)) | 0
}

const slotOf = (mixed: number, mask: number): number => (mixed ^ (mixed >>> 16)) & mask

/** Where the fingerprint stands, counted from 1; 0 where it does not. */
function placeOf({ slots, mask, fingerprints }: State, fingerprint: number, mixed: number): number {
  for (let slot = slotOf(mixed, mask); ; slot = (slot + 1) & mask) {
    const held = slots[slot] as number
    if (held === 0) return 0
    if (((held ^ mixed) & TAG_BITS) !== 0) continue
    const place = held & PLACE_BITS
    if (fingerprints[place - 1] === fingerprint) return place
  }
}

/** Adds what is not there; false when no more may be kept. */
function add(state: State, fingerprint: number, mixed: number, value: number): boolean {
  if (state.size >= state.limit) {
    state.isCapped = true
    return false
  }
  if (state.size === state.room) grow(state)
  state.fingerprints[state.size] = fingerprint
  state.values[state.size] = value
  state.size++
  seat(state, mixed, state.size)
  return true
}

/** Puts a place into the first free slot. */
function seat({ slots, mask }: State, mixed: number, place: number): void {
  let slot = slotOf(mixed, mask)
  while (slots[slot] !== 0) slot = (slot + 1) & mask
  slots[slot] = (mixed & TAG_BITS) | place
}

function grow(state: State): void {
  const slots = state.mask < SLOTS_AT_FIRST ? SLOTS_NEXT : 2 * (state.mask + 1)
  state.mask = slots - 1
  state.room = Math.min(Math.floor(slots * FULL_SHARE), state.limit)
  release(state.slots)
  state.slots = new Int32Array(slots)
  state.fingerprints = new Float64Array(moveInto(state.fingerprints, state.room))
  state.values = new Float64Array(moveInto(state.values, state.room))
  const { fingerprints, size } = state
  for (let i = 0; i < size; i++) seat(state, mixFingerprint(fingerprints[i] as number), i + 1)
}
