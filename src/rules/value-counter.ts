/** Counts how often each value comes. */
import { createFingerprintTable, type FingerprintTable } from '../values/fingerprint-table.ts'

export interface ValueCounter {
  /** @param fingerprint fingerprintText of the value */
  add(value: string, fingerprint: number): void
  /** The same without the value. @returns whether `name` must be called with it */
  count(fingerprint: number): boolean
  /** Call before the first `count` of them are counted: see FingerprintTable. */
  touch(fingerprints: Readonly<Float64Array>, count: number): void
  name(value: string): void
  /** How many were added. */
  readonly total: number
  distinct(): number
  isCapped(): boolean
  commonest(): { value: string; count: number } | null
}

interface State extends ValueCounter {
  table: FingerprintTable
  total: number
  most: number
  /** Of the commonest value; a double from the first on, so that storing another one makes no garbage. */
  fingerprint: number
  value: string | null
}

/** Counts by fingerprint: memory is bounded whatever comes. */
export function createValueCounter(): ValueCounter {
  const state: State = {
    table: createFingerprintTable(),
    total: 0,
    most: 0,
    fingerprint: 0.5,
    value: null,
    add,
    count,
    touch,
    name,
    distinct,
    isCapped,
    commonest,
  }
  return state
}

/** Neither closures nor getters: V8 then keeps what it has optimised from one document to the next. */
function add(this: State, value: string, fingerprint: number): void {
  if (this.count(fingerprint)) this.value = value
}

function count(this: State, fingerprint: number): boolean {
  this.total++
  const times = this.table.count(fingerprint)
  if (times <= this.most) return false
  this.most = times
  if (this.fingerprint === fingerprint) return false
  this.fingerprint = fingerprint
  return true
}

function touch(this: State, fingerprints: Readonly<Float64Array>, count: number): void {
  this.table.touch(fingerprints, count)
}

function name(this: State, value: string): void {
  this.value = value
}

function distinct(this: State): number {
  return this.table.size
}

function isCapped(this: State): boolean {
  return this.table.isCapped
}

function commonest(this: State): { value: string; count: number } | null {
  return this.value === null ? null : { value: this.value, count: this.most }
}
