/** Counts the lastmods of one document: for its report, for the comparison with its index, and for the rules. */
import type { At, Entry, Location } from '../model/document.ts'
import type { DocumentKind, DocumentReport } from '../model/report.ts'
import { readFeedDate } from '../values/feed-date.ts'
import { createFingerprintTable } from '../values/fingerprint-table.ts'
import { hash53 } from '../values/hash.ts'
import { type Datetime, readDatetime } from '../values/w3c-datetime.ts'

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
  /** @param kind of the document: feeds have dates of other forms */
  add(entry: Entry, kind?: DocumentKind): void
  finish(): LastmodStats
}

/** @param locate the reader's; asked whenever a newer value than all before turns up */
export function createLastmodStats(locate: (at: At) => Location): LastmodCounter {
  const values = createValueCounter()
  let present = 0
  let oldest: (NonNullable<LastmodStats['oldest']> & { epochMs: number }) | null = null
  let newest: (NonNullable<LastmodStats['newest']> & { epochMs: number }) | null = null
  return {
    add({ lastmod, number }, kind = 'urlset') {
      if (lastmod === null || (lastmod.text === '' && !lastmod.isDamaged)) return
      present++
      if (lastmod.isDamaged) return
      const date = readDateOf(lastmod.text, kind)
      if (date === null) return
      const { text: value } = lastmod
      values.add(value)
      if (oldest === null || date.epochMs < oldest.epochMs) oldest = { value, entry: number, epochMs: date.epochMs }
      if (newest === null || date.epochMs > newest.epochMs)
        newest = { value, entry: number, epochMs: date.epochMs, location: locate(lastmod.at) }
    },
    finish() {
      const { count: valid, distinct, isCapped, commonest } = values
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

/** The date of a lastmod as its document's kind writes dates; null where it is not valid. */
export function readDateOf(text: string, kind: DocumentKind): Datetime | null {
  if (kind === 'rss' || kind === 'atom') return readFeedDate(text)
  const reading = readDatetime(text)
  return reading.isValid ? reading : null
}

export interface ValueCounter {
  add(value: string): void
  readonly count: number
  readonly distinct: number
  readonly isCapped: boolean
  readonly commonest: { value: string; count: number } | null
}

/** Counts how often each value comes, by fingerprint: memory is bounded whatever comes. */
export function createValueCounter(): ValueCounter {
  const table = createFingerprintTable()
  let count = 0
  let commonest: { value: string; count: number } | null = null
  // Runs of one value are common, and one lastmod for all is what is looked for.
  let last: string | null = null
  let lastFingerprint = 0
  return {
    add(value) {
      count++
      if (value !== last) {
        last = value
        lastFingerprint = hash53(value)
      }
      const times = table.get(lastFingerprint) + 1
      if (!table.set(lastFingerprint, times)) return
      if (commonest === null || times > commonest.count) commonest = { value, count: times }
    },
    get count() {
      return count
    },
    get distinct() {
      return table.size
    },
    get isCapped() {
      return table.isCapped
    },
    get commonest() {
      return commonest
    },
  }
}

/** In the shape of the report. */
export function reportLastmod(stats: LastmodStats): NonNullable<DocumentReport['lastmod']> {
  const { present, valid, distinct, oldest, newest, commonest } = stats
  return { present, valid, distinct, oldest: oldest?.value ?? null, newest: newest?.value ?? null, commonest }
}
