import { describe, expect, test } from 'vitest'
import { unpackLocSample } from '#src/audit/loc-sample.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { auditSite } from '../support/audit-site.ts'
import type { Site } from '../support/site.ts'

const host = 'kept.example'
const at = (name: string) => `https://${host}/${name}`
const pages = (count: number) => Array.from({ length: count }, (_, i) => ({ loc: at(`page-${i}.html`) }))

function site(routes: Site['routes']): Site {
  return {
    host,
    routes: {
      '/robots.txt': robotsTxt(`Sitemap: ${at('index.xml')}`),
      '/index.xml': { body: sitemapIndex([{ loc: at('a.xml') }, { loc: at('b.xml') }, { loc: at('alias.xml') }]) },
      '/a.xml': { body: urlset(pages(3)) },
      '/b.xml': { body: urlset(pages(2_500)) },
      '/alias.xml': { redirect: at('a.xml') },
      ...routes,
    },
  }
}

async function keep(routes: Site['routes'] = {}) {
  const { history } = await auditSite([site(routes)], { options: { children: 'all' } })
  const samples = new Map(history.samples.map(({ url, sample }) => [url, unpackLocSample(sample)]))
  return { ...history, samples }
}

describe('what is kept of an audit', () => {
  test('is a sample of each document, whole where it has up to 1,000 URLs, and of an index its children', async () => {
    const { samples, isListWhole, isRobotsWhole } = await keep()
    expect(samples.get(at('index.xml'))).toMatchObject({
      isWhole: true,
      locs: [at('a.xml'), at('alias.xml'), at('b.xml')],
    })
    expect(samples.get(at('a.xml'))).toMatchObject({ isWhole: true, locs: pages(3).map(({ loc }) => loc) })
    expect(samples.get(at('b.xml'))?.isWhole).toBe(false)
    expect(samples.get(at('b.xml'))?.locs).toHaveLength(1_000)
    expect({ isListWhole, isRobotsWhole }).toEqual({ isListWhole: true, isRobotsWhole: true })
  })

  test('knows the addresses that led to documents told under another one', async () => {
    expect((await keep()).aliases).toEqual([at('alias.xml')])
  })

  test('has nothing of what was not read, and no whole sample of what was cut', async () => {
    const { samples } = await keep({
      '/a.xml': { status: 503, body: 'no' },
      '/b.xml': { body: urlset(pages(50)), cutAfter: 1_500 },
    })
    expect(samples.has(at('a.xml'))).toBe(false)
    expect(samples.get(at('b.xml'))?.isWhole).toBe(false)
  })

  test('does not trust a page in the place of robots.txt to name what it names', async () => {
    const page = '<!doctype html><html><head><title>Back soon</title></head><body>Back soon</body></html>'
    expect((await keep({ '/robots.txt': { body: page } })).isRobotsWhole).toBe(false)
  })
})
