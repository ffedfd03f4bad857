/** Counts the lastmods of one document: for its report, for the comparison with its index, and for the rules. */
import type { At, DocumentContext, Entry, Location } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { attachLastmodDesk } from './lastmod-desk.ts'

export interface LastmodStats {
  /** Entries with a lastmod that is not empty. */
  present: number
  valid: number
  /** Different valid values, as written. */
  distinct: number
  /** There are more than were kept apart: `distinct` is a lower bound. */
  isCapped: boolean
  oldest: { value: string; entry: number } | null
  newest: { value: string; entry: number; location: Location } | null
  /** The valid value that most entries have, and its share of the valid ones. */
  commonest: { value: string; share: number } | null
}

export interface LastmodCounter {
  /** Call once for each entry, after its rules. @param kind of the document: feeds have dates of other forms */
  add(entry: Entry, kind: DocumentKind): void
  finish(): LastmodStats
}

/**
 * Shares the reading of the entries with the rules of the same run.
 * @param locate the reader's; asked whenever a newer value than all before turns up
 */
export function createLastmodStats(document: DocumentContext, locate: (at: At) => Location): LastmodCounter {
  const desk = attachLastmodDesk(document, 'lastmod-stats')
  let present = 0
  let oldest: (NonNullable<LastmodStats['oldest']> & { epochMs: number }) | null = null
  let newest: (NonNullable<LastmodStats['newest']> & { epochMs: number }) | null = null
  return {
    add(entry, kind) {
      const { number, lastmod } = entry
      if (desk.number !== number) desk.read(entry, kind)
      if (lastmod === null || (lastmod.text === '' && !lastmod.isDamaged)) return
      present++
      const { epochMs } = desk
      if (Number.isNaN(epochMs)) return
      if (oldest === null || epochMs < oldest.epochMs) oldest = { value: lastmod.text, entry: number, epochMs }
      if (newest === null || epochMs > newest.epochMs)
        newest = { value: lastmod.text, entry: number, epochMs, location: locate(lastmod.at) }
    },
    finish() {
      const { count: valid, distinct, isCapped, commonest } = desk.values
      return {
        present,
        valid,
        distinct,
        isCapped,
        oldest: oldest && { value: oldest.value, entry: oldest.entry },
        newest: newest && { value: newest.value, entry: newest.entry, location: newest.location },
        commonest: commonest && { value: commonest.value, share: commonest.count / valid },
      }
    },
  }
}
