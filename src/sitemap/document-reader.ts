/** Bytes of one document -> head, entries and faults, in one pass. Never holds more than one entry. */

import type { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { At, DocumentHead, DocumentTail, Entry, Fault, Location, PlainEntry, PlainRun } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import type { DocumentKind } from '../model/report.ts'
import { createBlocks } from './blocks.ts'
import { type CharsetFaults, createCharsetFaults } from './charset-faults.ts'
import { createDecoder, type Decoder } from './decoder.ts'
import { createGunzipLayers } from './gunzip-layers.ts'
import { createTitleSearch, type TitleSearch } from './html-title.ts'
import { createLocator } from './locator.ts'
import type { FaultWithoutEntry, Reading } from './reading.ts'
import { shareBytes } from './share-bytes.ts'
import { SNIFF_LENGTH, sniffBytes, sniffText } from './sniff.ts'
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

export interface DocumentReaderOptions {
  /** Hard stop for the uncompressed document. */
  maxBytes: number
  /** For tests: units of text that are read in one go. Results never depend on it. */
  sliceUnits?: number
  /** For tests: XML is read by the careful reader alone. Results never depend on it. */
  isCareful?: boolean
}

export interface DocumentReader {
  /** Takes the next bytes, and reads what can be read. After `isFull` they are ignored. */
  write(bytes: Uint8Array): void
  /** Takes the next bytes; `step` reads them. A few of them may unpack to very many. */
  push(bytes: Uint8Array): void
  /** What was taken and not read yet is forgotten, as if the hard stop had been reached. */
  stop(): void
  /** No more bytes will come: `step` reads what is left before `end` is called, which else does it in one go. */
  close(ending: BodyEnding): void
  /** Reads one piece, some ten thousand bytes. @returns false: nothing was left to read */
  step(): boolean
  /** The hard stop was reached: the caller should stop sending. */
  readonly isFull: boolean
  /** Call once, with how the transfer ended. */
  end(ending: BodyEnding): DocumentTail
  /** Valid inside the handler's calls, for places of the call. */
  locate(at: At): Location
  /** The line alone, cheaper: it is asked for once an entry. Valid as `locate` is. */
  lineOf(at: At): number
  /** Also of the last entry, until the next one is told; null where its text is no longer kept. */
  find(at: At): Location | null
  /** So far. */
  readonly progress: { bytes: number; entries: number }
}

/** Text kept for the places of the last entry, once another may have begun. */
const LAST_ENTRY_UNITS = 65_536

/**
 * Reads one document. Everything happens inside write and end; the handler's calls come in the order of the document.
 * Never throws for what the bytes are; a handler that throws ends the reading.
 */
export function createDocumentReader(handler: DocumentHandler, options: DocumentReaderOptions): DocumentReader {
  const locator = createLocator()
  const hash = createHash('sha256')
  const sliceUnits = options.sliceUnits ?? Number.POSITIVE_INFINITY
  let bytes = 0
  let isFull = false
  let decoder: Decoder | null = null
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
  let isClosed = false

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
    hasInvalidBytes: () => decoder !== null && decoder.facts.invalidSequences > 0,
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

  const layers = createGunzipLayers(
    takeBytes,
    (fault) => handler.fault(fault),
    () => isFull,
  )

  const blocks = createBlocks(takeBlock)

  function takeBytes(input: Uint8Array) {
    const room = Math.min(input.length, options.maxBytes - bytes)
    if (room < input.length) isFull = true
    bytes += room
    blocks.write(room < input.length ? input.subarray(0, room) : input)
  }

  function takeBlock(piece: Buffer, isLast: boolean) {
    hash.update(piece)
    if (!decoder) begin(piece)
    if (format === null && decoder) decoder.write(piece, isLast)
  }

  function begin(head: Buffer) {
    decoder = createDecoder(head, {
      begin: locator.begin,
      recount: locator.recount,
      correct: locator.correct,
      text: takeText,
    })
    charset = createCharsetFaults(decoder.facts, locator, tellEarly)
    const magic = sniffBytes(head)
    if (!magic) return
    format = magic.format
    if (magic.isArchive) tellEarly({ code: 'archive', at: null, format })
    tellHead('unknown')
  }

  function tellHead(kind: DocumentKind) {
    reading.kind = kind
    reading.head({ kind, root: null, rootAt: null, namespace: null, isNews: false })
  }

  function takeText(text: string, isAscii: boolean, size: number) {
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
        xml = createXmlDocument(reading, from, options.isCareful)
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
    const invalid = isInvalidTold ? null : (decoder as Decoder).facts.firstInvalid
    if (invalid && invalid.at < passedTo + text.length) {
      const before = Math.max(0, invalid.at - passedTo)
      passPiece(text.slice(0, before), false)
      xml?.xml.flush()
      const { facts } = decoder as Decoder
      isInvalidTold = true
      reading.fault({ code: 'invalid-bytes', at: invalid.at, bytes: invalid.bytes, charset: facts.charset })
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

  function push(input: Uint8Array) {
    if (!isFull) layers.write(input)
  }

  // Where we stopped, or gzip is broken, what is missing has been told already, or is nobody's fault.
  const isCutBy = (ending: BodyEnding) => ending.state !== 'complete' || ending.coding.state !== 'ok'

  function close(ending: BodyEnding) {
    if (!isClosed) layers.end(isCutBy(ending))
    isClosed = true
  }

  return {
    write(input) {
      push(input)
      while (layers.step());
    },
    push,
    stop() {
      isFull = true
    },
    close,
    step: layers.step,
    get isFull() {
      return isFull
    },
    end(ending) {
      const isCut = isCutBy(ending)
      close(ending)
      while (layers.step());
      blocks.end()
      if (start && decoder && format === null) settleKind()
      if (decoder && !start) passPiece('', true)
      if (xml) endXml(isFull || layers.isBroken || (isCut && ending.state !== 'truncated'))
      if (!hasHead && bytes > 0) tellHead('unknown')
      const isWhole = !isFull && !isCut && !layers.isBroken
      const isRootClosed = xml?.xml.isRootClosed ?? false
      return {
        kind: reading.kind,
        format,
        title: html?.find() ?? null,
        bytes,
        sha256: hash.digest('hex'),
        gzipLayers: layers.layers,
        isUnpacked: !layers.isBroken,
        charset: decoder?.facts.charset ?? 'UTF-8',
        declaredCharset: decoder?.facts.declared ?? null,
        isAscii: decoder?.facts.proof === 'assumed',
        invalidSequences: decoder?.facts.invalidSequences ?? 0,
        isComplete: isWhole && (xml === null || isRootClosed),
        isRootClosed,
        entries: reading.entries,
        extensions: reading.extensions,
        namespaces: reading.namespaces,
        bytesByKind: shareBytes(reading.units, locator.window.end, bytes),
        hasUnread: reading.hasUnread,
      }
    },
    locate: locator.locate,
    lineOf: locator.lineOf,
    find: locator.find,
    get progress() {
      return { bytes, entries: reading.entries }
    },
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
}
