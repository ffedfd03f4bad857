import { describe, expect, it } from 'vitest'
import { isPlainUrl } from '#src/values/escape-url.ts'
import { readListedUrl } from '#src/values/listed-url.ts'
import { findMediaUrlFault } from '#src/values/media-url.ts'

const PLAIN = [
  'https://www.example.com',
  'http://example.com/',
  'https://cdn-1.example.net/a/b.jpg?w=1&h=2#x',
  'https://EXAMPLE.com/%C3%BC',
  `https://${'a'.repeat(63)}.example/`,
]
const NOT_PLAIN = [
  '',
  'https://',
  'https:///a',
  'HTTPS://example.com/',
  'ftp://example.com/',
  '//example.com/',
  'https://example.com:8080/',
  'https://user@example.com/',
  'https://192.0.2.1/',
  'https://[2001:db8::1]/',
  'https://example..com/',
  'https://.example.com/',
  'https://example.com./',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://exa_mple.com/',
  'https://example.com/a b',
  'https://example.com/ü',
  'https://example.com/100%',
  'https://example.com/?x[]=1',
  `https://${'a'.repeat(64)}.example/`,
  `https://${'a.'.repeat(127)}example/`,
]

describe('The quick look at a URL', () => {
  it.each(PLAIN)('takes %s as plain, and so it is', (url) => {
    expect(isPlainUrl(url)).toBe(true)
    expect(readListedUrl(url).kind).toBe('http')
  })

  it.each(NOT_PLAIN)('leaves %s to those who look closely', (url) => {
    expect(isPlainUrl(url)).toBe(false)
  })
})

describe('The URL of an image or video', () => {
  it('is not resolved against a page that is no URL, or where there is none', () => {
    for (const page of [null, '', 'example.com/a']) {
      expect(findMediaUrlFault('/i.jpg', page)).toEqual({ kind: 'relative', expected: null })
      expect(findMediaUrlFault('//a.example/i', page)).toEqual({ kind: 'relative', expected: 'https://a.example/i' })
    }
  })

  it('keeps the scheme of its page', () => {
    const page = 'http://www.example.com/a/'
    expect(findMediaUrlFault('//a.example/i', page)).toEqual({ kind: 'relative', expected: 'http://a.example/i' })
    expect(findMediaUrlFault('www.example.com/i', page)).toEqual({
      kind: 'relative',
      expected: 'http://www.example.com/i',
    })
    expect(findMediaUrlFault('i?w=1', page)).toEqual({ kind: 'relative', expected: 'http://www.example.com/a/i?w=1' })
  })
})
