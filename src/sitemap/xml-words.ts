/** Names, and short values of attributes, by their characters: those that are known need no string. */
import { interned } from './interned.ts'
import { addWord, ROOT, type WordTree } from './word-tree.ts'
import type { Name, Scanner, Word } from './xml-scanner-state.ts'
import { NO_TAG } from './xml-scopes.ts'

const NAME_LENGTH = 50
const NAME = /[A-Za-z_][\w.-]{0,50}(?::[A-Za-z_][\w.-]{0,50})?/y

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

// readName and readWord walk the tree each for itself: that runs for every name and value, and comes to two numbers.

/** The name at `index` with what must stand behind it. */
export function readName(scanner: Scanner, tree: WordTree<Name>, likely: Name | null, index: number): Name | undefined {
  const { units } = scanner
  const isElement = tree === scanner.elements
  if (likely !== null && isAt(units, index, likely.codes)) {
    const behind = units[index + likely.codes.length] as number
    if (isElement ? isNameEnd(behind) : behind === EQUALS) return likely
  }
  const { next } = tree
  let state = ROOT
  let i = index
  let unit = units[i] as number
  while (unit < 0x80) {
    const to = next[(state << 7) | unit] as number
    if (to === 0) break
    state = to
    unit = units[++i] as number
  }
  const name = tree.words[state]
  if (name !== undefined && (isElement ? isNameEnd(unit) : unit === EQUALS)) return name
  return learnName(scanner, tree, index)
}

/** The known value at `index`, which must end there. */
export function readWord({ units, words }: Scanner, name: Name, index: number, quote: number): Word | null {
  const likely = name.value
  if (likely !== null && units[index + likely.codes.length] === quote && isAt(units, index, likely.codes)) return likely
  const { next } = words
  let state = ROOT
  let i = index
  let unit = units[i] as number
  while (unit < 0x80) {
    const to = next[(state << 7) | unit] as number
    if (to === 0) break
    state = to
    unit = units[++i] as number
  }
  const word = words.words[state]
  if (word === undefined || unit !== quote) return null
  name.value = word
  return word
}

export function isAt(units: Uint8Array, index: number, codes: Uint8Array): boolean {
  const { length } = codes
  for (let i = 0; i < length; i++) if (units[index + i] !== codes[i]) return false
  return true
}

/** The name at `index`, if it is made of what names are mostly made of, and ends where it should. */
function learnName(scanner: Scanner, tree: WordTree<Name>, index: number): Name | undefined {
  if (tree.isFull) return undefined
  NAME.lastIndex = index
  const found = NAME.exec(scanner.text)?.[0]
  if (found === undefined || found.length > NAME_LENGTH) return undefined
  const isElement = tree === scanner.elements
  const behind = scanner.units[NAME.lastIndex] as number
  if (isElement ? !isNameEnd(behind) : behind !== EQUALS) return undefined
  // Also a copy: V8 makes a long slice a part of the text, which would be kept with it.
  const name = interned(found)
  const colon = name.indexOf(':')
  const prefix = interned(name.slice(0, Math.max(0, colon)))
  // Declarations, and what is reserved for them.
  if (/^xml/i.test(name) && (isElement || prefix !== 'xml')) return undefined
  const local = interned(name.slice(colon + 1))
  return addWord(tree, name, createName(name, prefix, local))
}

export function learnWord(words: WordTree<Word>, word: string) {
  if (words.isFull) return
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    // A quote inside a word would be taken for its end where the other kind is used.
    if (unit >= 0x80 || unit === QUOTE || unit === APOSTROPHE) return
  }
  addWord(words, word, { text: word, codes: codesOf(word) })
}

export function createName(name: string, prefix: string, local: string): Name {
  const codes = codesOf(name)
  return {
    name,
    prefix,
    local,
    scope: -1,
    uri: null,
    tag: NO_TAG,
    seen: 0,
    codes,
    pause: 0,
    next: null,
    attribute: null,
    value: null,
  }
}

function codesOf(text: string): Uint8Array {
  const codes = new Uint8Array(text.length)
  for (let i = 0; i < codes.length; i++) codes[i] = text.charCodeAt(i)
  return codes
}

export function isSpace(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === RETURN || unit === TAB
}

export function isNameEnd(unit: number): boolean {
  return unit === GREATER || unit === SLASH || isSpace(unit)
}
