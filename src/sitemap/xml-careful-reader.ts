/** Reads any text there is, by saxes, and tells every fault at its place. The only file that makes a saxes parser. */
import { SaxesParser } from 'saxes'
import type { At } from '../model/document.ts'
import { createOpenPlaces, type ElementStack } from './element-stack.ts'
import type { Locator } from './locator.ts'
import { isMisspelling } from './misspelling.ts'
import type { FaultWithoutEntry } from './reading.ts'
import { gatherAttributes } from './saxes-attributes.ts'
import { createSaxesFaults } from './saxes-faults.ts'
import { type SaxesInternals, STATE } from './saxes-internals.ts'
import { boundToken, isInText, unfinishedToken } from './saxes-token.ts'
import { isBlank, isWhite, VISIBLE } from './value-collector.ts'
import { findAttributes } from './xml-attributes.ts'
import { addFastLanes } from './xml-fast-lanes.ts'
import { bareAmpersand, createMender } from './xml-mender.ts'
import type { XmlHandler, XmlReader } from './xml-reader.ts'

/** An XmlReader whose work somebody else may do for a while, from the end of one token to the end of another. */
export interface CarefulReader extends XmlReader {
  readonly stack: ElementStack
  /** All that was written is told, and what comes next may as well be read by somebody else. */
  readonly isBetweenTokens: boolean
  /** Nothing but this reader can go on. */
  readonly isAlone: boolean
  readonly wantsText: boolean
  readonly isXml11: boolean
  /** Somebody else read on to `at`; the stack is as they left it, and lines are theirs to count. */
  resume(at: At, wantsText: boolean): void
}

/** Depth of elements; sitemaps have five. Behind it reading ends. */
const DEPTH_LIMIT = 256
/** Faults of one document that are told one by one; more are the same fault over and over. */
const FAULTS_LIMIT = 100_000

export function createCarefulReader(locator: Locator, start: At, handler: XmlHandler): CarefulReader {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const sax = parser as unknown as SaxesInternals
  const { window } = locator

  /** Our index minus saxes' position: it grows apart from zero where text was mended. */
  let shift = 0
  const linesBefore = locator.lineOf(start) - 1
  /** The index behind the last finished tag, comment, ... */
  let markupEnd = start
  /** The `<` of the token under way, once text before it was told. */
  let textEnd = 0
  let hadText = false
  let isDamaged = false
  /** What follows as text is the rest of something malformed. */
  let isTextTold = false
  let isLost = false
  let isRootSeen = false
  let isRootClosed = false
  const stack: ElementStack = { depth: 0, names: [], ats: [], tags: sax.tags }
  const { names, ats } = stack
  const places = createOpenPlaces(stack, locator)
  let faults = 0
  let isTextBeforeTold = false
  let isTextAfterTold = false
  let commentAt = -1
  /** The text from the end of the last token that was the end of a piece. */
  let piece = ''
  let pieceAt = 0
  let isXml11 = false

  let wantsText = false

  const here = () => sax.chunkPosition + sax.i + shift
  const sourceOf = (from: At, to: At) =>
    window.text.slice(Math.max(0, from - window.base), Math.max(0, to - window.base))
  const endToken = (end: At) => {
    isTextTold = false
    markupEnd = end
    hadText = false
  }
  /** The `<` of the token under way. */
  function tokenAt(): At {
    if (wantsText) return hadText ? textEnd : markupEnd
    const index = window.text.indexOf('<', markupEnd - window.base)
    return index < 0 ? markupEnd : window.base + index
  }
  /** As tokenAt, when the token was just read; tells text before it where saxes was not asked for it. */
  function leaveText(): At {
    if (wantsText) return hadText ? textEnd : markupEnd
    // Mostly it is all in one piece that saxes has or had: the window would have to be joined first.
    const inChunk = markupEnd - shift - sax.chunkPosition
    const inPiece = markupEnd - pieceAt
    const text = inChunk >= 0 ? sax.chunk : inPiece >= 0 && piece.includes('<', inPiece) ? piece : window.text
    let i = inChunk >= 0 ? inChunk : text === piece ? inPiece : markupEnd - window.base
    const base = markupEnd - i
    const { length } = text
    for (; i < length; i++) {
      const unit = text.charCodeAt(i)
      if (unit === 0x3c) return base + i
      if (!isWhite(unit)) break
    }
    const at = tokenAt()
    const from = base + i
    if (stack.depth === 0) checkTextOutsideRoot(at)
    if (stack.depth > 0 && !isLost && !isTextTold && at > from) handler.text(sourceOf(from, at), from, true)
    return at
  }
  function setWanted(wanted: boolean) {
    if (wanted === wantsText) return
    wantsText = wanted
    // Without a handler saxes makes no strings of the white space between elements.
    sax.textHandler = wanted ? onText : undefined
  }

  function tell(fault: FaultWithoutEntry) {
    if (isLost || faults++ >= FAULTS_LIMIT) return
    handler.fault(fault)
  }
  const faultsOfSaxes = createSaxesFaults({
    sax,
    window,
    here,
    tokenAt,
    tell,
    damage() {
      isDamaged = true
    },
    endMalformed() {
      endToken(here())
      isTextTold = true
    },
    reopenComment: () => endToken(commentAt),
  })
  const { malformed } = faultsOfSaxes
  function giveUp(at: At, detail: string) {
    tell({ code: 'malformed', at, detail })
    isLost = true
    sax.i = sax.chunk.length
  }

  function onText(text: string) {
    textEnd = sax.chunkPosition + sax.i + shift - 1
    hadText = true
    if (!isLost) handler.text(text, markupEnd, isDamaged)
    isDamaged = false
  }

  // Not by parser.on: it adds properties by computed names, and V8 then turns the parser into a slow dictionary.
  sax.textHandler = undefined
  const attributes = gatherAttributes(sax, (index) => sax.chunkPosition + index + shift)
  addFastLanes(sax)
  sax.openTagHandler = (tag) => {
    const end = sax.chunkPosition + sax.i + shift
    const at = leaveText()
    endToken(end)
    isDamaged = false
    if (isLost) return
    isRootSeen = true
    names[stack.depth] = tag.name
    ats[stack.depth] = at
    if (++stack.depth > DEPTH_LIMIT) return giveUp(at, `Elements are nested deeper than ${DEPTH_LIMIT} levels.`)
    const wanted = handler.open(tag, at, end, attributes)
    attributes.count = 0
    if (wanted !== wantsText) setWanted(wanted)
  }
  // Of a tag that closes itself: the others never come here.
  sax.closeTagHandler = () => close(markupEnd, false)
  sax.closeTag = () => {
    const { name, tags } = sax
    sax.name = ''
    sax.state = STATE.text
    const end = sax.chunkPosition + sax.i + shift
    const top = tags[tags.length - 1]
    if (top === undefined || top.name !== name) return closeOther(name, end)
    leaveText()
    endToken(end)
    popTag()
    close(end, false)
  }
  function popTag() {
    sax.tags.pop()
    if (sax.tags.length === 0) sax.closedRoot = true
  }
  function close(end: At, isImplied: boolean) {
    if (isLost || stack.depth === 0) return
    stack.depth--
    if (stack.depth === 0) isRootClosed = true
    const wanted = handler.close(names[stack.depth] as string, ats[stack.depth] as At, end, isImplied)
    if (wanted !== wantsText) setWanted(wanted)
  }

  /** A close tag that is not that of the innermost element. */
  function closeOther(name: string, end: At) {
    const at = leaveText()
    if (name === '') malformed(at, 'A close tag has no name.')
    endToken(end)
    if (name === '') return
    if (stack.depth === 0) return tell({ code: 'tag-mismatched', at, close: name, open: null, openAt: null })
    const open = names[stack.depth - 1] as string
    tell({ code: 'tag-mismatched', at, close: name, open, openAt: places.find(stack.depth - 1) })
    const index = names.lastIndexOf(name, stack.depth - 1)
    let count = index >= 0 ? stack.depth - index : isMisspelling(name, open) ? 1 : 0
    for (; count > 0; count--) {
      popTag()
      close(end, count > 1)
    }
  }

  sax.commentHandler = () => {
    const token = leaveText()
    endToken(here() + 1)
    commentAt = token
  }
  sax.piHandler = () => {
    const token = leaveText()
    if (window.text.startsWith('<?=', token - window.base)) {
      malformed(token, 'There is PHP source in the output: "<?=" begins no processing instruction.')
    }
    endToken(here())
  }
  sax.cdataHandler = (text) => {
    const at = leaveText() + '<![CDATA['.length
    endToken(here())
    if (stack.depth === 0) tellTextOutsideRoot(at)
    // Unwanted text is told as it stands: line breaks are normalised in what saxes gives.
    else if (!isLost && wantsText) handler.text(text, at, isDamaged)
    else if (!isLost && !isBlank(text)) handler.text(sourceOf(at, markupEnd - ']]>'.length), at, isDamaged)
    isDamaged = false
  }
  sax.xmldeclHandler = ({ version }) => {
    if (version !== undefined && version !== '1.0') {
      if (version === '1.1') {
        isXml11 = true
        locator.useXml11()
      }
      tell({ code: 'xml-version', at: attributeOf('version'), version })
    }
    endToken(here())
  }
  sax.doctypeHandler = (text) => {
    tell({ code: 'doctype', at: leaveText() })
    faultsOfSaxes.declare(text)
    endToken(here())
  }
  function attributeOf(name: string): At {
    return findAttributes(window, tokenAt(), here()).find((attribute) => attribute.name === name)?.at ?? tokenAt()
  }

  // Instead of the error event: that makes an Error with its stack for every fault.
  parser.fail = (message) => {
    if (!isLost) faultsOfSaxes.fail(message)
    return parser
  }
  /** Text from `markupEnd` to `end`, which stands before or after the root. */
  function checkTextOutsideRoot(end: At) {
    const index = sourceOf(markupEnd, end).search(VISIBLE)
    if (index >= 0) tellTextOutsideRoot(markupEnd + index)
  }
  /** Once before and once after the root. */
  function tellTextOutsideRoot(at: At) {
    if (isLost || (isRootSeen ? isTextAfterTold : isTextBeforeTold)) return
    if (isRootSeen) isTextAfterTold = true
    else isTextBeforeTold = true
    tell({ code: 'malformed', at, detail: `There is text ${isRootSeen ? 'after' : 'before'} the root element.` })
  }
  /** Writes a piece whose first unit stands at `at`. */
  function feed(text: string, at: At) {
    if (text.length === 0 || isLost) return
    if (at === markupEnd) {
      piece = text
      pieceAt = at
    }
    const carried = sax.carriedFromPrevious === undefined ? 0 : 1
    shift = at - carried - sax.chunkPosition
    parser.write(text)
    const { isCut, isNameTooLong } = boundToken(sax)
    if (isCut) isDamaged = true
    if (isNameTooLong) giveUp(tokenAt(), 'A name is too long.')
  }

  const mender = createMender(start, feed, (at, text, index) => {
    if (!isInText(sax)) return false
    const isAttribute = sax.state !== STATE.text
    const element = (isAttribute ? sax.tag?.name : names[stack.depth - 1]) ?? null
    isDamaged = true
    const context = isAttribute ? 'attribute' : 'text'
    tell({ code: 'ampersand-unescaped', at, context, element, text: bareAmpersand(text, index) })
    return true
  })

  return {
    stack,
    get isBetweenTokens() {
      return (
        sax.state === STATE.text &&
        markupEnd === mender.readUntil &&
        stack.depth > 0 &&
        !mender.isHolding &&
        sax.text === '' &&
        sax.forbiddenState === 0 &&
        sax.carriedFromPrevious === undefined &&
        !isDamaged &&
        !isTextTold
      )
    },
    get isAlone() {
      return isLost || isRootClosed || isXml11
    },
    get isXml11() {
      return isXml11
    },
    get wantsText() {
      return wantsText
    },
    resume(at, wanted) {
      endToken(at)
      mender.resume(at)
      setWanted(wanted)
    },
    write: mender.write,
    flush() {},
    settle: places.settle,
    drop(index) {
      names.splice(index, 1)
      ats.splice(index, 1)
      sax.tags.splice(index, 1)
      stack.depth--
    },
    unclosed() {
      if (isLost) return null
      const { state } = sax
      if (stack.depth === 0) checkTextOutsideRoot(state === STATE.text ? window.end : tokenAt())
      const open = names
        .slice(0, Math.min(stack.depth, 20))
        .map((name, i) => ({ name, line: places.find(i)?.line ?? locator.lineOf(ats[i] as At) }))
      const token = tokenAt()
      const source = window.text.slice(token - window.base, token - window.base + 9)
      const looksLikePhp = source.startsWith('<?php') || source.startsWith('<?=')
      const inside = unfinishedToken(sax) ?? (stack.depth > 0 ? 'element' : 'prolog')
      if (inside === 'prolog' && isRootSeen) return null
      const hasPlace = inside !== 'tag' && inside !== 'element' && inside !== 'prolog'
      return { inside, at: hasPlace ? token : null, open, looksLikePhp }
    },
    get keepFrom() {
      return markupEnd
    },
    get readUntil() {
      return mender.readUntil
    },
    get line() {
      if (isLost) return null
      return linesBefore + parser.line + (sax.carriedFromPrevious === undefined ? 0 : 1)
    },
    get isRootClosed() {
      return isRootClosed && stack.depth === 0
    },
  }
}
