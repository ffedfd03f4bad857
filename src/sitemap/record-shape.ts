/**
 * The markup of records, learned from one and found again round the texts of the next: where a generator writes all
 * entries alike, and nearly all do, four bytes at once are compared instead of tokens read. What was right once is right
 * again as long as it is the same bytes in the same scope; the texts are looked at each time.
 */
import { isSameAscii, nextLess, wordsOf } from '../values/ascii-bytes.ts'
import { createRun, makeRoom } from './record-run.ts'
import type { XmlRecord, XmlRun } from './xml-reader.ts'
import type { Name } from './xml-scanner-state.ts'

/** Plain state, and functions over it. */
export interface RecordShape {
  /** The element's name; null: nothing is learned. */
  parent: Name | null
  /** Where the names mean what they mean, as the scanner counts scopes. */
  scope: number
  /** What was found last. Its tags are those of the shape. */
  readonly record: XmlRecord
  /** How often it was learned since it was found. */
  vain: number
  /** White space before the record. */
  indent: number
  /** Bytes of the markup before each text, and behind the last one. */
  readonly lengths: number[]
  /** Where each begins in `markup`. */
  readonly offsets: number[]
  /** Four bytes each, the first one lowest; what is behind the end of a markup is zero. */
  readonly markup: Int32Array
  readonly run: XmlRun
  /** How many records are looked for at once, and how many single ones are to come before that is tried again. */
  runLength: number
  runPause: number
}

/** Words of markup in one shape; an entry of four leaves has some 40 of them. */
const MARKUP_WORDS = 256

const LINE_FEED = 0x0a
const RETURN = 0x0d

export const RUN_LENGTH_AT_FIRST = 8

export function createShape(record: XmlRecord): RecordShape {
  const markup = new Int32Array(MARKUP_WORDS)
  const run = createRun(record)
  const state = { parent: null, scope: -1, vain: 0, record, indent: 0, lengths: [], offsets: [], markup }
  return { ...state, run, runLength: RUN_LENGTH_AT_FIRST, runPause: 0 }
}

/** Where records are written in several ways, learning them again and again is mostly in vain. */
export function isWorthLearning(shape: RecordShape): boolean {
  shape.vain++
  return shape.vain < 8 || shape.vain % 16 === 0
}

/**
 * Learns the markup of a record.
 * @param parent the element's name
 * @param from index of the first white space before it
 * @param less its `<`
 * @param end the index behind it
 */
export function learnShape(shape: RecordShape, parent: Name, read: XmlRecord, from: number, less: number, end: number) {
  const { count, units } = read
  const { record, run } = shape
  shape.parent = null
  run.lines = 0
  shape.indent = less - from
  record.count = count
  let word = 0
  for (let leaf = 0; leaf <= count; leaf++) {
    const start = leaf === 0 ? from : (read.ends[leaf - 1] as number)
    const stop = leaf === count ? end : (read.starts[leaf] as number)
    if (word + ((stop - start + 3) >> 2) > MARKUP_WORDS) return
    shape.offsets[leaf] = word
    shape.lengths[leaf] = stop - start
    const words = wordsOf(units, start, stop)
    shape.markup.set(words, word)
    word += words.length
    run.lines += countLines(units, start, stop)
    if (leaf === count) break
    record.tags[leaf] = read.tags[leaf] as XmlRecord['tags'][number]
    run.opens[leaf] = read.base + stop - (read.ats[leaf] as number)
  }
  if (count === 0) return
  makeRoom(run)
  record.shape++
  shape.parent = parent
  shape.scope = parent.scope
}

/**
 * Looks for the shape, and puts what it finds into its record: the texts end at the next `<`, and nothing else is known of
 * them.
 * @param from index behind the last token
 * @param lastLess index of the last `<`
 * @param length of the text
 * @returns the index behind it, or -1
 */
export function findShape(shape: RecordShape, from: number, lastLess: number, length: number): number {
  const { record, lengths, offsets, markup } = shape
  const { opens } = shape.run
  const { count, words, starts, ends, ats, base } = record
  let i = from
  for (let leaf = 0; leaf <= count; leaf++) {
    const size = lengths[leaf] as number
    const start = i + size
    // What begins behind the last `<` has no end.
    if (start > (leaf === count ? length : lastLess)) return -1
    if (!isSameAscii(words, i, markup, offsets[leaf] as number, size)) return -1
    if (leaf === count) return start
    i = nextLess(words, start)
    starts[leaf] = start
    ends[leaf] = i
    ats[leaf] = base + start - (opens[leaf] as number)
  }
  return -1
}

/** Ends of lines: LF, CR LF, CR. */
function countLines(units: Uint8Array, from: number, to: number): number {
  let lines = 0
  for (let i = from; i < to; i++) {
    if (units[i] === LINE_FEED || (units[i] === RETURN && units[i + 1] !== LINE_FEED)) lines++
  }
  return lines
}
