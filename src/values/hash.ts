/**
 * A 53-bit hash of a string's UTF-16 units (cyrb53, public domain, by bryc). Not for secrets: for fingerprints whose
 * collisions cost a counter, not a decision.
 */
export function hash53(text: string, seed = 0): number {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** 26 hex digits that stay the same for the same parts. */
export function fingerprintOf(...parts: string[]): string {
  const text = JSON.stringify(parts)
  return (
    hash53(text, 1).toString(16).padStart(14, '0').slice(-13) +
    hash53(text, 2).toString(16).padStart(14, '0').slice(-13)
  )
}
