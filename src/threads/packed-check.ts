/** A check on its way to another thread. Fingerprints are most of it: as numbers of JavaScript they are copied one by one. */
import type { DocumentCheck } from '../audit/check-document.ts'

export interface PackedCheck {
  /** Without the fingerprints of its locs. */
  check: DocumentCheck
  /** Its memory is to be moved. */
  locs: Float64Array<ArrayBuffer>
}

export function packCheck(check: DocumentCheck): PackedCheck {
  const { fingerprints } = check
  return { check: { ...check, fingerprints: { ...fingerprints, locs: [] } }, locs: new Float64Array(fingerprints.locs) }
}

export function unpackCheck({ check, locs }: PackedCheck): DocumentCheck {
  // Array.from takes four times as long.
  const list = new Array<number>(locs.length)
  for (let i = 0; i < locs.length; i++) list[i] = locs[i] as number
  return { ...check, fingerprints: { ...check.fingerprints, locs: list } }
}
