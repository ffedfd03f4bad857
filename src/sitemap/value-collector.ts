/** Gathers the text of one element from its pieces. */
import type { At, Value } from '../model/document.ts'
import type { TextWindow } from './locator.ts'

/** Characters of one value that are kept; a loc has at most 2,048, a description likewise. */
export const VALUE_LENGTH_LIMIT = 16_384

/** A character that is neither white space nor one that XML forbids, which is told by itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
export const VISIBLE = /[^\u0000-\u0020\ufffd-\uffff]/

/** Plain state: one is used for all values of a document, one after the other. */
export interface ValueCollector {
  text: string
  at: At
  elementAt: At
  isDamaged: boolean
  padding: number
}

export function createValueCollector(): ValueCollector {
  return { text: '', at: 0, elementAt: 0, isDamaged: false, padding: 0 }
}

export function beginValue(value: ValueCollector, elementAt: At) {
  value.text = ''
  value.at = elementAt
  value.elementAt = elementAt
  value.isDamaged = false
  value.padding = 0
}

/** Adds a piece; the place of the value is that of its first character that is no XML white space. */
export function addText(value: ValueCollector, piece: string, at: At, isDamaged: boolean, window: TextWindow) {
  if (isDamaged) value.isDamaged = true
  if (value.text.length === 0) {
    const first = isWhite(piece.charCodeAt(0)) ? skipWhite(piece) : 0
    value.padding += first
    if (first === piece.length) return
    value.at = first === 0 ? at : skipWhiteIn(window, at)
    value.text = first === 0 ? piece : piece.slice(first)
  } else {
    value.text += piece
  }
  if (value.text.length > VALUE_LENGTH_LIMIT) {
    value.text = value.text.slice(0, VALUE_LENGTH_LIMIT)
    value.isDamaged = true
  }
}

/** @param mayHoldReplacements bytes of the document could not be read, so U+FFFD may stand for them */
export function finishValue(value: ValueCollector, mayHoldReplacements: boolean): Value {
  let { text } = value
  if (isWhite(text.charCodeAt(text.length - 1))) {
    let end = text.length - 1
    while (end > 0 && isWhite(text.charCodeAt(end - 1))) end--
    value.padding += text.length - end
    text = text.slice(0, end)
  }
  if (mayHoldReplacements && text.includes('\uFFFD')) value.isDamaged = true
  return { text, at: value.at, elementAt: value.elementAt, isDamaged: value.isDamaged, padding: value.padding }
}

/** https://www.w3.org/TR/xml/#NT-S */
export function isWhite(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d
}

export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isWhite(text.charCodeAt(i))) return false
  return true
}

function skipWhite(text: string): number {
  let i = 1
  while (i < text.length && isWhite(text.charCodeAt(i))) i++
  return i
}

/** In the source, where CR LF are two and a reference several units. */
function skipWhiteIn({ text, base, end }: TextWindow, at: At): At {
  let index = at
  while (index < end && isWhite(text.charCodeAt(index - base))) index++
  return index
}
