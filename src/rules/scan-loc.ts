/** The one look at each character of a loc: whether it is plainly right, and its fingerprint. */
import { LOC_LENGTH_LIMIT } from '../model/standards.ts'
import { asciiBytes, asciiWords, hashAscii, isSameAscii, takeAscii, wordsOf } from '../values/ascii-bytes.ts'
import { isUnreserved } from '../values/escape-url.ts'
import { HASH_FACTOR_A, hash53 } from '../values/hash.ts'
import type { Base } from '../values/url-scope.ts'

export interface LocScanner {
  /** What the document's plain locs begin with. */
  readonly beginnings: readonly Beginning[]
  /**
   * Own host, own folder, nothing but characters that say what they are: no rule of a single loc can have a say, and no
   * validator. What is plain is in the normal form of RFC 3986 as well.
   */
  isPlain(text: string): boolean
  /** The same of bytes, and without a say about what is not plain. @param bytes and words: as PlainEntry has them */
  isPlainAt(bytes: Readonly<Uint8Array>, words: Readonly<Int32Array>, from: number, to: number): boolean
  /** fingerprintText of the text that was looked at last. */
  readonly fingerprint: number
  /**
   * Of a plain loc, a hash of its path's first segment: of everything up to the second slash, or up to the first where
   * there is no second, or nothing behind it. Different for another origin.
   */
  readonly folder: number
}

/** What every plain loc of a base begins with. */
export interface Beginning {
  length: number
  words: Int32Array
  /** Where the path begins. */
  path: number
  /** Hash of all up to the path. */
  root: number
}

/** What is shorter is refused by the XSD. */
export const LENGTH_MINIMUM = 12

export function createLocScanner(bases: readonly Base[]): LocScanner {
  const beginnings: Beginning[] = bases.flatMap(({ origin, folder }) => {
    const text = origin + folder
    const length = takeAscii(text)
    if (length < 0 || isOddIn(asciiBytes, origin.length, length)) return []
    return { length, words: wordsOf(asciiBytes, 0, length), path: origin.length, root: hash53(origin) | 0 }
  })

  // A double from the first on: storing another one then makes no garbage.
  const state: State = { beginnings, fingerprint: 0.5, folder: 0, isPlain, isPlainAt }
  return state
}

interface State extends LocScanner {
  beginnings: readonly Beginning[]
  fingerprint: number
  folder: number
}

/** No closures: V8 then keeps what it has optimised from one document to the next. */
function isPlain(this: State, text: string): boolean {
  const length = takeAscii(text)
  if (length < 0) {
    this.fingerprint = hash53(text)
    return false
  }
  this.fingerprint = hashAscii(asciiWords, 0, length)
  return isPlainIn(this, asciiBytes, asciiWords, 0, length)
}

function isPlainAt(this: State, bytes: Readonly<Uint8Array>, words: Readonly<Int32Array>, from: number, to: number) {
  if (!isPlainIn(this, bytes, words, from, to)) return false
  this.fingerprint = hashAscii(words, from, to)
  return true
}

function isPlainIn(
  state: State,
  bytes: Readonly<Uint8Array>,
  words: Readonly<Int32Array>,
  from: number,
  to: number,
): boolean {
  const length = to - from
  if (length < LENGTH_MINIMUM || length >= LOC_LENGTH_LIMIT) return false
  const beginning = beginningOf(state.beginnings, words, from, length)
  if (beginning === null) return false
  const path = from + beginning.path
  if (needsCloserLook(bytes, path, to) && isOddIn(bytes, path, to)) return false
  state.folder = hashFolder(bytes, path, to, beginning.root)
  return true
}

function beginningOf(
  beginnings: readonly Beginning[],
  words: Readonly<Int32Array>,
  from: number,
  length: number,
): Beginning | null {
  for (let i = 0; i < beginnings.length; i++) {
    const beginning = beginnings[i] as Beginning
    if (beginning.length <= length && isSameAscii(words, from, beginning.words, 0, beginning.length)) return beginning
  }
  return null
}

/** Without a branch in the loop: most locs have nothing but letters, digits, dashes and slashes from the path on. */
function needsCloserLook(bytes: Readonly<Uint8Array>, from: number, to: number): boolean {
  let found = 0
  let previous = 0
  for (let i = from; i < to; i++) {
    const meaning = MEANINGS[bytes[i] as number] as number
    found |= (meaning & CLOSER) | (meaning & previous)
    previous = (meaning & STARTS_PART) << 1
  }
  return found !== 0
}

export function hashFolder(bytes: Readonly<Uint8Array>, path: number, to: number, root: number): number {
  let hash = root
  for (let i = path + 1; i < to - 1; i++) {
    const byte = bytes[i] as number
    if (byte === SLASH) return hash
    hash = Math.imul(hash ^ byte, HASH_FACTOR_A)
  }
  return root
}

export function isOddIn(bytes: Readonly<Uint8Array>, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isOdd(bytes, i)) return true
  return false
}

const SLASH = 47
/** What a character may mean, apart from that it says what it is. */
const USUAL = 0
/** Begins a segment or a value. */
export const STARTS_PART = 1
/** Odd at the beginning of a segment or value: dot segments, and what undefined and NaN begin with. */
export const ODD_AT_START = 2
/** Not what it seems, or not always. */
export const CLOSER = 4
/** Begins the name of a parameter. */
const STARTS_NAME = CLOSER | 8
const PERCENT = CLOSER | 16
/**
 * Needs escaping, or may be part of what rules look for: the colon (template or second URL), the semicolon (session
 * id), brackets and the number sign.
 */
const ODD = CLOSER | 32

export const MEANINGS = new Uint8Array(256).fill(ODD)
for (let code = 0; code < 128; code++) if (isUnreserved(code)) MEANINGS[code] = USUAL
for (const character of "@!$'()*+,") MEANINGS[character.charCodeAt(0)] = USUAL
for (const character of '.uN') MEANINGS[character.charCodeAt(0)] = ODD_AT_START
for (const character of '/=') MEANINGS[character.charCodeAt(0)] = STARTS_PART
for (const character of '?&') MEANINGS[character.charCodeAt(0)] = STARTS_NAME
MEANINGS['%'.charCodeAt(0)] = PERCENT

/**
 * From the path on: a character that needs escaping, a dot segment, an escape that normalisation would change, or what
 * may be a tracking code or an unfilled template. What is looked at behind the text, a zero or the `<` of a tag, changes
 * nothing.
 */
function isOdd(bytes: Readonly<Uint8Array>, at: number): boolean {
  const next = bytes[at + 1] as number
  switch (MEANINGS[bytes[at] as number]) {
    case USUAL:
    case ODD_AT_START:
      return false
    case STARTS_PART:
      return MEANINGS[next] === ODD_AT_START
    case STARTS_NAME:
      return MAY_TRACK.has(pairOf(next, bytes[at + 2] as number))
    case PERCENT:
      // %25 may be an escape of an escape, %5B and %7B a bracket round a name.
      return !isPlainEscape(next, bytes[at + 2] as number)
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
