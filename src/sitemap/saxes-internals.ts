/** What saxes keeps to itself and the XML reader must know. Types and numbers only. */
import type { XmlTag } from './xml-reader.ts'

/**
 * The state of saxes 6.0.0 that its interface does not show. It tells where it is only in the events of finished
 * tokens, has no limit for a token's length, and closes all open elements at a close tag without its open tag.
 */
export interface SaxesInternals {
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
  closedRoot: boolean
  line: number
  forbiddenState: number
  attribList: unknown[]
  openTag(): void
  stateTable: (() => void)[]
  topNS: Readonly<Record<string, string>>
  closeTag(): void
  textHandler: ((text: string) => void) | undefined
  attributeHandler(attribute: { name: string; value: string }): void
  openTagHandler(tag: SaxesTag): void
  closeTagHandler(): void
  commentHandler(): void
  piHandler(): void
  cdataHandler(text: string): void
  xmldeclHandler(declaration: { version?: string }): void
  doctypeHandler(text: string): void
}
export interface SaxesTag extends XmlTag {
  ns: Record<string, string>
  isSelfClosing: boolean
}

/** Numbers of saxes' states (saxes.js, "S_BEGIN" and following). */
export const STATE = {
  doctype: [2, 12],
  text: 13,
  openWaka: 15,
  bang: 16,
  comment: [17, 19],
  cdata: [20, 22],
  pi: [23, 26],
  declaration: [27, 33],
  openTag: 34,
  attribute: 36,
  attributeName: 37,
  attributeQuoted: 40,
  attributeClosed: 41,
  attributeUnquoted: 42,
  closeTag: 43,
  closeTagSawWhite: 44,
} as const
