import { describe, expect, it } from 'vitest'
import { createPattern } from '#src/values/url-pattern.ts'

describe('The pattern of URLs', () => {
  it.each([
    [['https://a.example/tag/x', 'https://a.example/tag/y/z'], '/tag/*'],
    [['https://a.example/tag/', 'http://b.example/tag/x'], '/tag/*'],
    [['https://a.example/tag/x', '/tag/y'], '/tag/*'],
    [['https://a.example/tag/x', 'https://a.example/tags/y'], null],
    [['https://a.example/tag/x', 'https://a.example'], null],
    [['https://a.example/x?u=/a/b', 'https://a.example/x?u=/a/c'], null],
    [['https://a.example/p/q?u=https://c.example/d/', 'https://a.example/p/r'], '/p/*'],
    [['/go?u=https://c.example/d/e', '/go?u=https://c.example/d/f'], null],
    [['maps/a.xml', 'maps/b.xml'], 'maps/*'],
    [[], null],
  ])('%j is %s', (urls, expected) => {
    const pattern = createPattern()
    for (const url of urls) pattern.add(url)
    expect(pattern.text()).toBe(expected)
  })
})
