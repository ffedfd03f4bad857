import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDomain } from '#src/values/domain.ts'
import { registrableDomain } from '#src/values/registrable-domain.ts'

describe('parseDomain', () => {
  it.each([
    ['example.com', 'example.com', null, null, null],
    [' Example.COM. ', 'example.com', null, null, null],
    ['example.com:8080', 'example.com:8080', 8080, null, null],
    ['example.com:443', 'example.com', null, null, null],
    ['https://example.com:443/', 'example.com', null, 'https', null],
    ['http://example.com:443', 'example.com:443', 443, 'http', null],
    ['HTTP://example.com:80/a?b#c', 'example.com', null, 'http', '/a?b#c'],
    ['example.com/blog', 'example.com', null, null, '/blog'],
    ['b\u00FCcher.example', 'xn--bcher-kva.example', null, null, null],
    ['[::1]:8080', '[::1]:8080', 8080, null, null],
    ['2001:db8::1', '[2001:db8::1]', null, null, null],
    ['127.1', '127.0.0.1', null, null, null],
    ['localhost:3000', 'localhost:3000', 3000, null, null],
  ])('reads %s', (text, domain, port, scheme, ignored) => {
    expect(parseDomain(text)).toMatchObject({ domain, port, scheme, ignored })
  })

  it.each([
    ['', 'The domain is empty.'],
    ['ftp://example.com', 'The domain has the scheme "ftp"; only http and https can be audited.'],
    ['https:/example.com', 'The domain lacks "//" behind its scheme.'],
    ['https://', 'The domain has no host.'],
    ['ann:secret@example.com', 'The domain carries user info; give the host alone.'],
    ['a b', '"a b" is no host.'],
    ['a..b', '"a..b" is no host.'],
    ['*.example.com', '"*.example.com" is no host.'],
    ['example.com,example.net', '"example.com,example.net" is no host.'],
    ['ex%61mple.com', '"ex%61mple.com" is no host.'],
    ['example.com:99999', '"99999" is no port: ports go from 1 to 65535.'],
    ['example.com:http', '"http" is no port.'],
    ['a'.repeat(3_000), 'The domain is longer than 2,048 characters.'],
  ])('refuses %s', (text, error) => {
    expect(parseDomain(text)).toEqual({ error })
  })

  it('takes any text, and reads what it made again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab.:/@[]123 -%\u00FC') }), (text) => {
        const read = parseDomain(text)
        if (!('error' in read)) expect(parseDomain(read.domain)).toMatchObject({ domain: read.domain })
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('registrableDomain', () => {
  it('knows public suffixes', () => {
    expect(registrableDomain('shop.example.co.uk')).toBe('example.co.uk')
    expect(registrableDomain('example.com')).toBe('example.com')
    for (const host of ['co.uk', '127.0.0.1', '[::1]', 'localhost']) expect(registrableDomain(host)).toBeNull()
  })
})
