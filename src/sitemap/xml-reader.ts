/** Decoded text -> tags, text and faults with exact places. The only file that knows saxes. */
import { SaxesParser } from 'saxes'
import type { At, Fault } from '../model/document.ts'
import type { Locator } from './locator.ts'
import type { FaultWithoutEntry } from './reading.ts'
import { findAttributes } from './xml-attributes.ts'
import { bareAmpersand, REFERENCE_LENGTH_LIMIT, referenceEnd } from './xml-mender.ts'

/** An open tag; namespaces resolved. Valid inside the call. */
export interface XmlTag {
  readonly name: string
  readonly prefix: string
  readonly local: string
  /** "" for none. */
  readonly uri: string
  readonly attributes: Readonly<
    Record<string, { readonly value: string; readonly uri: string; readonly local: string }>
  >
  /** Prefixes that this tag declares ("" for the default). */
  readonly ns?: Readonly<Record<string, string>>
}

export interface XmlHandler {
  /** @param at its `<`  @param end the index behind its `>` */
  open(tag: XmlTag, at: At, end: At): void
  /** @param at the `<` of the open tag  @param end the index behind the close tag */
  close(name: string, at: At, end: At): void
  /** A piece of text or CDATA inside the root, references resolved. `at` is its first character. */
  text(text: string, at: At, isDamaged: boolean): void
  fault(fault: FaultWithoutEntry): void
}

export interface XmlReader {
  /** The text from index `at` on, in order. It must be in the locator already. */
  write(text: string, at: At, isLast: boolean): void
  /** What is open at the end of the text; null when the document is whole. Call once, after the last write. */
  unclosed(): Unclosed | null
  /** Earlier text than this is not asked for any more. */
  readonly keepFrom: At
  /** Text up to here was read. */
  readonly readUntil: At
  readonly isRootClosed: boolean
}

export interface Unclosed {
  inside: Extract<Fault, { code: 'truncated' }>['inside']
  /** `<` of an unclosed comment, PI, CDATA section or DOCTYPE. */
  at: At | null
  open: { name: string; at: At }[]
  looksLikePhp: boolean
}

/** Depth of elements; sitemaps have five. Behind it reading ends. */
const DEPTH_LIMIT = 256
/** Attributes of one tag that are read. */
const ATTRIBUTES_LIMIT = 1_000
/** Units of one token that are kept. */
const TOKEN_LIMIT = 32_768
/** Faults of one document that are told one by one; more are the same fault over and over. */
const FAULTS_LIMIT = 100_000

/**
 * The state of saxes 6.0.0 that its interface does not show. It tells where it is only in the events of finished
 * tokens, has no limit for a token's length, and forgets all open elements at a close tag without its open tag.
 */
interface SaxesInternals {
  i: number
  prevI: number
  chunk: string
  chunkPosition: number
  carriedFromPrevious: string | undefined
  state: number
  text: string
  name: string
  entity: string
  piTarget: string
  openWakaBang: string
  q: number | null
  tag: SaxesTag | null
  tags: SaxesTag[]
  topNS: unknown
  attribList: unknown[]
  openTag(): void
  closeTag(): void
}
interface SaxesTag extends XmlTag {
  ns: Record<string, string>
  isSelfClosing: boolean
}

/** Numbers of saxes' states (saxes.js, "S_BEGIN" and following). */
const STATE = {
  doctype: [2, 12],
  text: 13,
  openWaka: 15,
  bang: 16,
  comment: [17, 19],
  cdata: [20, 22],
  pi: [23, 26],
  declaration: [27, 33],
  attribute: 36,
  attributeName: 37,
  attributeQuoted: 40,
  attributeClosed: 41,
  attributeUnquoted: 42,
  closeTag: 43,
  closeTagSawWhite: 44,
} as const

export function createXmlReader(locator: Locator, start: At, handler: XmlHandler): XmlReader {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const sax = parser as unknown as SaxesInternals
  const { window } = locator

  /** Our index minus saxes' position: it grows apart from zero where text was mended. */
  let shift = 0
  let held = ''
  let readUntil = start
  /** The index behind the last finished tag, comment, ... */
  let markupEnd = start
  /** The `<` of the token under way, once text before it was told. */
  let textEnd = 0
  let hadText = false
  let isDamaged = false
  let isLost = false
  let isRootSeen = false
  let isRootClosed = false
  let depth = 0
  const names: string[] = []
  const ats: At[] = []
  let faults = 0
  /** The token that was called malformed already: what follows inside it has the same cause. */
  let malformedToken = -1
  let lastIllegal = -1
  let declaredEntities: Set<string> | null = null
  let hasSecondRoot = false
  const unboundPrefixes = new Set<string>()
  /** Elements that saxes closes though their close tag is another one's. */
  let rescue: SaxesTag[] | null = null
  let isMisspelt = false

  const here = () => sax.chunkPosition + sax.i + shift
  const tokenAt = () => (hadText ? textEnd : markupEnd)
  const endToken = (end: At) => {
    markupEnd = end
    hadText = false
  }
  const unit = (at: At) => window.text.charCodeAt(at - window.base)

  function tell(fault: FaultWithoutEntry) {
    if (isLost || faults++ >= FAULTS_LIMIT) return
    handler.fault(fault)
  }
  function malformed(at: At, detail: string) {
    const token = tokenAt()
    if (malformedToken === token) return
    malformedToken = token
    tell({ code: 'malformed', at, detail })
  }
  function giveUp(at: At, detail: string) {
    tell({ code: 'malformed', at, detail })
    isLost = true
    sax.i = sax.chunk.length
  }

  parser.on('text', (text) => {
    textEnd = sax.chunkPosition + sax.i + shift - 1
    hadText = true
    if (depth > 0 && !isLost) handler.text(text, markupEnd, isDamaged)
    isDamaged = false
  })
  parser.on('opentag', (tag) => {
    const end = sax.chunkPosition + sax.i + shift
    const at = hadText ? textEnd : markupEnd
    markupEnd = end
    hadText = false
    isDamaged = false
    if (isLost) return
    isRootSeen = true
    names[depth] = tag.name
    ats[depth] = at
    if (++depth > DEPTH_LIMIT) return giveUp(at, `Elements are nested deeper than ${DEPTH_LIMIT} levels.`)
    handler.open(tag as unknown as SaxesTag, at, end)
  })
  parser.on('closetag', (tag) => {
    const end = sax.chunkPosition + sax.i + shift
    const { name } = tag
    if (!tag.isSelfClosing && !isCloseTagOf(name, end)) {
      if (rescue) {
        rescue.push(tag as unknown as SaxesTag)
        return
      }
      if (!closeOther(tag as unknown as SaxesTag, end)) return
    } else {
      endToken(end)
    }
    close(end)
  })
  function close(end: At) {
    if (isLost || depth === 0) return
    depth--
    if (depth === 0) isRootClosed = true
    handler.close(names[depth] as string, ats[depth] as At, end)
  }
  function isCloseTagOf(name: string, end: At): boolean {
    const start = end - window.base - 1 - name.length
    const { text } = window
    return text.charCodeAt(start - 1) === 0x2f && text.charCodeAt(start - 2) === 0x3c && text.startsWith(name, start)
  }

  /** The first element that saxes closes at a close tag which is not, letter for letter, its own. True: close it. */
  function closeOther(tag: SaxesTag, end: At): boolean {
    const at = tokenAt()
    const source = window.text.slice(Math.max(0, at - window.base) + 2, end - 1 - window.base)
    const name = source.trimEnd()
    if (name === tag.name || at < window.base) {
      endToken(end)
      return true
    }
    // The elements between were told when the first of them was closed.
    if (markupEnd === end) return true
    endToken(end)
    const open = names[depth - 1] as string
    tell({ code: 'tag-mismatched', at, close: name, open, openAt: locator.find(ats[depth - 1] as At) })
    for (let i = depth - 2; i >= 0; i--) if (names[i] === name) return true
    rescue = [tag]
    isMisspelt = isMisspelling(name, open)
    return false
  }
  /** saxes closed every open element, because none has the name of the close tag: open them again. */
  function reopen() {
    if (!rescue) return
    const tags = rescue
    rescue = null
    if (isMisspelt) tags.shift()
    for (const tag of tags.reverse()) sax.tags.push(tag)
    const top = sax.tags.at(-1)
    if (top) {
      sax.topNS = top.ns
      sax.tag = top
    }
    if (isMisspelt) close(markupEnd)
  }

  parser.on('comment', () => endToken(here() + 1))
  parser.on('processinginstruction', () => {
    const token = tokenAt()
    if (window.text.startsWith('<?=', token - window.base)) {
      malformed(token, 'There is PHP source in the output: "<?=" begins no processing instruction.')
    }
    endToken(here())
  })
  parser.on('cdata', (text) => {
    const at = tokenAt() + '<![CDATA['.length
    endToken(here())
    if (depth > 0 && !isLost) handler.text(text, at, isDamaged)
    isDamaged = false
  })
  parser.on('xmldecl', ({ version }) => {
    if (version !== undefined && version !== '1.0') {
      if (version === '1.1') locator.useXml11()
      tell({ code: 'xml-version', at: attributeOf('version'), version })
    }
    endToken(here())
  })
  parser.on('doctype', (text) => {
    tell({ code: 'doctype', at: tokenAt() })
    for (const match of text.matchAll(/<!ENTITY\s{1,100}([^\s%]{1,100})\s/g)) {
      declaredEntities ??= new Set()
      if (declaredEntities.size < 1_000) declaredEntities.add(match[1] as string)
    }
    endToken(here())
  })
  function attributeOf(name: string): At {
    return findAttributes(window, tokenAt(), here()).find((attribute) => attribute.name === name)?.at ?? tokenAt()
  }

  // Instead of the error event: that makes an Error with its stack for every fault.
  parser.fail = (message) => {
    if (!isLost) fail(message)
    return parser
  }
  function fail(message: string) {
    const at = here() - 1
    switch (message) {
      case 'unexpected close tag.':
        return
      case 'undefined entity.': {
        isDamaged = true
        const ampersand = window.base + window.text.lastIndexOf('&', at - window.base)
        const entity = window.text.slice(ampersand + 1 - window.base, at - window.base)
        if (!declaredEntities?.has(entity)) tell({ code: 'entity-undefined', at: ampersand, entity })
        return
      }
      case 'malformed character entity.': {
        isDamaged = true
        const ampersand = window.base + window.text.lastIndexOf('&', at - window.base)
        const shown = window.text.slice(ampersand - window.base, at + 1 - window.base)
        tell({ code: 'character-illegal', at: ampersand, shown, isReference: true })
        return
      }
      case 'disallowed character.':
        if (unit(at) === 0x3c) return lessThanInAttribute(at)
        isDamaged = true
        if (at !== lastIllegal) {
          lastIllegal = at
          const shown = `U+${unit(at).toString(16).toUpperCase().padStart(4, '0')}`
          tell({ code: 'character-illegal', at, shown, isReference: false })
        }
        return
      case 'text data outside of root node.':
        return textOutsideRoot()
      case 'documents may contain only one root.':
        if (!hasSecondRoot) malformed(tokenAt(), 'A second root element follows the first.')
        hasSecondRoot = true
        return
      case 'an XML declaration must be at the start of the document.':
      case 'the XML declaration must appear at the start of the document.':
        malformed(tokenAt(), 'An XML declaration stands inside the document.')
        hasSecondRoot = true
        return
      case 'inappropriately located doctype declaration.':
        return
      case 'version number must match /^1\\.[0-9]+$/.':
        return
      case 'incorrect syntax.':
        malformed(tokenAt(), '"<!" begins neither a comment, nor CDATA, nor a DOCTYPE.')
        sax.state = STATE.text
        sax.openWakaBang = ''
        endToken(here())
        return
      case 'disallowed character in tag name':
        malformed(tokenAt(), 'A "<" begins no tag: as text it is written "&lt;".')
        isDamaged = true
        // What follows may be a `<` that does begin one.
        unread()
        endToken(here())
        return
      case 'malformed comment.':
        return malformedComment(at)
      case 'unquoted attribute value.':
        return malformed(before(sax.name, at), `The value of attribute ${sax.name} has no quotes.`)
      case 'attribute without value.':
        return malformed(before(sax.name, at), `Attribute ${sax.name} has no value.`)
      case 'no whitespace between attributes.':
        return malformed(at, 'There is no white space between two attributes.')
      case 'the string "]]>" is disallowed in char data.':
        return tell({ code: 'malformed', at: at - 2, detail: '"]]>" stands in text.' })
      case 'disallowed character in processing instruction name.':
        // "<?=": told when it ends, or as the unclosed PI that it is.
        if (sax.piTarget === '') return
        return malformed(at, 'The name of a processing instruction has a character that it may not have.')
      case 'disallowed character in tag name.':
      case 'disallowed character in attribute name.':
      case 'disallowed character in closing tag.':
      case 'forward-slash in opening tag not followed by >.':
        malformed(at, `The tag has a character that may not stand there: ${quoteUnit(unit(at))}.`)
        return recover(at)
      case 'weird empty close tag.':
        isDamaged = true
        return malformed(tokenAt(), 'A close tag has no name.')
    }
    if (message.startsWith('unmatched closing tag')) {
      sax.text = ''
      if (rescue) return reopen()
      const close = message.slice('unmatched closing tag: '.length, -1)
      tell({ code: 'tag-mismatched', at: tokenAt(), close, open: null, openAt: null })
      return endToken(here())
    }
    if (message.startsWith('unbound namespace prefix')) {
      const prefix = JSON.parse(message.slice(message.indexOf('"'), -1)) as string
      if (unboundPrefixes.has(prefix)) return
      if (unboundPrefixes.size < 1_000) unboundPrefixes.add(prefix)
      const attribute = findAttributes(window, tokenAt(), here()).find(({ name }) => name.startsWith(`${prefix}:`))
      const isElement = sax.tag?.name.startsWith(`${prefix}:`)
      return tell({ code: 'prefix-unbound', at: isElement ? tokenAt() : (attribute?.at ?? tokenAt()), prefix })
    }
    if (message.startsWith('duplicate attribute')) {
      const name = message.slice(message.lastIndexOf('}') + 1, -1).replace('duplicate attribute: ', '')
      const same = findAttributes(window, tokenAt(), here()).filter(
        (attribute) => attribute.name === name || attribute.name.endsWith(`:${name}`),
      )
      const second = same.find((one, i) => same.slice(0, i).some((other) => other.name === one.name)) ?? same[1]
      return tell({ code: 'attribute-duplicate', at: second?.at ?? tokenAt(), name: second?.name ?? name })
    }
    malformed(at, `${message.charAt(0).toUpperCase()}${message.slice(1)}`)
  }

  function unread() {
    sax.i = sax.prevI
  }
  function before(name: string, at: At): At {
    const found = window.text.lastIndexOf(name, at - window.base - 1)
    return found < 0 || name === '' ? at : window.base + found
  }
  function lessThanInAttribute(at: At) {
    const isOpenEnded = sax.text.includes('>')
    const detail = isOpenEnded
      ? `The value of attribute ${sax.name} is not closed.`
      : `The value of attribute ${sax.name} has a "<": it is written "&lt;".`
    malformed(isOpenEnded ? before(sax.name, at) : at, detail)
    if (!isOpenEnded || sax.state !== STATE.attributeQuoted) return
    // The quote that would close it belongs to another tag: go on with the tag that begins here.
    sax.q = null
    finishTag()
  }
  /** At a `<` inside a tag: the tag's `>` is missing. Only where saxes does nothing more after it told. */
  function recover(at: At) {
    if (unit(at) !== 0x3c) return
    const { state } = sax
    if (state === STATE.closeTag || state === STATE.closeTagSawWhite) {
      unread()
      sax.closeTag()
    } else if (state === STATE.attribute || state === STATE.attributeName || state === STATE.attributeClosed) {
      finishTag()
    }
  }
  function finishTag() {
    unread()
    sax.text = ''
    sax.name = ''
    sax.openTag()
  }
  function textOutsideRoot() {
    let at = markupEnd
    while (at < window.end && /\s/.test(window.text.charAt(at - window.base))) at++
    if (isRootSeen) malformed(at, 'There is text after the root element.')
    else malformed(at, 'There is text before the root element.')
  }
  let commentAt = -1
  function malformedComment(at: At) {
    // saxes told the comment's end, and takes it back.
    const token = Math.max(commentAt, window.base + window.text.lastIndexOf('<!--', at - window.base))
    commentAt = token
    endToken(token)
    malformed(at - 2, '"--" stands inside a comment.')
  }

  /** Writes a piece whose first unit stands at `at`. */
  function feed(piece: string, at: At) {
    if (piece.length === 0 || isLost) return
    const carried = sax.carriedFromPrevious === undefined ? 0 : 1
    shift = at - carried - sax.chunkPosition
    parser.write(piece)
    boundTokens()
  }

  /** saxes gathers a token of any length; so a comment of 200 MB would be held whole. */
  function boundTokens() {
    if (sax.text.length > TOKEN_LIMIT) {
      const isContent = sax.state === STATE.text || isBetween(sax.state, STATE.cdata) || sax.state >= STATE.attribute
      sax.text = isContent
        ? sax.text.slice(0, TOKEN_LIMIT)
        : isBetween(sax.state, STATE.doctype)
          ? sax.text.slice(0, TOKEN_LIMIT)
          : ''
      if (isContent) isDamaged = true
    }
    if (sax.name.length > TOKEN_LIMIT || sax.entity.length > TOKEN_LIMIT || sax.piTarget.length > TOKEN_LIMIT) {
      giveUp(tokenAt(), 'A name is too long.')
    }
    if (sax.attribList.length > ATTRIBUTES_LIMIT) sax.attribList.length = ATTRIBUTES_LIMIT
  }

  function isInText(): boolean {
    const { state } = sax
    return state === STATE.text || state === STATE.attributeQuoted || state === STATE.attributeUnquoted || state < 2
  }

  function write(text: string, at: At, isLast: boolean) {
    const start = at - held.length
    const all = held.length > 0 ? held + text : text
    held = ''
    let from = 0
    for (let i = all.indexOf('&'); i >= 0; i = all.indexOf('&', i)) {
      const end = referenceEnd(all, i)
      if (end >= 0) {
        i = end
        continue
      }
      if (!isLast && all.length - i < REFERENCE_LENGTH_LIMIT) {
        feed(all.slice(from, i), start + from)
        held = all.slice(i)
        readUntil = start + i
        return
      }
      feed(all.slice(from, i), start + from)
      from = i
      if (isInText()) {
        const isAttribute = sax.state !== STATE.text
        const element = (isAttribute ? sax.tag?.name : names[depth - 1]) ?? null
        isDamaged = true
        const context = isAttribute ? 'attribute' : 'text'
        tell({ code: 'ampersand-unescaped', at: start + i, context, element, text: bareAmpersand(all, i) })
        feed('&amp;', start + i)
        from = i + 1
      }
      i++
    }
    feed(from === 0 ? all : all.slice(from), start + from)
    readUntil = start + all.length
  }

  return {
    write,
    unclosed() {
      if (isLost) return null
      const { state } = sax
      const open = names.slice(0, Math.min(depth, 20)).map((name, i) => ({ name, at: ats[i] as At }))
      const token = tokenAt()
      const source = window.text.slice(token - window.base, token - window.base + 9)
      const looksLikePhp = source.startsWith('<?php') || source.startsWith('<?=')
      const inside = (what: Unclosed['inside'], at: At | null): Unclosed => ({ inside: what, at, open, looksLikePhp })
      if (isBetween(state, STATE.comment)) return inside('comment', token)
      if (isBetween(state, STATE.cdata)) return inside('cdata', token)
      if (isBetween(state, STATE.pi)) return inside('pi', token)
      if (isBetween(state, STATE.doctype)) return inside('doctype', token)
      if (isBetween(state, STATE.declaration)) return inside('pi', token)
      if (state >= STATE.openWaka) return inside('tag', null)
      if (depth > 0) return inside('element', null)
      return isRootSeen ? null : inside('prolog', null)
    },
    get keepFrom() {
      return tokenAt()
    },
    get readUntil() {
      return readUntil
    },
    get isRootClosed() {
      return isRootClosed && depth === 0
    },
  }
}

function isBetween(state: number, [low, high]: readonly [number, number]): boolean {
  return state >= low && state <= high
}

function quoteUnit(unit: number): string {
  if (unit > 0x20 && unit !== 0x7f) return `"${String.fromCharCode(unit)}"`
  return `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
}

/** `</Loc>` or `</lco>` for `</loc>`: the same name but for case, prefix or one slip of the pen. */
function isMisspelling(close: string, open: string): boolean {
  const a = localName(close).toLowerCase()
  const b = localName(open).toLowerCase()
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 1 || b.length < 3 || b.length > 60) return false
  let head = 0
  while (head < a.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const left = Math.max(a.length, b.length) - head - tail
  return left <= 1 || (left === 2 && a.length === b.length && a[head] === b[head + 1] && a[head + 1] === b[head])
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
