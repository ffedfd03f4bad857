/** Keeps the alternates that are compared across documents within one limit, however many documents are read. */
import { COMPARED_LINKS_LIMIT } from '../rules/compare-alternates.ts'
import type { DocumentCheck } from './check-document.ts'

export interface AlternateBudget {
  /** Takes the alternates out of a check for which there is no room left. Call once a document, when it was read. */
  take(check: DocumentCheck): void
  /** What could not be compared, as sentences for the audit's notes. */
  notes(): string[]
}

/** @param limit links in all, and entries with alternates in all */
export function createAlternateBudget(limit = COMPARED_LINKS_LIMIT): AlternateBudget {
  let links = 0
  let sources = 0
  let leftOut = 0
  let capped = 0
  return {
    take(check) {
      const { alternates } = check
      if (alternates === null) return
      const more = countPacked(alternates.targets, Float64Array.BYTES_PER_ELEMENT)
      const moreSources = countPacked(alternates.sources, Float64Array.BYTES_PER_ELEMENT)
      if (links + more > limit || sources + moreSources > limit) {
        check.alternates = null
        leftOut++
        return
      }
      links += more
      sources += moreSources
      if (alternates.isCapped) capped++
    },
    notes() {
      const notes: string[] = []
      if (leftOut > 0) {
        const shown = limit.toLocaleString('en-US')
        const were = leftOut === 1 ? 'one document were' : `${leftOut.toLocaleString('en-US')} documents were`
        notes.push(`Alternates are compared up to ${shown} links in all: those of ${were} left out of the comparison.`)
      }
      if (capped > 0) {
        const have = capped === 1 ? 'One document has' : `${capped.toLocaleString('en-US')} documents have`
        notes.push(`${have} more alternates than are compared: the return links of their last entries were not judged.`)
      }
      return notes
    },
  }
}

/** Numbers in the base64 of a typed array. */
function countPacked(text: string, bytes: number): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return ((text.length / 4) * 3 - padding) / bytes
}
