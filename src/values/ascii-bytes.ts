/**
 * ASCII text as bytes, in one place that is used again and again: a look at a byte costs a third of one at a character
 * of a string that is part of another.
 */
import { finishHash, HASH_BEGIN_A, HASH_BEGIN_B, HASH_FACTOR_A, HASH_FACTOR_B, hash53 } from './hash.ts'

/** Text of this length and more is not taken: no URL or date that is right is as long. */
const TEXT_LIMIT = 4_096

const encoder = new TextEncoder()
// Longer by a word, for what stands behind the text.
const bytes = new Uint8Array(TEXT_LIMIT + 4)
const words = new Int32Array(bytes.buffer)

/** The text that was taken last, and two zeros behind it. */
export const asciiBytes: Readonly<Uint8Array> = bytes
/** The same memory by words of four, the first byte lowest. */
export const asciiWords: Readonly<Int32Array> = words

/** Puts the text into asciiBytes. @returns its length; -1 where it is not ASCII, or too long */
export function takeAscii(text: string): number {
  const { length } = text
  if (length >= TEXT_LIMIT) return -1
  if (encoder.encodeInto(text, bytes).written !== length) return -1
  bytes[length] = 0
  bytes[length + 1] = 0
  return length
}

/** A 53-bit hash of the text that was taken last. @param length as takeAscii told it */
export const hashTaken = (length: number): number => hashAscii(words, 0, length)

/**
 * A 53-bit hash of ASCII text: that of fingerprintText, without the text.
 * @param words as asciiWords, with one more word behind the text
 * @param from where it begins, in bytes
 */
export function hashAscii(words: Readonly<Int32Array>, from: number, to: number): number {
  const length = to - from
  let a = HASH_BEGIN_A ^ length
  let b = HASH_BEGIN_B ^ length
  // Four bytes at once, wherever they begin: the end of one word and the beginning of the next. Two shifts, because
  // one by 32 would be none.
  const shift = (from & 3) << 3
  const back = 31 - shift
  let index = from >> 2
  let low = words[index] as number
  for (let left = length >> 2; left > 0; left--) {
    const high = words[++index] as number
    const word = (low >>> shift) | ((high << back) << 1)
    low = high
    // Without these shifts the high bytes of two words could make up for each other.
    a = Math.imul(a ^ word, HASH_FACTOR_A)
    a ^= a >>> 15
    b = Math.imul(b ^ word, HASH_FACTOR_B)
    b ^= b >>> 13
  }
  const rest = (length & 3) << 3
  if (rest > 0) {
    const word = ((low >>> shift) | (((words[index + 1] as number) << back) << 1)) & (-1 >>> (32 - rest))
    a = Math.imul(a ^ word, HASH_FACTOR_A)
    a ^= a >>> 15
    b = Math.imul(b ^ word, HASH_FACTOR_B)
    b ^= b >>> 13
  }
  return finishHash(a, b)
}

/** The same of the first `count` of many texts, without a number of 53 bits made for each. @param hashes takes them */
export function hashEach(
  words: Readonly<Int32Array>,
  froms: Readonly<Int32Array>,
  tos: Readonly<Int32Array>,
  hashes: Float64Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) hashes[i] = hashAscii(words, froms[i] as number, tos[i] as number)
}

/** A 53-bit hash of any text: the fingerprint of a loc. */
export function fingerprintText(text: string): number {
  const length = takeAscii(text)
  return length < 0 ? hash53(text) : hashTaken(length)
}

/** Bytes by words of four, for isSameAscii; what is behind the last one is zero. */
export function wordsOf(bytes: Readonly<Uint8Array>, from: number, to: number): Int32Array {
  const packed = new Int32Array((to - from + 3) >> 2)
  const bytewise = new Uint8Array(packed.buffer)
  bytewise.set(bytes.subarray(from, to))
  return packed
}

/**
 * Whether the same bytes stand at `from` as in `known`, from its word `first` on.
 * @param words as for hashAscii
 * @param length in bytes
 */
export function isSameAscii(
  words: Readonly<Int32Array>,
  from: number,
  known: Readonly<Int32Array>,
  first: number,
  length: number,
): boolean {
  const shift = (from & 3) << 3
  const back = 31 - shift
  let index = from >> 2
  let place = first
  let low = words[index] as number
  for (let left = length >> 2; left > 0; left--) {
    const high = words[++index] as number
    if (((low >>> shift) | ((high << back) << 1)) !== known[place++]) return false
    low = high
  }
  const rest = (length & 3) << 3
  if (rest === 0) return true
  const word = (low >>> shift) | (((words[index + 1] as number) << back) << 1)
  return (word & (-1 >>> (32 - rest))) === known[place]
}

/** Four bytes, wherever they begin; the first one lowest. @param words as for hashAscii */
export function wordAt(words: Readonly<Int32Array>, at: number): number {
  const shift = (at & 3) << 3
  const index = at >> 2
  return ((words[index] as number) >>> shift) | (((words[index + 1] as number) << (31 - shift)) << 1)
}

/** Four `<`. */
const LESSES = 0x3c3c3c3c

/** Index of the next `<` in bytes, which must be there. @param words as for hashAscii */
export function nextLess(words: Readonly<Int32Array>, from: number): number {
  let index = from >> 2
  // What stands before it in its word is none.
  let other = ((words[index] as number) ^ LESSES) | ((1 << ((from & 3) << 3)) - 1)
  for (;;) {
    // The lowest byte that is zero.
    const zeros = (other - 0x01010101) & ~other & 0x80808080
    if (zeros !== 0) return (index << 2) + ((31 - Math.clz32(zeros & -zeros)) >> 3)
    other = (words[++index] as number) ^ LESSES
  }
}
