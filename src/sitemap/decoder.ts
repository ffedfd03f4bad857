/** Bytes -> text, once. The byte order mark decides, then proof that the bytes are UTF-8, then the declaration. */
import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import { byteCounterOf } from './byte-counters.ts'
import { bomOf, declaredCharset, legacyCharset, unicodeWithoutBom } from './charset.ts'
import { type Scheme, utf16, utf32 } from './decode-wide.ts'
import { createDecodedText, type InvalidFacts, type TextSink } from './decoded-text.ts'
import { completeUtf8, isMostlyUtf8, utf8SequenceLength } from './utf8.ts'

export interface CharsetFacts extends InvalidFacts {
  /** The charset that the bytes are read in, e.g. "UTF-8", "UTF-16LE", "windows-1251". */
  charset: string
  /** As in the XML declaration. */
  declared: string | null
  /** By what the charset was settled. Until the first byte that is not ASCII it is an assumption. */
  proof: 'bom' | 'bytes' | 'assumed'
  hasBom: boolean
  /** A second BOM follows the first. */
  hasSecondBom: boolean
}

export interface Decoder {
  readonly facts: CharsetFacts
  /** @param isLast nothing follows: what is incomplete now is invalid */
  write(bytes: Buffer, isLast: boolean): void
}

/**
 * Decides by the document's first bytes, and hands on the text.
 * @param head at least the first 4 KiB, or all of a shorter document; not written by this call
 */
export function createDecoder(head: Buffer, sink: TextSink): Decoder {
  const bom = bomOf(head)
  const guess = bom?.charset ?? unicodeWithoutBom(head)
  const charset = guess ?? 'UTF-8'
  const facts: CharsetFacts = {
    charset,
    declared: declaredCharset(head.subarray(bom?.length ?? 0), charset),
    proof: bom ? 'bom' : guess ? 'bytes' : 'assumed',
    hasBom: bom !== null,
    hasSecondBom: false,
    invalidSequences: 0,
    firstInvalid: null,
  }
  const legacy = guess ? null : legacyCharset(facts.declared)
  const out = createDecodedText(sink, facts, charset === 'UTF-8' ? 1 : charset.startsWith('UTF-16') ? 2 : 4)

  const utf8: Scheme = (bytes, isLast) => {
    const cut = isLast ? bytes.length : completeUtf8(bytes)
    const whole = cut === bytes.length ? bytes : bytes.subarray(0, cut)
    if (isAscii(whole)) {
      out.emit(whole.toString('latin1'), true, cut)
    } else if (isUtf8(whole)) {
      settle('UTF-8')
      out.emit(whole.toString('utf8'), false, cut)
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

  function settle(settled: string) {
    if (facts.proof !== 'assumed') return
    facts.proof = 'bytes'
    facts.charset = settled
    if (settled !== 'UTF-8') sink.recount(byteCounterOf(settled))
  }

  /** The text is Node's, which substitutes as utf8SequenceLength says: cut from pieces it would cost a string for each. */
  function brokenUtf8(bytes: Buffer) {
    let at = out.units
    for (let i = 0; i < bytes.length; ) {
      const size = utf8SequenceLength(bytes, i)
      if (size < 0) {
        out.invalid(at, bytes, i, i - size)
        sink.correct(at, -size)
      }
      at += size === 4 ? 2 : 1
      i += Math.abs(size)
    }
    out.emit(bytes.toString('utf8'), false, bytes.length)
  }

  function legacyScheme(label: string): Scheme {
    const decoder = new TextDecoder(label)
    return (bytes, isLast) => {
      const text = decoder.decode(bytes, { stream: !isLast })
      // It does not say which bytes it replaced.
      for (let i = text.indexOf('\uFFFD'); i >= 0; i = text.indexOf('\uFFFD', i + 1))
        out.invalid(out.units + i, bytes, 0, 0)
      out.emit(text, isAscii(bytes), bytes.length)
      return bytes.subarray(bytes.length)
    }
  }

  let scheme: Scheme =
    charset === 'UTF-8'
      ? utf8
      : charset.startsWith('UTF-16')
        ? utf16(out, charset === 'UTF-16BE')
        : utf32(out, charset === 'UTF-32BE')

  let rest: Buffer | null = null
  let skip = bom?.length ?? 0
  const second = head.subarray(skip)
  if (bom?.charset === 'UTF-8' && bomOf(second)?.charset === 'UTF-8') {
    facts.hasSecondBom = true
    // All of them are left out of the text: no reader could go on behind one.
    while (bomOf(head.subarray(skip))?.charset === 'UTF-8') skip += 3
  }
  sink.begin(skip, byteCounterOf(charset))

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
        input = Buffer.concat([rest, input])
        rest = null
      }
      const left = input.length > 0 ? scheme(input, isLast) : input
      // The caller may use its bytes for something else.
      if (left.length > 0) rest = Buffer.concat([left])
      if (isLast) out.end()
    },
  }
}
