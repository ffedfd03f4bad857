import { describe, expect, it } from 'vitest'
import { asciiBytes, fingerprintText, hashTaken, takeAscii } from '#src/values/ascii-bytes.ts'
import { hash53, mix53 } from '#src/values/hash.ts'

describe('Text as bytes', () => {
  it('is taken when it is ASCII and not too long', () => {
    expect(takeAscii('https://a.example/')).toBe(18)
    expect(String.fromCharCode(...asciiBytes.subarray(0, 18))).toBe('https://a.example/')
    expect(takeAscii('')).toBe(0)
    expect(takeAscii('x'.repeat(4_095))).toBe(4_095)
    for (const text of ['x'.repeat(4_096), '\u00e9', 'a\u20ac', '\ud83d\ude00', '\ud800'])
      expect(takeAscii(text)).toBe(-1)
  })

  it('has one hash, whatever was taken before, and another one where it differs at its end', () => {
    const hashes = new Set<number>()
    for (const text of ['', 'a', 'a\0', 'a\0\0\0', 'aa', 'abcd', 'abcde', 'abcd\0']) {
      const hash = hashTaken(takeAscii(text))
      takeAscii('zzzzzzzzzzzz')
      expect(hashTaken(takeAscii(text))).toBe(hash)
      hashes.add(hash)
    }
    expect(hashes.size).toBe(8)
  })

  it('is told apart from all others of a large and regular site, in each half of the hash almost as by chance', () => {
    const count = 200_000
    const [all, low] = [new Set<number>(), new Set<number>()]
    for (let i = 0; i < count; i++) {
      const hash = fingerprintText(`https://shop.example/p/${i % 7}0${i}/item-${i * 16}.html`)
      all.add(hash)
      low.add(hash >>> 0)
    }
    expect(all.size).toBe(count)
    // n * n / 2 / 2^32 is 4.7.
    expect(count - low.size).toBeLessThan(20)
  })

  it('that is no ASCII has a fingerprint too', () => {
    expect(fingerprintText('https://a.example/\u00e9')).toBe(hash53('https://a.example/\u00e9'))
  })
})

describe('A mixed hash', () => {
  it('is the same for one seed, and spread anew by another', () => {
    const hashes = Array.from({ length: 1_000 }, (_, i) => hash53(`${i}`))
    const firstBy = (seed: number) => hashes.toSorted((a, b) => mix53(a, seed) - mix53(b, seed)).slice(0, 100)
    expect(firstBy(1)).toEqual(firstBy(1))
    // Ten of a hundred by chance.
    for (const seed of [2, 3, 4])
      expect(firstBy(seed).filter((hash) => firstBy(1).includes(hash)).length).toBeLessThan(30)
  })

  it('fills its range evenly', () => {
    const high = Array.from({ length: 10_000 }, (_, i) => mix53(i, 5)).filter((hash) => hash >= 2 ** 52).length
    expect(Math.abs(high - 5_000)).toBeLessThan(300)
  })
})
