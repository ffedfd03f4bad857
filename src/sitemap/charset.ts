/** What charset a document is in, by its first bytes, and what charsets are called. */
import type { Buffer } from 'node:buffer'
import { swap16 } from './decode-wide.ts'

const DECLARATION = /^\s{0,1000}<\?xml\s[^>]{0,1000}?\bencoding\s{0,100}=\s{0,100}(?:"([^"<>]{1,60})"|'([^'<>]{1,60})')/

/** The WHATWG name of a charset label; null for one that nobody knows. */
export function canonicalCharset(label: string): string | null {
  const lower = label.trim().toLowerCase()
  if (lower === 'utf-32' || lower === 'utf-32le' || lower === 'utf-32be') return lower
  if (lower === 'utf-16') return 'utf-16'
  try {
    return new TextDecoder(lower).encoding
  } catch {
    return null
  }
}

/** The charset that a declaration may settle: one that contains ASCII, and is none of Unicode's. */
export function legacyCharset(declared: string | null): string | null {
  const named = declared === null ? null : canonicalCharset(declared)
  if (named === null || named.startsWith('utf-') || named === 'replacement' || named === 'x-user-defined') return null
  return named
}

export function bomOf(bytes: Buffer): { charset: string; length: number } | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { charset: 'UTF-8', length: 3 }
  if (a === 0xff && b === 0xfe)
    return c === 0 && d === 0 ? { charset: 'UTF-32LE', length: 4 } : { charset: 'UTF-16LE', length: 2 }
  if (a === 0xfe && b === 0xff) return { charset: 'UTF-16BE', length: 2 }
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { charset: 'UTF-32BE', length: 4 }
  return null
}

/** XML 1.0, appendix F.1: `<` and the character behind it, without a BOM. */
export function unicodeWithoutBom(bytes: Buffer): string | null {
  const [a, b, c, d] = bytes
  if (a === 0 && b === 0 && c === 0 && d === 0x3c) return 'UTF-32BE'
  if (a === 0x3c && b === 0 && c === 0 && d === 0) return 'UTF-32LE'
  if (a === 0 && b === 0x3c && c === 0) return 'UTF-16BE'
  if (a === 0x3c && b === 0 && d === 0) return 'UTF-16LE'
  return null
}

/**
 * The charset that the XML declaration names, as it is written there.
 * @param head the document's first bytes behind its BOM
 * @param charset what they are read in
 */
export function declaredCharset(head: Buffer, charset: string): string | null {
  const match = DECLARATION.exec(peek(head, charset))
  return match?.[1] ?? match?.[2] ?? null
}

/** Enough of the head's text to find the declaration in. */
function peek(head: Buffer, charset: string): string {
  const bytes = head.subarray(0, 4096)
  const isBig = charset.endsWith('BE')
  if (charset.startsWith('UTF-16')) return (isBig ? swap16(bytes) : bytes).toString('utf16le', 0, bytes.length & ~1)
  if (charset.startsWith('UTF-32')) return bytes.toString('latin1').replaceAll('\0', '')
  return bytes.toString('latin1')
}
