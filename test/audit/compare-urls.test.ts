import { describe, expect, test } from 'vitest'
import { compareUrls } from '#src/audit/compare-urls.ts'
import { type LocSample, packLocSample, sampleChildren, sampleLocs, unpackLocSample } from '#src/audit/loc-sample.ts'
import { urlFingerprint } from '#src/values/url-fingerprint.ts'

const loc = (n: number) => `https://a.example/page-${n}.html`
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => loc(from + i))
const sample = (locs: string[], isWhole = true) =>
  sampleChildren(
    locs.map((text) => ({ loc: text, url: null })),
    isWhole,
  )

describe('a sample of URLs', () => {
  test('has all of up to 1,000, and of more those with the smallest hashes', () => {
    expect(sample(range(0, 1_000))).toMatchObject({ isWhole: true, locs: range(0, 1_000).sort() })
    const part = sample(range(0, 3_000))
    expect(part).toMatchObject({ isWhole: false })
    expect(part.locs).toHaveLength(1_000)
    const smallest = range(0, 3_000)
      .map(urlFingerprint)
      .sort((a, b) => a - b)
      .slice(0, 1_000)
    expect(part.locs.map(urlFingerprint).sort((a, b) => a - b)).toEqual(smallest)
    expect(part.threshold).toBe(smallest.at(-1))
  })

  test('is not whole where the list has more than was read', () => {
    expect(sample(range(0, 10), false).isWhole).toBe(false)
    const known = { smallest: [{ loc: loc(1), hash: urlFingerprint(loc(1)), entry: 1 }], isCapped: false }
    expect(sampleLocs(known, 1)).toMatchObject({ isWhole: true, threshold: urlFingerprint(loc(1)) })
    expect(sampleLocs(known, 2).isWhole).toBe(false)
    expect(sampleLocs({ ...known, isCapped: true }, 1).isWhole).toBe(false)
  })

  test('is packed to a fraction, and comes back as it was, whatever stands in it', async () => {
    const odd = sample([...range(0, 2_000), 'a\nb', '\0', '\ud800', ''])
    const packed = await packLocSample(odd)
    expect(unpackLocSample(packed)).toEqual(odd)
    expect(packed.length).toBeLessThan(odd.locs.join('').length / 3)
  })

  test('is made with the hash that stored ones were made with: another needs another HASH_VERSION', () => {
    expect(urlFingerprint('https://www.example.com/a?b=c')).toBe(KNOWN_HASH)
  })
})

/** Of HASH_VERSION 1. */
const KNOWN_HASH = 862_324_668_345_292

describe('two samples', () => {
  test('of whole documents tell exactly what came and went', () => {
    const changes = compareUrls(sample(range(0, 500)), sample(range(3, 505)))
    expect(changes).toMatchObject({ isSame: false, isWhole: true })
    expect(changes.removed.sort()).toEqual(range(0, 3))
    expect(changes.added.sort()).toEqual(range(500, 505))
    expect(compareUrls(sample(range(0, 500)), sample(range(0, 500).reverse()))).toMatchObject({ isSame: true })
  })

  test('take a URL that is written otherwise for the same', () => {
    const before = sample(['https://a.example/%7euser', 'https://A.example:443/x'])
    const after = sample(['https://a.example/~user', 'https://a.example/x'])
    expect(compareUrls(before, after)).toMatchObject({ isSame: true, added: [], removed: [] })
  })

  // A document that shrinks from 3,000 to 2,000 URLs keeps others of its sample in the place of those that went.
  test.each([
    [0, 3_000, 0, 2_000],
    [0, 2_000, 0, 3_000],
    [0, 3_000, 1_000, 4_000],
    [0, 3_000, 0, 900],
    [0, 900, 0, 3_000],
    [0, 3_000, 3_000, 6_000],
  ])('of the URLs %i to %i and %i to %i claim nothing that is not so', (a, b, c, d) => {
    const [before, after] = [range(a, b), range(c, d)]
    const changes = compareUrls(sample(before), sample(after))
    const [had, has] = [new Set(before), new Set(after)]
    expect(changes.removed.filter((url) => has.has(url) || !had.has(url))).toEqual([])
    expect(changes.added.filter((url) => had.has(url) || !has.has(url))).toEqual([])
    expect(changes.removed.length).toBe(Math.min(100, before.some((url) => !has.has(url)) ? 100 : 0))
    expect(changes.added.length).toBe(Math.min(100, after.some((url) => !had.has(url)) ? 100 : 0))
    expect(changes.isWhole).toBe(false)
  })

  test('do not call a URL removed that may only be beyond the sample', () => {
    const urls = range(0, 1_001).sort((x, y) => urlFingerprint(x) - urlFingerprint(y))
    const last = urls.at(-1) as string
    const before: LocSample = { isWhole: true, threshold: 0, locs: [last] }
    const after = sample(urls)
    expect(after.locs).not.toContain(last)
    expect(compareUrls(before, after).removed).toEqual([])
    const other = urls.filter((url) => url !== urls[0])
    expect(compareUrls({ ...before, locs: [urls[0] as string] }, sample([...other, loc(2_000)])).removed).toEqual([
      urls[0],
    ])
  })

  test('count schemes and hosts, with their ports', () => {
    const changes = compareUrls(
      sample(['https://A.example/x', 'http://a.example/y', '/relative']),
      sample(['https://a.example:8443/x', 'https://a.example:8443/z']),
    )
    expect(changes.origins).toEqual({
      before: { 'https://a.example': 1, 'http://a.example': 1 },
      after: { 'https://a.example:8443': 2 },
    })
  })
})
