import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPattern } from '#src/values/url-pattern.ts'

function patternOf(urls: readonly string[]): string | null {
  const pattern = createPattern()
  for (const url of urls) pattern.add(url)
  return pattern.text()
}

describe('The pattern of URLs', () => {
  it.each<[string[], string | null]>([
    [['https://a.example/tag/x', 'https://a.example/tag/y/z'], '/tag/*'],
    [['https://a.example/tag/', 'http://b.example/tag/x'], '/tag/*'],
    [['https://a.example/tag/x', '/tag/y'], '/tag/*'],
    [['https://a.example/tag/x', 'https://a.example/tags/y'], null],
    [['https://a.example/tag/x', 'https://a.example'], null],
    [['https://a.example/p/q?u=https://c.example/d/', 'https://a.example/p/r'], '/p/*'],
    [['maps/a.xml', 'maps/b.xml'], 'maps/*.xml'],
    [[], null],
    // Endings
    [['https://a.example/x.pdf', 'https://a.example/docs/y.pdf'], '/*.pdf'],
    [['https://a.example/p/x.html', 'https://a.example/p/y.html'], '/p/*.html'],
    [['https://a.example/p/1/amp/', 'https://a.example/p/2/amp/'], '/p/*/amp/'],
    [['https://a.example/p/1/', 'https://a.example/p/2/'], '/p/*'],
    [['https://a.example/p/a-red', 'https://a.example/p/b-red'], '/p/*'],
    [['https://a.example/p/x.html', 'https://a.example/p/x.html'], '/p/*.html'],
    [['https://a.example/v1.2', 'https://a.example/x/v1.2'], '/*.2'],
    // Parameters
    [['https://a.example/x?u=/a/b', 'https://a.example/x?u=/a/c'], '/x?u=*'],
    [['/go?u=https://c.example/d/e', '/go?u=https://c.example/d/f'], '/go?u=*'],
    [['https://a.example/?p=1', 'https://a.example/?p=2#c'], '/?p=*'],
    [['https://a.example?p=1', 'https://a.example?p=2'], '*?p=*'],
    [['https://a.example/x?utm_source=a', 'https://a.example/y?id=1&utm_source=b'], '/*?utm_source=*'],
    [['https://a.example/x?utm_source=a', 'https://a.example/y?utm_medium=b'], '/*?utm_*'],
    [['https://a.example/s/x?utm_source=a&b=1', 'https://a.example/s/y?c=2&utm_medium=b'], '/s/*?utm_*'],
    [['https://a.example/x?utm_source=a', 'https://a.example/y'], null],
    [['https://a.example/x?1', 'https://a.example/x?2'], null],
  ])('of %j is %s', (urls, expected) => expect(patternOf(urls)).toBe(expected))

  const part = fc.constantFrom('a', 'b', 'tag', 'x.html', 'y.html', 'amp', '1', '')
  const url = fc
    .record({
      host: fc.constantFrom('https://a.example', 'http://b.example:8080', ''),
      parts: fc.array(part, { maxLength: 4 }),
      query: fc.array(fc.constantFrom('utm_source=1', 'utm_medium=2', 'id=3', 'u=https://c.example/d', 'flag'), {
        maxLength: 3,
      }),
      hash: fc.constantFrom('', '#f'),
    })
    .map(({ host, parts, query, hash }) => {
      const path = parts.map((one) => `/${one}`).join('')
      return `${host}${path}${query.length > 0 ? `?${query.join('&')}` : ''}${hash}`
    })
  const urls = fc.array(url, { minLength: 1, maxLength: 6 })

  it('fits every URL that was added', () => {
    fc.assert(
      fc.property(urls, (all) => {
        const pattern = patternOf(all)
        if (pattern === null) return
        const [glob = '', parameter] = pattern.split('?')
        for (const one of all) {
          const [, path = '', query = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/.exec(one) ?? []
          expect(fits(path, glob), `${one} and ${pattern}`).toBe(true)
          if (parameter === undefined) continue
          const names = query.split('&').map((pair) => pair.split('=')[0] ?? '')
          const wanted = parameter.replace(/=?\*$/, '')
          expect(
            names.some((name) => (parameter.endsWith('=*') ? name === wanted : name.startsWith(wanted))),
            `${one} and ${pattern}`,
          ).toBe(true)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  it('is the same in whatever order they come, but for the parameter that is named', () => {
    fc.assert(
      fc.property(urls, fc.integer(), (all, seed) => {
        const mixed = [...all].sort((a, b) => hash(a, seed) - hash(b, seed))
        expect(patternOf(mixed)?.split('?')[0]).toBe(patternOf(all)?.split('?')[0])
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes whatever text it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (all) => {
        patternOf(all)
      }),
    )
  })
})

/** A path and a pattern with one star at most. */
function fits(path: string, glob: string): boolean {
  const star = glob.indexOf('*')
  if (star < 0) return path === glob
  const [head, tail] = [glob.slice(0, star), glob.slice(star + 1)]
  return path.length >= head.length + tail.length && path.startsWith(head) && path.endsWith(tail)
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 16_777_619)
  return value
}
