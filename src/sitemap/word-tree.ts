/** Words that come again and again, found by their characters without making a string of them. */

/** States of one tree; each is 128 numbers. */
const STATES_LIMIT = 512

export interface WordTree<T> {
  /** next[(state << 7) | unit]: the state behind an ASCII character; 0: no word goes on so. Begin at ROOT. */
  readonly next: Uint16Array
  /** By the state behind its last character. */
  readonly words: (T | undefined)[]
  /** @returns whether there was room; the word must be ASCII */
  add(word: string, value: T): boolean
}

export const ROOT = 1

export function createWordTree<T>(): WordTree<T> {
  const next = new Uint16Array(STATES_LIMIT << 7)
  const words: (T | undefined)[] = new Array(STATES_LIMIT).fill(undefined)
  let states = ROOT + 1
  return {
    next,
    words,
    add(word, value) {
      if (states + word.length > STATES_LIMIT) return false
      let state = ROOT
      for (let i = 0; i < word.length; i++) {
        const edge = (state << 7) | word.charCodeAt(i)
        if (next[edge] === 0) next[edge] = states++
        state = next[edge] as number
      }
      words[state] = value
      return true
    },
  }
}
