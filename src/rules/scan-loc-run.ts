/**
 * The locs of a run of entries: each word of four bytes is looked at once, for what the document's locs begin with, for
 * what is not plain, and for the fingerprint.
 */
import type { PlainRun } from '../model/document.ts'
import { LOC_LENGTH_LIMIT } from '../model/standards.ts'
import { isSameAscii, wordAt } from '../values/ascii-bytes.ts'
import { finishHash, HASH_BEGIN_A, HASH_BEGIN_B, HASH_FACTOR_A, HASH_FACTOR_B } from '../values/hash.ts'
import {
  type Beginning,
  CLOSER,
  hashFolder,
  isOddIn,
  LENGTH_MINIMUM,
  MEANINGS,
  ODD_AT_START,
  STARTS_PART,
} from './scan-loc.ts'

/** One of the two needs a closer look, be it the first before the second. */
const NEEDS_LOOK = 1
/** The first needs one behind what begins a part. */
const IF_BEGUN = 2
/** The second begins a part; one bit above IF_BEGUN. */
const BEGINS = 4

/** What two characters mean that follow each other, by both of them, the first one lowest. */
const PAIRS = new Uint8Array(65_536)
for (let first = 0; first < 256; first++) {
  for (let second = 0; second < 256; second++) {
    const [own, next] = [MEANINGS[first] as number, MEANINGS[second] as number]
    const isOdd = ((own | next) & CLOSER) !== 0 || ((own & STARTS_PART) !== 0 && (next & ODD_AT_START) !== 0)
    const meaning = (own & ODD_AT_START) !== 0 ? IF_BEGUN : 0
    PAIRS[(second << 8) | first] = meaning | (isOdd ? NEEDS_LOOK : 0) | ((next & STARTS_PART) !== 0 ? BEGINS : 0)
  }
}

/** Letters without meaning, where a word ends behind the loc. */
const FILLER = 0x61616161

/** The folder that was hashed last: that of the next loc, most often. */
interface LastFolder {
  beginning: Beginning | null
  length: number
  words: Int32Array
  hash: number
}

/** Plain state, and functions over it. */
export interface LocRunScanner {
  beginnings: readonly Beginning[]
  folder: LastFolder
}

const FOLDER_LENGTH = 64

export function createLocRunScanner(beginnings: readonly Beginning[]): LocRunScanner {
  const words = new Int32Array(FOLDER_LENGTH >> 2)
  return { beginnings, folder: { beginning: null, length: 0, words, hash: 0 } }
}

/**
 * Puts fingerprint and folder of each loc into the lists, as LocScanner has them, as far as the locs are plain.
 * @returns how many are, from the first on
 */
export function scanLocRun(
  { beginnings, folder }: LocRunScanner,
  { bytes, words, locFrom, locTo, count }: PlainRun,
  fingerprints: Float64Array,
  folders: Int32Array,
): number {
  for (let i = 0; i < count; i++) {
    const [from, to] = [locFrom[i] as number, locTo[i] as number]
    if (to - from < LENGTH_MINIMUM || to - from >= LOC_LENGTH_LIMIT) return i
    let seen = UNLIKE
    let beginning: Beginning | null = null
    for (let k = 0; seen === UNLIKE; k++) {
      if (k === beginnings.length) return i
      beginning = beginnings[k] as Beginning
      seen = hashWith(beginning, words, from, to, fingerprints, i)
    }
    const { path } = beginning as Beginning
    if (seen === UNSURE && isOddIn(bytes, from + path, to)) return i
    folders[i] = folderOf(folder, beginning as Beginning, bytes, words, from + path, to)
  }
  return count
}

/** It does not begin so; it does, and is plain, or may not be. */
const UNLIKE = 0
const PLAIN = 1
const UNSURE = 2

/**
 * Puts the fingerprint into the list, where the loc begins so. It is that of hashAscii, written out: shared functions for
 * a word cost a twentieth of the whole check.
 * @param words as for hashAscii
 */
function hashWith(
  { words: known, length: knownLength }: Beginning,
  words: Readonly<Int32Array>,
  from: number,
  to: number,
  fingerprints: Float64Array,
  place: number,
): typeof UNLIKE | typeof PLAIN | typeof UNSURE {
  const length = to - from
  if (length < knownLength) return UNLIKE
  let a = HASH_BEGIN_A ^ length
  let b = HASH_BEGIN_B ^ length
  const shift = (from & 3) << 3
  const back = 31 - shift
  let index = from >> 2
  let low = words[index] as number
  // The word that holds the last byte of the beginning is looked at with what follows.
  const last = (knownLength - 1) >> 2
  for (let k = 0; k < last; k++) {
    const high = words[++index] as number
    const word = (low >>> shift) | ((high << back) << 1)
    low = high
    if (word !== known[k]) return UNLIKE
    a = Math.imul(a ^ word, HASH_FACTOR_A)
    a ^= a >>> 15
    b = Math.imul(b ^ word, HASH_FACTOR_B)
    b ^= b >>> 13
  }
  const first = (low >>> shift) | (((words[index + 1] as number) << back) << 1)
  const isLike = (first & (-1 >>> ((3 - ((knownLength - 1) & 3)) << 3))) === known[last]
  if (!isLike) return UNLIKE
  let found = 0
  let crossed = 0
  let previous = 0
  for (let left = (length >> 2) - last; left > 0; left--) {
    const high = words[++index] as number
    const word = (low >>> shift) | ((high << back) << 1)
    low = high
    const front = PAIRS[word & 0xffff] as number
    const rear = PAIRS[word >>> 16] as number
    found |= front | rear
    crossed |= ((previous >> 1) & front) | ((front >> 1) & rear)
    previous = rear
    a = Math.imul(a ^ word, HASH_FACTOR_A)
    a ^= a >>> 15
    b = Math.imul(b ^ word, HASH_FACTOR_B)
    b ^= b >>> 13
  }
  const rest = (length & 3) << 3
  if (rest > 0) {
    const mask = -1 >>> (32 - rest)
    const word = ((low >>> shift) | (((words[index + 1] as number) << back) << 1)) & mask
    const filled = word | (FILLER & ~mask)
    const front = PAIRS[filled & 0xffff] as number
    const rear = PAIRS[filled >>> 16] as number
    found |= front | rear
    crossed |= ((previous >> 1) & front) | ((front >> 1) & rear)
    a = Math.imul(a ^ word, HASH_FACTOR_A)
    a ^= a >>> 15
    b = Math.imul(b ^ word, HASH_FACTOR_B)
    b ^= b >>> 13
  }
  fingerprints[place] = finishHash(a, b)
  return ((found & NEEDS_LOOK) | (crossed & IF_BEGUN)) === 0 ? PLAIN : UNSURE
}

function folderOf(
  folder: LastFolder,
  beginning: Beginning,
  bytes: Readonly<Uint8Array>,
  words: Readonly<Int32Array>,
  path: number,
  to: number,
): number {
  const { length } = folder
  // It ends with a slash, behind which something must follow.
  if (folder.beginning === beginning && path + length < to && isSameAscii(words, path, folder.words, 0, length)) {
    return folder.hash
  }
  const hash = hashFolder(bytes, path, to, beginning.root)
  let end = path + 1
  while (end < to && bytes[end] !== SLASH) end++
  if (end + 1 < to && end + 1 - path <= FOLDER_LENGTH) keepFolder(folder, beginning, words, path, end + 1 - path, hash)
  return hash
}

const SLASH = 47

function keepFolder(
  folder: LastFolder,
  beginning: Beginning,
  words: Readonly<Int32Array>,
  path: number,
  length: number,
  hash: number,
): void {
  folder.beginning = beginning
  folder.length = length
  folder.hash = hash
  for (let at = 0; at < length; at += 4) {
    const left = length - at
    folder.words[at >> 2] = wordAt(words, path + at) & (left < 4 ? -1 >>> (32 - (left << 3)) : -1)
  }
}
