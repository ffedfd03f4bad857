/** Reads a text sitemap: one URL a line (https://www.sitemaps.org/protocol.html#otherformats). */
import type { At, Location } from '../model/document.ts'
import { createEntry, type Reading } from './reading.ts'
import { VALUE_LENGTH_LIMIT } from './value-collector.ts'

export interface TextReader {
  /** The next text; never cut between CR and LF. */
  write(text: string, isLast: boolean): void
  /** Start of the line under way. */
  readonly keepFrom: At
}

/** Blank lines in a row that are told one by one. */
const BLANKS_LIMIT = 1_000
/** Only http and https are URLs of a sitemap, but `ftp://` is a URL all the same: its rule speaks of it. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]{0,30}:\/\/[^\s]/i
/** Another URL in the same line. (A single white space makes a URL that must be escaped.) */
const SECOND = /[\s,;][a-z][a-z0-9+.-]{0,30}:\/\//i

export function createTextReader(reading: Reading): TextReader {
  let lineAt = 0
  let held = ''
  let isCut = false
  /** Units of the line under way that were too many to keep. */
  let skipped = 0
  /** Places of blank lines that are told once another line follows. */
  let blanks: Location[] = []
  let hasLines = false

  function line(text: string, at: At) {
    const start = text.length - text.trimStart().length
    const trimmed = text.trim()
    if (trimmed === '') {
      if (!hasLines) return
      const place = blanks.length < BLANKS_LIMIT ? reading.locator.find(at) : null
      if (place) blanks.push(place)
      return
    }
    if (blanks.length > 0) tellBlanks()
    hasLines = true
    const from = at + start
    if (!ABSOLUTE.test(trimmed) || SECOND.test(trimmed)) {
      reading.fault({ code: 'line-not-url', at: from, text: trimmed.slice(0, 200) })
      return
    }
    const entry = createEntry(++reading.number, from)
    const isLong = trimmed.length > VALUE_LENGTH_LIMIT
    const isDamaged = isCut || isLong || (reading.hasInvalidBytes() && trimmed.includes('\uFFFD'))
    entry.loc = { text: isLong ? trimmed.slice(0, VALUE_LENGTH_LIMIT) : trimmed, at: from, elementAt: from, isDamaged }
    reading.openEntry = entry.number
    reading.openEntryAt = from
    reading.entries++
    reading.entry(entry)
    reading.openEntry = null
    reading.openEntryAt = null
  }
  function tellBlanks() {
    for (const at of blanks) reading.fault({ code: 'line-blank', at })
    blanks = []
  }

  return {
    write(text, isLast) {
      let from = 0
      const all = held.length > 0 ? held + text : text
      held = ''
      const hasCr = all.includes('\r')
      for (;;) {
        const lf = all.indexOf('\n', from)
        const cr = hasCr ? all.indexOf('\r', from) : -1
        const end = lf < 0 ? cr : cr < 0 ? lf : Math.min(lf, cr)
        if (end < 0) break
        line(all.slice(from, end), lineAt)
        const next = end === cr && lf === cr + 1 ? end + 2 : end + 1
        lineAt += next - from + skipped
        skipped = 0
        isCut = false
        from = next
      }
      held = all.slice(from)
      if (held.length > VALUE_LENGTH_LIMIT) {
        skipped += held.length - VALUE_LENGTH_LIMIT
        held = held.slice(0, VALUE_LENGTH_LIMIT)
        isCut = true
      }
      if (isLast && held.trim() !== '') line(held, lineAt)
    },
    get keepFrom() {
      return lineAt
    },
  }
}
