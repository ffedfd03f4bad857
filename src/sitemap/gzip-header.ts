/** Where the header of a gzip member ends: RFC 1952, 2.3. */

/** @returns bytes of the header `bytes` begin with; null: more bytes are needed */
export function headerLength(bytes: Uint8Array): number | 'invalid' | null {
  if (bytes.length > 2 && bytes[2] !== 8) return 'invalid'
  if (bytes.length < 10) return null
  const flags = bytes[3] as number
  if (flags & 0xe0) return 'invalid'
  let size = 10
  if (flags & 4) {
    if (bytes.length < 12) return null
    size += 2 + (bytes[10] as number) + ((bytes[11] as number) << 8)
  }
  for (const bit of [8, 16]) {
    if (!(flags & bit)) continue
    const zero = bytes.indexOf(0, size)
    if (zero < 0) return null
    size = zero + 1
  }
  if (flags & 2) size += 2
  return size <= bytes.length ? size : null
}
