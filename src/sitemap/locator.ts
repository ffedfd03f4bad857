/** Keeps the text round the place under reading, and turns indexes into lines, columns and bytes when asked. */
import type { At, Location } from '../model/document.ts'
import { cutSnippet, SNIPPET_AFTER, SNIPPET_BEFORE } from '../values/snippet.ts'

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
}

export interface Locator {
  readonly window: TextWindow
  /** Must be told before the first text: the bytes of a BOM, and how units count. */
  begin(offset: number, countBytes: ByteCounter): void
  /** U+0085 and U+2028 end lines too (XML 1.1). */
  useXml11(): void
  /**
   * Adds text. A CR is never the last unit, save at the end of the document.
   * @param isAscii every unit is one byte and one code point
   */
  append(text: string, isAscii: boolean): void
  /** The unit at `at` stands for `bytes` bytes, whatever it looks like. In rising order, before its text is appended. */
  correct(at: At, bytes: number): void
  /** Nothing before `from` will be asked for; text between `until` and the end neither was nor will be dropped. */
  keep(from: At, until: At): void
  /** Throws where the place is not retained. */
  locate(at: At): Location
  /** null where the place is not retained. */
  find(at: At): Location | null
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
  let lastNonAsciiEnd = 0
  let hasCr = false
  let isXml11 = false
  let countBytes: ByteCounter = (_, start, end) => end - start
  /** Units whose bytes differ from what countBytes says of them. */
  let corrections: { at: At; bytes: number }[] = []

  function bytesBetween(text: string, textBase: At, from: At, to: At): number {
    if (countBytes === null) return 0
    let bytes = countBytes(text, from - textBase, to - textBase)
    for (const { at, bytes: real } of corrections) {
      if (at >= to) break
      if (at >= from) bytes += real - countBytes(text, at - textBase, at - textBase + 1)
    }
    return bytes
  }

  /** Counts on from a mark at or before `to`. */
  function advance(mark: Mark, text: string, textBase: At, to: At): Mark {
    let { line, before } = mark
    const start = mark.at - textBase
    const end = to - textBase
    let lineStart = -1
    if (!hasCr && !isXml11) {
      for (let i = text.indexOf('\n', start); i >= 0 && i < end; i = text.indexOf('\n', i + 1)) {
        line++
        lineStart = i + 1
      }
    } else {
      const breaks = isXml11 ? /\r[\n\u0085]?|[\n\u0085\u2028]/g : /\r\n?|\n/g
      breaks.lastIndex = start
      for (let match = breaks.exec(text); match && match.index < end; match = breaks.exec(text)) {
        // Between CR and LF the line has not ended yet.
        if (breaks.lastIndex > end) break
        line++
        lineStart = breaks.lastIndex
      }
    }
    const isAscii = lastNonAsciiEnd <= textBase
    const from = lineStart < 0 ? start : lineStart
    const points = isAscii ? end - from : countPoints(text, from, end)
    before = lineStart < 0 ? before + points : points
    const bytes = isAscii && countBytes !== null && corrections.length === 0 ? null : 0
    const offset =
      mark.offset +
      (bytes === null && countBytes ? countBytes(text, start, end) : bytesBetween(text, textBase, mark.at, to))
    return { at: to, line, before, offset }
  }

  function markOf(at: At): { mark: Mark; text: string; textBase: At } | null {
    if (at >= window.base && at <= window.end) {
      cursor = advance(at >= cursor.at ? cursor : base, window.text, window.base, at)
      return { mark: cursor, text: window.text, textBase: window.base }
    }
    if (frozen && at >= frozen.at && at <= frozen.at + frozen.text.length) {
      return { mark: advance(frozen, frozen.text, frozen.at, at), text: frozen.text, textBase: frozen.at }
    }
    return null
  }

  function find(at: At): Location | null {
    const found = markOf(at)
    if (!found) return null
    const { mark, text, textBase } = found
    return {
      line: mark.line,
      column: mark.before + 1,
      offset: countBytes === null ? null : mark.offset,
      snippet: snippetOf(text, at - textBase),
    }
  }

  return {
    window,
    begin(offset, counter) {
      base = { at: 0, line: 1, before: 0, offset }
      cursor = base
      countBytes = counter
    },
    useXml11() {
      isXml11 = true
    },
    append(text, isAscii) {
      window.text = window.text.length === 0 ? text : window.text + text
      window.end += text.length
      if (!isAscii) lastNonAsciiEnd = window.end
      if (!hasCr && text.includes('\r')) hasCr = true
    },
    correct(at, bytes) {
      corrections.push({ at, bytes })
    },
    keep(from, until) {
      let start = Math.max(window.base, from)
      if (frozen && from >= frozen.at + frozen.text.length) frozen = null
      if (window.end - start > ENTRY_TEXT_LIMIT) {
        if (!frozen || frozen.at !== from) {
          const mark = advance(base, window.text, window.base, start)
          const text = window.text.slice(start - window.base, start - window.base + ENTRY_TEXT_LIMIT)
          frozen = { ...mark, text }
        }
        start = Math.max(start, window.base + window.text.lastIndexOf('<', until - 1 - window.base))
        if (window.end - start > ENTRY_TEXT_LIMIT) start = Math.max(start, until - SNIPPET_UNITS)
      }
      if (start - SNIPPET_UNITS <= window.base) return
      start -= SNIPPET_UNITS
      if (isLowSurrogate(window.text.charCodeAt(start - window.base))) start--
      base = advance(cursor.at <= start ? cursor : base, window.text, window.base, start)
      if (cursor.at < start) cursor = base
      window.text = window.text.slice(start - window.base)
      window.base = start
      const oldest = frozen ? frozen.at : start
      if (corrections.length > 0) corrections = corrections.filter(({ at }) => at >= oldest)
    },
    locate(at) {
      const location = find(at)
      if (!location) throw new Error(`place ${at} is not retained (${window.base} to ${window.end})`)
      return location
    },
    find,
    lineOf: (at) => markOf(at)?.mark.line ?? base.line,
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
