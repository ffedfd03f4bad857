/**
 * What the rules of locs share about one document: where it stands, what each loc is, and which locs came before. Each
 * entry is read once, however many rules ask.
 */
import {
  type At,
  type DocumentContext,
  type Entry,
  PLAIN_RUN_LIMIT,
  type PlainEntry,
  type PlainRun,
  type Value,
} from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { fingerprintText } from '../values/ascii-bytes.ts'
import { createFingerprintTable, type FingerprintTable } from '../values/fingerprint-table.ts'
import { type HttpUrl, readListedUrl } from '../values/listed-url.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { keyOf } from '../values/url-key.ts'
import { type Base, bareHost, baseOf, isBelow, relationOf } from '../values/url-scope.ts'
import { type DefinedRule, defineRule, type Report, type RuleData } from './define-rule.ts'
import type { Loc, Repeat } from './judged-loc.ts'
import { findNestedUrl, trimOddSpace } from './loc-patterns.ts'
import { createLocScanner, type LocScanner } from './scan-loc.ts'
import { createLocRunScanner, type LocRunScanner, scanLocRun } from './scan-loc-run.ts'
import { createShare } from './share.ts'

export interface LocDesk {
  /** Where the document was listed, and where it was read; empty where its address is not known. */
  readonly bases: readonly Base[]
  /** Number of the entry that the following is about: call `read` where it is another one. */
  readonly number: number
  /** The entry's loc can say nothing but what it says; its extra locs may. */
  readonly isPlain: boolean
  /** fingerprintText of the entry's loc; of no meaning where it is empty or damaged. */
  readonly fingerprint: number
  /** Of a plain loc, a hash of its beginning: see scan-loc.ts. */
  readonly folder: number
  /** A loc of the entry is not plainly right. Of those, `odd` leaves out the damaged and empty ones. */
  readonly hasOdd: boolean
  readonly odd: readonly Loc[]
  /** The locs that came before, in these words or in others that mean the same. */
  readonly repeats: readonly Repeat[]
  /** More distinct locs than are kept: repeats are a lower bound. */
  isCapped(): boolean
  /** Call once for each entry. @param lineOf the reader's */
  read(entry: Entry, lineOf: (at: At) => number): void
  /** The same of a plain entry. @returns false: its loc is not plain, or not new. Then nothing was done: call `read` */
  readPlain(entry: PlainEntry, lineOf: (at: At) => number): boolean
  /** Fingerprint and folder of each entry of the run that was looked at last. */
  readonly fingerprints: Float64Array
  readonly folders: Int32Array
  /** Looks at the locs of a run. @returns how many are plain, from the first on */
  lookAtRun(run: PlainRun): number
  /** Call behind lookAtRun, instead of `read`. @param count how many to read @returns how many were read: the next is not new */
  readRun(run: PlainRun, count: number, lineOf: (at: At) => number): number
}

/** The desk of one run over a document. */
export const attachDesk = createShare(createDesk)

/** A rule that judges one loc at a time: those that are not plainly right. */
export function defineLocRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (loc: Loc, report: Report<M>, document: DocumentContext, kind: DocumentKind) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    let kind: DocumentKind = 'unknown'
    return {
      start(head) {
        kind = head.kind
      },
      loc: (loc) => judge(loc, report, document, kind),
    }
  })
}

/** A rule that judges locs that came before. */
export function defineRepeatRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (repeat: Repeat, report: Report<M>, kind: DocumentKind) => void,
): DefinedRule {
  return defineRule(data, ({ report }) => {
    let kind: DocumentKind = 'unknown'
    return {
      start(head) {
        kind = head.kind
      },
      repeat: (repeat) => judge(repeat, report, kind),
    }
  })
}

const NONE: readonly never[] = []
/** Entry numbers kept beside a line in one number of 53 bits. */
const ENTRY_RANGE = 2 ** 21

interface Desk extends LocDesk {
  isPrivateSite: boolean
  table: FingerprintTable
  scanner: LocScanner
  runScanner: LocRunScanner
  number: number
  isPlain: boolean
  fingerprint: number
  folder: number
  hasOdd: boolean
  odd: readonly Loc[]
  repeats: readonly Repeat[]
  fingerprints: Float64Array
  folders: Int32Array
}

function createDesk(document: DocumentContext): LocDesk {
  const bases = [document.url, document.finalUrl].flatMap((url, i, urls) => {
    const base = i > 0 && url === urls[0] ? null : baseOf(url)
    return base ?? []
  })
  const scanner = createLocScanner(bases)
  const desk: Desk = {
    bases,
    isPrivateSite: document.isPrivateSite || bases.some(({ host }) => isPrivateHost(host)),
    table: createFingerprintTable(),
    scanner,
    runScanner: createLocRunScanner(scanner.beginnings),
    number: 0,
    isPlain: false,
    // A double from the first on: storing another one then makes no garbage.
    fingerprint: 0.5,
    folder: 0,
    hasOdd: false,
    odd: NONE,
    repeats: NONE,
    isCapped,
    read,
    readPlain,
    fingerprints: new Float64Array(PLAIN_RUN_LIMIT),
    folders: new Int32Array(PLAIN_RUN_LIMIT),
    lookAtRun,
    readRun,
  }
  return desk
}

/** Neither closures nor getters: V8 then keeps what it has optimised from one document to the next. */
function read(this: Desk, entry: Entry, lineOf: (at: At) => number): void {
  const { loc } = entry
  this.number = entry.number
  this.odd = NONE
  this.repeats = NONE
  this.isPlain = loc !== null && isSound(loc) && readOne(this, loc, entry, lineOf(loc.at))
  this.hasOdd = loc !== null && !this.isPlain
  this.fingerprint = this.scanner.fingerprint
  this.folder = this.scanner.folder
  if (entry.extraLocs.length > 0) readExtras(this, entry, lineOf)
}

function isCapped(this: Desk): boolean {
  return this.table.isCapped
}

function readPlain(this: Desk, entry: PlainEntry, lineOf: (at: At) => number): boolean {
  const { scanner } = this
  const { number, locFrom } = entry
  if (!scanner.isPlainAt(entry.bytes, entry.words, locFrom, entry.locTo)) return false
  const own = lineOf(entry.base + locFrom) * ENTRY_RANGE + Math.min(number, ENTRY_RANGE - 1)
  if (this.table.put(scanner.fingerprint, own) !== 0) return false
  this.number = number
  this.odd = NONE
  this.repeats = NONE
  this.isPlain = true
  this.hasOdd = false
  this.fingerprint = scanner.fingerprint
  this.folder = scanner.folder
  return true
}

function lookAtRun(this: Desk, run: PlainRun): number {
  return scanLocRun(this.runScanner, run, this.fingerprints, this.folders)
}

function readRun(this: Desk, run: PlainRun, count: number, lineOf: (at: At) => number): number {
  const { table, fingerprints } = this
  table.touch(fingerprints, count)
  let line = lineOf(run.base + (run.locFrom[0] as number))
  let read = 0
  for (; read < count; read++) {
    const own = line * ENTRY_RANGE + Math.min(run.number + read, ENTRY_RANGE - 1)
    if (table.put(fingerprints[read] as number, own) !== 0) break
    line += run.lines
  }
  if (read === 0) return 0
  this.number = run.number + read - 1
  this.odd = NONE
  this.repeats = NONE
  this.isPlain = true
  this.hasOdd = false
  this.fingerprint = fingerprints[read - 1] as number
  this.folder = this.folders[read - 1] as number
  return read
}

function readExtras(desk: Desk, entry: Entry, lineOf: (at: At) => number): void {
  for (const extra of entry.extraLocs) {
    if (!isSound(extra) || !readOne(desk, extra, entry, lineOf(extra.at))) desk.hasOdd = true
  }
}

/** Reads one loc that says something. @returns whether it is plain */
function readOne(desk: Desk, value: Value, entry: Entry, line: number): boolean {
  const { scanner } = desk
  const isPlain = scanner.isPlain(value.text)
  const own = line * ENTRY_RANGE + Math.min(entry.number, ENTRY_RANGE - 1)
  const first = desk.table.put(scanner.fingerprint, own)
  // The usual loc: plain, and new. What is plain is its own key.
  if (isPlain && first === 0) return true
  if (!isPlain) desk.odd = [...desk.odd, look(desk, value)]
  addRepeat(desk, value, entry, isPlain, own, first)
  return isPlain
}

function addRepeat(desk: Desk, value: Value, entry: Entry, isPlain: boolean, own: number, first: number): void {
  const { table } = desk
  const { fingerprint } = desk.scanner
  if (first > 0) {
    desk.repeats = [...desk.repeats, repeatOf('duplicate', value, entry, own, first)]
    return
  }
  // Below zero: listed in other words only.
  let equivalent = -first
  const { text } = value
  const key = isPlain ? text : keyOf(text)
  if (key !== text) equivalent ||= Math.abs(table.put(fingerprintText(key), -own))
  if (first < 0) table.set(fingerprint, own)
  if (equivalent !== 0) desk.repeats = [...desk.repeats, repeatOf('equivalent', value, entry, own, equivalent)]
}

function look({ bases, isPrivateSite }: Desk, value: Value): Loc {
  const text = trimOddSpace(value.text)
  const url = readListedUrl(text)
  const nested = findNestedUrl(text, url)
  const isPrivate = url.kind === 'http' && nested === null && !isPrivateSite && isPrivateName(url.host)
  const place = url.kind === 'http' && nested === null && !isPrivate ? placeOf(url, bases) : null
  return { value, text, url, nested, isPrivate, place }
}

function placeOf(url: HttpUrl, bases: readonly Base[]): Loc['place'] {
  const nearest = relationOf(url, bases)
  if (nearest === null) return null
  const isInScope = bases.some((base) => bareHost(url.host) === base.host && isBelow(url, base))
  return { url, ...nearest, isInScope }
}

let lastHost = ''
let isLastPrivate = false

/** The odd locs of a document mostly have one host. */
function isPrivateName(host: string): boolean {
  if (host !== lastHost) {
    isLastPrivate = isPrivateHost(host)
    lastHost = host
  }
  return isLastPrivate
}

function repeatOf(kind: Repeat['kind'], value: Value, entry: Entry, own: number, first: number): Repeat {
  return {
    value,
    kind,
    entry: entry.number,
    line: Math.floor(own / ENTRY_RANGE),
    firstLine: Math.floor(first / ENTRY_RANGE),
    firstEntry: first % ENTRY_RANGE,
    hasImages: value === entry.loc && entry.images.length > 0,
  }
}

/** It says something, and all of it was read. */
const isSound = ({ text, isDamaged }: Value): boolean => text !== '' && !isDamaged
