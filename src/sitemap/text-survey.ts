/** One look at a piece of text before it is scanned: bytes to scan it by, its line breaks, and what XML forbids. */
import { Buffer } from 'node:buffer'

export interface TextSurvey {
  text: string
  /** units[i] is the unit at index i where that is ASCII, else 255; two zeros follow the last one. */
  units: Uint8Array
  /** The same memory by words of four. */
  words: Int32Array
  /** Indexes of the tabs, line feeds and returns, then NOWHERE. */
  breaks: Int32Array
  /** Ends of lines: LF, CR LF, CR. */
  lines: number
  hasReturn: boolean
  /** A character stands in it that XML 1.0 allows nowhere (https://www.w3.org/TR/xml/#NT-Char). */
  hasIllegal: boolean
}

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const NOT_ASCII = 0xff
/** Bytes behind the text. */
const PADDING = 16
const LENGTH = 65_536 + 4 * PADDING

/** Behind every text. */
export const NOWHERE = 0x3fffffff

export interface Surveyor {
  /**
   * The survey is valid until the next one.
   * @param text well-formed UTF-16
   * @param isAscii as far as it is known
   */
  survey(text: string, isAscii: boolean): TextSurvey
}

export function createSurveyor(): Surveyor {
  let bytes = Buffer.alloc(LENGTH)
  let words = wordsOf(bytes)
  let wide = Buffer.alloc(0)
  const breaks = new Int32Array(LENGTH)
  const result: TextSurvey = { text: '', units: bytes, words, breaks, lines: 0, hasReturn: false, hasIllegal: false }

  return {
    survey(text, isAscii) {
      const { length } = text
      if (length + PADDING > bytes.length) {
        bytes = Buffer.alloc(2 * length + PADDING)
        words = wordsOf(bytes)
        result.units = bytes
        result.words = words
        result.breaks = new Int32Array(bytes.length)
      }
      result.text = text
      result.hasIllegal = false
      bytes.write(text, 0, 'latin1')
      if (!isAscii && Buffer.byteLength(text) !== length) {
        if (wide.length < 2 * length) wide = Buffer.alloc(2 * bytes.length)
        wide.write(text, 0, 'utf16le')
        markWide(wide, bytes, length)
        result.hasIllegal = text.includes('\uFFFE') || text.includes('\uFFFF')
      }
      // Spaces, so that the last words have nothing of an earlier text.
      bytes.fill(SPACE, length, length + PADDING)
      look(bytes, words, length, result)
      bytes[length] = 0
      bytes[length + 1] = 0
      return result
    },
  }
}

function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

/** Looks at sixteen bytes at once, and closer only where one of them is below the space. */
function look(bytes: Uint8Array, words: Int32Array, length: number, result: TextSurvey) {
  const { breaks } = result
  let count = 0
  let lines = 0
  let hasReturn = false
  let hasIllegal = false
  for (let i = 0; i << 2 < length; i += 4) {
    const a = words[i] as number
    const b = words[i + 1] as number
    const c = words[i + 2] as number
    const d = words[i + 3] as number
    const may = ((a - 0x20202020) & ~a) | ((b - 0x20202020) & ~b) | ((c - 0x20202020) & ~c) | ((d - 0x20202020) & ~d)
    if ((may & 0x80808080) === 0) continue
    // One bit each, the lowest byte's first: of byte 0 of the words, then of byte 1, ...
    const low = (lowBytes(a) >>> 7) | (lowBytes(b) >>> 6) | (lowBytes(c) >>> 5) | (lowBytes(d) >>> 4)
    const first = i << 2
    // Mostly it is one, and a line feed: no loop then, whose end the processor would have to guess.
    if ((low & (low - 1)) === 0) {
      if (low === 0) continue
      const bit = 31 - Math.clz32(low)
      const index = first + ((bit & 3) << 2) + (bit >> 3)
      breaks[count++] = index
      if (bytes[index] === LINE_FEED) {
        lines++
        continue
      }
      count--
    }
    for (let index = first; index < first + 16; index++) {
      const byte = bytes[index] as number
      if (byte >= SPACE) continue
      breaks[count++] = index
      if (byte === LINE_FEED) lines++
      else if (byte === RETURN) {
        hasReturn = true
        if (bytes[index + 1] !== LINE_FEED) lines++
      } else if (byte !== TAB) hasIllegal = true
    }
  }
  breaks[count] = NOWHERE
  result.lines = lines
  result.hasReturn = hasReturn
  if (hasIllegal) result.hasIllegal = true
}

/** The sign bit of each byte that is below the space. */
function lowBytes(word: number): number {
  return ~(((word & 0x7f7f7f7f) + 0x60606060) | word) & 0x80808080
}

function markWide(wide: Buffer, bytes: Uint8Array, length: number) {
  const units = new Uint16Array(wide.buffer, wide.byteOffset, length)
  for (let i = 0; i < length; i++) if ((units[i] as number) > 0x7f) bytes[i] = NOT_ASCII
}
