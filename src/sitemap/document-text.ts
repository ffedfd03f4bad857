/** Text of one document -> head, entries and faults: what kind it is of, and its pieces to the reader of that kind. */
import type { At, DocumentHead, Entry, Fault, PlainEntry, PlainRun } from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import { type CharsetFaults, createCharsetFaults } from './charset-faults.ts'
import type { CharsetFacts } from './decoder.ts'
import { createTitleSearch, type TitleSearch } from './html-title.ts'
import type { Locator } from './locator.ts'
import type { FaultWithoutEntry, Reading } from './reading.ts'
import { SNIFF_LENGTH, sniffText } from './sniff.ts'
import { createTextReader, type TextReader } from './text-reader.ts'
import { createXmlDocument, type XmlDocument } from './xml-document.ts'

export interface DocumentHandler {
  /** Once, before the first entry; not at all for an empty document. */
  head(head: DocumentHead): void
  entry(entry: Entry): void
  /** Instead of `entry`, where it can be told so. @returns false: nothing was made of it, and `entry` shall be called */
  plain?(entry: PlainEntry): boolean
  /** Several of them at once. @returns how many, from the first on, were taken; nothing was made of the others */
  plainRun?(run: PlainRun): number
  /** Extension elements before the first entry, each in an entry of the number 0. */
  loose?(entry: Entry): void
  fault(fault: Fault): void
}

export interface DocumentTextOptions {
  /** For tests: units of text that are read in one go. Results never depend on it. */
  sliceUnits?: number
  /** For tests: XML is read by the careful reader alone. Results never depend on it. */
  isCareful?: boolean
}

export interface DocumentText {
  readonly reading: Reading
  /** What the file is by its bytes or its text where that is nothing we read: then no more text is wanted. */
  readonly format: string | null
  /** Of an HTML page. */
  title(): string | null
  readonly isXml: boolean
  readonly isRootClosed: boolean
  /** Before the first text. @param facts as they become known */
  begin(facts: CharsetFacts): void
  /** The bytes are no text. */
  beginOther(format: string, isArchive: boolean): void
  /** @param bytes what the text takes in the document */
  take(text: string, isAscii: boolean, bytes: number): void
  /**
   * No more will come.
   * @param isExplained what is missing has been told already, or is nobody's fault
   * @param isEmpty there was not one byte
   */
  end(isExplained: boolean, isEmpty: boolean): void
}

/** Text kept for the places of the last entry, once another may have begun. */
const LAST_ENTRY_UNITS = 65_536

export function createDocumentText(
  handler: DocumentHandler,
  locator: Locator,
  { sliceUnits = Number.POSITIVE_INFINITY, isCareful }: DocumentTextOptions,
): DocumentText {
  let facts: CharsetFacts | null = null
  let charset: CharsetFaults | null = null
  let format: string | null = null
  /** Text before the kind was settled. */
  let start: { text: string; isAscii: boolean; bytes: number } | null = { text: '', isAscii: true, bytes: 0 }
  let xml: XmlDocument | null = null
  let lines: TextReader | null = null
  let html: TitleSearch | null = null
  let passedTo = 0
  /** The text that is passed. */
  let isTextAscii = false
  let hasHead = false
  let isInvalidTold = false
  let lastEntryAt: At | null = null

  const reading: Reading = {
    locator,
    kind: 'unknown',
    number: 0,
    openEntry: null,
    openEntryAt: null,
    entries: 0,
    extensions: { images: 0, videos: 0, news: 0, alternates: 0 },
    namespaces: {},
    units: { alternates: 0, images: 0, videos: 0, news: 0, other: 0 },
    hasUnread: false,
    hasInvalidBytes: () => facts !== null && facts.invalidSequences > 0,
    head(head) {
      hasHead = true
      handler.head(head)
    },
    drop: (index) => xml?.xml.drop(index),
    entry(entry) {
      handler.entry(entry)
      lastEntryAt = entry.at
    },
    plain(entry) {
      if (handler.plain === undefined || !handler.plain(entry)) return false
      lastEntryAt = entry.at
      return true
    },
    plainRun(run) {
      const taken = handler.plainRun?.(run) ?? 0
      if (taken > 0) lastEntryAt = run.entry(taken - 1).at
      return taken
    },
    loose: (entry) => handler.loose?.(entry),
    fault: (fault) => handler.fault({ ...fault, entry: reading.openEntry } as Fault),
  }
  const tellEarly = (fault: FaultWithoutEntry) => handler.fault({ ...fault, entry: null } as Fault)

  function tellHead(kind: DocumentKind) {
    reading.kind = kind
    reading.head({ kind, root: null, rootAt: null, namespace: null, isNews: false })
  }

  function take(text: string, isAscii: boolean, size: number) {
    if (start) {
      start.text += text
      start.bytes += size
      start.isAscii &&= isAscii
      if (start.text.length >= SNIFF_LENGTH) settleKind()
      return
    }
    charset?.settle()
    for (const slice of slices(text)) {
      locator.append(slice, isAscii, slice === text ? size : null)
      isTextAscii = isAscii
      pass(slice)
      forget()
    }
  }

  function settleKind() {
    const { text, isAscii, bytes: size } = start as NonNullable<typeof start>
    start = null
    isTextAscii = isAscii
    locator.append(text, isAscii, size)
    // Faults of the bytes come first: they explain what follows.
    charset?.begin(text)
    charset?.settle()
    const sniffed = sniffText(text)
    switch (sniffed.kind) {
      case 'xml': {
        const { start: from, leading, declaration } = sniffed
        if (leading) {
          const place = declaration === null ? null : locator.find(declaration)
          tellEarly({ code: 'leading-content', at: 0, ...leading, declaration: place })
        }
        xml = createXmlDocument(reading, from, isCareful)
        passedTo = from
        break
      }
      case 'text':
        lines = createTextReader(reading)
        tellHead('text')
        break
      case 'html':
        html = createTitleSearch()
        tellHead('html')
        break
      case 'unknown':
        format = sniffed.format
        tellHead('unknown')
    }
    for (const slice of slices(text.slice(passedTo))) pass(slice)
    forget()
  }

  /** One slice outside of tests. Like the decoder it cuts neither CR LF nor a pair of surrogates. */
  function slices(text: string): string[] {
    if (text.length <= sliceUnits) return [text]
    const found: string[] = []
    for (let from = 0; from < text.length; ) {
      let to = Math.min(text.length, from + sliceUnits)
      while (to < text.length && /[\r\ud800-\udbff]/.test(text.charAt(to - 1))) to++
      found.push(text.slice(from, to))
      from = to
    }
    return found
  }

  /** Hands text that the locator has to the reader of its kind. */
  function pass(text: string) {
    const invalid = isInvalidTold ? null : (facts as CharsetFacts).firstInvalid
    if (invalid && invalid.at < passedTo + text.length) {
      const before = Math.max(0, invalid.at - passedTo)
      passPiece(text.slice(0, before), false)
      xml?.xml.flush()
      const { charset } = facts as CharsetFacts
      isInvalidTold = true
      reading.fault({ code: 'invalid-bytes', at: invalid.at, bytes: invalid.bytes, charset })
      passPiece(text.slice(before), false)
    } else {
      passPiece(text, false)
    }
  }
  function passPiece(text: string, isLast: boolean) {
    const at = passedTo
    passedTo += text.length
    if (xml) xml.xml.write(text, at, isLast, isTextAscii)
    else if (lines) lines.write(text, isLast)
    else html?.write(text)
  }

  function forget() {
    const { end } = locator.window
    const last = lastEntryAt !== null && end - lastEntryAt <= LAST_ENTRY_UNITS ? lastEntryAt : end
    if (xml) {
      const { keepFrom, readUntil, line } = xml.xml
      const from = Math.min(keepFrom, last, reading.openEntryAt ?? end)
      xml.xml.settle(from)
      locator.keep(from, readUntil, line)
    } else {
      locator.keep(Math.min(last, lines ? lines.keepFrom : end), end, null)
    }
  }

  function endXml(isExplained: boolean) {
    const document = xml as XmlDocument
    const unclosed = document.xml.unclosed()
    if (unclosed && !isExplained) {
      const { inside, at, open, looksLikePhp } = unclosed
      const { entries } = reading
      reading.fault({ code: 'truncated', at: at ?? locator.window.end, inside, open, entries, looksLikePhp })
    }
    reading.openEntry = null
    document.end()
  }
  return {
    reading,
    get format() {
      return format
    },
    title: () => html?.find() ?? null,
    get isXml() {
      return xml !== null
    },
    get isRootClosed() {
      return xml?.xml.isRootClosed ?? false
    },
    begin(known) {
      facts = known
      charset = createCharsetFaults(known, locator, tellEarly)
    },
    beginOther(known, isArchive) {
      format = known
      if (isArchive) tellEarly({ code: 'archive', at: null, format })
      tellHead('unknown')
    },
    take,
    end(isExplained, isEmpty) {
      if (start && facts && format === null) settleKind()
      if (facts && !start) passPiece('', true)
      if (xml) endXml(isExplained)
      if (!hasHead && !isEmpty) tellHead('unknown')
    },
  }
}
