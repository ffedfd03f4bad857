/**
 * Reads the XML that sitemaps are made of, token by token, and tells a token once all of it is known to be right.
 * It stops before anything else, be it wrong or only rare: there the careful reader goes on. It never guesses.
 *
 * Functions over one plain state, not closures: V8 then compiles them once for all documents.
 */
import type { At } from '../model/document.ts'
import { type ElementStack, NOTHING } from './element-stack.ts'
import { interned } from './interned.ts'
import type { SaxesTag } from './saxes-internals.ts'
import { NOWHERE, type TextSurvey } from './text-survey.ts'
import { isBlank } from './value-collector.ts'
import { addWord, createWordTree, ROOT, type WordTree } from './word-tree.ts'
import type { XmlAttributes, XmlHandler, XmlTag } from './xml-reader.ts'
import { knownReferenceEnd, resolveReferences } from './xml-references.ts'

/** A name of an element or attribute. */
interface Name {
  name: string
  prefix: string
  local: string
  /** The scope that the tags belong to; -1: none yet. */
  scope: number
  /** null: its prefix is not bound. */
  uri: string | null
  tag: SaxesTag
  /** Number of the tag that had this attribute last. */
  seen: number
  readonly codes: Uint8Array
  /** What was read last behind it, and is likely to come again: the next open tag, or the next attribute. */
  next: Name | null
  /** Likewise the first attribute of an element. */
  attribute: Name | null
  /** And the value of an attribute, if it was a word. */
  value: Word | null
}

/** A short value of attributes. */
interface Word {
  readonly text: string
  readonly codes: Uint8Array
}

/** A tag whose dictionary of attributes is made when somebody asks for it. One is used for all, one after the other. */
interface AttributedTag extends XmlTag {
  name: string
  prefix: string
  local: string
  uri: string
  readonly scanner: Scanner
  dictionary: XmlTag['attributes'] | null
}

export interface Scanner {
  readonly stack: ElementStack
  readonly handler: XmlHandler
  readonly elements: WordTree<Name>
  readonly attributeNames: WordTree<Name>
  readonly words: WordTree<Word>
  /** As the handler said last. */
  wantsText: boolean
  /** The last scan stopped because the text ended, and nothing was wrong. */
  isStarved: boolean

  text: string
  units: Uint8Array
  base: At
  hasReturn: boolean
  /** The next `&` and `]]>` from the place under reading on. */
  ampersand: number
  brackets: number
  /** Indexes of tabs and line breaks, and how many of them are passed. */
  breaks: Int32Array
  passedBreaks: number

  /** The innermost open tag that declares namespaces, and a number for it. */
  declaring: SaxesTag | null
  scope: number

  readonly attributes: XmlAttributes
  readonly attributed: AttributedTag | null
  /** The open tag that was read last. */
  name: Name
  /** The names of the open elements, as far as they were read here. */
  readonly open: Name[]
  isSelfClosing: boolean
  /** Tags with attributes so far. */
  tags: number
}

/** Deeper elements are left to the careful reader, which knows the limit. */
const DEPTH = 200
/** Attributes of one tag, likewise. */
const ATTRIBUTES = 50
const NAME_LENGTH = 50
/** Attribute values of at most this length are kept as words. */
const WORD_LENGTH = 12

const NAME = /[A-Za-z_][\w.-]{0,50}(?::[A-Za-z_][\w.-]{0,50})?/y
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

const LINE_FEED = 0x0a
const TAB = 0x09
const RETURN = 0x0d
const SPACE = 0x20
const BANG = 0x21
const QUOTE = 0x22
const APOSTROPHE = 0x27
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e

const NO_TAG: SaxesTag = {
  name: '',
  prefix: '',
  local: '',
  uri: '',
  attributes: NOTHING,
  ns: NOTHING,
  isSelfClosing: false,
}

/** On the prototype: with a getter of its own, every tag would have its own hidden class. */
const ATTRIBUTED_TAG = {
  get attributes(): XmlTag['attributes'] {
    const tag = this as unknown as AttributedTag
    tag.dictionary ??= dictionaryOf(tag.scanner)
    return tag.dictionary
  },
}

export function createScanner(stack: ElementStack, handler: XmlHandler): Scanner {
  const scanner: Scanner & { attributed: AttributedTag | null } = {
    stack,
    handler,
    elements: createWordTree<Name>(),
    attributeNames: createWordTree<Name>(),
    words: createWordTree<Word>(),
    wantsText: false,
    isStarved: false,
    text: '',
    units: new Uint8Array(0),
    base: 0,
    hasReturn: false,
    ampersand: NOWHERE,
    brackets: NOWHERE,
    breaks: new Int32Array(0),
    passedBreaks: 0,
    declaring: null,
    scope: 0,
    attributes: { count: 0, names: [], values: [], ats: [] },
    attributed: null,
    name: createName('', '', ''),
    open: [],
    isSelfClosing: false,
    tags: 0,
  }
  const own = { name: '', prefix: '', local: '', uri: '', ns: NOTHING, scanner, dictionary: null }
  scanner.attributed = Object.assign(Object.create(ATTRIBUTED_TAG), own) as AttributedTag
  return scanner
}

/** @param base the index of the text's first unit */
export function beginText(scanner: Scanner, { text, units, breaks, hasReturn }: TextSurvey, base: At) {
  scanner.text = text
  scanner.units = units
  scanner.hasReturn = hasReturn
  scanner.base = base
  scanner.ampersand = -1
  scanner.brackets = -1
  scanner.breaks = breaks
  scanner.passedBreaks = 0
}

/**
 * Reads on from the end of a token, inside the root; the text must hold nothing that XML forbids everywhere. The last
 * tag is left to the careful reader: whether it is whole only its next `<` tells.
 * @param from index in the text
 * @returns the index behind what was read: the end of a token, or the `<` behind a text that was told
 */
export function scan(scanner: Scanner, from: number, wantsText: boolean): number {
  scanner.wantsText = wantsText
  enterScope(scanner)
  const { text, units, base, stack, handler } = scanner
  let done = from
  let less = text.indexOf('<', from)
  scanner.isStarved = false
  while (less >= 0) {
    const next = text.indexOf('<', less + 1)
    if (next < 0) break
    let stray = -1
    if (less > done) {
      if (scanner.wantsText) {
        if (!isPlainText(scanner, done, less)) return done
        const at = base + done
        const piece = cut(scanner, done, less)
        done = less
        handler.text(piece, at, false)
      } else {
        stray = visibleFrom(units, done, less)
        if (stray >= 0 && !isPlainText(scanner, done, less)) return done
      }
    }
    const unit = units[less + 1] as number
    if (unit === SLASH) {
      const end = readCloseTag(scanner, less + 2)
      if (end < 0) return done
      if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
      const top = --stack.depth
      stack.tags.pop()
      done = end
      less = next
      scanner.wantsText = handler.close(stack.names[top] as string, stack.ats[top] as At, base + end, false)
    } else if (unit === BANG) {
      const isCdata = text.startsWith('<![CDATA[', less)
      const end = isCdata ? endOf(text, ']]>', less + 9) : readComment(text, less)
      if (end < 0) return done
      if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
      done = end
      if (isCdata) tellCdata(scanner, less + 9, end - 3)
      less = end <= next ? next : text.indexOf('<', end)
    } else {
      const end = readOpenTag(scanner, less, next)
      if (end < 0) return done
      if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
      const { name, tag } = scanner.name
      const at = base + less
      const { depth } = stack
      stack.names[depth] = name
      stack.ats[depth] = at
      scanner.open[depth] = scanner.name
      stack.depth = depth + 1
      stack.tags.push(tag)
      done = end
      less = next
      const told = scanner.attributes.count === 0 ? tag : attributedTag(scanner)
      scanner.wantsText = handler.open(told, at, base + end, scanner.attributes)
      scanner.attributes.count = 0
      if (scanner.isSelfClosing) {
        stack.tags.pop()
        stack.depth--
        scanner.wantsText = handler.close(name, at, base + end, false)
      }
    }
  }
  scanner.isStarved = true
  return done
}

/** Every `&` in it begins a reference that is known, and no `]]>` stands in it. */
function isPlainText(scanner: Scanner, from: number, to: number): boolean {
  if (scanner.brackets < from) scanner.brackets = find(scanner.text, ']]>', from)
  return scanner.brackets >= to && hasPlainReferences(scanner, from, to)
}

function hasPlainReferences(scanner: Scanner, from: number, to: number): boolean {
  if (scanner.ampersand < from) scanner.ampersand = find(scanner.text, '&', from)
  if (scanner.ampersand >= to) return true
  const { text } = scanner
  for (let i = scanner.ampersand; i >= 0 && i < to; i = text.indexOf('&', i)) {
    i = knownReferenceEnd(text, i)
    if (i < 0 || i > to) return false
  }
  return true
}

/** Text as XML has it; isPlainText was asked before, so `ampersand` tells of this text. */
function cut(scanner: Scanner, from: number, to: number): string {
  let piece = scanner.text.slice(from, to)
  if (scanner.hasReturn) piece = piece.replace(/\r\n?/g, '\n')
  return scanner.ampersand < to ? resolveReferences(piece) : piece
}

function tellCdata({ text, base, handler, wantsText, hasReturn }: Scanner, from: number, to: number) {
  const content = text.slice(from, to)
  if (wantsText) handler.text(hasReturn ? content.replace(/\r\n?/g, '\n') : content, base + from, false)
  else if (!isBlank(content)) handler.text(content, base + from, false)
}

/** @returns the index behind the comment, or -1 */
function readComment(text: string, less: number): number {
  if (!text.startsWith('<!--', less)) return -1
  const end = endOf(text, '--', less + 4)
  return end >= 0 && text.charCodeAt(end) === GREATER ? end + 1 : -1
}

/** @returns the index behind the tag, whose name begins at `from`, or -1 */
function readCloseTag({ units, open, stack, declaring }: Scanner, from: number): number {
  const top = stack.depth - 1
  const name = open[top]
  // What the careful reader opened it closes, too.
  if (name === undefined || name.name !== stack.names[top] || top === 0 || stack.tags[top] === declaring) return -1
  const end = from + name.codes.length
  return units[end] === GREATER && isAt(units, from, name.codes) ? end + 1 : -1
}

/**
 * Reads the tag at `less` into `name`, `attributes` and `isSelfClosing`.
 * @param next the next `<`, behind which it can't end
 * @returns the index behind it, or -1
 */
function readOpenTag(scanner: Scanner, less: number, next: number): number {
  const { units, elements, stack, name: last } = scanner
  const name = readName(scanner, elements, last.next, less + 1)
  if (name === undefined) return -1
  last.next = name
  if (name.scope !== scanner.scope) resolve(scanner, name)
  if (name.uri === null || stack.depth >= DEPTH) return -1
  scanner.isSelfClosing = false
  scanner.name = name
  const end = less + 1 + name.codes.length
  return units[end] === GREATER ? end + 1 : readAttributes(scanner, end, next)
}

/** The name at `index` with what must stand behind it. */
function readName(scanner: Scanner, tree: WordTree<Name>, likely: Name | null, index: number): Name | undefined {
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

/** The tag that was just read, for the call that tells it. */
function attributedTag({ attributed, name }: Scanner): XmlTag {
  const tag = attributed as AttributedTag
  tag.name = name.name
  tag.prefix = name.prefix
  tag.local = name.local
  tag.uri = name.uri as string
  tag.dictionary = null
  return tag
}

/** @returns the index behind the tag, or -1; the attributes are told only of a whole tag */
function readAttributes(scanner: Scanner, from: number, next: number): number {
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

/** The known value at `index`, which must end there. */
function readWord({ units, words }: Scanner, name: Name, index: number, quote: number): Word | null {
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

function isAt(units: Uint8Array, index: number, codes: Uint8Array): boolean {
  const { length } = codes
  for (let i = 0; i < length; i++) if (units[index + i] !== codes[i]) return false
  return true
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

function learnWord(words: WordTree<Word>, word: string) {
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    // A quote inside a word would be taken for its end where the other kind is used.
    if (unit >= 0x80 || unit === QUOTE || unit === APOSTROPHE) return
  }
  addWord(words, word, { text: word, codes: codesOf(word) })
}

/** The name at `index`, if it is made of what names are mostly made of, and ends where it should. */
function learnName(scanner: Scanner, tree: WordTree<Name>, index: number): Name | undefined {
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

function createName(name: string, prefix: string, local: string): Name {
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

function resolve(scanner: Scanner, word: Name) {
  const { name, prefix, local } = word
  const uri = uriOf(scanner.stack, prefix)
  word.scope = scanner.scope
  word.uri = uri
  if (uri === null) return
  word.tag = { name, prefix, local, uri, attributes: NOTHING, ns: NOTHING, isSelfClosing: false }
}

function uriOf({ tags }: ElementStack, prefix: string): string | null {
  if (prefix === 'xml') return XML_NAMESPACE
  for (let i = tags.length - 1; i >= 0; i--) {
    const uri = (tags[i] as SaxesTag).ns[prefix]
    if (uri !== undefined) return interned(uri)
  }
  return prefix === '' ? '' : null
}

function dictionaryOf({ attributes, stack }: Scanner): SaxesTag['attributes'] {
  const dictionary: Record<string, { value: string; uri: string; local: string }> = Object.create(null)
  for (let i = 0; i < attributes.count; i++) {
    const name = attributes.names[i] as string
    const colon = name.indexOf(':')
    const uri = colon < 0 ? '' : (uriOf(stack, name.slice(0, colon)) as string)
    dictionary[name] = { value: attributes.values[i] as string, uri, local: name.slice(colon + 1) }
  }
  return dictionary
}

/** What a prefix means may have changed while the careful reader read. */
function enterScope(scanner: Scanner) {
  const { tags } = scanner.stack
  let found: SaxesTag | null = null
  for (let i = tags.length - 1; i >= 0 && found === null; i--) {
    const tag = tags[i] as SaxesTag
    if (tag.ns !== NOTHING && Object.keys(tag.ns).length > 0) found = tag
  }
  if (found === scanner.declaring) return
  scanner.declaring = found
  scanner.scope++
}

function find(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? NOWHERE : index
}

/** The index behind the next `what`, or -1. */
function endOf(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? -1 : index + what.length
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === RETURN || unit === TAB
}

function isNameEnd(unit: number): boolean {
  return unit === GREATER || unit === SLASH || isSpace(unit)
}

/** The index of the first unit that is no white space; -1: there is none. */
function visibleFrom(units: Uint8Array, from: number, to: number): number {
  let i = from
  while (i < to && isSpace(units[i] as number)) i++
  return i < to ? i : -1
}
