/**
 * A check on its way to another thread. Fingerprints are most of it: as numbers of JavaScript they are copied one by one.
 * An index may have 50,000 children, which are copied for 150 ms: they go in parts.
 */
import type { DocumentCheck } from '../audit/check-document.ts'
import type { Child } from '../model/checked-document.ts'

export interface PackedCheck {
  /** Without the fingerprints of its locs, and without the children that went before. */
  check: DocumentCheck
  /** Its memory is to be moved. */
  locs: Float64Array<ArrayBuffer>
}

/** Children that are sent at once: a few milliseconds for who takes them. */
const CHILDREN_AT_ONCE = 1_000

/** What is sent before the check, part by part. @returns nothing where it can all go with the check */
export function* childrenBefore({ children }: DocumentCheck): Generator<Child[]> {
  for (let from = 0; from < lastChildren(children); from += CHILDREN_AT_ONCE) {
    yield children.slice(from, from + CHILDREN_AT_ONCE)
  }
}

/** Where those begin that go with the check. */
function lastChildren({ length }: readonly Child[]): number {
  return Math.max(0, Math.ceil(length / CHILDREN_AT_ONCE) - 1) * CHILDREN_AT_ONCE
}

export function packCheck(check: DocumentCheck): PackedCheck {
  const { fingerprints, children } = check
  return {
    check: {
      ...check,
      fingerprints: { ...fingerprints, locs: [] },
      children: children.slice(lastChildren(children)),
    },
    locs: new Float64Array(fingerprints.locs),
  }
}

/** @param before the children that were sent before */
export function unpackCheck({ check, locs }: PackedCheck, before: readonly Child[]): DocumentCheck {
  // Array.from takes four times as long.
  const list = new Array<number>(locs.length)
  for (let i = 0; i < locs.length; i++) list[i] = locs[i] as number
  return {
    ...check,
    fingerprints: { ...check.fingerprints, locs: list },
    children: [...before, ...check.children],
  }
}
