import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTemplate, findTracking } from '#src/rules/loc-patterns.ts'
import { createLocScanner } from '#src/rules/scan-loc.ts'
import { fingerprintText } from '#src/values/ascii-bytes.ts'
import { readListedUrl } from '#src/values/listed-url.ts'
import { keyOf } from '#src/values/url-key.ts'
import { baseOf } from '#src/values/url-scope.ts'

const scannerOf = (...urls: string[]) => createLocScanner(urls.flatMap((url) => baseOf(url) ?? []))
const ROOT = 'https://www.example.com/sitemap.xml'

describe('The scan of a loc', () => {
  it.each([
    'https://www.example.com/',
    'https://www.example.com/a/b-c_d~e.html?f=g&h=1,2',
    'https://www.example.com/%C3%A9/%20x',
    'https://www.example.com/up/user/NaNa.u',
  ])('takes %s for plain, but for its first letters', (text) => {
    const isOdd = /\/[uN.]/.test(text.slice('https://www.example.com'.length))
    expect(scannerOf(ROOT).isPlain(text)).toBe(!isOdd)
  })

  it.each([
    'http://www.example.com/a',
    'https://example.com/a/b',
    'https://www.example.com',
    'https://www.example.com.evil.example/',
    'https://www.example.com/../a',
    'https://www.example.com/a?x=undefined',
    'https://www.example.com/a#b',
    'https://www.example.com/[slug]',
    'https://www.example.com/a?utm_source=x',
    'https://www.example.com/%2525',
    'https://www.example.com/%c3%a9',
    'https://www.example.com/%',
    'https://www.example.com/\u00e9',
    'https://www.example.com/a b',
    `https://www.example.com/${'x'.repeat(2_048)}`,
    `https://www.example.com/${'x'.repeat(5_000)}`,
  ])('looks closer at %s', (text) => {
    expect(scannerOf(ROOT).isPlain(text)).toBe(false)
  })

  it('wants the folder of the document, the one it was listed in or the one it was read in', () => {
    const scanner = scannerOf('https://www.example.com/blog/sitemap.xml', 'https://cdn.example.com/s.xml')
    expect(scanner.isPlain('https://www.example.com/blog/a')).toBe(true)
    expect(scanner.isPlain('https://www.example.com/a')).toBe(false)
    expect(scanner.isPlain('https://cdn.example.com/a')).toBe(true)
  })

  it('tells first segments apart, and takes pages at the root together', () => {
    const scanner = scannerOf(ROOT)
    const folderOf = (path: string) => {
      expect(scanner.isPlain(`https://www.example.com${path}`)).toBe(true)
      return scanner.folder
    }
    expect(folderOf('/blog/a')).toBe(folderOf('/blog/b/c'))
    expect(folderOf('/blog/a')).not.toBe(folderOf('/shop/a'))
    expect(folderOf('/blog/')).toBe(folderOf('/contact'))
    expect(folderOf('/')).toBe(folderOf('/contact'))
  })

  it('calls nothing plain that is not in normal form, or that a rule has a say about', () => {
    const scanner = scannerOf(ROOT)
    const part = fc.constantFrom(...'/?&=%.uN:;@#[]{}\'"<> -_~aZ09', '%20', '%C3', 'utm_', 'NaN', 'undefined', '..')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = `https://www.example.com/${parts.join('')}`
        const isPlain = scanner.isPlain(text)
        expect(scanner.fingerprint).toBe(fingerprintText(text))
        if (!isPlain) return
        expect(keyOf(text)).toBe(text)
        const url = readListedUrl(text)
        expect(url.kind).toBe('http')
        expect([findTemplate(url), findTracking(url), url.parts.fragment]).toEqual([null, null, null])
      }),
      { numRuns: 20_000 },
    )
  })
})
