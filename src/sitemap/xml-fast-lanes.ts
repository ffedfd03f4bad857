/**
 * Two of saxes' states, read faster where all is plain: tags without attributes, and text of printable ASCII. Each looks
 * ahead and changes nothing until it is sure; for anything else saxes reads on from where it stood, so what is
 * well-formed, and what is not, is said by saxes alone.
 * No loop reads past the end: V8 makes slow code of a charCodeAt that ever was NaN.
 */
import { NOTHING } from './element-stack.ts'
import { type SaxesInternals, STATE } from './saxes-internals.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const AMPERSAND = 0x26
const COLON = 0x3a
const LESS = 0x3c
const GREATER = 0x3e
const CLOSE_BRACKET = 0x5d

export function addFastLanes(sax: SaxesInternals) {
  const { stateTable } = sax
  const readOpenTag = stateTable[STATE.openTag] as () => void
  const readText = stateTable[STATE.text] as () => void

  /** saxes makes two dictionaries for every tag, and looks its namespace up through all open elements. */
  stateTable[STATE.openTag] = () => {
    const { chunk, i, tags } = sax
    const parent = tags[tags.length - 1]
    if (parent === undefined || sax.name !== '') return readOpenTag.call(sax)
    const end = plainNameEnd(chunk, i)
    if (end < 0) return readOpenTag.call(sax)
    const name = chunk.slice(i, end)
    const colon = name.indexOf(':')
    const prefix = colon < 0 ? '' : name.slice(0, colon)
    // Without a declaration of its own, a prefix means what it means to the parent.
    if (prefix !== parent.prefix) return readOpenTag.call(sax)
    const local = colon < 0 ? name : name.slice(colon + 1)
    const tag = { name, attributes: NOTHING, ns: NOTHING, prefix, local, uri: parent.uri, isSelfClosing: false }
    sax.i = end + 1
    sax.state = STATE.text
    sax.tag = tag
    sax.topNS = NOTHING
    sax.openTagHandler(tag)
    tags.push(tag)
  }

  stateTable[STATE.text] = () => {
    const { chunk, i } = sax
    const { length } = chunk
    if (sax.text !== '' || sax.forbiddenState !== 0 || sax.tags.length === 0) return readText.call(sax)
    let end = i
    let lines = 0
    for (; end < length; end++) {
      const unit = chunk.charCodeAt(end)
      if (unit === LESS) break
      if (unit >= 0x20 && unit < 0x7f) {
        if (unit === AMPERSAND || unit === CLOSE_BRACKET) return readText.call(sax)
      } else if (unit === LINE_FEED) lines++
      else if (unit !== TAB) return readText.call(sax)
    }
    if (end === length) return readText.call(sax)
    sax.line += lines
    sax.i = end + 1
    sax.state = STATE.openWaka
    if (sax.textHandler !== undefined && end > i) sax.textHandler(chunk.slice(i, end))
  }
}

/** Index of the `>` behind a name of ASCII letters and low lines with at most one colon inside; -1 for anything else. */
function plainNameEnd(text: string, start: number): number {
  const { length } = text
  let hasColon = false
  for (let i = start; i < length; i++) {
    const unit = text.charCodeAt(i)
    if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f) continue
    if (unit === GREATER) return i > start && text.charCodeAt(i - 1) !== COLON ? i : -1
    if (unit !== COLON || hasColon || i === start) return -1
    hasColon = true
  }
  return -1
}
