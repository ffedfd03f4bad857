import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FURNITURE, furniture, plainEntries } from './generate.ts'

/** Parts end with an entry, so that no string is cut. */
function describeParts(parts: Iterable<Uint8Array>, strings: string[]) {
  const counts = Object.fromEntries(strings.map((string) => [string, 0]))
  const hash = createHash('sha256')
  let bytes = 0
  let largest = 0
  for (const part of parts) {
    bytes += part.length
    largest = Math.max(largest, part.length)
    hash.update(part)
    const text = Buffer.from(part).toString('latin1')
    for (const string of strings) counts[string] = (counts[string] ?? 0) + text.split(string).length - 1
  }
  return { bytes, largest, counts, sha256: hash.digest('hex') }
}

describe('the generators of the benchmark', () => {
  it('make the furniture sitemap with the measured figures, to the byte', () => {
    const { bytes, counts } = describeParts(furniture(), ['<url>', '<xhtml:link ', '<image:image>', '<video:video>'])
    expect(bytes).toBe(49_950_000)
    expect(counts).toEqual({
      '<url>': FURNITURE.entries,
      '<xhtml:link ': FURNITURE.alternates,
      '<image:image>': FURNITURE.images,
      '<video:video>': FURNITURE.videos,
    })
  })

  it('make the same bytes every time, in parts that are never large', () => {
    const [first, second] = [
      describeParts(plainEntries(2_000), ['<loc>']),
      describeParts(plainEntries(2_000), ['<loc>']),
    ]
    expect(first).toEqual(second)
    expect(first.counts).toEqual({ '<loc>': 2_000 })
    expect(first.largest).toBeLessThan(100_000)
  })
})
