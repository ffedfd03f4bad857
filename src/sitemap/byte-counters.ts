/** How many bytes a piece of decoded text took, by the charset it was decoded from. */
import type { ByteCounter } from './locator.ts'

/** Legacy charsets with one byte a character, by their WHATWG names (https://encoding.spec.whatwg.org/#names-and-labels). */
const SINGLE_BYTE = /^(?:windows-\d+|iso-8859-\d+(?:-i)?|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/

/**
 * @param charset as in CharsetFacts
 * @returns null: bytes can't be told from the text
 */
export function byteCounterOf(charset: string): ByteCounter {
  if (charset === 'UTF-8') return countUtf8
  if (charset.startsWith('UTF-16')) return countUtf16
  if (charset.startsWith('UTF-32')) return countUtf32
  return SINGLE_BYTE.test(charset) ? countSingle : null
}

const countUtf8: ByteCounter = (text, start, end) => {
  let bytes = end - start
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // A surrogate is half of a character of four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}
const countSingle: ByteCounter = (_, start, end) => end - start
const countUtf16: ByteCounter = (_, start, end) => 2 * (end - start)
const countUtf32: ByteCounter = (text, start, end) => {
  let points = end - start
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xdc00 && unit <= 0xdfff) points--
  }
  return 4 * points
}
