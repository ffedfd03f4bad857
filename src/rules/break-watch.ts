/** Where a document last broke as XML: what stands behind it in the same element is not known to be missing. */
import type { At, Fault } from '../model/document.ts'
import type { Hooks } from './define-rule.ts'

export interface BreakWatch {
  /** Hooks of the rule that asks. */
  faults: Pick<NonNullable<Hooks['faults']>, 'malformed' | 'tag-mismatched' | 'truncated'>
  /** Whether something broke in the element whose `<` stands there; ask when it has been read. */
  hasBroken(element: { at: At }): boolean
}

export function createBreakWatch(): BreakWatch {
  let brokenAt = -1
  const see = ({ at }: Pick<Fault, 'at'>) => {
    if (typeof at === 'number') brokenAt = at
  }
  return {
    faults: { malformed: see, 'tag-mismatched': see, truncated: see },
    hasBroken: ({ at }) => brokenAt >= at,
  }
}
