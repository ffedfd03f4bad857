/** The way of decoded text to its sink: counted, without a CR at the end of a piece, and with what is no text noted. */
import type { Buffer } from 'node:buffer'
import type { At } from '../model/document.ts'
import type { ByteCounter } from './locator.ts'

export interface TextSink {
  /** Before the first text. `offset`: bytes of the BOM. */
  begin(offset: number, countBytes: ByteCounter): void
  /** The text to come counts otherwise; all text so far is ASCII. */
  recount(countBytes: ByteCounter): void
  /** The unit at `at` of the text to come stands for `bytes` bytes. */
  correct(at: At, bytes: number): void
  /** @param bytes what it takes in the document */
  text(text: string, isAscii: boolean, bytes: number): void
}

export interface InvalidFacts {
  invalidSequences: number
  /** The first invalid sequence. */
  firstInvalid: { at: At; bytes: string } | null
}

export interface DecodedText {
  /** Units so far. */
  readonly units: number
  /** @param size bytes that the text takes in the document */
  emit(text: string, isAscii: boolean, size: number): void
  /** A sequence that is no text: bytes from `start` to `end`; none where it is not known which. */
  invalid(at: At, bytes: Buffer, start: number, end: number): void
  /** What is left of a character at the end of the document. */
  emitBroken(rest: Buffer): void
  /** Nothing follows. */
  end(): void
}

/** @param crBytes what a CR takes in the document */
export function createDecodedText(sink: TextSink, facts: InvalidFacts, crBytes: number): DecodedText {
  let units = 0
  let heldCr = false

  /** Holds a CR at the end back, so that nobody has to wonder whether a LF follows. */
  function emit(text: string, isAscii: boolean, size: number) {
    if (text.length > 0) send(text, isAscii, size, false)
  }

  function send(text: string, isAscii: boolean, size: number, isLast: boolean) {
    units += text.length
    let bytes = size + (heldCr ? crBytes : 0)
    let out = heldCr ? `\r${text}` : text
    heldCr = !isLast && out.charCodeAt(out.length - 1) === 13
    if (heldCr) {
      out = out.slice(0, -1)
      bytes -= crBytes
    }
    if (out.length > 0) sink.text(out, isAscii, bytes)
  }

  // Of a document that is no text at all there may be one for each byte: nothing is made of those behind the first.
  function invalid(at: At, bytes: Buffer, start: number, end: number) {
    facts.invalidSequences++
    facts.firstInvalid ??= { at, bytes: hex(bytes.subarray(start, end)) }
  }

  return {
    get units() {
      return units
    },
    emit,
    invalid,
    emitBroken(rest) {
      invalid(units, rest, 0, rest.length)
      sink.correct(units, rest.length)
      emit('\uFFFD', false, rest.length)
    },
    end() {
      if (heldCr) send('', true, 0, true)
    },
  }
}

function hex(bytes: Buffer): string {
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
}
