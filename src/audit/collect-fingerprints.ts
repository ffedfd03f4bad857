/** Fixed-size fingerprints of a document's locs, for what only several documents together can tell. */
import type { DocumentFingerprints, Entry } from '../model/document.ts'
import type { LocDesk } from '../rules/loc-desk.ts'
import { detachText } from '../values/detach-text.ts'
import { createSmallest } from '../values/smallest.ts'

/** Fingerprints kept of one document: twice the entries that the protocol allows. */
const FINGERPRINTS_LIMIT = 100_000
/** Locs kept in full. */
const SMALLEST_LIMIT = 1_000

export interface FingerprintCollector {
  add(entry: Entry): void
  finish(): DocumentFingerprints
}

/** @param desk that has read each entry before it is added */
export function createFingerprintCollector(
  desk: Pick<LocDesk, 'fingerprint' | 'repeats' | 'isCapped'>,
): FingerprintCollector {
  const locs: number[] = []
  let isCapped = false
  /** Some may be there twice. */
  let hasRepeats = false
  const smallest = createSmallest<{ loc: string; entry: number }>(SMALLEST_LIMIT)
  return {
    add({ loc, number }) {
      if (loc === null || loc.isDamaged || loc.text === '') return
      if (locs.length === FINGERPRINTS_LIMIT) {
        isCapped = true
        return
      }
      if (desk.repeats.length > 0) hasRepeats = true
      const hash = desk.fingerprint
      locs.push(hash)
      if (smallest.wants(hash)) smallest.add(hash, { loc: detachText(loc.text), entry: number })
    },
    finish() {
      const kept = new Map<number, { loc: string; hash: number; entry: number }>()
      for (const { key, item } of smallest.sorted()) if (!kept.has(key)) kept.set(key, { hash: key, ...item })
      return { locs: hasRepeats || desk.isCapped ? [...new Set(locs)] : locs, isCapped, smallest: [...kept.values()] }
    },
  }
}
