/** The one look at each character of a loc: whether it is plainly right, and its fingerprint. */
import { LOC_LENGTH_LIMIT } from '../model/standards.ts'
import { isUnreserved } from '../values/escape-url.ts'
import { finishHash, HASH_BEGIN_A, HASH_BEGIN_B, HASH_FACTOR_A, HASH_FACTOR_B, hash53 } from '../values/hash.ts'
import type { Base } from '../values/url-scope.ts'

export interface LocScanner {
  /**
   * Own host, own folder, nothing but characters that say what they are: no rule of a single loc can have a say, and no
   * validator. What is plain is in the normal form of RFC 3986 as well.
   */
  isPlain(text: string): boolean
  /** hash53 of the text that was looked at last. */
  readonly fingerprint: number
  /**
   * Of a plain loc, the hash53 of its beginning up to the second slash of its path, or up to the first where there is
   * no second, or nothing behind it.
   */
  readonly folder: number
}

/** What every plain loc of a base begins with. */
interface Beginning {
  text: string
  /** The two halves of the hash, without the last slash. */
  a: number
  b: number
  /** Where the path begins. */
  path: number
  root: number
  /** The second slash of the path, if that is before the last slash; -1 otherwise. */
  second: number
  folder: number
}

export function createLocScanner(bases: readonly Base[]): LocScanner {
  const beginnings = bases.flatMap(({ origin, folder }) => {
    const text = origin + folder
    return isPlainFrom(text, origin.length) ? beginningOf(text, origin.length) : []
  })
  const scanner = {
    // Doubles from the first on: storing others then makes no garbage.
    fingerprint: 0.5,
    folder: 0.5,
    isPlain(text: string): boolean {
      const { length } = text
      let beginning: Beginning | null = null
      for (let i = 0; i < beginnings.length; i++) {
        if (!text.startsWith((beginnings[i] as Beginning).text)) continue
        beginning = beginnings[i] as Beginning
        break
      }
      if (beginning === null || length < LENGTH_MINIMUM || length >= LOC_LENGTH_LIMIT) {
        scanner.fingerprint = hash53(text)
        return false
      }
      let { a, b, second } = beginning
      const { path } = beginning
      let folder = second < 0 ? beginning.root : beginning.folder
      let isPlain = true
      for (let at = beginning.text.length - 1; at < length; at++) {
        const code = text.charCodeAt(at)
        a = Math.imul(a ^ code, HASH_FACTOR_A)
        b = Math.imul(b ^ code, HASH_FACTOR_B)
        if (code < 128 && MEANINGS[code] === USUAL) continue
        if (isOdd(text, at, code)) isPlain = false
        if (code === SLASH && second < 0 && at > path && at < length - 1) {
          second = at
          folder = finishHash(a, b)
        }
      }
      scanner.fingerprint = finishHash(a, b)
      scanner.folder = folder
      return isPlain
    },
  }
  return scanner
}

/** What is shorter is refused by the XSD. */
const LENGTH_MINIMUM = 12
const SLASH = 47

function beginningOf(text: string, path: number): Beginning {
  let a = HASH_BEGIN_A ^ 0
  let b = HASH_BEGIN_B ^ 0
  for (let i = 0; i < text.length - 1; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), HASH_FACTOR_A)
    b = Math.imul(b ^ text.charCodeAt(i), HASH_FACTOR_B)
  }
  const second = text.indexOf('/', path + 1)
  const isInside = second >= 0 && second < text.length - 1
  const folder = hash53(text.slice(0, second + 1))
  return { text, a, b, path, root: hash53(text.slice(0, path + 1)), second: isInside ? second : -1, folder }
}

function isPlainFrom(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) if (isOdd(text, i, text.charCodeAt(i))) return false
  return true
}

/** What a character may mean, apart from that it says what it is. */
const USUAL = 0
/** Begins a segment or a value. */
const STARTS_PART = 1
/** Begins the name of a parameter. */
const STARTS_NAME = 2
const PERCENT = 3
/**
 * Needs escaping, or may be part of what rules look for: the colon (template or second URL), the semicolon (session
 * id), brackets and the number sign.
 */
const ODD = 4

const MEANINGS = new Uint8Array(128).fill(ODD)
for (let code = 0; code < 128; code++) if (isUnreserved(code)) MEANINGS[code] = USUAL
for (const character of "@!$'()*+,") MEANINGS[character.charCodeAt(0)] = USUAL
for (const character of '/=') MEANINGS[character.charCodeAt(0)] = STARTS_PART
for (const character of '?&') MEANINGS[character.charCodeAt(0)] = STARTS_NAME
MEANINGS[37] = PERCENT

/**
 * From the path on: a character that needs escaping, a dot segment, an escape that normalisation would change, or what
 * may be a tracking code or an unfilled template.
 */
function isOdd(text: string, at: number, code: number): boolean {
  if (code > 127) return true
  const next = text.charCodeAt(at + 1)
  switch (MEANINGS[code]) {
    case USUAL:
      return false
    case STARTS_PART:
      // Dot segments, and what undefined and NaN begin with.
      return next === 46 || next === 117 || next === 78
    case STARTS_NAME:
      return MAY_TRACK.has(pairOf(next, text.charCodeAt(at + 2)))
    case PERCENT:
      // %25 may be an escape of an escape, %5B and %7B a bracket round a name.
      return !isPlainEscape(next, text.charCodeAt(at + 2))
    default:
      return true
  }
}

/** In capitals, of a byte beyond ASCII or of a space. */
function isPlainEscape(high: number, low: number): boolean {
  if (high === 50) return low === 48
  const isBeyond = high === 56 || high === 57 || (high >= 65 && high <= 70)
  return isBeyond && ((low >= 48 && low <= 57) || (low >= 65 && low <= 70))
}

/** A key of two characters, whatever their case. */
const pairOf = (first: number, second: number): number => ((first | 32) << 8) | (second | 32)

/** How the names of tracking parameters begin; see loc-patterns.ts. */
const MAY_TRACK = new Set(
  'ut gc gb wb dc fb ms yc tt tw li ig mc mk _g _h ep ph js as se si s= cf'
    .split(' ')
    .map((pair) => pairOf(pair.charCodeAt(0), pair.charCodeAt(1))),
)
