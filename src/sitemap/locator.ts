/** Keeps the text round the place under reading, and turns indexes into lines, columns and bytes when asked. */
import type { At, Location } from '../model/document.ts'
import { cutSnippet, SNIPPET_AFTER, SNIPPET_BEFORE } from '../values/snippet.ts'
import { type Corrections, createCorrections } from './corrections.ts'
import { countTo, createLineCounter, type LineCounter, lineStart } from './line-counter.ts'

/** Text of one entry that is kept; what lies behind is read and forgotten. */
export const ENTRY_TEXT_LIMIT = 1_048_576
/** Units kept before the place that was asked for, so that a snippet has its left half. */
const SNIPPET_UNITS = 2 * SNIPPET_BEFORE

/** How many bytes a stretch of text takes in the document. null: it can't be told. */
export type ByteCounter = ((text: string, start: number, end: number) => number) | null

/** The retained text. `text[0]` has the index `base`; `end` is the index behind the last unit. */
export interface TextWindow {
  text: string
  base: At
  end: At
}

/** A place with all its counts. */
interface Mark {
  at: At
  line: number
  /** Code points before it in its line. */
  before: number
  /** Byte. */
  offset: number
}

interface Segment extends Mark {
  text: string
  corrections: Corrections
}

export interface Locator {
  readonly window: TextWindow
  /** Must be told before the first text: the bytes of a BOM, and how units count. */
  begin(offset: number, countBytes: ByteCounter): void
  /** The text to come counts otherwise; all text so far is ASCII. */
  recount(countBytes: ByteCounter): void
  /** U+0085 and U+2028 end lines too (XML 1.1). */
  useXml11(): void
  /**
   * Adds text. A CR is never the last unit, save at the end of the document.
   * @param isAscii every unit is one byte and one code point
   * @param bytes what it takes in the document; null: to be counted
   */
  append(text: string, isAscii: boolean, bytes: number | null): void
  /** The unit at `at` stands for `bytes` bytes, whatever it looks like. In rising order, before its text is appended. */
  correct(at: At, bytes: number): void
  /**
   * Nothing before `from` will be asked for.
   * @param until the text up to here was read
   * @param line the line of `until`, if the reader knows it: then nothing that is dropped need be looked at
   */
  keep(from: At, until: At, line: number | null): void
  /** The nearest place that is retained, where the very one is not. */
  locate(at: At): Location
  /** null where the place is not retained. */
  find(at: At): Location | null
  /** As createXmlReader surveyed the text under reading; lines by the breaks of XML 1.0. */
  readonly lines: LineCounter
  /** The line of a place; that of the retained text's start where it is not retained. */
  lineOf(at: At): number
}

export function createLocator(): Locator {
  const window: TextWindow = { text: '', base: 0, end: 0 }
  let base: Mark = { at: 0, line: 1, before: 0, offset: 0 }
  /** Where the last question was answered: questions mostly come in rising order. */
  let cursor: Mark = base
  /** The first part of an entry that outgrew ENTRY_TEXT_LIMIT. */
  let frozen: Segment | null = null
  /** As cursor, inside that part. */
  let frozenCursor: Mark = base
  let lastNonAsciiEnd = 0
  let hasCr = false
  let isXml11 = false
  const lines = createLineCounter()
  let countBytes: ByteCounter = (_, start, end) => end - start
  /** The text appended last; a part of the window. */
  let last = ''
  let lastBase = 0
  /** Byte behind the window's last unit. */
  let endOffset = 0
  /** Of the window, in rising order; and of what is appended next. */
  const corrections = createCorrections()

  function bytesBetween(text: string, textBase: At, from: At, to: At): number {
    if (countBytes === null) return 0
    if (lastNonAsciiEnd <= from) return to - from
    let bytes = countBytes(text, from - textBase, to - textBase)
    const all = frozen !== null && text === frozen.text && textBase === frozen.at ? frozen.corrections : corrections
    for (let i = all.firstFrom(from); i < all.count; i++) {
      const at = all.atOf(i)
      if (at >= to) break
      bytes += all.bytesOf(i) - countBytes(text, at - textBase, at - textBase + 1)
    }
    return bytes
  }
  function pointsBetween(text: string, textBase: At, from: At, to: At): number {
    return lastNonAsciiEnd <= from ? to - from : countPoints(text, from - textBase, to - textBase)
  }

  /** Counts on from a mark at or before `to`. */
  function advance(mark: Mark, text: string, textBase: At, to: At): Mark {
    let { line } = mark
    let lineStart = -1
    const start = mark.at - textBase
    const end = to - textBase
    if (!hasCr && !isXml11) {
      for (let i = text.indexOf('\n', start); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) {
        line++
        lineStart = i + 1
      }
    } else {
      const breaks = isXml11 ? /\r[\n\u0085]?|[\n\u0085\u2028]/g : /\r\n?|\n/g
      breaks.lastIndex = start
      // Between CR and LF the line has not ended yet.
      while (breaks.test(text) && breaks.lastIndex <= end) {
        line++
        lineStart = breaks.lastIndex
      }
    }
    return {
      at: to,
      line,
      before:
        lineStart < 0
          ? mark.before + pointsBetween(text, textBase, mark.at, to)
          : pointsBetween(text, textBase, textBase + lineStart, to),
      offset: mark.offset + bytesBetween(text, textBase, mark.at, to),
    }
  }

  /** Not between CR and LF, nor inside a pair of surrogates. */
  function wholeBefore(at: At): At {
    if (!hasCr && lastNonAsciiEnd <= at) return at
    const unit = window.text.charCodeAt(at - window.base)
    if (isLowSurrogate(unit)) return at - 1
    return unit === 10 && window.text.charCodeAt(at - 1 - window.base) === 13 ? at - 1 : at
  }

  /** Counts back from a place whose line is known: of what lies before `to`, the rest of its line is looked at. */
  function rewind(text: string, textBase: At, to: At, from: At, line: number): Mark {
    const lineOfTo = line - advance({ at: to, line: 0, before: 0, offset: 0 }, text, textBase, from).line
    const offset = endOffset - bytesBetween(text, textBase, to, window.end)
    if (lineOfTo === base.line) {
      const known = base.at >= textBase ? text : window.text
      const knownBase = base.at >= textBase ? textBase : window.base
      return { at: to, line: lineOfTo, before: base.before + pointsBetween(known, knownBase, base.at, to), offset }
    }
    const end = to - textBase - 1
    let lineStart = end < 0 ? -1 : text.lastIndexOf('\n', end)
    if (hasCr && end >= 0) lineStart = Math.max(lineStart, text.lastIndexOf('\r', end))
    // The line began before this text, or ends by the rare breaks of XML 1.1.
    if (lineStart < 0 || isXml11) return advance(base, window.text, window.base, to)
    const before = pointsBetween(text, textBase, textBase + lineStart + 1, to)
    return { at: to, line: lineOfTo, before, offset }
  }

  /** By the survey, where a unit is a byte from the beginning of the line on. */
  function surveyed(at: At): Mark | null {
    const line = isXml11 ? 0 : countTo(lines, at)
    const start = line === 0 ? -1 : lineStart(lines)
    if (start < 0 || lastNonAsciiEnd > start) return null
    return { at, line, before: at - start, offset: endOffset - (window.end - at) }
  }

  function markOf(at: At): { mark: Mark; text: string; textBase: At } | null {
    if (at >= window.base && at <= window.end) {
      cursor = surveyed(at) ?? advance(at >= cursor.at ? cursor : base, window.text, window.base, at)
      return { mark: cursor, text: window.text, textBase: window.base }
    }
    if (frozen && at >= frozen.at && at <= frozen.at + frozen.text.length) {
      const from = frozenCursor.at >= frozen.at && frozenCursor.at <= at ? frozenCursor : frozen
      frozenCursor = advance(from, frozen.text, frozen.at, at)
      return { mark: frozenCursor, text: frozen.text, textBase: frozen.at }
    }
    return null
  }

  function find(at: At): Location | null {
    const found = markOf(at)
    if (!found) return null
    const { mark, text, textBase } = found
    // Where the snippet stands in what came last, the text before it need not be joined to it.
    const isInLast = at - SNIPPET_UNITS >= lastBase && text === window.text
    return {
      line: mark.line,
      column: mark.before + 1,
      offset: countBytes === null ? null : mark.offset,
      snippet: isInLast ? snippetOf(last, at - lastBase) : snippetOf(text, at - textBase),
    }
  }

  return {
    window,
    begin(offset, counter) {
      base = { at: 0, line: 1, before: 0, offset }
      cursor = base
      countBytes = counter
      endOffset = offset
    },
    recount(counter) {
      countBytes = counter
    },
    useXml11() {
      isXml11 = true
    },
    append(text, isAscii, bytes) {
      const { end } = window
      last = text
      lastBase = end
      window.text = window.text.length === 0 ? text : window.text + text
      window.end += text.length
      if (!isAscii) lastNonAsciiEnd = window.end
      endOffset += bytes ?? bytesBetween(text, end, end, window.end)
      if (!hasCr && text.includes('\r')) hasCr = true
    },
    correct: corrections.add,
    keep(from, until, line) {
      let start = Math.max(window.base, from)
      if (frozen && from >= frozen.at + frozen.text.length) frozen = null
      if (window.end - start > ENTRY_TEXT_LIMIT) {
        if (!frozen || frozen.at !== from) {
          const mark = advance(base, window.text, window.base, start)
          const text = window.text.slice(start - window.base, start - window.base + ENTRY_TEXT_LIMIT)
          frozen = { ...mark, text, corrections: corrections.between(start, start + text.length) }
          frozenCursor = mark
        }
        start = Math.max(start, window.base + window.text.lastIndexOf('<', until - 1 - window.base))
        if (window.end - start > ENTRY_TEXT_LIMIT) start = Math.max(start, until - SNIPPET_UNITS)
      }
      if (start - SNIPPET_UNITS <= window.base) return
      start = wholeBefore(start - SNIPPET_UNITS)
      // Mostly all that is kept came last: then nothing is joined to be cut again.
      const isInLast = start > lastBase
      const text = isInLast ? last : window.text
      const textBase = isInLast ? lastBase : window.base
      base =
        line === null
          ? advance(cursor.at <= start ? cursor : base, window.text, window.base, start)
          : rewind(text, textBase, start, until, line)
      if (cursor.at < start) cursor = base
      window.text = text.slice(start - textBase)
      window.base = start
      corrections.dropBefore(start)
    },
    locate: (at) => find(at) ?? (find(Math.max(window.base, Math.min(window.end, at))) as Location),
    find,
    lines,
    lineOf: (at) => (isXml11 ? 0 : countTo(lines, at)) || (markOf(at)?.mark.line ?? base.line),
  }
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

function countPoints(text: string, start: number, end: number): number {
  let points = end - start
  for (let i = start; i < end; i++) if (isLowSurrogate(text.charCodeAt(i))) points--
  return points
}

/** Looks at the neighbourhood only: the line may be as long as the document. */
function snippetOf(text: string, index: number): string {
  const from = Math.max(0, index - SNIPPET_UNITS)
  const around = text.slice(from, index + 2 * SNIPPET_AFTER)
  const head = around.slice(0, index - from)
  const lineStart = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r')) + 1
  const rest = around.slice(lineStart)
  const lineEnd = rest.search(/[\r\n]/)
  const column = countPoints(around, lineStart, index - from) + 1
  return cutSnippet(lineEnd < 0 ? rest : rest.slice(0, lineEnd), column)
}
