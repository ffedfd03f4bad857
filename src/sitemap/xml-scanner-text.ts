/** Text between tags, for the scanner. */
import { NOWHERE } from './text-survey.ts'
import { resolveReferences } from './xml-references.ts'
import { hasPlainReferences } from './xml-scanner-attributes.ts'
import type { Scanner } from './xml-scanner-state.ts'

/** Every `&` in it begins a reference that is known, and no `]]>` stands in it. */
export function isPlainText(scanner: Scanner, from: number, to: number): boolean {
  if (scanner.brackets < from) scanner.brackets = find(scanner.text, ']]>', from)
  return scanner.brackets >= to && hasPlainReferences(scanner, from, to)
}

/** Where the next `&` or `]]>` stands; no text before it needs a closer look. */
export function plainUntil(scanner: Scanner, from: number): number {
  if (scanner.brackets < from) scanner.brackets = find(scanner.text, ']]>', from)
  if (scanner.ampersand < from) scanner.ampersand = find(scanner.text, '&', from)
  return Math.min(scanner.brackets, scanner.ampersand)
}

/** Text as XML has it; isPlainText was asked before, so `ampersand` tells of this text. */
export function cut(scanner: Scanner, from: number, to: number): string {
  let piece = scanner.text.slice(from, to)
  if (scanner.hasReturn) piece = piece.replace(/\r\n?/g, '\n')
  return scanner.ampersand < to ? resolveReferences(piece) : piece
}

function find(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from)
  return index < 0 ? NOWHERE : index
}
