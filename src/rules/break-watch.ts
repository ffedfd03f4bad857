/** Where a document last broke as XML: what stands behind it in the same element is not known to be missing. */
import type { At, Fault } from '../model/document.ts'

export interface BreakWatch {
  /** Call for every fault. */
  see(fault: Fault): void
  /** Whether something broke in the element whose `<` stands there; ask when it has been read. */
  hasBroken(element: { at: At }): boolean
}

export function createBreakWatch(): BreakWatch {
  let brokenAt = -1
  return {
    see({ code, at }) {
      const isBreak = code === 'malformed' || code === 'tag-mismatched' || code === 'truncated'
      if (isBreak && typeof at === 'number') brokenAt = at
    },
    hasBroken: ({ at }) => brokenAt >= at,
  }
}
