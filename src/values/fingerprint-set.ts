/** A set of 53-bit fingerprints whose number is known before: open addressing in one typed array, 8 to 20 bytes each. */
import { mixFingerprint } from './fingerprint-table.ts'
import { release } from './grow-array.ts'

export interface FingerprintSet {
  add(fingerprint: number): void
  has(fingerprint: number): boolean
  /** Gives the memory back; the set is not to be used again. */
  release(): void
}

const SLOTS_AT_LEAST = 16
/** Slots in use when all have come. */
const FULL_SHARE = 0.8
/** Stands for the fingerprint 0, which marks a free slot. */
const ZERO = -1

/** @param limit how many are added at most */
export function createFingerprintSet(limit: number): FingerprintSet {
  let size = SLOTS_AT_LEAST
  while (size * FULL_SHARE < limit) size *= 2
  const mask = size - 1
  const slots = new Float64Array(size)

  /** Where it is, or where there is room for it. */
  function slotOf(key: number): number {
    const mixed = mixFingerprint(key)
    let slot = (mixed ^ (mixed >>> 16)) & mask
    for (;;) {
      const held = slots[slot] as number
      if (held === key || held === 0) return slot
      slot = (slot + 1) & mask
    }
  }

  return {
    add(fingerprint) {
      const key = fingerprint || ZERO
      slots[slotOf(key)] = key
    },
    has: (fingerprint) => slots[slotOf(fingerprint || ZERO)] !== 0,
    release: () => release(slots),
  }
}
