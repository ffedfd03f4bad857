/** A set of 53-bit fingerprints with a small number for each: open addressing in typed arrays, 16 bytes a slot. */

export interface FingerprintTable {
  /** The number stored for the fingerprint; 0 where it is not there. */
  get(fingerprint: number): number
  /** Stores a number, not 0. False when the table is full and the fingerprint is not in it. */
  set(fingerprint: number, value: number): boolean
  /** Stores a number, not 0, unless there is one already. @returns the one that was there; 0 where there was none */
  put(fingerprint: number, value: number): number
  readonly size: number
  /** A fingerprint was turned away: what the table says is a lower bound. */
  readonly isCapped: boolean
}

/** Fingerprints kept of one document: 40 times the entries that the protocol allows, 64 MB at worst. */
export const FINGERPRINTS_LIMIT = 2_000_000

export function createFingerprintTable(limit = FINGERPRINTS_LIMIT): FingerprintTable {
  let capacity = 4_096
  let keys = new Float64Array(capacity)
  let values = new Float64Array(capacity)
  let size = 0
  let isCapped = false

  /** The slot of the fingerprint, or the free one where it belongs. */
  function slotOf(fingerprint: number): number {
    let slot = fingerprint & (capacity - 1)
    while (values[slot] !== 0 && keys[slot] !== fingerprint) slot = (slot + 1) & (capacity - 1)
    return slot
  }

  function grow(): void {
    const oldKeys = keys
    const oldValues = values
    // Small tables grow in long steps: filling them anew costs more than the room.
    capacity *= capacity < 65_536 ? 8 : 2
    keys = new Float64Array(capacity)
    values = new Float64Array(capacity)
    for (let i = 0; i < oldValues.length; i++) {
      if (oldValues[i] === 0) continue
      const slot = slotOf(oldKeys[i] as number)
      keys[slot] = oldKeys[i] as number
      values[slot] = oldValues[i] as number
    }
  }

  /** Fills a free slot; false when no more may be kept. */
  function fill(slot: number, fingerprint: number, value: number): boolean {
    if (size >= limit) {
      isCapped = true
      return false
    }
    if (size * 2 >= capacity) {
      grow()
      slot = slotOf(fingerprint)
    }
    keys[slot] = fingerprint
    values[slot] = value
    size++
    return true
  }

  return {
    get: (fingerprint) => values[slotOf(fingerprint)] as number,
    set(fingerprint, value) {
      const slot = slotOf(fingerprint)
      if (values[slot] === 0) return fill(slot, fingerprint, value)
      values[slot] = value
      return true
    },
    put(fingerprint, value) {
      const slot = slotOf(fingerprint)
      const known = values[slot] as number
      if (known === 0) fill(slot, fingerprint, value)
      return known
    },
    get size() {
      return size
    },
    get isCapped() {
      return isCapped
    },
  }
}
