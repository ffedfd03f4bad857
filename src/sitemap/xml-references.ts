/** References that every XML document may use: five entities, and characters by their numbers. */

const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gy
const REFERENCES = new RegExp(REFERENCE.source, 'g')
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The index behind the reference at `index`; -1 where it is none of these, or stands for no character of XML 1.0. */
export function knownReferenceEnd(text: string, index: number): number {
  // Nearly every reference in sitemaps is this one.
  if (isAmp(text, index)) return index + 5
  REFERENCE.lastIndex = index
  const match = REFERENCE.exec(text)
  if (!match) return -1
  if (match[3] === undefined && !isCharacter(codeOf(match[1], match[2]))) return -1
  return REFERENCE.lastIndex
}

/** The text with its references resolved; all of them must be known. */
export function resolveReferences(text: string): string {
  let i = text.indexOf('&')
  while (i >= 0 && isAmp(text, i)) i = text.indexOf('&', i + 5)
  if (i < 0) return text.replaceAll('&amp;', '&')
  return text.replace(REFERENCES, (_, hex?: string, decimal?: string, entity?: string) =>
    entity === undefined ? String.fromCodePoint(codeOf(hex, decimal)) : (ENTITIES[entity] as string),
  )
}

function isAmp(text: string, index: number): boolean {
  return (
    text.charCodeAt(index + 1) === 0x61 &&
    text.charCodeAt(index + 2) === 0x6d &&
    text.charCodeAt(index + 3) === 0x70 &&
    text.charCodeAt(index + 4) === 0x3b
  )
}

function codeOf(hex: string | undefined, decimal: string | undefined): number {
  return hex === undefined ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex, 16)
}

/** https://www.w3.org/TR/xml/#NT-Char */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff)
}
