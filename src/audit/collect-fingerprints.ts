/** Fixed-size fingerprints of a document's locs, for what only several documents together can tell. */
import type { DocumentFingerprints, Entry } from '../model/document.ts'
import { hash53 } from '../values/hash.ts'
import { createSmallest } from '../values/smallest.ts'

/** Fingerprints kept of one document: twice the entries that the protocol allows. */
const FINGERPRINTS_LIMIT = 100_000
/** Locs kept in full. */
const SMALLEST_LIMIT = 1_000
/** Seed of these hashes, so that they are independent of a sample's. */
const FINGERPRINT_SEED = 7

export interface FingerprintCollector {
  add(entry: Entry): void
  finish(): DocumentFingerprints
}

export function createFingerprintCollector(): FingerprintCollector {
  let hashes = new Float64Array(1_024)
  let count = 0
  let isCapped = false
  const smallest = createSmallest<{ loc: string; entry: number }>(SMALLEST_LIMIT)
  return {
    add({ loc, number }) {
      if (loc === null || loc.isDamaged || loc.text === '') return
      if (count === FINGERPRINTS_LIMIT) {
        isCapped = true
        return
      }
      if (count === hashes.length) {
        const grown = new Float64Array(count * 2)
        grown.set(hashes)
        hashes = grown
      }
      const hash = hash53(loc.text, FINGERPRINT_SEED)
      hashes[count++] = hash
      if (smallest.wants(hash)) smallest.add(hash, { loc: loc.text, entry: number })
    },
    finish() {
      const sorted = hashes.slice(0, count).sort()
      const locs: number[] = []
      for (const hash of sorted) if (hash !== locs[locs.length - 1]) locs.push(hash)
      const kept = new Map<number, { loc: string; hash: number; entry: number }>()
      for (const { key, item } of smallest.sorted()) if (!kept.has(key)) kept.set(key, { hash: key, ...item })
      return { locs, isCapped, smallest: [...kept.values()] }
    },
  }
}
