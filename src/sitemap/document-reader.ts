/** Bytes of one document -> head, entries and faults, in one pass. Never holds more than one entry. */

import type { At, DocumentHead, DocumentTail, Entry, Fault, Location } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'

export interface DocumentHandler {
  /** Once, before the first entry; not at all for an empty document. */
  head(head: DocumentHead): void
  entry(entry: Entry): void
  fault(fault: Fault): void
}

export interface DocumentReaderOptions {
  /** Hard stop for the uncompressed document. */
  maxBytes: number
}

export interface DocumentReader {
  /** Takes the next bytes. After `isFull` they are ignored. */
  write(bytes: Uint8Array): void
  /** The hard stop was reached: the caller should stop sending. */
  readonly isFull: boolean
  /** Call once, with how the transfer ended. */
  end(ending: BodyEnding): DocumentTail
  /** Valid inside the handler's calls, for places of the call. */
  locate(at: At): Location
  /** The line alone, cheaper: it is asked for once an entry. Valid as `locate` is. */
  lineOf(at: At): number
  /** So far. */
  readonly progress: { bytes: number; entries: number }
}
