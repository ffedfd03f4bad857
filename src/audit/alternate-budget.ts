/** Keeps the alternates that are compared across documents within one limit, however many documents are read. */
import { COMPARED_LINKS_LIMIT } from '../rules/compare-alternates.ts'
import type { LightCheck } from './read-document.ts'

/**
 * Which documents' alternates are compared: the earlier ones go first.
 * @param counts of each document, in walking order; null: it has none
 * @param limit links in all, and entries with alternates in all
 * @returns whether each is compared, and what could not be, as sentences for the audit's notes
 */
export function budgetAlternates(
  counts: readonly LightCheck['alternates'][],
  limit = COMPARED_LINKS_LIMIT,
): { isCompared: boolean[]; notes: string[] } {
  let links = 0
  let sources = 0
  let leftOut = 0
  let capped = 0
  const isCompared = counts.map((own) => {
    if (own === null) return false
    if (links + own.links > limit || sources + own.sources > limit) {
      leftOut++
      return false
    }
    links += own.links
    sources += own.sources
    if (own.isCapped) capped++
    return true
  })
  return { isCompared, notes: notesOf(limit, leftOut, capped) }
}

function notesOf(limit: number, leftOut: number, capped: number): string[] {
  const notes: string[] = []
  if (leftOut > 0) {
    const shown = limit.toLocaleString('en-US')
    const were = leftOut === 1 ? 'one document were' : `${leftOut.toLocaleString('en-US')} documents were`
    notes.push(`Alternates are compared up to ${shown} links in all: those of ${were} left out of the comparison.`)
  }
  if (capped > 0) {
    const have = capped === 1 ? 'One document has' : `${capped.toLocaleString('en-US')} documents have`
    notes.push(`${have} more alternates than are kept: only a part of the return links was judged.`)
  }
  return notes
}
