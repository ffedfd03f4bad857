/** The sequences of UTF-8, and those that are none. */
import type { Buffer } from 'node:buffer'

/** Length of the part that does not end inside a sequence. */
export function completeUtf8(bytes: Buffer): number {
  const end = bytes.length
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return size > back && utf8SequenceLength(bytes, end - back) === -back ? end - back : end
  }
  return end
}

/**
 * Length of the well-formed sequence at `i`; negative: that of the ill-formed one, by the practice of the Unicode
 * Standard 3.9, "U+FFFD substitution of maximal subparts".
 */
export function utf8SequenceLength(bytes: Buffer, i: number): number {
  const first = bytes[i] as number
  if (first < 0x80) return 1
  const size =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0
  if (size === 0) return -1
  for (let k = 1; k < size; k++) {
    const byte = bytes[i + k]
    const low = k > 1 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80
    const high = k > 1 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf
    if (byte === undefined || byte < low || byte > high) return -k
  }
  return size
}

/** A file in UTF-8 with a few broken bytes stays UTF-8, whatever it declares. */
export function isMostlyUtf8(bytes: Buffer): boolean {
  let good = 0
  let bad = 0
  for (let i = 0; i < bytes.length; ) {
    const size = utf8SequenceLength(bytes, i)
    if (size > 1) good++
    else if (size < 0) bad++
    i += Math.abs(size)
  }
  return good > bad
}
