/** Counts how often each value comes. */
import { createFingerprintTable, type FingerprintTable } from '../values/fingerprint-table.ts'

export interface ValueCounter {
  /** @param fingerprint fingerprintText of the value */
  add(value: string, fingerprint: number): void
  readonly count: number
  readonly distinct: number
  readonly isCapped: boolean
  readonly commonest: { value: string; count: number } | null
}

interface State extends ValueCounter {
  table: FingerprintTable
  count: number
  most: number
  value: string | null
}

/** Counts by fingerprint: memory is bounded whatever comes. */
export function createValueCounter(): ValueCounter {
  const state: State = {
    table: createFingerprintTable(),
    count: 0,
    most: 0,
    value: null,
    add,
    get distinct() {
      return state.table.size
    },
    get isCapped() {
      return state.table.isCapped
    },
    get commonest() {
      return state.value === null ? null : { value: state.value, count: state.most }
    },
  }
  return state
}

/** No closure: V8 then keeps what it has optimised from one document to the next. */
function add(this: State, value: string, fingerprint: number): void {
  this.count++
  const times = this.table.count(fingerprint)
  if (times <= this.most) return
  this.most = times
  this.value = value
}
