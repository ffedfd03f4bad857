/** Counts how often each value comes. */
import { createFingerprintTable } from '../values/fingerprint-table.ts'
import { hash53 } from '../values/hash.ts'

export interface ValueCounter {
  add(value: string): void
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
  // Runs of one value are common, and one lastmod for all is what is looked for.
  let last: string | null = null
  const known = { fingerprint: 0.5 }
  return {
    add(value) {
      count++
      if (value !== last) {
        last = value
        known.fingerprint = hash53(value)
      }
      const times = table.count(known.fingerprint)
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
