import { describe, expect, it } from 'vitest'
import { resolveUrl } from '#src/values/resolve-url.ts'

const BASE = 'http://a/b/c/d;p?q'

describe('Resolving a reference', () => {
  it.each([
    ['g', 'http://a/b/c/g'],
    ['./g', 'http://a/b/c/g'],
    ['g/', 'http://a/b/c/g/'],
    ['/g', 'http://a/g'],
    ['//g', 'http://g'],
    ['?y', 'http://a/b/c/d;p?y'],
    ['g?y', 'http://a/b/c/g?y'],
    ['#s', 'http://a/b/c/d;p?q#s'],
    ['g#s', 'http://a/b/c/g#s'],
    [';x', 'http://a/b/c/;x'],
    ['', 'http://a/b/c/d;p?q'],
    ['.', 'http://a/b/c/'],
    ['..', 'http://a/b/'],
    ['../g', 'http://a/b/g'],
    ['../../g', 'http://a/g'],
    ['../../../g', 'http://a/g'],
    ['/./g', 'http://a/g'],
    ['g..', 'http://a/b/c/g..'],
    ['./g/.', 'http://a/b/c/g/'],
    ['g?y/../x', 'http://a/b/c/g?y/../x'],
    ['g:h', 'g:h'],
  ])('gives for %j what RFC 3986, 5.4 gives', (reference, expected) => {
    expect(resolveUrl(reference, BASE)).toBe(expected)
  })

  it('escapes, decodes and lower-cases nothing', () => {
    expect(resolveUrl('/Ä b%c3', 'https://Example.com')).toBe('https://Example.com/Ä b%c3')
    expect(resolveUrl('a', 'https://example.com')).toBe('https://example.com/a')
  })

  it('takes a relative base for what it is', () => {
    expect(resolveUrl('c', 'a/b')).toBe('a/c')
  })
})
