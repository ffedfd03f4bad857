/** The lines of a robots.txt, each decoded on its own, so that one bad byte costs one line at most. */

export interface TextLine {
  /** From 1. */
  number: number
  text: string
  /** 0-based byte of the line's first character (behind a BOM). */
  start: number
  /** 0-based byte behind its last character, the line break not counted. */
  end: number
  /** False: the bytes are not UTF-8, and were read as Windows-1252. */
  isUtf8: boolean
  /** Bytes of the file that a leading part of `text` takes. */
  bytesOf(prefix: string): number
}

export interface DecodedLines {
  lines: Iterable<TextLine>
  /** A UTF-8 byte order mark at the start. */
  hasBom: boolean
  /** "UTF-16LE" or "UTF-16BE", by BOM or because every other byte is zero. */
  otherEncoding: string | null
}

const LF = 0x0a
const CR = 0x0d

/** Splits at CR, LF and CRLF (RFC 9309, EOL) and decodes: UTF-16 by its BOM, else UTF-8, else Windows-1252. */
export function decodeLines(bytes: Uint8Array): DecodedLines {
  const utf16 = findUtf16(bytes)
  if (utf16) return { lines: utf16Lines(bytes, utf16), hasBom: false, otherEncoding: utf16.name }
  const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { lines: byteLines(bytes, hasBom ? 3 : 0), hasBom, otherEncoding: null }
}

interface Utf16 {
  name: 'UTF-16LE' | 'UTF-16BE'
  /** Bytes of the BOM. */
  skip: number
}

function findUtf16(bytes: Uint8Array): Utf16 | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { name: 'UTF-16LE', skip: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { name: 'UTF-16BE', skip: 2 }
  // Without a BOM: ASCII text in UTF-16 has a zero in every other byte, which no other text has.
  const pairs = Math.min(20, bytes.length >> 1)
  if (pairs < 4) return null
  let even = 0
  let odd = 0
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++
    if (bytes[2 * i + 1] === 0) odd++
  }
  if (odd === pairs && even === 0) return { name: 'UTF-16LE', skip: 0 }
  if (even === pairs && odd === 0) return { name: 'UTF-16BE', skip: 0 }
  return null
}

function* utf16Lines(bytes: Uint8Array, { name, skip }: Utf16): Iterable<TextLine> {
  const text = new TextDecoder(name, { ignoreBOM: true }).decode(bytes.subarray(skip))
  let number = 0
  let from = 0
  while (from <= text.length) {
    let to = from
    while (to < text.length && text.charCodeAt(to) !== LF && text.charCodeAt(to) !== CR) to++
    yield {
      number: ++number,
      text: text.slice(from, to),
      start: skip + 2 * from,
      end: skip + 2 * to,
      isUtf8: true,
      bytesOf: (prefix) => 2 * prefix.length,
    }
    from = to + (text.charCodeAt(to) === CR && text.charCodeAt(to + 1) === LF ? 2 : 1)
  }
}

function* byteLines(bytes: Uint8Array, skip: number): Iterable<TextLine> {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const lenient = new TextDecoder('windows-1252')
  let number = 0
  let from = skip
  while (from <= bytes.length) {
    let to = from
    while (to < bytes.length && bytes[to] !== LF && bytes[to] !== CR) to++
    const line = bytes.subarray(from, to)
    let text: string
    let isUtf8 = true
    try {
      text = strict.decode(line)
    } catch {
      text = lenient.decode(line)
      isUtf8 = false
    }
    yield {
      number: ++number,
      text,
      start: from,
      end: to,
      isUtf8,
      bytesOf: isUtf8 ? (prefix) => Buffer.byteLength(prefix) : (prefix) => prefix.length,
    }
    from = to + (bytes[to] === CR && bytes[to + 1] === LF ? 2 : 1)
  }
}
