/** Percent-encoding by RFC 3986: which characters a URL may hold, and the escaped form of one that holds others. */
import { joinUrl, splitUrl, type UrlParts } from './url-parts.ts'

/** Bits of CHARACTERS. */
const UNRESERVED = 1
const RESERVED = 2
const HEX = 4

const CHARACTERS = new Uint8Array(128)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~') mark(c, UNRESERVED)
for (const c of ":/?#@!$&'()*+,;=") mark(c, RESERVED)
for (const c of '0123456789ABCDEFabcdef') mark(c, HEX)

function mark(character: string, bit: number): void {
  CHARACTERS[character.charCodeAt(0)] = (CHARACTERS[character.charCodeAt(0)] as number) | bit
}

export const isUnreserved = (code: number): boolean => code < 128 && ((CHARACTERS[code] as number) & UNRESERVED) !== 0
const isHexDigit = (code: number): boolean => code < 128 && ((CHARACTERS[code] as number) & HEX) !== 0

/** A % with two hex digits stands here. */
export const isEscape = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 37 && isHexDigit(text.charCodeAt(at + 1)) && isHexDigit(text.charCodeAt(at + 2))

/**
 * The first character at or behind `from` that may not stand in a URL: neither reserved nor unreserved, or a % without
 * two hex digits. Brackets count only where `withBrackets` says so: RFC 3986 keeps them for IP addresses, and queries
 * hold them everywhere.
 * @returns its index, or -1
 */
export function findUnescaped(text: string, from = 0, withBrackets = false): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 128 && ((CHARACTERS[code] as number) & (UNRESERVED | RESERVED)) !== 0) continue
    if (code === 37 && isEscape(text, i)) {
      i += 2
      continue
    }
    if (!withBrackets && (code === 91 || code === 93)) continue
    return i
  }
  return -1
}

/**
 * The first character behind the host that must be escaped. Brackets pass in a query.
 * @param isExempt characters that another rule speaks of; asked for one that was found only
 */
export function firstUnescaped(
  { path, query, fragment }: Pick<UrlParts, 'path' | 'query' | 'fragment'>,
  isExempt?: (character: string) => boolean,
): string | null {
  for (const part of [path, query, fragment]) {
    if (part === null) continue
    for (let at = findUnescaped(part, 0, part === path); at >= 0; at = findUnescaped(part, at + 1, part === path)) {
      const character = characterAt(part, at)
      if (!isExempt?.(character)) return character
    }
  }
  return null
}

export const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) as number)

/** A character that must be escaped, in words. */
export function nameCharacter(character: string): string {
  const code = character.codePointAt(0) as number
  if (character === ' ') return 'a space'
  if (character === '\n' || character === '\r') return 'a line break'
  if (character === '\t') return 'a tab'
  if (character === '%') return 'a % without two hex digits'
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{C}\p{Z}]/u.test(character) ? number : `"${character}" (${number})`
}

/**
 * Surely an absolute http(s) URL in which nothing must be escaped. A quick look for lists of many: false says nothing.
 */
export function isPlainUrl(text: string): boolean {
  const start = text.startsWith('https://') ? 8 : text.startsWith('http://') ? 7 : -1
  if (start < 0) return false
  let end = start
  let labelStart = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === SLASH) break
    if (code === DOT) {
      if (end === labelStart || end - labelStart > 63) return false
      labelStart = end + 1
    } else if (!isAlphanumeric(code) && (code !== HYPHEN || text.charCodeAt(end - 1) === HYPHEN)) return false
  }
  // A last label that begins with a digit may be an address, a doubled hyphen a broken punycode: look closely.
  const isName = end > labelStart && end - labelStart <= 63 && end - start <= 253 && text.charCodeAt(labelStart) > NINE
  return isName && findUnescaped(text, end, true) < 0
}

const SLASH = 47
const DOT = 46
const HYPHEN = 45
const NINE = 57

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= NINE) || ((code | 32) >= 97 && (code | 32) <= 122)

/** Escapes what may not stand in a part of a URL; what is escaped already stays. */
export function escapePart(part: string, withBrackets = false): string {
  let at = findUnescaped(part, 0, withBrackets)
  if (at < 0) return part
  let escaped = ''
  let kept = 0
  while (at >= 0) {
    const character = String.fromCodePoint(part.codePointAt(at) as number)
    escaped += part.slice(kept, at) + encode(character)
    kept = at + character.length
    at = findUnescaped(part, kept, withBrackets)
  }
  return escaped + part.slice(kept)
}

const encoder = new TextEncoder()

/** UTF-8 bytes as %XX; half of a surrogate pair becomes U+FFFD, as URL parsers do. */
function encode(character: string): string {
  let escaped = ''
  for (const byte of encoder.encode(character)) escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return escaped
}

/** The host in its ASCII form; as it is where it has none. */
export function asciiHost(host: string): string {
  // A URL parser would end the host at these.
  if (findUnescaped(host) < 0 || /[\\/?#@]/.test(host)) return host
  const url = `http://${host}/`
  return URL.canParse(url) ? new URL(url).hostname : host
}

/** The URL as RFC 3986 wants it written: its meaning stays. */
export function escapeUrl(text: string): string {
  const parts = splitUrl(text)
  return joinUrl({
    ...parts,
    userInfo: parts.userInfo === null ? null : escapePart(parts.userInfo, true),
    host: asciiHost(parts.host),
    path: escapePart(parts.path, true),
    query: parts.query === null ? null : escapePart(parts.query),
    fragment: parts.fragment === null ? null : escapePart(parts.fragment),
  })
}
