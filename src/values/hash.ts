/** Begin and factors of the two halves of a hash (cyrb53, public domain, by bryc). */
export const HASH_BEGIN_A = 0xdeadbeef
export const HASH_BEGIN_B = 0x41c6ce57
export const HASH_FACTOR_A = 2_654_435_761
export const HASH_FACTOR_B = 1_597_334_677

/** All 53-bit hashes are below it. */
export const HASHES_END = 2 ** 53

/**
 * A 53-bit hash of a string's UTF-16 units. Not for secrets: for fingerprints whose collisions cost a counter, not a
 * decision.
 */
export function hash53(text: string, seed = 0): number {
  let a = HASH_BEGIN_A ^ seed
  let b = HASH_BEGIN_B ^ seed
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, HASH_FACTOR_A)
    b = Math.imul(b ^ unit, HASH_FACTOR_B)
  }
  return finishHash(a, b)
}

/** Another hash, as far from the first as one of the text with another seed, without looking at the text again. */
export function mix53(hash: number, seed: number): number {
  const low = hash | 0
  const high = (hash / 4_294_967_296) | 0
  const a = Math.imul(Math.imul(HASH_BEGIN_A ^ seed ^ low, HASH_FACTOR_A) ^ high, HASH_FACTOR_A)
  const b = Math.imul(Math.imul(HASH_BEGIN_B ^ seed ^ low, HASH_FACTOR_B) ^ high, HASH_FACTOR_B)
  return finishHash(a, b)
}

/** One number of the two halves, when all units are in them. */
export function finishHash(a: number, b: number): number {
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  const second = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909)
  return 4294967296 * (2097151 & second) + (first >>> 0)
}

/** A 53-bit hash of two of them, in this order. */
export function pairHash(a: number, b: number): number {
  const low = Math.imul((a >>> 0) ^ Math.imul(b >>> 0, 0x9e3779b1), 0x85ebca6b)
  const high = Math.imul(((a / 4294967296) >>> 0) ^ Math.imul((b / 4294967296) >>> 0, 0xc2b2ae35), 0x27d4eb2f)
  const x = Math.imul(low ^ (low >>> 15) ^ high, 0x2c1b3c6d)
  const y = Math.imul(high ^ (high >>> 13) ^ Math.imul(low, 0x297a2d39), 0x165667b1)
  return ((y ^ (y >>> 16)) & 0x1fffff) * 4294967296 + ((x ^ (x >>> 16)) >>> 0)
}

/** 26 hex digits that stay the same for the same parts. */
export function fingerprintOf(...parts: string[]): string {
  const text = JSON.stringify(parts)
  return (
    hash53(text, 1).toString(16).padStart(14, '0').slice(-13) +
    hash53(text, 2).toString(16).padStart(14, '0').slice(-13)
  )
}
