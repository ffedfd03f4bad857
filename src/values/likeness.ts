/** How alike two texts are, told from fixed-size sketches of them. */
import { hash53 } from './hash.ts'

/** Hashes in a sketch: the error of the likeness is about 1 / sqrt of it. */
const SKETCH_SIZE = 64
/** Words that are hashed together. */
const SHINGLE_WORDS = 3
/** With fewer words two texts cannot be told apart. */
const WORDS_LEAST = 3
const WORDS_LIMIT = 20_000

/**
 * A bottom-k sketch (Broder 1997) of the text's shingles of three words: the 64 smallest hashes, rising.
 * @returns null where the text has hardly any words
 */
export function likenessOf(text: string): number[] | null {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, WORDS_LIMIT) ?? []
  if (words.length < WORDS_LEAST) return null
  const hashes = new Set<number>()
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at++) {
    hashes.add(hash53(words.slice(at, at + SHINGLE_WORDS).join(' '), SHINGLE_WORDS))
  }
  return [...hashes].sort((a, b) => a - b).slice(0, SKETCH_SIZE)
}

/** @returns 0 (nothing in common) to 1 (the same shingles): an estimate of the Jaccard index */
export function compareLikeness(a: readonly number[], b: readonly number[]): number {
  const union = [...new Set([...a, ...b])].sort((x, y) => x - y).slice(0, SKETCH_SIZE)
  if (union.length === 0) return 0
  const inA = new Set(a)
  const inB = new Set(b)
  return union.filter((hash) => inA.has(hash) && inB.has(hash)).length / union.length
}
