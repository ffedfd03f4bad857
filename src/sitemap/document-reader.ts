/** Bytes of one document -> head, entries and faults, in one pass. Never holds more than one entry. */
import type { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { At, DocumentTail, Location } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import { createBlocks } from './blocks.ts'
import { createDecoder, type Decoder } from './decoder.ts'
import { createDocumentText, type DocumentHandler, type DocumentTextOptions } from './document-text.ts'
import { createGunzipLayers } from './gunzip-layers.ts'
import { createLocator } from './locator.ts'
import { shareBytes } from './share-bytes.ts'
import { sniffBytes } from './sniff.ts'

export interface DocumentReaderOptions extends DocumentTextOptions {
  /** Hard stop for the uncompressed document. */
  maxBytes: number
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

/**
 * Reads one document. Everything happens inside write and end; the handler's calls come in the order of the document.
 * Never throws for what the bytes are; a handler that throws ends the reading.
 */
export function createDocumentReader(handler: DocumentHandler, options: DocumentReaderOptions): DocumentReader {
  const locator = createLocator()
  const text = createDocumentText(handler, locator, options)
  const { reading } = text
  const hash = createHash('sha256')
  let bytes = 0
  let isFull = false
  let decoder: Decoder | null = null
  let isClosed = false

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
    if (text.format === null && decoder) decoder.write(piece, isLast)
  }

  function begin(head: Buffer) {
    decoder = createDecoder(head, {
      begin: locator.begin,
      recount: locator.recount,
      correct: locator.correct,
      text: text.take,
    })
    text.begin(decoder.facts)
    const magic = sniffBytes(head)
    if (magic) text.beginOther(magic.format, magic.isArchive)
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
      text.end(isFull || layers.isBroken || (isCut && ending.state !== 'truncated'), bytes === 0)
      const isWhole = !isFull && !isCut && !layers.isBroken
      const { format, isXml, isRootClosed } = text
      return {
        kind: reading.kind,
        format,
        title: text.title(),
        bytes,
        sha256: hash.digest('hex'),
        gzipLayers: layers.layers,
        isUnpacked: !layers.isBroken,
        charset: decoder?.facts.charset ?? 'UTF-8',
        declaredCharset: decoder?.facts.declared ?? null,
        isAscii: decoder?.facts.proof === 'assumed',
        invalidSequences: decoder?.facts.invalidSequences ?? 0,
        isComplete: isWhole && (!isXml || isRootClosed),
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
}
