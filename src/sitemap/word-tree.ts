/** Words that come again and again, found by their characters without making a string of them. */

/** States of one tree, each of 128 numbers: at first, and at most. */
const FIRST_STATES = 64
const STATES_LIMIT = 512

export interface WordTree<T> {
  /** next[(state << 7) | unit]: the state behind an ASCII character; 0: no word goes on so. Another one after an add. */
  next: Uint16Array
  /** By the state behind its last character. */
  readonly words: (T | undefined)[]
  states: number
  /** A word found no room: then none is taken in any more. */
  isFull: boolean
}

/** The state that every word begins at. */
export const ROOT = 1

export function createWordTree<T>(): WordTree<T> {
  return { next: new Uint16Array(FIRST_STATES << 7), words: [], states: ROOT + 1, isFull: false }
}

/** @returns what stands for the word, which must be ASCII; undefined: there is no room for it */
export function addWord<T>(tree: WordTree<T>, word: string, value: T): T | undefined {
  if (tree.states + word.length > STATES_LIMIT) tree.isFull = true
  if (tree.isFull) return undefined
  while ((tree.states + word.length) << 7 > tree.next.length) {
    const grown = new Uint16Array(2 * tree.next.length)
    grown.set(tree.next)
    tree.next = grown
  }
  let state = ROOT
  for (let i = 0; i < word.length; i++) {
    const edge = (state << 7) | word.charCodeAt(i)
    if (tree.next[edge] === 0) tree.next[edge] = tree.states++
    state = tree.next[edge] as number
  }
  tree.words[state] ??= value
  return tree.words[state]
}
