/** What the rules of lastmod share about one document. */
import {
  type DocumentContext,
  type Entry,
  PLAIN_RUN_LIMIT,
  type PlainEntry,
  type PlainRun,
  type Value,
} from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { asciiBytes, fingerprintText, hashAscii, hashEach, hashTaken, wordAt } from '../values/ascii-bytes.ts'
import { readFeedDate } from '../values/feed-date.ts'
import { readUsualAscii, readUsualDatetime, readUsualEach } from '../values/usual-datetime.ts'
import { type Datetime, type DatetimeReading, readDatetime } from '../values/w3c-datetime.ts'
import { createShare } from './share.ts'
import { createValueCounter, type ValueCounter } from './value-counter.ts'

/** Clocks differ; less than this ahead is now. */
export const FUTURE_TOLERANCE_MS = 5 * 60_000
/** The Web is not older. */
export const FIRST_YEAR = 1990
/** The first day of that year, in any zone. */
const FIRST_YEAR_MS = Date.UTC(FIRST_YEAR, 0, 2)
/** YYYY-MM-DD: what is longer has a time. */
const DATE_LENGTH = 10
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
  /** Number of the entry that the following is about: call `read` where it is another one. */
  readonly number: number
  /** Unix ms of the entry's lastmod; NaN where it has no valid one. */
  readonly epochMs: number
  /** The year of a lastmod in one of the usual forms: its four bytes as one number; 0 where the entry has another or none. */
  readonly year: number
  /** The entry has a lastmod, and nobody can have a say about it. */
  readonly isPlain: boolean
  /** The entry's lastmod where it is not plainly right; null as well where it is damaged. */
  readonly odd: Lastmod | null
  /** Entries with the element. */
  readonly elements: number
  /** Entries with a time within 5 minutes of now. */
  readonly fresh: number
  /** The valid ones, as written. */
  readonly values: ValueCounter
  /** Call once for each entry. */
  read(entry: Entry, kind: DocumentKind): void
  /** Whether the lastmod of a plain entry is plainly right, or missing: then `readPlain` may be called instead of `read`. */
  isUsual(entry: PlainEntry): boolean
  /** Call for the entry that isUsual was asked about last. */
  readPlain(entry: PlainEntry): void
  /** Time and year of each entry of the run that was looked at last; only where it has lastmods. */
  readonly times: Float64Array
  readonly years: Int32Array
  /** Looks at the lastmods of the first entries of a run. @returns how many are plainly right, from the first on */
  lookAtRun(run: PlainRun, count: number): number
  /** Call behind lookAtRun, instead of `read`. */
  readRun(run: PlainRun, count: number): void
}

export const attachLastmodDesk = createShare(createDesk)

interface Desk extends LastmodDesk {
  nowMs: number
  number: number
  epochMs: number
  year: number
  isPlain: boolean
  odd: Lastmod | null
  elements: number
  fresh: number
  times: Float64Array
  years: Int32Array
  hashes: Float64Array
}

function createDesk({ nowMs }: DocumentContext): LastmodDesk {
  const desk: Desk = {
    nowMs,
    number: 0,
    epochMs: Number.NaN,
    year: 0,
    isPlain: false,
    odd: null,
    elements: 0,
    fresh: 0,
    values: createValueCounter(),
    read,
    isUsual,
    readPlain,
    times: new Float64Array(PLAIN_RUN_LIMIT),
    years: new Int32Array(PLAIN_RUN_LIMIT),
    hashes: new Float64Array(PLAIN_RUN_LIMIT),
    lookAtRun,
    readRun,
  }
  return desk
}

/** No closures: V8 then keeps what it has optimised from one document to the next. */
function read(this: Desk, entry: Entry, kind: DocumentKind): void {
  const { number, lastmod } = entry
  this.number = number
  this.epochMs = Number.NaN
  this.year = 0
  this.isPlain = false
  this.odd = null
  if (lastmod === null) return
  this.elements++
  if (lastmod.isDamaged) return
  const { text } = lastmod
  const epochMs = readUsualDatetime(text)
  if (!isPlausible(this, epochMs)) {
    readOdd(this, number, lastmod, kind)
    return
  }
  this.isPlain = true
  this.epochMs = epochMs
  this.year = firstFour(asciiBytes, 0)
  this.values.add(text, hashTaken(text.length))
  countFresh(this, epochMs, text.length > DATE_LENGTH)
}

function isUsual(this: Desk, { bytes, lastmodFrom, lastmodTo }: PlainEntry): boolean {
  this.epochMs = lastmodFrom < 0 ? Number.NaN : readUsualAscii(bytes, lastmodFrom, lastmodTo)
  return lastmodFrom < 0 || isPlausible(this, this.epochMs)
}

function readPlain(this: Desk, entry: PlainEntry): void {
  const { lastmodFrom: from, lastmodTo: to } = entry
  this.number = entry.number
  this.odd = null
  this.isPlain = from >= 0
  this.year = 0
  if (from < 0) return
  this.elements++
  this.year = firstFour(entry.bytes, from)
  if (this.values.count(hashAscii(entry.words, from, to))) this.values.name((entry.whole().lastmod as Value).text)
  countFresh(this, this.epochMs, to - from > DATE_LENGTH)
}

function lookAtRun(this: Desk, run: PlainRun, count: number): number {
  if (!run.hasLastmod) return count
  const { times } = this
  const { bytes, words, lastmodFrom, lastmodTo } = run
  readUsualEach(bytes, words, lastmodFrom, lastmodTo, times, count)
  for (let i = 0; i < count; i++) if (!isPlausible(this, times[i] as number)) return i
  return count
}

function readRun(this: Desk, run: PlainRun, count: number): void {
  const last = count - 1
  this.number = run.number + last
  this.odd = null
  this.isPlain = run.hasLastmod
  this.year = 0
  this.epochMs = Number.NaN
  if (!run.hasLastmod) return
  const { times, years, hashes, values } = this
  const { words, lastmodFrom, lastmodTo } = run
  for (let i = 0; i < count; i++) years[i] = wordAt(words, lastmodFrom[i] as number)
  hashEach(words, lastmodFrom, lastmodTo, hashes, count)
  values.touch(hashes, count)
  for (let i = 0; i < count; i++) {
    if (values.count(hashes[i] as number)) values.name((run.entry(i).whole().lastmod as Value).text)
    countFresh(this, times[i] as number, (lastmodTo[i] as number) - (lastmodFrom[i] as number) > DATE_LENGTH)
  }
  this.elements += count
  this.year = years[last] as number
  this.epochMs = times[last] as number
}

function isPlausible({ nowMs }: Desk, epochMs: number): boolean {
  return epochMs >= FIRST_YEAR_MS && epochMs - nowMs <= FUTURE_TOLERANCE_MS
}

function firstFour(bytes: Readonly<Uint8Array>, from: number): number {
  const [first, second] = [bytes[from] as number, bytes[from + 1] as number]
  return first | (second << 8) | ((bytes[from + 2] as number) << 16) | ((bytes[from + 3] as number) << 24)
}

function readOdd(desk: Desk, entry: number, value: Value, kind: DocumentKind): void {
  const { text } = value
  const reading = readDatetime(text)
  const isFeed = kind === 'rss' || kind === 'atom'
  const date = reading.isValid ? reading : isFeed ? readFeedDate(text) : null
  if (date !== null) {
    desk.epochMs = date.epochMs
    desk.values.add(text, fingerprintText(text))
    countFresh(desk, date.epochMs, date.zone !== null)
    desk.isPlain = date.isXsdValid && date.year >= FIRST_YEAR && date.epochMs - desk.nowMs <= FUTURE_TOLERANCE_MS
    if (desk.isPlain) return
  }
  desk.odd = { entry, value, reading, date, isFeed }
}

/** The same tolerance ahead: the clock that writes the file need not be the one that writes the Date header. */
function countFresh(desk: Desk, epochMs: number, isTime: boolean): void {
  if (isTime && Math.abs(desk.nowMs - epochMs) <= GENERATED_WITHIN_MS) desk.fresh++
}
