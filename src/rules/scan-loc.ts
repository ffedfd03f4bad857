/** The one look at each character of a loc: whether it is plainly right, and its fingerprint. */
import { LOC_LENGTH_LIMIT } from '../model/standards.ts'
import { isUnreserved } from '../values/escape-url.ts'
import { finishHash, HASH_BEGIN_A, HASH_BEGIN_B, HASH_FACTOR_A, HASH_FACTOR_B } from '../values/hash.ts'
import type { Base } from '../values/url-scope.ts'

export interface LocScanner {
  /**
   * Own host, own folder, nothing but characters that say what they are: no rule of a single loc can have a say. What
   * is plain is in the normal form of RFC 3986 as well.
   */
  isPlain(text: string): boolean
  /** hash53 of the text that was looked at last. */
  readonly fingerprint: number
}

/** What every plain loc of a base begins with. */
interface Beginning {
  text: string
  /** The two halves of the hash, without the last slash. */
  a: number
  b: number
}

export function createLocScanner(bases: readonly Base[]): LocScanner {
  const beginnings: Beginning[] = bases.flatMap(({ origin, folder }) => {
    const text = origin + folder
    if (!isPlainFrom(text, origin.length)) return []
    let a = HASH_BEGIN_A ^ 0
    let b = HASH_BEGIN_B ^ 0
    for (let i = 0; i < text.length - 1; i++) {
      a = Math.imul(a ^ text.charCodeAt(i), HASH_FACTOR_A)
      b = Math.imul(b ^ text.charCodeAt(i), HASH_FACTOR_B)
    }
    return { text, a, b }
  })
  const scanner = {
    // A double from the first on: storing another one then makes no garbage.
    fingerprint: 0.5,
    isPlain(text: string): boolean {
      let at = 0
      let a = HASH_BEGIN_A ^ 0
      let b = HASH_BEGIN_B ^ 0
      let isPlain = false
      for (let i = 0; i < beginnings.length; i++) {
        const beginning = beginnings[i] as Beginning
        if (!text.startsWith(beginning.text)) continue
        at = beginning.text.length - 1
        a = beginning.a
        b = beginning.b
        isPlain = text.length < LOC_LENGTH_LIMIT
        break
      }
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        a = Math.imul(a ^ code, HASH_FACTOR_A)
        b = Math.imul(b ^ code, HASH_FACTOR_B)
        if (isPlain && (code > 127 || MEANINGS[code] !== USUAL) && isOdd(text, at, code)) isPlain = false
      }
      scanner.fingerprint = finishHash(a, b)
      return isPlain
    },
  }
  return scanner
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
