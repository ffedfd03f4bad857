/**
 * Elements that hold leaves of plain text and nothing else, read whole: nearly all entries of nearly all sitemaps.
 * Whatever is the least bit different is left to the scanner, which reads it token by token.
 */
import { PLAIN_RUN_LIMIT } from '../model/document.ts'
import { findRun, holdsReturn } from './record-run.ts'
import { findShape, isWorthLearning, learnShape } from './record-shape.ts'
import type { XmlRecord } from './xml-reader.ts'
import type { Name, Scanner } from './xml-scanner-state.ts'
import { cut, isPlainText, plainUntil } from './xml-scanner-text.ts'
import { resolve } from './xml-scopes.ts'
import { isAt, isSpace, readName } from './xml-words.ts'

/** Leaves of one record; an entry has at most four that count. */
const LEAVES = 8
/** After one that was none, as many elements of the name are not tried: most often they are no records either. */
const PAUSE = 16

/** Records that are looked for at once at least; and after those that were looked for in vain, as many are told alone. */
const RUN_LENGTH_LEAST = 2
const RUN_PAUSE = 32

/** Units of an entry, about. */
const ENTRY_LENGTH = 500

const LESS = 0x3c
const SLASH = 0x2f
const GREATER = 0x3e

export function createRecord(): XmlRecord {
  const [units, words] = [new Uint8Array(0), new Int32Array(0)]
  return {
    count: 0,
    shape: 0,
    isVerbatim: true,
    tags: [],
    source: '',
    base: 0,
    units,
    words,
    ats: [],
    starts: [],
    ends: [],
    resolved: [],
  }
}

/**
 * Reads and tells the element whose open tag, at `less`, was just read up to `from`, and those of its name behind it.
 * @returns the index behind them; -1: the first is no record, or not wanted as one, and nothing was told
 */
export function tellRecords(scanner: Scanner, less: number, from: number): number {
  const { name, units, base, handler, record, shape } = scanner
  if (name.pause > 0) {
    name.pause--
    return -1
  }
  let done = -1
  for (let start = less, inside = from; ; ) {
    const { ampersand, brackets, name: before } = scanner
    const end = readLeaves(scanner, name, inside)
    if (end < 0 || !handler.record?.(name.tag, base + start, base + end, record)) {
      // It will be read again.
      scanner.name = before
      scanner.ampersand = ampersand
      scanner.brackets = brackets
      // It may be one, and only be cut.
      if (scanner.lastLess - start > ENTRY_LENGTH) name.pause = PAUSE
      return done
    }
    if (done >= 0 && isWorthLearning(shape)) learnShape(shape, name, record, done, start, end)
    done = tellAlike(scanner, name, end)
    start = done
    while (isSpace(units[start] as number)) start++
    inside = start + name.codes.length + 2
    if (units[start] !== LESS || units[inside - 1] !== GREATER || !isAt(units, start + 1, name.codes)) return done
  }
}

/** Tells the records behind `from` that are written as one before. @returns the index behind them */
function tellAlike(scanner: Scanner, name: Name, from: number): number {
  const { base, handler, shape, scope, lastLess } = scanner
  const { length } = scanner.text
  const { record } = shape
  let done = from
  while (shape.parent === name && shape.scope === scope) {
    done = tellRuns(scanner, name, done)
    const { ampersand, brackets } = scanner
    const end = findShape(shape, done, lastLess, length)
    if (
      end < 0 ||
      !readTexts(scanner, record) ||
      !handler.record?.(name.tag, base + done + shape.indent, base + end, record)
    ) {
      scanner.ampersand = ampersand
      scanner.brackets = brackets
      break
    }
    shape.vain = 0
    done = end
  }
  return done
}

/** Tells as many of them as it can many at once. @returns the index behind them */
function tellRuns(scanner: Scanner, name: Name, from: number): number {
  const { handler, shape, lastLess, text } = scanner
  const { run } = shape
  if (shape.runPause > 0) {
    shape.runPause--
    return from
  }
  if (handler.records === undefined) return from
  let done = from
  for (;;) {
    findRun(shape, done, lastLess, Math.min(text.length, plainUntil(scanner, done)), scanner.hasReturn)
    const { count } = run
    if (count === 0) return done
    const taken = handler.records(name.tag, run)
    if (taken > 0) done = run.tos[taken - 1] as number
    // What was found in vain is found again one by one.
    if (taken === count) shape.runLength = Math.min(2 * shape.runLength, PLAIN_RUN_LIMIT)
    else shape.runLength = Math.max(taken, RUN_LENGTH_LEAST)
    if (taken === 0) shape.runPause = RUN_PAUSE
    if (taken < count) return done
    shape.vain = 0
  }
}

/** Reads the texts of a record whose markup was found. @returns false: one is such that readLeaves does not take it */
function readTexts(scanner: Scanner, record: XmlRecord): boolean {
  const { count, starts, ends } = record
  record.isVerbatim = true
  for (let leaf = 0; leaf < count; leaf++) {
    if (!readText(scanner, record, leaf, starts[leaf] as number, ends[leaf] as number)) return false
  }
  return true
}

/** Not empty, no white space at either end, and nothing in it but characters and references that are known. */
function readText(scanner: Scanner, record: XmlRecord, leaf: number, start: number, stop: number): boolean {
  const { units } = scanner
  if (stop <= start || isSpace(units[start] as number) || isSpace(units[stop - 1] as number)) return false
  if (!isPlainText(scanner, start, stop)) return false
  let resolved: string | null = null
  if (scanner.ampersand < stop || (scanner.hasReturn && holdsReturn(units, start, stop))) {
    resolved = cut(scanner, start, stop)
    // White space that was written as a reference, too.
    if (resolved.trim().length < resolved.length) return false
    record.isVerbatim = false
  }
  record.resolved[leaf] = resolved
  return true
}

function readLeaves(scanner: Scanner, parent: Name, from: number): number {
  const { text, units, base, elements, record } = scanner
  let last = parent
  let count = 0
  record.isVerbatim = true
  for (let i = from; ; ) {
    while (isSpace(units[i] as number)) i++
    if (units[i] !== LESS) return -1
    if (units[i + 1] === SLASH) {
      record.count = count
      scanner.name = last
      return closeTagEnd(units, i, parent)
    }
    const name = readName(scanner, elements, last.next, i + 1)
    if (name === undefined || count === LEAVES) return -1
    if (name.scope !== scanner.scope) resolve(scanner, name)
    if (name.uri === null) return -1
    const start = i + name.codes.length + 2
    if (units[start - 1] !== GREATER) return -1
    const stop = text.indexOf('<', start)
    const end = stop < 0 ? -1 : closeTagEnd(units, stop, name)
    if (end < 0 || !readText(scanner, record, count, start, stop)) return -1
    record.tags[count] = name.tag
    record.ats[count] = base + i
    record.starts[count] = start
    record.ends[count] = stop
    count++
    last.next = name
    last = name
    i = end
  }
}

/** @returns the index behind the close tag of `name` that stands at `less`, or -1 */
function closeTagEnd(units: Uint8Array, less: number, { codes }: Name): number {
  const end = less + 2 + codes.length
  return units[less + 1] === SLASH && units[end] === GREATER && isAt(units, less + 2, codes) ? end + 1 : -1
}
