import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeUrl, findUnescaped } from '#src/values/escape-url.ts'
import { readListedUrl } from '#src/values/listed-url.ts'
import { maskUserInfo } from '#src/values/mask-user-info.ts'
import { keyOf } from '#src/values/url-key.ts'
import { joinUrl, splitUrl } from '#src/values/url-parts.ts'

describe('splitUrl', () => {
  it('gives the parts as they are written', () => {
    expect(splitUrl('HTTPS://u:p@Example.com:443/a%c3/..?b=/c?#d#e')).toEqual({
      scheme: 'HTTPS',
      authority: 'u:p@Example.com:443',
      userInfo: 'u:p',
      host: 'Example.com',
      port: '443',
      path: '/a%c3/..',
      query: 'b=/c?',
      fragment: 'd#e',
    })
    expect(splitUrl('http://[::1]:80/')).toMatchObject({ host: '[::1]', port: '80' })
    expect(splitUrl('/a:b')).toMatchObject({ scheme: null, authority: null, path: '/a:b' })
  })

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'htps:/?#@[].aé%\\ ') }),
        (text) => joinUrl(splitUrl(text)) === text,
      ),
    )
  })
})

describe('readListedUrl', () => {
  it.each([
    ['https://www.example.com/a', 'http'],
    ['HTTP://example.com', 'http'],
    ['https://example.com:/a', 'http'],
    ['https://my_host.example.com/', 'http'],
    ['https://[2001:db8::1]:8443/', 'http'],
    ['/a', 'relative'],
    ['//example.com/a', 'relative'],
    ['example.com:8080/a', 'relative'],
    ['localhost:3000', 'relative'],
    ['mailto:ann@example.com', 'other-scheme'],
    ['javascript:void(0)', 'other-scheme'],
    ['https:/example.com', 'invalid'],
    ['https:example.com', 'invalid'],
    ['https:\\\\example.com', 'invalid'],
    ['https:///a', 'invalid'],
    ['https://?a', 'invalid'],
    ['https://./', 'invalid'],
    ['https://a..b/', 'invalid'],
    ['https://exa mple.com/', 'invalid'],
    ['https://exa\nmple.com/', 'invalid'],
    ['https://example.com\\a/', 'invalid'],
    ['https://example.com:0/', 'invalid'],
    ['https://example.com:65536/', 'invalid'],
    ['https://example.com:x/', 'invalid'],
    ['https://[::1/', 'invalid'],
    ['https://[1.2.3.4]/', 'invalid'],
    ['https://a%zz.example/', 'invalid'],
    [`https://${'a'.repeat(64)}.example/`, 'invalid'],
    [`https://${'a.'.repeat(127)}example/`, 'invalid'],
  ])('takes %s for: %s', (text, kind) => {
    expect(readListedUrl(text).kind).toBe(kind)
  })

  it('gives host and port as they count', () => {
    expect(readListedUrl('https://B\u00FCcher.example./')).toMatchObject({ host: 'xn--bcher-kva.example.', port: 443 })
    expect(readListedUrl('http://2130706433/')).toMatchObject({ host: '127.0.0.1', port: 80 })
  })

  it('takes any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => readListedUrl(`https://${text}`).kind !== undefined))
  })
})

describe('escapeUrl', () => {
  it.each([
    ['https://example.com/a b/\u00FC?x=\u00E4 1#\u00F6', 'https://example.com/a%20b/%C3%BC?x=%C3%A4%201#%C3%B6'],
    ['https://example.com/<a>"{b}|\\^`', 'https://example.com/%3Ca%3E%22%7Bb%7D%7C%5C%5E%60'],
    ['https://example.com/a[1]?b[]=2', 'https://example.com/a%5B1%5D?b[]=2'],
    ['https://example.com/100%?a=%zz&b=%20', 'https://example.com/100%25?a=%25zz&b=%20'],
    ['https://b\u00FCcher.example/\u{1F600}', 'https://xn--bcher-kva.example/%F0%9F%98%80'],
    ['https://example.com/\uD83D', 'https://example.com/%EF%BF%BD'],
    ["https://example.com/a;b=c,d/(e)*'!$&@:~", "https://example.com/a;b=c,d/(e)*'!$&@:~"],
  ])('writes %s as %s', (text, escaped) => {
    expect(escapeUrl(text)).toBe(escaped)
  })

  it('leaves nothing to escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const path = text.replace(/[?#]/g, '')
        expect(findUnescaped(escapeUrl(`https://example.com/${path}`), 0, true)).toBe(-1)
      }),
    )
  })
})

describe('keyOf', () => {
  it.each([
    ['HTTPS://Example.COM/a', 'https://example.com/a'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com:80', 'http://example.com/'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com?a', 'https://example.com/?a'],
    ['https://example.com/%7ea/%c3%bc', 'https://example.com/~a/%C3%BC'],
    ['https://example.com/a/./b/../c/', 'https://example.com/a/c/'],
    ['https://example.com/../a/..', 'https://example.com/'],
    ['https://b\u00FCcher.example/\u00FC', 'https://xn--bcher-kva.example/%C3%BC'],
  ])('makes %s and %s one', (a, b) => {
    expect(keyOf(a)).toBe(keyOf(b))
  })

  it.each([
    ['https://example.com/a', 'http://example.com/a'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a', 'https://example.com/a/'],
    ['https://example.com/a?b&c', 'https://example.com/a?c&b'],
    ['https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com/a'],
    ['https://example.com/a#b', 'https://example.com/a'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(keyOf(a)).not.toBe(keyOf(b))
  })

  it('is its own key', () => {
    const path = fc.string({ unit: fc.constantFrom(...'ab./%2fF7e?&=\u00FC ') })
    fc.assert(
      fc.property(path, (text) => {
        const key = keyOf(`https://example.com/${text}`)
        expect(keyOf(key)).toBe(key)
      }),
    )
  })
})

describe('maskUserInfo', () => {
  it.each([
    ['https://ann:secret@example.com/a@b', 'https://***@example.com/a@b'],
    ['<loc>https://a@b@example.com/</loc> //c:d@e/', '<loc>https://***@example.com/</loc> //***@e/'],
    ['https://example.com/a@b', 'https://example.com/a@b'],
    ['mail ann@example.com', 'mail ann@example.com'],
    ['https://ann:sec/ret@example.com', 'https://ann:sec/ret@example.com'],
  ])('shows %s as %s', (text, masked) => {
    expect(maskUserInfo(text)).toBe(masked)
  })

  it('takes time in proportion to the text', () => {
    const text = `@${'//'.repeat(500_000)}`
    expect(maskUserInfo(text)).toBe(text)
  })
})
