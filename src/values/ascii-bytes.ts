/**
 * ASCII text as bytes, in one place that is used again and again: a look at a byte costs a third of one at a character
 * of a string that is part of another.
 */
import { finishHash, HASH_BEGIN_A, HASH_BEGIN_B, HASH_FACTOR_A, HASH_FACTOR_B, hash53 } from './hash.ts'

/** Text of this length and more is not taken: no URL or date that is right is as long. */
const TEXT_LIMIT = 4_096

const encoder = new TextEncoder()
// Longer by a word, for the zeros behind the text.
const bytes = new Uint8Array(TEXT_LIMIT + 4)
const words = new Int32Array(bytes.buffer)

/** The text that was taken last. */
export const asciiBytes: Readonly<Uint8Array> = bytes

/** Puts the text into asciiBytes. @returns its length; -1 where it is not ASCII, or too long */
export function takeAscii(text: string): number {
  const { length } = text
  if (length >= TEXT_LIMIT) return -1
  return encoder.encodeInto(text, bytes).written === length ? length : -1
}

/** The first four characters of the text that was taken last, as one number. It must have as many. */
export const firstFourTaken = (): number => words[0] as number

/** A 53-bit hash of the text that was taken last. @param length as takeAscii told it */
export function hashTaken(length: number): number {
  bytes[length] = 0
  bytes[length + 1] = 0
  bytes[length + 2] = 0
  let a = HASH_BEGIN_A ^ length
  let b = HASH_BEGIN_B ^ length
  // Word by word. Without the shifts the high bytes of two words could make up for each other.
  for (let i = 0, end = (length + 3) >> 2; i < end; i++) {
    const word = words[i] as number
    a = Math.imul(a ^ word, HASH_FACTOR_A)
    a ^= a >>> 15
    b = Math.imul(b ^ word, HASH_FACTOR_B)
    b ^= b >>> 13
  }
  return finishHash(a, b)
}

/** A 53-bit hash of any text: the fingerprint of a loc. */
export function fingerprintText(text: string): number {
  const length = takeAscii(text)
  return length < 0 ? hash53(text) : hashTaken(length)
}
