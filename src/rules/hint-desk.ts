/** What the rules of changefreq and priority share about one document. */
import type { DocumentContext, Entry, PlainEntry, PlainRun, Value } from '../model/document.ts'
import { CHANGEFREQ_WORDS } from '../model/standards.ts'
import { asciiBytes, isSameAscii, takeAscii, wordsOf } from '../values/ascii-bytes.ts'
import { traitBits } from './entry-traits.ts'
import { createShare } from './share.ts'

/** Entries that are shown to the rules although nothing is wrong with their hints. */
export const SHOWN_HINTS = 10

export interface HintDesk {
  /** Entries with one of the two. */
  readonly used: number
  /** Call once for each entry. @returns its traits: see traitBits */
  read(entry: Entry): number
  readPlain(entry: PlainEntry): number
  /** @returns how many of the first entries of a run have no traits at all */
  lookAtRun(run: PlainRun, count: number): number
  /** Call behind lookAtRun, instead of `read`. */
  readRun(run: PlainRun, count: number): void
}

export const attachHintDesk = createShare(createDesk)

interface Desk extends HintDesk {
  used: number
}

const SHOWN = traitBits(['shownHints'])
const ODD_CHANGEFREQ = traitBits(['oddChangefreq'])
const ODD_PRIORITY = traitBits(['oddPriority'])

function createDesk(_: DocumentContext): HintDesk {
  const desk: Desk = { used: 0, read, readPlain, lookAtRun, readRun }
  return desk
}

/** No closures: V8 then keeps what it has optimised from one document to the next. */
function read(this: Desk, { changefreq, priority }: Entry): number {
  if (changefreq === null && priority === null) return 0
  let bits = count(this)
  if (changefreq !== null && !(isVerbatim(changefreq) && isWord(changefreq.text))) bits |= ODD_CHANGEFREQ
  if (priority !== null && !(isVerbatim(priority) && isShare(asciiBytes, 0, takeAscii(priority.text)))) {
    bits |= ODD_PRIORITY
  }
  return bits
}

function readPlain(this: Desk, entry: PlainEntry): number {
  const { bytes, words, hasChangefreq, hasPriority } = entry
  if (!hasChangefreq && !hasPriority) return 0
  let bits = count(this)
  if (hasChangefreq && !isWordAt(words, entry.changefreqFrom, entry.changefreqTo)) bits |= ODD_CHANGEFREQ
  if (hasPriority && !isShare(bytes, entry.priorityFrom, entry.priorityTo)) bits |= ODD_PRIORITY
  return bits
}

function lookAtRun(this: Desk, run: PlainRun, count: number): number {
  const { bytes, words, hasChangefreq, hasPriority } = run
  if (!hasChangefreq && !hasPriority) return count
  if (this.used < SHOWN_HINTS) return 0
  for (let i = 0; i < count; i++) {
    if (hasChangefreq && !isWordAt(words, run.changefreqFrom[i] as number, run.changefreqTo[i] as number)) return i
    if (hasPriority && !isShare(bytes, run.priorityFrom[i] as number, run.priorityTo[i] as number)) return i
  }
  return count
}

function readRun(this: Desk, { hasChangefreq, hasPriority }: PlainRun, count: number): void {
  if (hasChangefreq || hasPriority) this.used += count
}

const count = (desk: Desk): number => (++desk.used <= SHOWN_HINTS ? SHOWN : 0)

/** A schema may mind the white space that was cut off. */
const isVerbatim = ({ isDamaged, padding = 0 }: Value): boolean => !isDamaged && padding === 0

const isWord = (text: string): boolean => (CHANGEFREQ_WORDS as readonly string[]).includes(text)

const WORDS = CHANGEFREQ_WORDS.map((word) => {
  const length = takeAscii(word)
  return { length, words: wordsOf(asciiBytes, 0, length) }
})

function isWordAt(words: Readonly<Int32Array>, from: number, to: number): boolean {
  for (let i = 0; i < WORDS.length; i++) {
    const word = WORDS[i] as (typeof WORDS)[number]
    if (word.length === to - from && isSameAscii(words, from, word.words, 0, word.length)) return true
  }
  return false
}

const ZERO = 48
const POINT = 46

/** 0 or 1, or one of them, a point and digits, and no more than 1. There are other ways to write such a number. */
function isShare(bytes: Readonly<Uint8Array>, from: number, to: number): boolean {
  const whole = (bytes[from] as number) - ZERO
  if (to <= from || (whole !== 0 && whole !== 1)) return false
  if (to === from + 1) return true
  if (to === from + 2 || bytes[from + 1] !== POINT) return false
  const most = whole === 0 ? 9 : 0
  for (let i = from + 2; i < to; i++) {
    const digit = (bytes[i] as number) - ZERO
    if (digit < 0 || digit > most) return false
  }
  return true
}
