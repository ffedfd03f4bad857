import { describe, expect, it } from 'vitest'
import { type HttpUrl, readListedUrl } from '#src/values/listed-url.ts'
import { type Base, baseOf, isBelow, relationOf } from '#src/values/url-scope.ts'

const url = (text: string): HttpUrl => readListedUrl(text) as HttpUrl
const base = (text: string): Base => baseOf(text) as Base

describe('relationOf', () => {
  it.each([
    ['https://www.example.com/a', 'same'],
    ['https://WWW.EXAMPLE.COM.:443/a', 'same'],
    ['http://www.example.com/', 'scheme'],
    ['http://www.example.com:80/', 'scheme'],
    ['https://www.example.com:8443/', 'port'],
    ['http://www.example.com:8080/', 'port'],
    ['https://example.com/', 'www'],
    ['http://example.com/', 'www'],
    ['https://www.www.example.com/', 'www'],
    ['https://shop.example.com/', 'other-host'],
    ['https://example.net/', 'other-host'],
  ])('finds %s on: %s', (text, relation) => {
    expect(relationOf(url(text), [base('https://www.example.com/sitemap.xml')])?.relation).toBe(relation)
  })

  it('takes the nearest of two bases, and knows nothing without one', () => {
    const bases = [base('http://example.com/s.xml'), base('https://www.example.com/s.xml')]
    expect(relationOf(url('https://www.example.com/'), bases)).toMatchObject({ relation: 'same', base: bases[1] })
    expect(relationOf(url('https://www.example.com/'), [])).toBeNull()
    expect(baseOf('sitemap.xml')).toBeNull()
  })

  it('compares ports that are no defaults', () => {
    const local = base('http://localhost:3000/s.xml')
    expect(relationOf(url('http://localhost:3000/'), [local])?.relation).toBe('same')
    expect(relationOf(url('https://localhost:3000/'), [local])?.relation).toBe('scheme')
    expect(relationOf(url('http://localhost/'), [local])?.relation).toBe('port')
  })
})

describe('isBelow', () => {
  it.each([
    ['https://example.com/s.xml', 'https://example.com', true],
    ['https://example.com/a/s.xml', 'https://example.com/a/', true],
    ['https://example.com/a/s.xml', 'https://example.com/a/b/c?d', true],
    ['https://example.com/a/s.xml', 'https://example.com/a', false],
    ['https://example.com/a/s.xml', 'https://example.com/ab/', false],
    ['https://example.com/a/s.xml', 'https://example.com/a/../b', false],
    ['https://example.com/a/s.xml?p=/x/', 'https://example.com/a/b', true],
    ['https://example.com/%7ea/s.xml', 'https://example.com/~a/b', true],
    ['https://example.com/A/s.xml', 'https://example.com/a/b', false],
  ])('of %s is %s: %s', (document, text, below) => {
    expect(isBelow(url(text), base(document))).toBe(below)
  })
})
