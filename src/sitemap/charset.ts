/** Bytes -> text, once. The byte order mark decides, then proof that the bytes are UTF-8, then the declaration. */
import { type Buffer, isAscii, isUtf8 } from 'node:buffer'
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

export interface CharsetFacts {
  /** The charset that the bytes are read in, e.g. "UTF-8", "UTF-16LE", "windows-1251". */
  charset: string
  /** As in the XML declaration. */
  declared: string | null
  /** By what the charset was settled. Until the first byte that is not ASCII it is an assumption. */
  proof: 'bom' | 'bytes' | 'assumed'
  hasBom: boolean
  /** Index in the text of a second BOM. */
  hasSecondBom: boolean
  invalidSequences: number
  /** The first invalid sequence. */
  firstInvalid: { at: At; bytes: string } | null
}

export interface Decoder {
  readonly facts: CharsetFacts
  /** @param isLast nothing follows: what is incomplete now is invalid */
  write(bytes: Buffer, isLast: boolean): void
}

type Scheme = (bytes: Buffer, isLast: boolean) => Buffer

/** Legacy charsets with one byte a character, by their WHATWG names (https://encoding.spec.whatwg.org/#names-and-labels). */
const SINGLE_BYTE = /^(?:windows-\d+|iso-8859-\d+(?:-i)?|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/
const DECLARATION = /^\s{0,1000}<\?xml\s[^>]{0,1000}?\bencoding\s{0,100}=\s{0,100}(?:"([^"<>]{1,60})"|'([^'<>]{1,60})')/

/** The WHATWG name of a charset label; null for one that nobody knows. */
export function canonicalCharset(label: string): string | null {
  const lower = label.trim().toLowerCase()
  if (lower === 'utf-32' || lower === 'utf-32le' || lower === 'utf-32be') return lower
  if (lower === 'utf-16') return 'utf-16'
  try {
    return new TextDecoder(lower).encoding
  } catch {
    return null
  }
}

/**
 * Decides by the document's first bytes, and hands on the text.
 * @param head at least the first 4 KiB, or all of a shorter document; not written by this call
 */
export function createDecoder(head: Buffer, sink: TextSink): Decoder {
  const bom = bomOf(head)
  const guess = bom?.charset ?? unicodeWithoutBom(head)
  const facts: CharsetFacts = {
    charset: guess ?? 'UTF-8',
    declared: null,
    proof: bom ? 'bom' : guess ? 'bytes' : 'assumed',
    hasBom: bom !== null,
    hasSecondBom: false,
    invalidSequences: 0,
    firstInvalid: null,
  }
  facts.declared = declarationIn(peek(head.subarray(bom?.length ?? 0), facts.charset))
  const declared = facts.declared === null ? null : canonicalCharset(facts.declared)
  const legacy =
    !guess && declared && !declared.startsWith('utf-') && declared !== 'replacement' && declared !== 'x-user-defined'
      ? declared
      : null

  let units = 0
  let rest: Buffer | null = null
  let skip = bom?.length ?? 0
  let heldCr = false
  const crBytes = facts.charset === 'UTF-8' ? 1 : facts.charset.startsWith('UTF-16') ? 2 : 4

  /** Holds a CR at the end back, so that nobody has to wonder whether a LF follows. */
  const emit = (text: string, ascii: boolean, size: number, isLast = false) => {
    if (text.length === 0 && !(heldCr && isLast)) return
    units += text.length
    let bytes = size + (heldCr ? crBytes : 0)
    let out = heldCr ? `\r${text}` : text
    heldCr = !isLast && out.charCodeAt(out.length - 1) === 13
    if (heldCr) {
      out = out.slice(0, -1)
      bytes -= crBytes
    }
    if (out.length > 0) sink.text(out, ascii, bytes)
  }
  const invalid = (at: At, bytes: Buffer, start = 0, end = bytes.length) => {
    facts.invalidSequences++
    facts.firstInvalid ??= { at, bytes: hex(bytes.subarray(start, end)) }
  }

  const utf8: Scheme = (bytes, isLast) => {
    const cut = isLast ? bytes.length : completeUtf8(bytes)
    const whole = cut === bytes.length ? bytes : bytes.subarray(0, cut)
    if (isAscii(whole)) {
      emit(whole.toString('latin1'), true, cut)
    } else if (isUtf8(whole)) {
      settle('UTF-8')
      emit(whole.toString('utf8'), false, cut)
    } else if (facts.proof === 'assumed' && legacy && !isMostlyUtf8(whole)) {
      settle(legacy)
      scheme = legacyScheme(legacy)
      return scheme(bytes, isLast)
    } else {
      settle('UTF-8')
      brokenUtf8(whole)
    }
    return bytes.subarray(cut)
  }

  function settle(charset: string) {
    if (facts.proof !== 'assumed') return
    facts.proof = 'bytes'
    facts.charset = charset
    if (charset !== 'UTF-8') sink.recount(SINGLE_BYTE.test(charset) ? countSingle : null)
  }

  /** The text is Node's, which substitutes as utf8SequenceLength says: cut from pieces it would cost a string for each. */
  function brokenUtf8(bytes: Buffer) {
    let at = units
    for (let i = 0; i < bytes.length; ) {
      const size = utf8SequenceLength(bytes, i)
      if (size < 0) {
        invalid(at, bytes, i, i - size)
        sink.correct(at, -size)
      }
      at += size === 4 ? 2 : 1
      i += Math.abs(size)
    }
    emit(bytes.toString('utf8'), false, bytes.length)
  }

  function legacyScheme(charset: string): Scheme {
    const decoder = new TextDecoder(charset)
    return (bytes, isLast) => {
      const text = decoder.decode(bytes, { stream: !isLast })
      countReplacements(text)
      emit(text, isAscii(bytes), bytes.length)
      return bytes.subarray(bytes.length)
    }
  }
  function countReplacements(text: string) {
    for (let i = text.indexOf('\uFFFD'); i >= 0; i = text.indexOf('\uFFFD', i + 1)) {
      facts.invalidSequences++
      facts.firstInvalid ??= { at: units + i, bytes: '' }
    }
  }

  const utf16 =
    (isBig: boolean): Scheme =>
    (bytes, isLast) => {
      let cut = bytes.length & ~1
      if (!isLast && cut > 0 && (bytes[isBig ? cut - 2 : cut - 1] as number) >> 2 === 0xd8 >> 2) cut -= 2
      const whole = isBig ? swap16(bytes.subarray(0, cut)) : bytes.subarray(0, cut)
      let text = whole.toString('utf16le', 0, cut)
      if (!text.isWellFormed()) {
        const good = text.toWellFormed()
        for (let i = 0; i < good.length; i++) {
          if (good.charCodeAt(i) !== text.charCodeAt(i)) invalid(units + i, bytes.subarray(2 * i, 2 * i + 2))
        }
        text = good
      }
      emit(text, false, cut)
      if (!isLast || cut === bytes.length) return bytes.subarray(cut)
      invalid(units, bytes.subarray(cut))
      sink.correct(units, bytes.length - cut)
      emit('\uFFFD', false, bytes.length - cut)
      return bytes.subarray(bytes.length)
    }

  const utf32 =
    (isBig: boolean): Scheme =>
    (bytes, isLast) => {
      const cut = bytes.length & ~3
      let text = ''
      let at = units
      for (let i = 0; i < cut; i += 4) {
        const code = isBig ? bytes.readUInt32BE(i) : bytes.readUInt32LE(i)
        const isGood = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        if (!isGood) invalid(at, bytes.subarray(i, i + 4))
        const character = isGood ? String.fromCodePoint(code) : '\uFFFD'
        text += character
        at += character.length
      }
      emit(text, false, cut)
      if (isLast && cut < bytes.length) {
        invalid(units, bytes.subarray(cut))
        sink.correct(units, bytes.length - cut)
        emit('\uFFFD', false, bytes.length - cut)
        return bytes.subarray(bytes.length)
      }
      return bytes.subarray(cut)
    }

  let scheme: Scheme =
    facts.charset === 'UTF-8'
      ? utf8
      : facts.charset.startsWith('UTF-16')
        ? utf16(facts.charset === 'UTF-16BE')
        : utf32(facts.charset === 'UTF-32BE')

  const second = head.subarray(skip)
  if (bom?.charset === 'UTF-8' && bomOf(second)?.charset === 'UTF-8') {
    facts.hasSecondBom = true
    // All of them are left out of the text: no reader could go on behind one.
    while (bomOf(head.subarray(skip))?.charset === 'UTF-8') skip += 3
  }
  sink.begin(skip, facts.charset === 'UTF-8' ? countUtf8 : facts.charset.startsWith('UTF-16') ? countUtf16 : countUtf32)

  return {
    facts,
    write(bytes, isLast) {
      let input: Buffer = bytes
      if (skip > 0) {
        const size = Math.min(skip, input.length)
        input = input.subarray(size)
        skip -= size
      }
      if (rest) {
        input = concatBuffers(rest, input)
        rest = null
      }
      const left = input.length > 0 ? scheme(input, isLast) : input
      // The caller may use its bytes for something else.
      if (left.length > 0) rest = concatBuffers(left)
      if (isLast) emit('', true, 0, true)
    },
  }
}

const countUtf8: ByteCounter = (text, start, end) => {
  let bytes = end - start
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // A surrogate is half of a character of four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}
const countSingle: ByteCounter = (_, start, end) => end - start
const countUtf16: ByteCounter = (_, start, end) => 2 * (end - start)
const countUtf32: ByteCounter = (text, start, end) => {
  let points = end - start
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xdc00 && unit <= 0xdfff) points--
  }
  return 4 * points
}

function bomOf(bytes: Buffer): { charset: string; length: number } | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: 'UTF-8', length: 3 }
  if (a === 0xff && b === 0xfe)
    return c === 0 && d === 0 ? { charset: 'UTF-32LE', length: 4 } : { charset: 'UTF-16LE', length: 2 }
  if (a === 0xfe && b === 0xff) return { charset: 'UTF-16BE', length: 2 }
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { charset: 'UTF-32BE', length: 4 }
  return null
}

/** XML 1.0, appendix F.1: `<` and the character behind it, without a BOM. */
function unicodeWithoutBom(bytes: Buffer): string | null {
  const [a, b, c, d] = bytes
  if (a === 0 && b === 0 && c === 0 && d === 0x3c) return 'UTF-32BE'
  if (a === 0x3c && b === 0 && c === 0 && d === 0) return 'UTF-32LE'
  if (a === 0 && b === 0x3c && c === 0) return 'UTF-16BE'
  if (a === 0x3c && b === 0 && d === 0) return 'UTF-16LE'
  return null
}

/** Enough of the head's text to find the declaration in. */
function peek(head: Buffer, charset: string): string {
  const bytes = head.subarray(0, 4096)
  const isBig = charset.endsWith('BE')
  if (charset.startsWith('UTF-16')) return (isBig ? swap16(bytes) : bytes).toString('utf16le', 0, bytes.length & ~1)
  if (charset.startsWith('UTF-32')) return bytes.toString('latin1').replaceAll('\0', '')
  return bytes.toString('latin1')
}

function declarationIn(text: string): string | null {
  const match = DECLARATION.exec(text)
  return match?.[1] ?? match?.[2] ?? null
}

/** Length of the part that does not end inside a sequence. */
function completeUtf8(bytes: Buffer): number {
  const end = bytes.length
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return size > back && utf8SequenceLength(bytes, end - back) === -back ? end - back : end
  }
  return end
}

/**
 * Length of the well-formed sequence at `i`; negative: that of the ill-formed one, by the practice of the Unicode
 * Standard 3.9, "U+FFFD substitution of maximal subparts".
 */
function utf8SequenceLength(bytes: Buffer, i: number): number {
  const first = bytes[i] as number
  if (first < 0x80) return 1
  const size =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0
  if (size === 0) return -1
  for (let k = 1; k < size; k++) {
    const byte = bytes[i + k]
    const low = k > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const high = k > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (byte === undefined || byte < low || byte > high) return -k
  }
  return size
}

/** A file in UTF-8 with a few broken bytes stays UTF-8, whatever it declares. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let good = 0
  let bad = 0
  for (let i = 0; i < bytes.length; ) {
    const size = utf8SequenceLength(bytes, i)
    if (size > 1) good++
    else if (size < 0) bad++
    i += Math.abs(size)
  }
  return good > bad
}

function swap16(bytes: Buffer): Buffer {
  const copy = concatBuffers(bytes.subarray(0, bytes.length & ~1))
  copy.swap16()
  return copy
}

function concatBuffers(...parts: Buffer[]): Buffer {
  return globalThis.Buffer.concat(parts)
}

function hex(bytes: Buffer): string {
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
}
