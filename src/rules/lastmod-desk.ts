/** What the rules of lastmod share about one document. */
import type { DocumentContext, Entry, Value } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { readFeedDate } from '../values/feed-date.ts'
import { type Datetime, type DatetimeReading, readDatetime } from '../values/w3c-datetime.ts'
import { createDispatcher, createShare, type Dispatcher } from './share.ts'
import { createValueCounter, type ValueCounter } from './value-counter.ts'

/** Clocks differ; less than this ahead is now. */
export const FUTURE_TOLERANCE_MS = 5 * 60_000
/** The Web is not older. */
export const FIRST_YEAR = 1990
/** What was made for the request is no older than this. */
const GENERATED_WITHIN_MS = 5 * 60_000

/** A lastmod that a rule may have something to say about. */
export interface Lastmod {
  entry: number
  value: Value
  /** As a W3C Datetime, whatever the document. */
  reading: DatetimeReading
  /** As its document writes dates; null where it is not valid. */
  date: Datetime | null
  isFeed: boolean
}

export interface LastmodDesk {
  /** Number of the entry that `date` is about. */
  readonly number: number
  readonly date: Datetime | null
  /** Entries with the element. */
  readonly elements: number
  /** Entries with a time within 5 minutes of now. */
  readonly fresh: number
  /** The valid ones, as written. */
  readonly values: ValueCounter
  /** Lastmods that are not plainly right. */
  readonly odd: Dispatcher<Lastmod>
  /** Call once for each entry, while it is being judged. */
  read(entry: Entry, kind: DocumentKind): void
}

export const attachLastmodDesk = createShare(createDesk)

function createDesk({ nowMs }: DocumentContext): LastmodDesk {
  const desk = {
    number: 0,
    date: null as Datetime | null,
    elements: 0,
    fresh: 0,
    values: createValueCounter(),
    odd: createDispatcher<Lastmod>(),
    read({ number, lastmod }: Entry, kind: DocumentKind) {
      desk.number = number
      desk.date = null
      if (lastmod === null) return
      desk.elements++
      if (lastmod.isDamaged) return
      const reading = readDatetime(lastmod.text)
      const isFeed = kind === 'rss' || kind === 'atom'
      const date = reading.isValid ? reading : isFeed ? readFeedDate(lastmod.text) : null
      desk.date = date
      if (date !== null) {
        desk.values.add(lastmod.text)
        // The same tolerance ahead: the clock that writes the file need not be the one that writes the Date header.
        if (date.zone !== null && Math.abs(nowMs - date.epochMs) <= GENERATED_WITHIN_MS) desk.fresh++
        if (date.isXsdValid && date.year >= FIRST_YEAR && date.epochMs - nowMs <= FUTURE_TOLERANCE_MS) return
      }
      desk.odd.dispatch({ entry: number, value: lastmod, reading, date, isFeed })
    },
  }
  return desk
}
