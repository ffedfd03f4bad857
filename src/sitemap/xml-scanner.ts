/**
 * Reads the XML that sitemaps are made of, token by token, and tells a token once all of it is known to be right.
 * It stops before anything else, be it wrong or only rare: there the careful reader goes on. It never guesses.
 *
 * A token always ends before the last `<` of the text it is given. So no loop looks for the end of the text: each meets
 * a `<` before.
 */
import { Buffer } from 'node:buffer'
import type { At } from '../model/document.ts'
import { type ElementStack, NOTHING } from './element-stack.ts'
import type { SaxesTag } from './saxes-internals.ts'
import { isBlank, isWhite } from './value-collector.ts'
import { createWordTree, ROOT } from './word-tree.ts'
import type { XmlAttributes, XmlHandler } from './xml-reader.ts'
import { knownReferenceEnd, resolveReferences } from './xml-references.ts'

export interface Scanner {
  /**
   * Reads on from the end of a token, inside the root.
   * @param from index in `text`, whose first unit stands at `base`
   * @returns the index behind what was read, which is the end of a token or the `<` behind a text that was told
   */
  scan(text: string, from: number, base: At, wantsText: boolean): number
  /** Line breaks in what the last scan read. */
  readonly lines: number
  /** As the handler said last. */
  readonly wantsText: boolean
}

/** A name of an element or attribute. */
interface Name {
  name: string
  prefix: string
  local: string
  /** The scope that the tags belong to; -1: none yet. */
  scope: number
  /** null: its prefix is not bound. */
  uri: string | null
  plainTag: SaxesTag
  tagWithAttributes: SaxesTag
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

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const QUOTE = 0x22
const AMPERSAND = 0x26
const APOSTROPHE = 0x27
const SLASH = 0x2f
const LESS = 0x3c
const EQUALS = 0x3d
const GREATER = 0x3e
const CLOSE_BRACKET = 0x5d

/** ASCII that is nothing but itself, in text and in attribute values. */
const PLAIN_TEXT = plainUnits([AMPERSAND, LESS, CLOSE_BRACKET])
const PLAIN_VALUE = plainUnits([AMPERSAND, LESS, QUOTE, APOSTROPHE])

export function createScanner(stack: ElementStack, handler: XmlHandler): Scanner {
  const { names, ats, tags } = stack
  const elements = createWordTree<Name>()
  const attributeNames = createWordTree<Name>()
  const words = createWordTree<string>()
  const nextElement = elements.next
  const nextAttribute = attributeNames.next
  const nextWord = words.next

  /** The innermost open tag that declares namespaces, and a number for it. */
  let declaring: SaxesTag | null = null
  let scope = 0

  const attributes: XmlAttributes = { count: 0, names: [], values: [], ats: [] }
  let dictionary: SaxesTag['attributes'] | null = null
  /** What readText met. */
  let textLines = 0
  let hasReturn = false
  let hasReference = false
  /** What readAttributes met: line breaks, and whether the tag closes itself. */
  let tagLines = 0
  let isSelfClosing = false

  let lines = 0
  let wantsText = false

  function scan(text: string, from: number, base: At, wanted: boolean): number {
    wantsText = wanted
    lines = 0
    enterScope()
    const last = text.lastIndexOf('<')
    let done = from
    while (done < last) {
      const less = readText(text, done)
      if (less < 0 || less >= last) return done
      let stray = -1
      if (less > done) {
        if (wantsText) {
          const piece = cut(text, done, less)
          const at = base + done
          done = less
          lines += textLines
          textLines = 0
          handler.text(piece, at, false)
        } else {
          stray = visibleFrom(text, done, less)
        }
      }
      const unit = text.charCodeAt(less + 1)
      if (unit === SLASH) {
        const top = stack.depth - 1
        const name = names[top] as string
        const end = less + 2 + name.length
        if (top === 0 || tags[top] === declaring) return done
        if (!isAt(text, name, less + 2) || text.charCodeAt(end) !== GREATER) return done
        if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
        lines += textLines
        tags.pop()
        stack.depth = top
        done = end + 1
        wantsText = handler.close(name, ats[top] as At, base + done, false)
      } else if (unit === 0x21) {
        const end = readCdata(text, less)
        if (end < 0) return done
        if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
        lines += textLines + tagLines
        done = end
        const start = less + 9
        if (wantsText) handler.text(cut(text, start, end - 3), base + start, false)
        else {
          const content = text.slice(start, end - 3)
          if (!isBlank(content)) handler.text(content, base + start, false)
        }
      } else {
        // The name
        let state = ROOT
        let i = less + 1
        let behind = unit
        while (behind < 0x80) {
          const to = nextElement[(state << 7) | behind] as number
          if (to === 0) break
          state = to
          behind = text.charCodeAt(++i)
        }
        let name = elements.words[state]
        if (name === undefined || !isNameEnd(behind)) {
          name = learnName(elements, text, less + 1)
          if (name === undefined) return done
          i = less + 1 + name.name.length
          behind = text.charCodeAt(i)
        }
        if (name.scope !== scope) resolve(name)
        if (name.uri === null || stack.depth >= DEPTH) return done
        let tag: SaxesTag
        let end: number
        if (behind === GREATER) {
          tag = name.plainTag
          end = i + 1
          tagLines = 0
          isSelfClosing = false
        } else {
          end = readAttributes(text, i, base)
          if (end < 0) return done
          tag = attributes.count === 0 ? name.plainTag : name.tagWithAttributes
          dictionary = null
        }
        if (stray >= 0) handler.text(text.slice(stray, less), base + stray, true)
        lines += textLines + tagLines
        const at = base + less
        names[stack.depth] = name.name
        ats[stack.depth] = at
        stack.depth++
        tags.push(tag)
        done = end
        wantsText = handler.open(tag, at, base + end, attributes)
        attributes.count = 0
        if (isSelfClosing) {
          tags.pop()
          stack.depth--
          wantsText = handler.close(name.name, at, base + end, false)
        }
      }
    }
    return done
  }

  /** @returns the index of the `<` behind the text; -1: something in it is not plain */
  function readText(text: string, from: number): number {
    let i = from
    textLines = 0
    hasReturn = false
    hasReference = false
    for (;;) {
      const unit = text.charCodeAt(i)
      if (unit < 0x80) {
        if (PLAIN_TEXT[unit] === 1) i++
        else if (unit === LESS) return i
        else if (unit === LINE_FEED) {
          textLines++
          i++
        } else if (unit === AMPERSAND) {
          i = knownReferenceEnd(text, i)
          if (i < 0) return -1
          hasReference = true
        } else if (unit === TAB) i++
        else if (unit === RETURN) {
          hasReturn = true
          i++
          if (text.charCodeAt(i) !== LINE_FEED) textLines++
        } else if (unit === CLOSE_BRACKET) {
          i++
          if (text.charCodeAt(i) === CLOSE_BRACKET) return -1
        } else return -1
      } else if (unit >= 0xfffe) return -1
      else i++
    }
  }

  /** What readText read, or readCdata, as XML has it. */
  function cut(text: string, from: number, to: number): string {
    let piece = text.slice(from, to)
    if (hasReturn) piece = piece.replace(/\r\n?/g, '\n')
    return hasReference ? resolveReferences(piece) : piece
  }

  /** @returns the index behind the section; -1: it is none, or not plain */
  function readCdata(text: string, less: number): number {
    if (!text.startsWith('<![CDATA[', less)) return -1
    const close = text.indexOf(']]>', less + 9)
    if (close < 0) return -1
    tagLines = 0
    hasReturn = false
    hasReference = false
    for (let i = less + 9; i < close; i++) {
      const unit = text.charCodeAt(i)
      if (unit >= 0x20 ? unit < 0xfffe : unit === TAB) continue
      if (unit === LINE_FEED) tagLines++
      else if (unit === RETURN) {
        hasReturn = true
        if (text.charCodeAt(i + 1) !== LINE_FEED) tagLines++
      } else return -1
    }
    return close + 3
  }

  /**
   * Reads what stands behind the name of an open tag.
   * @returns the index behind the tag; -1: something in it is not plain
   */
  function readAttributes(text: string, from: number, base: At): number {
    let i = from
    let count = 0
    let hasPrefix = false
    tagLines = 0
    for (;;) {
      const start = i
      let unit = text.charCodeAt(i)
      while (isWhite(unit)) {
        if (unit === LINE_FEED) tagLines++
        else if (unit === RETURN && text.charCodeAt(i + 1) !== LINE_FEED) tagLines++
        unit = text.charCodeAt(++i)
      }
      if (unit === GREATER) {
        isSelfClosing = false
        attributes.count = count
        return i + 1
      }
      if (unit === SLASH) {
        if (text.charCodeAt(i + 1) !== GREATER) return -1
        isSelfClosing = true
        attributes.count = count
        return i + 2
      }
      if (i === start || count === ATTRIBUTES) return -1

      const at = base + i
      const nameStart = i
      let state = ROOT
      while (unit < 0x80) {
        const to = nextAttribute[(state << 7) | unit] as number
        if (to === 0) break
        state = to
        unit = text.charCodeAt(++i)
      }
      let name = attributeNames.words[state]
      if (name === undefined || unit !== EQUALS) {
        name = learnName(attributeNames, text, nameStart)
        if (name === undefined) return -1
        i = nameStart + name.name.length
        if (text.charCodeAt(i) !== EQUALS) return -1
      }
      if (name.prefix !== '') {
        // Two of them may be the same attribute under two prefixes.
        if (hasPrefix) return -1
        hasPrefix = true
        if (name.scope !== scope) resolve(name)
        if (name.uri === null) return -1
      }
      for (let k = 0; k < count; k++) if (attributes.names[k] === name.name) return -1

      const quote = text.charCodeAt(i + 1)
      if (quote !== QUOTE && quote !== APOSTROPHE) return -1
      i += 2
      const valueStart = i
      state = ROOT
      unit = text.charCodeAt(i)
      while (unit < 0x80) {
        const to = nextWord[(state << 7) | unit] as number
        if (to === 0) break
        state = to
        unit = text.charCodeAt(++i)
      }
      let value = words.words[state]
      if (value === undefined || unit !== quote) {
        let isPlain = true
        for (;;) {
          if (unit < 0x80) {
            if (PLAIN_VALUE[unit] === 1) i++
            else if (unit === quote) break
            else if (unit === AMPERSAND) {
              i = knownReferenceEnd(text, i)
              if (i < 0) return -1
              isPlain = false
            } else if (unit === QUOTE || unit === APOSTROPHE) i++
            else return -1
          } else if (unit >= 0xfffe) return -1
          else i++
          unit = text.charCodeAt(i)
        }
        value = text.slice(valueStart, i)
        if (!isPlain) value = resolveReferences(value)
        else if (i - valueStart <= WORD_LENGTH && i > valueStart) learnWord(value)
      }
      attributes.names[count] = name.name
      attributes.values[count] = value
      attributes.ats[count] = at
      count++
      i++
    }
  }

  function learnWord(word: string) {
    // A quote inside a word would be taken for its end where the other kind is used.
    for (let i = 0; i < word.length; i++) if (PLAIN_VALUE[word.charCodeAt(i)] !== 1) return
    words.add(word, word)
  }

  /** The name at `index`, if it is made of what names are mostly made of. */
  function learnName(tree: typeof elements, text: string, index: number): Name | undefined {
    NAME.lastIndex = index
    const found = NAME.exec(text)?.[0]
    if (found === undefined || found.length > NAME_LENGTH) return undefined
    // A copy: V8 makes a long one a part of the text, which would be kept with it.
    const name = Buffer.from(found, 'latin1').toString('latin1')
    const behind = text.charCodeAt(NAME.lastIndex)
    if (tree === attributeNames ? behind !== EQUALS : !isNameEnd(behind)) return undefined
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(0, colon))
    const local = name.slice(colon + 1)
    // Declarations, and what is reserved for them.
    if (/^xml/i.test(name) && (prefix !== 'xml' || tree !== attributeNames)) return undefined
    const word: Name = { name, prefix, local, scope: -1, uri: null, plainTag: NO_TAG, tagWithAttributes: NO_TAG }
    return tree.add(name, word) ? word : undefined
  }

  function resolve(word: Name) {
    const { name, prefix, local } = word
    const uri = uriOf(prefix)
    word.scope = scope
    word.uri = uri
    if (uri === null) return
    word.plainTag = { name, prefix, local, uri, attributes: NOTHING, ns: NOTHING, isSelfClosing: false }
    word.tagWithAttributes = {
      name,
      prefix,
      local,
      uri,
      get attributes() {
        dictionary ??= makeDictionary()
        return dictionary
      },
      ns: NOTHING,
      isSelfClosing: false,
    }
  }

  function uriOf(prefix: string): string | null {
    if (prefix === 'xml') return XML_NAMESPACE
    for (let i = tags.length - 1; i >= 0; i--) {
      const uri = (tags[i] as SaxesTag).ns[prefix]
      if (uri !== undefined) return uri
    }
    return prefix === '' ? '' : null
  }

  function makeDictionary(): SaxesTag['attributes'] {
    const made: Record<string, { value: string; uri: string; local: string }> = Object.create(null)
    for (let i = 0; i < attributes.count; i++) {
      const name = attributes.names[i] as string
      const colon = name.indexOf(':')
      const uri = colon < 0 ? '' : (uriOf(name.slice(0, colon)) as string)
      made[name] = { value: attributes.values[i] as string, uri, local: name.slice(colon + 1) }
    }
    return made
  }

  /** What a prefix means may have changed while the careful reader read. */
  function enterScope() {
    let found: SaxesTag | null = null
    for (let i = tags.length - 1; i >= 0 && found === null; i--) {
      const tag = tags[i] as SaxesTag
      if (tag.ns !== NOTHING && Object.keys(tag.ns).length > 0) found = tag
    }
    if (found === declaring) return
    declaring = found
    scope++
  }

  return {
    scan,
    get lines() {
      return lines
    },
    get wantsText() {
      return wantsText
    },
  }
}

const NO_TAG: SaxesTag = {
  name: '',
  prefix: '',
  local: '',
  uri: '',
  attributes: NOTHING,
  ns: NOTHING,
  isSelfClosing: false,
}

function plainUnits(special: number[]): Uint8Array {
  const plain = new Uint8Array(128).fill(1, 0x20)
  for (const unit of special) plain[unit] = 0
  return plain
}

function isNameEnd(unit: number): boolean {
  return unit === GREATER || unit === SLASH || isWhite(unit)
}

function isAt(text: string, name: string, index: number): boolean {
  for (let i = 0; i < name.length; i++) if (text.charCodeAt(index + i) !== name.charCodeAt(i)) return false
  return true
}

/** The index of the first unit that is no white space; -1: there is none. */
function visibleFrom(text: string, from: number, to: number): number {
  let i = from
  while (i < to && isWhite(text.charCodeAt(i))) i++
  return i < to ? i : -1
}
