import { describe, expect, it } from 'vitest'
import { createUrlFingerprints, urlFingerprint } from '#src/values/url-fingerprint.ts'

const NORMAL = [
  'https://www.example.com/',
  'https://www.example.com/a',
  'https://www.example.com/a/',
  'https://www.example.com/a/b.html?c=d/e&f#g',
  'http://www.example.com:8080/a',
  'https://www.example.com/%C3%A9/b',
]
const OTHER = [
  'https://www.example.com',
  'https://WWW.example.com/a',
  'https://www.example.com:443/a',
  'https://www.example.com/%c3%a9',
  'https://www.example.com/%41',
  'https://www.example.com/\u00e9',
  'https://www.example.com/a/../b',
  'https://www.example.com/./b',
  'https://www.example.com/a b',
  '/a',
  'a',
  '',
  '//www.example.com/a',
  'ftp://www.example.com/a',
  'https:///a',
]

describe('The fingerprint of a URL', () => {
  it.each(NORMAL)('%s is in normal form, and has one fingerprint on both ways', (url) => {
    const urls = createUrlFingerprints()
    expect(urls.ofNormal(url, 0)).toBe(urlFingerprint(url))
    // Again, and in other company.
    expect(urls.ofNormal(url, 0)).toBe(urlFingerprint(url))
    urls.ofNormal('https://other.example/x', 0)
    expect(urls.ofNormal(url, 0)).toBe(urlFingerprint(url))
  })

  it.each(OTHER)('%j is not in normal form', (text) => {
    expect(createUrlFingerprints().ofNormal(text, 0)).toBe(0)
  })

  it('is one for URLs that mean the same, and differs for others', () => {
    const same = ['https://www.example.com/a', 'HTTPS://www.EXAMPLE.com:443/a', 'https://www.example.com/b/../%61']
    expect(new Set(same.map(urlFingerprint)).size).toBe(1)
    expect(new Set(NORMAL.map(urlFingerprint)).size).toBe(NORMAL.length)
  })
})
