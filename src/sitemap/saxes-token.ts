/** The token that saxes is in the middle of: what it is, and how much of it is kept. */
import { type SaxesInternals, STATE } from './saxes-internals.ts'
import type { Unclosed } from './xml-reader.ts'

/** Attributes of one tag that are read. */
export const ATTRIBUTES_LIMIT = 1_000
/** Units of one token that are kept. */
export const TOKEN_LIMIT = 32_768

/** An ampersand here stands for itself or begins a reference: text, an attribute's value, or before the first tag. */
export function isInText({ state }: SaxesInternals): boolean {
  return state === STATE.text || state === STATE.attributeQuoted || state === STATE.attributeUnquoted || state < 2
}

/** @returns what is not finished; null between two tokens and in text */
export function unfinishedToken({ state }: SaxesInternals): Exclude<Unclosed['inside'], 'element' | 'prolog'> | null {
  if (isBetween(state, STATE.comment)) return 'comment'
  if (isBetween(state, STATE.cdata)) return 'cdata'
  if (isBetween(state, STATE.pi) || isBetween(state, STATE.declaration)) return 'pi'
  if (isBetween(state, STATE.doctype)) return 'doctype'
  return state >= STATE.openWaka ? 'tag' : null
}

/**
 * saxes gathers a token of any length; so a comment of 200 MB would be held whole. To be called after every piece.
 * @returns whether text that somebody may want was cut, and whether a name is longer than any
 */
export function boundToken(sax: SaxesInternals): { isCut: boolean; isNameTooLong: boolean } {
  const { state } = sax
  // Twice the limit, so that a cut is made once in so many characters and not at every token from there on.
  const isLong = sax.text.length > 2 * TOKEN_LIMIT
  const isContent = state === STATE.text || isBetween(state, STATE.cdata) || state >= STATE.attribute
  if (isLong) sax.text = isContent || isBetween(state, STATE.doctype) ? sax.text.slice(0, TOKEN_LIMIT) : ''
  if (sax.attribList.length > ATTRIBUTES_LIMIT) sax.attribList.length = ATTRIBUTES_LIMIT
  return {
    isCut: isLong && isContent,
    isNameTooLong: [sax.name, sax.entity, sax.piTarget].some(({ length }) => length > TOKEN_LIMIT),
  }
}

function isBetween(state: number, [low, high]: readonly [number, number]): boolean {
  return state >= low && state <= high
}
