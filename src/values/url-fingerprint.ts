/** Fingerprints of URLs that are equal where the URLs mean the same, at little cost for those in their usual form. */
import { isUnreserved } from './escape-url.ts'
import { hash53 } from './hash.ts'
import { readListedUrl } from './listed-url.ts'
import { isNormalEscape, keyOf, urlKey } from './url-key.ts'

export interface UrlFingerprints {
  /**
   * The fingerprint of an http(s) URL in its normal form; 0 where the text has another form or is none.
   * @param seat texts in one seat mostly have one origin: it is looked at once
   */
  ofNormal(text: string, seat: number): number
}

/** Origins that are remembered. */
const ORIGINS_LIMIT = 1_000

export function createUrlFingerprints(): UrlFingerprints {
  /** Origin with a slash, by seat. */
  const seats: string[] = []
  const known = new Set<string>()

  /** How many characters the origin and its slash take; 0 where it is not in normal form. */
  function originLength(text: string, seat: number): number {
    const last = seats[seat]
    if (last !== undefined && text.startsWith(last)) return last.length
    const slashes = text.indexOf('//')
    if (slashes < 0) return 0
    const end = text.indexOf('/', slashes + 2) + 1
    if (end === 0 || end > 300) return 0
    const origin = text.slice(0, end)
    if (!known.has(origin)) {
      const url = readListedUrl(origin)
      if (url.kind !== 'http' || urlKey(url) !== origin) return 0
      if (known.size >= ORIGINS_LIMIT) known.clear()
      known.add(origin)
    }
    seats[seat] = origin
    return end
  }

  return {
    ofNormal(text, seat) {
      const from = originLength(text, seat)
      return from > 0 && isNormalFrom(text, from) ? hash53(text) : 0
    },
  }
}

/** The same fingerprint for any text. */
export const urlFingerprint = (text: string): number => hash53(keyOf(text))

const ODD = 1
const PERCENT = 2
const DOT = 3
const SLASH = 4

/** Brackets count as odd: in a path they are to be escaped. */
const CLASS = new Uint8Array(128).fill(ODD)
for (let code = 0; code < 128; code++) if (isUnreserved(code)) CLASS[code] = 0
for (const character of ":?#@!$&'()*+,;=") CLASS[character.charCodeAt(0)] = 0
CLASS['%'.charCodeAt(0)] = PERCENT
CLASS['.'.charCodeAt(0)] = DOT
CLASS['/'.charCodeAt(0)] = SLASH

/** From the path on: nothing to escape, no escape that would be written otherwise, no dot segment. */
function isNormalFrom(text: string, from: number): boolean {
  let previous = SLASH
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const meaning = code < 128 ? (CLASS[code] as number) : ODD
    if (meaning !== 0) {
      if (meaning === ODD || (meaning === DOT && previous === SLASH)) return false
      if (meaning === PERCENT) {
        if (!isNormalEscape(text, i)) return false
        i += 2
      }
    }
    previous = meaning
  }
  return true
}
