/** The attributes of a tag, for the scanner. */
import { NOWHERE } from './text-survey.ts'
import { knownReferenceEnd, resolveReferences } from './xml-references.ts'
import type { Name, Scanner } from './xml-scanner-state.ts'
import { resolve } from './xml-scopes.ts'
import { isSpace, learnWord, readName, readWord } from './xml-words.ts'

/** Attributes of one tag; a tag with more is left to the careful reader, which knows the limit. */
const ATTRIBUTES = 50
/** Values of at most this length are kept as words. */
const WORD_LENGTH = 12

const QUOTE = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const GREATER = 0x3e

/** @returns the index behind the tag, or -1; the attributes are told only of a whole tag */
export function readAttributes(scanner: Scanner, from: number, next: number): number {
  const { text, units, base, attributes, attributeNames } = scanner
  let i = from
  let count = 0
  let hasPrefix = false
  const number = ++scanner.tags
  const element = scanner.name
  let last: Name | null = null
  for (;;) {
    const start = i
    let unit = units[i] as number
    while (isSpace(unit)) unit = units[++i] as number
    if (unit === GREATER || unit === SLASH) {
      scanner.isSelfClosing = unit === SLASH
      if (unit === SLASH && units[++i] !== GREATER) return -1
      attributes.count = count
      return i + 1
    }
    if (i === start || count === ATTRIBUTES) return -1

    const nameStart = i
    const name = readName(scanner, attributeNames, last === null ? element.attribute : last.next, i)
    if (name === undefined) return -1
    i += name.codes.length
    if (last === null) element.attribute = name
    else last.next = name
    last = name
    if (name.prefix !== '') {
      // Two of them may be the same attribute under two prefixes.
      if (hasPrefix) return -1
      hasPrefix = true
      if (name.scope !== scanner.scope) resolve(scanner, name)
      if (name.uri === null) return -1
    }
    if (name.seen === number) return -1
    name.seen = number

    const quote = units[i + 1] as number
    if (quote !== QUOTE && quote !== APOSTROPHE) return -1
    i += 2
    const word = readWord(scanner, name, i, quote)
    let value: string
    if (word !== null) {
      value = word.text
      i += word.codes.length
    } else {
      const start = i
      i = text.indexOf(quote === QUOTE ? '"' : "'", start)
      if (i < 0 || i > next || hasBreak(scanner, start, i) || !hasPlainReferences(scanner, start, i)) return -1
      value = readValue(scanner, start, i)
    }
    attributes.names[count] = name.name
    attributes.values[count] = value
    attributes.ats[count] = base + nameStart
    count++
    i++
  }
}

function readValue(scanner: Scanner, from: number, to: number): string {
  const value = scanner.text.slice(from, to)
  if (scanner.ampersand < to) return resolveReferences(value)
  if (to - from <= WORD_LENGTH && to > from) learnWord(scanner.words, value)
  return value
}

/** A tab or line break stands in it: in an attribute's value that is a space. */
function hasBreak(scanner: Scanner, from: number, to: number): boolean {
  const { breaks } = scanner
  let k = scanner.passedBreaks
  while ((breaks[k] as number) < from) k++
  scanner.passedBreaks = k
  return (breaks[k] as number) < to
}

export function hasPlainReferences(scanner: Scanner, from: number, to: number): boolean {
  if (scanner.ampersand < from) {
    const found = scanner.text.indexOf('&', from)
    scanner.ampersand = found < 0 ? NOWHERE : found
  }
  if (scanner.ampersand >= to) return true
  const { text } = scanner
  for (let i = scanner.ampersand; i >= 0 && i < to; i = text.indexOf('&', i)) {
    i = knownReferenceEnd(text, i)
    if (i < 0 || i > to) return false
  }
  return true
}
