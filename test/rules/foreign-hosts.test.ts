import { describe, expect, it } from 'vitest'
import type { DocumentContext, Entry } from '#src/model/document.ts'
import { createForeignHosts, type Declared, OTHER_HOSTS, settleForeignHosts } from '#src/rules/foreign-hosts.ts'
import { BLANK_ENTRY } from '#test/support/blank-entry.ts'

const SITEMAP = 'https://www.example.com/sitemap.xml'

const context = (more: Partial<DocumentContext> = {}): DocumentContext => ({
  url: SITEMAP,
  finalUrl: SITEMAP,
  source: 'fetched',
  via: 'robots.txt:1',
  origin: 'https://www.example.com',
  isNamedByRobots: true,
  nowMs: 0,
  http: null,
  isPrivateSite: false,
  ...more,
})

const entryOf = (loc: string, number: number): Entry => ({
  ...BLANK_ENTRY,
  number,
  at: number * 100,
  loc: { text: loc, at: number * 100 + 10, elementAt: number * 100 + 5, isDamaged: false },
})

const locate = (at: number) => ({ line: Math.floor(at / 100), column: at % 100, offset: at, snippet: null })

function collect(locs: string[], kind: 'urlset' | 'sitemapindex' = 'urlset', more: Partial<DocumentContext> = {}) {
  const collector = createForeignHosts(context(more), locate)
  for (const [i, loc] of locs.entries()) collector.collect(entryOf(loc, i + 1), kind)
  return collector.finish()
}

const settle = (foreign: ReturnType<typeof collect>, entries: number, answer: Declared) =>
  settleForeignHosts(SITEMAP, { url: SITEMAP, entries }, foreign, () => answer)

describe('Foreign hosts of a document', () => {
  it('are counted by host, with ten examples and the pattern that the URLs share', () => {
    const locs = Array.from({ length: 15 }, (_, i) => `https://shop.example.net/p/${i}`)
    const [host, ...others] = collect(['https://www.example.com/a', ...locs, 'https://SHOP.example.net./p/x'])
    expect(others).toEqual([])
    expect(host).toMatchObject({
      host: 'shop.example.net',
      origin: 'https://shop.example.net',
      count: 16,
      of: 'entry',
      relation: 'other-host',
      pattern: '/p/*',
    })
    expect(host?.examples).toHaveLength(10)
    expect(host?.examples[0]).toEqual({ entry: 2, loc: 'https://shop.example.net/p/0', location: locate(210) })
  })

  it('leave out private hosts, what is no URL, schemes and ports', () => {
    const locs = ['http://10.0.0.5/', '/a', 'http://www.example.com/', 'https://www.example.com:8443/', 'https://a..b/']
    expect(collect(locs)).toEqual([])
  })

  it('put those behind the twentieth into one group, which nobody is asked about', () => {
    const foreign = collect(Array.from({ length: 30 }, (_, i) => `https://h${i}.example/`))
    expect(foreign).toHaveLength(21)
    expect(foreign.at(-1)).toMatchObject({ host: OTHER_HOSTS, count: 10 })
    expect(settle(foreign, 30, 'not-declared')).toHaveLength(20)
  })

  it('begin anew in a second run over the same document', () => {
    const shared = context()
    for (const count of [1, 1]) {
      const collector = createForeignHosts(shared, locate)
      collector.collect(entryOf('https://other.example/', 1), 'urlset')
      expect(collector.finish().map((host) => host.count)).toEqual([count])
    }
  })
})

describe('Settling a foreign host', () => {
  it('LU-09: says in one finding that all locs are on it', () => {
    const [finding, ...others] = settle(collect(['http://example.net/a', 'http://example.net/b']), 2, 'not-declared')
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      rule: 'loc-other-host',
      severity: 'error',
      message:
        'All 2 locs are on example.net, not on www.example.com, and the robots.txt of example.net does not name this sitemap.',
      document: SITEMAP,
      occurrences: 2,
      share: 1,
    })
    expect(finding?.examples.map(({ line, column, entry }) => [line, column, entry])).toEqual([
      [1, 10, 1],
      [2, 10, 2],
    ])
  })

  it('counts all of them, and gives ten examples', () => {
    const locs = Array.from({ length: 1_234 }, (_, i) => `https://example.net/p/${i}`)
    const [finding] = settle(collect(['https://www.example.com/', ...locs]), 1_235, 'not-declared')
    expect(finding).toMatchObject({ occurrences: 1_234, pattern: '/p/*' })
    expect(finding?.message).toContain('1,234 locs are on example.net')
    expect(finding?.examples).toHaveLength(10)
  })

  it('IX-13: notes that the host has declared the sitemap', () => {
    const [finding] = settle(collect(['https://www.example.com/', 'https://www.example.net/']), 2, 'declared')
    expect(finding).toMatchObject({
      rule: 'loc-other-host-declared',
      severity: 'note',
      message: 'One loc is on www.example.net, whose robots.txt names this sitemap or its index.',
    })
  })

  it('claims nothing where its robots.txt could not be read', () => {
    expect(settle(collect(['https://example.net/']), 1, 'unknown')).toEqual([])
  })

  it('speaks of children in an index', () => {
    const foreign = collect(['https://media.example/a.xml', 'https://www.example.com/b.xml'], 'sitemapindex')
    expect(settle(foreign, 2, 'not-declared')[0]).toMatchObject({
      rule: 'index-child-other-host',
      message:
        'One child is on media.example, not on www.example.com, and the robots.txt of media.example names neither this index nor the child.',
    })
    expect(settle(foreign, 2, 'declared')[0]).toMatchObject({ rule: 'loc-other-host-declared' })
  })

  it('names www. as the difference, unless that host has declared the sitemap', () => {
    const foreign = collect(['http://example.com/a', 'http://example.com/b'])
    for (const answer of ['not-declared', 'unknown'] as const) {
      expect(settle(foreign, 2, answer)).toMatchObject([
        {
          rule: 'loc-www-mismatch',
          message:
            'Locs are at http://example.com, the sitemap is at https://www.example.com: the hosts differ by www.',
          occurrences: 2,
        },
      ])
    }
    expect(settle(foreign, 2, 'declared')).toMatchObject([{ rule: 'loc-other-host-declared' }])
  })
})
