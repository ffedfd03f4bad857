/** Decoded text -> tags, text and faults with exact places: quickly where all is plain, carefully where it is not. */
import type { At, Fault, LinkForm } from '../model/document.ts'
import { takeSurvey } from './line-counter.ts'
import type { Locator, TextWindow } from './locator.ts'
import type { FaultWithoutEntry } from './reading.ts'
import { createSurveyor } from './text-survey.ts'
import { createCarefulReader } from './xml-careful-reader.ts'
import { beginText, scan } from './xml-scanner.ts'
import { createScanner } from './xml-scanner-state.ts'

/** An open tag; namespaces resolved. Valid inside the call. */
export interface XmlTag {
  readonly name: string
  readonly prefix: string
  readonly local: string
  /** "" for none. */
  readonly uri: string
  readonly attributes: Readonly<
    Record<string, { readonly value: string; readonly uri: string; readonly local: string }>
  >
  /** Prefixes that this tag declares ("" for the default). */
  readonly ns?: Readonly<Record<string, string>>
}

/** The attributes of a tag in the order of the source; the first `count` of each list. Valid inside the call. */
export interface XmlAttributes {
  count: number
  readonly names: string[]
  readonly values: string[]
  /** Where the name stands; -1: look it up with findAttribute. */
  readonly ats: At[]
}

/** The leaves of an element that holds nothing else, in their order; the first `count` of each list. Valid inside the call. */
export interface XmlRecord {
  count: number
  /** The same number again: the same tags in the same order. 0: it is not known. */
  shape: number
  /** None of the texts is resolved. */
  isVerbatim: boolean
  /** None has attributes. */
  readonly tags: XmlTag[]
  readonly ats: At[]
  /** What holds their texts, which are never empty and have no white space at either end; and its index. */
  source: string
  base: At
  /** The source as TextSurvey has it. */
  units: Uint8Array
  words: Int32Array
  /** Where each text stands in the source. */
  readonly starts: number[]
  readonly ends: number[]
  /** Instead of the source's characters, where these are not the text itself. */
  readonly resolved: (string | null)[]
}

/** Records of one shape, one after the other, as they stand in the source; the first `count` of each list. Valid inside the call. */
export interface XmlRun {
  count: number
  /** What all of them have in common. */
  readonly record: XmlRecord
  /** Lines from one to the next, where none of the texts holds a line break. */
  lines: number
  /** Indexes in the source: of the `<`, and behind the record. */
  froms: Int32Array
  tos: Int32Array
  /** By the leaf: where its text stands. It may be empty and may have white space at its ends, but no reference. */
  readonly starts: Int32Array[]
  readonly ends: Int32Array[]
  /** From the `<` of each leaf to its text. */
  readonly opens: number[]
}

/** Links that are written like others, one after the other; the first `count` of each list. Valid inside the call. */
export interface LinkRun {
  count: number
  /** Name of the last element. */
  name: string
  /** Units that they take, without what stands between them. */
  units: number
  /** The index behind the last one. */
  end: At
  readonly ats: At[]
  readonly forms: LinkForm[]
  readonly endings: string[]
}

export interface XmlHandler {
  /**
   * @param at its `<`
   * @param end the index behind its `>`
   * @returns whether the text that follows is wanted as it is, be it blank
   */
  open(tag: XmlTag, at: At, end: At, attributes: XmlAttributes): boolean
  /**
   * @param at the `<` of the open tag
   * @param end the index behind the close tag
   * @param isImplied another element's close tag ended it
   * @returns as open
   */
  close(name: string, at: At, end: At, isImplied: boolean): boolean
  /**
   * A piece of text or CDATA inside the root. `at` is its first character. Where it was wanted references are
   * resolved; elsewhere only pieces that are not blank are told, from their first character, as they stand.
   */
  text(text: string, at: At, isDamaged: boolean): void
  fault(fault: FaultWithoutEntry): void
  /**
   * A child of the root without attributes, whole, with its leaves: instead of open, text and close for each of them.
   * @returns false: it shall be told by these
   */
  record?(tag: XmlTag, at: At, end: At, record: XmlRecord): boolean
  /** Several of them at once. @returns how many, from the first on, were taken: the others shall be told by `record` */
  records?(tag: XmlTag, run: XmlRun): number
  /**
   * Asked of an element of an entry that has attributes and no content, and was told.
   * @returns its form, if other links may be told by it; null: it is none that may come again
   */
  linkForm?(tag: XmlTag, at: At, attributes: XmlAttributes): LinkForm | null
  /** Instead of open and close for each of them. @returns false: they shall be told by these */
  links?(run: LinkRun): boolean
}

export interface XmlReader {
  /**
   * The text from index `at` on, in order. It must be in the locator already.
   * @param isAscii all of it is known to be ASCII
   */
  write(text: string, at: At, isLast: boolean, isAscii: boolean): void
  /** Reads what may have been put by until more text comes. */
  flush(): void
  /** Takes an open element out of those that enclose the innermost one: its close tag will not come. */
  drop(index: number): void
  /** Text before a place is about to be dropped: places in it that may yet be needed are looked up. */
  settle(before: At): void
  /** What is open at the end of the text; null when the document is whole. Call once, after the last write. */
  unclosed(): Unclosed | null
  /** Earlier text than this is not asked for any more. */
  readonly keepFrom: At
  /** Text up to here was read. */
  readonly readUntil: At
  /** Line of `readUntil`; null where it was not counted. */
  readonly line: number | null
  readonly isRootClosed: boolean
}

export interface Unclosed {
  inside: Extract<Fault, { code: 'truncated' }>['inside']
  /** `<` of an unclosed comment, PI, CDATA section or DOCTYPE. */
  at: At | null
  open: { name: string; line: number }[]
  looksLikePhp: boolean
}

/** Units of a token that are put by. */
const REST_LIMIT = 4_096

/**
 * The scanner reads what it knows for certain, one token after the other, and stops before anything else; the careful
 * reader then reads to the end of a token. Both work on one stack of elements and tell the same of the same text.
 * @param isCareful for tests: the careful reader reads everything
 */
export function createXmlReader(locator: Locator, start: At, handler: XmlHandler, isCareful = false): XmlReader {
  const careful = createCarefulReader(locator, start, handler)
  if (isCareful) return careful
  const scanner = createScanner(careful.stack, handler)
  const surveyor = createSurveyor()
  /** What the last text ended with: a token that was not whole. */
  let rest = ''
  let isRestAscii = true
  /** Where reading stopped, and its line; of `rest`, its line breaks. */
  let end = start
  let line = locator.lineOf(start)
  let restLines = 0

  function read(text: string, at: At, isLast: boolean, isAscii: boolean) {
    const { length } = text
    const survey = surveyor.survey(text, isAscii)
    takeSurvey(locator.lines, survey, at, line)
    line += survey.lines
    end = at + length
    beginText(scanner, survey, at)
    let i = 0
    let step = 0
    do {
      if (survey.hasIllegal || careful.isAlone) {
        return careful.write(i === 0 ? text : text.slice(i), at + i, isLast, isAscii)
      }
      if (careful.isBetweenTokens) {
        step = 0
        const scanned = scan(scanner, i, careful.wantsText)
        if (scanned > i) careful.resume(at + scanned, scanner.wantsText)
        i = scanned
        if (i === length) return
        if (scanner.isStarved && !isLast && length - i <= REST_LIMIT) return hold(text.slice(i), at + i, isAscii)
      }
      const found = text.indexOf('>', i + step)
      const pieceEnd = found < 0 ? length : found + 1
      careful.write(text.slice(i, pieceEnd), at + i, isLast && pieceEnd === length, isAscii)
      i = pieceEnd
      // Where a token does not end at the next `>`, pieces grow: their number stays small, whatever the text is.
      step = step === 0 ? 64 : step * 2
    } while (i < length)
  }
  function hold(text: string, at: At, isAscii: boolean) {
    rest = text
    isRestAscii = isAscii
    restLines = countLines(text)
    end = at
    line -= restLines
  }

  return {
    write(text, at, isLast, isAscii) {
      const held = rest
      rest = ''
      if (held === '') read(text, at, isLast, isAscii)
      else
        read(
          joined(locator.window, at - held.length, at + text.length),
          at - held.length,
          isLast,
          isAscii && isRestAscii,
        )
    },
    flush() {
      if (rest === '') return
      careful.write(rest, end, false, isRestAscii)
      end += rest.length
      line += restLines
      rest = ''
    },
    drop: careful.drop,
    settle: careful.settle,
    unclosed: careful.unclosed,
    get keepFrom() {
      return careful.keepFrom
    },
    get readUntil() {
      return careful.readUntil
    },
    get line() {
      // By the breaks of XML 1.0, and only of the end of the text.
      return careful.readUntil === end && !careful.isXml11 ? line : null
    },
    get isRootClosed() {
      return careful.isRootClosed
    },
  }
}

/** What the locator keeps is joined anyway, for whoever asks for a place: nothing else need be. */
function joined({ text, base }: TextWindow, from: At, to: At): string {
  return text.slice(from - base, to - base)
}

/** Line breaks of XML 1.0. */
function countLines(text: string): number {
  let lines = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) lines++
  }
  return lines
}
