/** Counts how often each value comes. */
import { createFingerprintTable } from '../values/fingerprint-table.ts'

export interface ValueCounter {
  /** @param fingerprint fingerprintText of the value */
  add(value: string, fingerprint: number): void
  readonly count: number
  readonly distinct: number
  readonly isCapped: boolean
  readonly commonest: { value: string; count: number } | null
}

/** Counts by fingerprint: memory is bounded whatever comes. */
export function createValueCounter(): ValueCounter {
  const table = createFingerprintTable()
  let count = 0
  let commonest: string | null = null
  let most = 0
  return {
    add(value, fingerprint) {
      count++
      const times = table.count(fingerprint)
      if (times <= most) return
      most = times
      commonest = value
    },
    get count() {
      return count
    },
    get distinct() {
      return table.size
    },
    get isCapped() {
      return table.isCapped
    },
    get commonest() {
      return commonest === null ? null : { value: commonest, count: most }
    },
  }
}
