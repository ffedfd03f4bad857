/** UTF-16 and UTF-32: characters of two and four bytes. */
import { Buffer } from 'node:buffer'
import type { DecodedText } from './decoded-text.ts'

/**
 * Decodes what is whole in the bytes, and returns the rest.
 * @param isLast nothing follows: what is incomplete now is invalid
 */
export type Scheme = (bytes: Buffer, isLast: boolean) => Buffer

export const utf16 =
  (out: DecodedText, isBig: boolean): Scheme =>
  (bytes, isLast) => {
    let cut = bytes.length & ~1
    if (!isLast && cut > 0 && (bytes[isBig ? cut - 2 : cut - 1] as number) >> 2 === 0xd8 >> 2) cut -= 2
    const whole = isBig ? swap16(bytes.subarray(0, cut)) : bytes.subarray(0, cut)
    let text = whole.toString('utf16le', 0, cut)
    if (!text.isWellFormed()) {
      const good = text.toWellFormed()
      for (let i = 0; i < good.length; i++) {
        if (good.charCodeAt(i) !== text.charCodeAt(i)) out.invalid(out.units + i, bytes, 2 * i, 2 * i + 2)
      }
      text = good
    }
    out.emit(text, false, cut)
    return restOf(out, bytes, cut, isLast)
  }

export const utf32 =
  (out: DecodedText, isBig: boolean): Scheme =>
  (bytes, isLast) => {
    const cut = bytes.length & ~3
    let text = ''
    let at = out.units
    for (let i = 0; i < cut; i += 4) {
      const code = isBig ? bytes.readUInt32BE(i) : bytes.readUInt32LE(i)
      const isGood = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      if (!isGood) out.invalid(at, bytes, i, i + 4)
      const character = isGood ? String.fromCodePoint(code) : '\uFFFD'
      text += character
      at += character.length
    }
    out.emit(text, false, cut)
    return restOf(out, bytes, cut, isLast)
  }

function restOf(out: DecodedText, bytes: Buffer, cut: number, isLast: boolean): Buffer {
  if (!isLast || cut === bytes.length) return bytes.subarray(cut)
  out.emitBroken(bytes.subarray(cut))
  return bytes.subarray(bytes.length)
}

/** A copy; a byte too many at the end is left out. */
export function swap16(bytes: Buffer): Buffer {
  const copy = Buffer.concat([bytes.subarray(0, bytes.length & ~1)])
  copy.swap16()
  return copy
}
