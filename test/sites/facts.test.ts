/** The sites are what they were measured to be, and nothing else is odd about them; asked without any auditor. */
import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { SITES } from './index.ts'

function valuesOf(body: string, element: string): string[] {
  return Array.from(body.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g')), (match) => match[1] as string)
}

/** Every sitemap of the site that robots.txt, a usual path or an index leads to. */
function readSitemaps(domain: string): Map<string, string> {
  const found = new Map<string, string>()
  const robots = ask(`https://${domain}/robots.txt`).body
  const queue = Array.from(robots.matchAll(/^Sitemap: (.*)$/gm), (match) => match[1] as string)
  queue.push(`https://${domain}/sitemap.xml`, `https://${domain}/sitemap_index.xml`)
  for (const url of queue) {
    const { status, body } = ask(url)
    if (found.has(url) || status !== 200 || !body.startsWith('<?xml')) continue
    found.set(url, body)
    if (body.includes('<sitemapindex')) queue.push(...valuesOf(body, 'loc'))
  }
  return found
}

function locsOf(domain: string): string[] {
  const lists = [...readSitemaps(domain).values()].filter((body) => body.includes('<urlset'))
  return lists.flatMap((body) => valuesOf(body, 'loc'))
}

function distinct(values: string[]): number {
  return new Set(values).size
}

const BLOG_ODDITIES = [
  'https://blog.example/about',
  'https://blog.example/members-letter-march/',
  'https://blog.example/baking-club/',
  'https://blog.example/spring-guide-printable/',
  'https://blog.example/oven-thermometers/',
  'https://blog.example/preview/autumn-plans/',
  'https://blog.example/summer-party/',
  'https://blog.example/flour-prices/',
  'https://blog.example/old-recipe-cards/',
]

describe('news-daily.example', () => {
  const robots = ask('https://news-daily.example/robots.txt').body
  const lines = Array.from(robots.matchAll(/^Sitemap: (.*)$/gm), (match) => match[1] as string)

  it('names seven files, of which the first is 404, one is 410 and five are lists', () => {
    expect(lines.map((url) => ask(url).status).sort()).toEqual([200, 200, 200, 200, 200, 404, 410])
    expect(ask(lines[0] as string).status).toBe(404)
    expect(lines).not.toContain('https://news-daily.example/sitemap.xml')
  })

  it('has an unnamed file of 10,000 entries with the measured dates and locs', () => {
    const { body } = ask('https://news-daily.example/sitemap.xml')
    const locs = valuesOf(body, 'loc')
    expect(locs).toHaveLength(10_000)
    expect(distinct(locs)).toBe(10_000)
    expect(distinct(valuesOf(body, 'lastmod'))).toBe(8_913)
    expect(locs.filter((loc) => loc.includes('#'))).toHaveLength(3)
    expect(locs.filter((loc) => new URL(loc).host !== 'news-daily.example')).toHaveLength(2)
  })
})

describe('fruit.example', () => {
  it('lists four indexes, two of them on a host that names them', () => {
    const children = valuesOf(ask('https://fruit.example/sitemap.xml').body, 'loc')
    expect(children).toHaveLength(4)
    const foreign = children.filter((loc) => new URL(loc).host === 'fruit-media.example')
    expect(foreign).toHaveLength(2)
    for (const loc of children) expect(ask(loc).body).toContain('<sitemapindex')
    for (const loc of foreign) expect(ask('https://fruit-media.example/robots.txt').body).toContain(`Sitemap: ${loc}\n`)
  })
})

describe('edge.example', () => {
  it('has 933 entries of one date with 10,263 alternates, each naming its own page', () => {
    const { body } = ask('https://edge.example/sitemap.xml')
    expect(valuesOf(body, 'loc')).toHaveLength(933)
    expect(distinct(valuesOf(body, 'lastmod'))).toBe(1)
    expect(body.match(/<xhtml:link /g)).toHaveLength(10_263)
    for (const entry of body.split('<url>').slice(1)) {
      expect(entry).toContain(`href="${valuesOf(entry, 'loc')[0]}"/>`)
    }
  })
})

describe('gov.example', () => {
  it('has children of 25,000 entries in a folder that holds none of the pages', () => {
    const children = valuesOf(ask('https://gov.example/sitemap.xml').body, 'loc')
    expect(children.length).toBeGreaterThan(3)
    for (const child of children) {
      expect(child).toMatch(/^https:\/\/gov\.example\/sitemaps\/sitemap_\d\.xml$/)
      const locs = valuesOf(ask(child).body, 'loc')
      expect(locs).toHaveLength(25_000)
      expect(locs.some((loc) => loc.startsWith('https://gov.example/sitemaps/'))).toBe(false)
    }
  })
})

describe('blog.example', () => {
  it('lists exactly twenty pages in two children, with an index that is behind on the posts alone', () => {
    expect(locsOf('blog.example')).toHaveLength(20)
    const index = ask('https://blog.example/sitemap_index.xml').body
    const [posts, pages] = valuesOf(index, 'loc').map((child) => valuesOf(ask(child).body, 'lastmod').sort().at(-1))
    expect(valuesOf(index, 'lastmod')[0]).toMatch(/^2026-09-28/)
    expect(posts).toMatch(/^2026-10-01/)
    expect(valuesOf(index, 'lastmod')[1]).toBe(pages)
  })

  it('lists every page that is not as listed', () => {
    expect(locsOf('blog.example')).toEqual(expect.arrayContaining(BLOG_ODDITIES))
  })
})

const read = Object.keys(SITES).map((domain) => ({ domain, sitemaps: readSitemaps(domain) }))

describe.each(read.filter(({ sitemaps }) => sitemaps.size > 0))('$domain', ({ domain, sitemaps }) => {
  it('gives no date that lies ahead, and index dates that are right unless the index is behind on purpose', () => {
    const now = new Date().toISOString()
    for (const [url, body] of sitemaps) {
      for (const date of valuesOf(body, 'lastmod')) expect(date < now, `${date} in ${url}`).toBe(true)
      if (!body.includes('<sitemapindex') || domain === 'blog.example') continue
      const dates = valuesOf(body, 'lastmod')
      const children = valuesOf(body, 'loc')
      const newest = children.map((child) => valuesOf(ask(child).body, 'lastmod').sort().at(-1))
      expect(dates).toEqual(newest.filter((date) => date !== undefined))
    }
  })

  it('lists pages that are there, name themselves as canonical and were changed when the sitemap says', () => {
    // A stride that meets every child of the large sites; smaller sites are asked whole.
    const locs = [...sitemaps.values()]
      .filter((body) => body.includes('<urlset'))
      .flatMap((body) => body.split('<url>').slice(1))
    const stride = locs.length > 20_000 ? 997 : 1
    for (let i = 0; i < locs.length; i += stride) {
      const [loc = '', lastmod] = [...valuesOf(locs[i] as string, 'loc'), ...valuesOf(locs[i] as string, 'lastmod')]
      if (BLOG_ODDITIES.includes(loc)) continue
      const { status, body, answer } = ask(loc)
      expect(status, loc).toBe(200)
      expect(body.slice(0, body.indexOf('</head>')), loc).toContain(
        `<link rel="canonical" href="${loc.split('#')[0]}">`,
      )
      expect(answer.headers ?? [], loc).toEqual([])
      const modified = /modified_time" content="([^"]*)"/.exec(body)?.[1]
      if (modified) expect(modified, loc).toBe(lastmod)
    }
  })
})

it.each(Object.keys(SITES))('%s answers a path that it does not list with 404 or a refusal', (domain) => {
  const { status, answer } = ask(`https://${domain}/there-is-no-such-page-5f1c`)
  const final = answer.redirect ? ask(answer.redirect).status : status
  expect([403, 404]).toContain(final)
})

it('has no sitemap at the quiet and guarded sites', () => {
  const without = read.filter(({ sitemaps }) => sitemaps.size === 0).map(({ domain }) => domain)
  expect(without).toEqual(Object.keys(SITES).filter((domain) => /^(quiet|guard)/.test(domain)))
})
