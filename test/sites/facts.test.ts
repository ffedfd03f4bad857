/** The sites are what they were measured to be, and nothing else is odd about them; asked without any auditor. */
import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { SITES } from './index.ts'
import { MEASURED } from './measured.ts'

function valuesOf(body: string, element: string): string[] {
  return Array.from(body.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g')), (match) => match[1] as string)
}

/** How often the text stands in the body. */
function count(body: string, text: string): number {
  let found = 0
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + text.length)) found++
  return found
}

/** The text of each entry of a urlset or an index. */
function entriesOf(body: string): string[] {
  return body.split(/<(?:url|sitemap)>/).slice(1)
}

function childrenOf(index: string): string[] {
  const { body } = ask(index)
  expect(body).toContain('<sitemapindex')
  return valuesOf(body, 'loc')
}

/** Of the Sitemap lines. */
function valuesOfLines(robots: string): string[] {
  return Array.from(robots.matchAll(/^Sitemap: (.*)$/gm), (match) => match[1] as string)
}

/** Every sitemap of the site that robots.txt, a usual path or an index leads to. */
function readSitemaps(domain: string): Map<string, string> {
  const found = new Map<string, string>()
  const queue = valuesOfLines(ask(`https://${domain}/robots.txt`).body)
  queue.push(`https://${domain}/sitemap.xml`, `https://${domain}/sitemap_index.xml`)
  for (const url of queue) {
    if (found.has(url)) continue
    const { status, body } = ask(url)
    if (status !== 200 || !body.startsWith('<?xml')) continue
    found.set(url, body)
    if (body.includes('<sitemapindex')) queue.push(...valuesOf(body, 'loc'))
  }
  return found
}

function locsOf(domain: string): string[] {
  const lists = [...readSitemaps(domain).values()].filter((body) => body.includes('<urlset'))
  return lists.flatMap((body) => valuesOf(body, 'loc'))
}

function newestOf(dates: string[]): string | undefined {
  return dates.reduce<string | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
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
  const lines = valuesOfLines(ask('https://news-daily.example/robots.txt').body)

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
    for (const entry of entriesOf(body)) {
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

describe('furniture.example', () => {
  const children = childrenOf('https://furniture.example/sitemaps/sitemap.xml')
  const first = ask(children[0] as string)

  it('has an index of 2,166 children in its folder, each of one date, without hints', () => {
    expect(children).toHaveLength(2_166)
    expect(distinct(children)).toBe(2_166)
    for (const child of children) expect(child).toMatch(/^https:\/\/furniture\.example\/sitemaps\/[^/]+\.xml$/)
    const middle = ask(children[1082] as string).body
    expect(count(middle, '<url>')).toBe(40)
    expect(count(middle, '<xhtml:link')).toBe(0)
    for (const body of [middle, first.body]) {
      expect(distinct(valuesOf(body, 'lastmod'))).toBe(1)
      expect(count(body, '<changefreq>') + count(body, '<priority>')).toBe(0)
    }
  })

  it('has a first child of 49,950,000 bytes with the measured content', () => {
    expect(first.bytes).toHaveLength(49_950_000)
    const elements = ['<url>', '<loc>', '<lastmod>', '<xhtml:link ', '<image:image>', '<video:video>']
    expect(elements.map((element) => count(first.body, element))).toEqual([4_617, 4_617, 4_617, 319_635, 22_797, 1_585])
    const alternates = entriesOf(first.body).map((entry) => count(entry, '<xhtml:link '))
    expect([...new Set(alternates)].sort()).toEqual([69, 70])
  })

  it('has each page in every language that an entry names', () => {
    const [entry = ''] = entriesOf(first.body)
    const hrefs = Array.from(entry.matchAll(/href="([^"]*)"/g), (match) => match[1] as string)
    expect(hrefs).toContain(valuesOf(entry, 'loc')[0])
    expect(hrefs.map((href) => ask(href).status)).toEqual(hrefs.map(() => 200))
  })

  it('has a last child without entries', () => {
    const { status, body } = ask(children.at(-1) as string)
    expect(status).toBe(200)
    expect(body).toMatch(/<urlset xmlns="[^"]*">\s*<\/urlset>\s*$/)
  })
})

describe('mail.example', () => {
  it('has 166 entries with 9,075 alternates, 165 of them es-419, every one answered in kind', () => {
    const { body } = ask('https://mail.example/sitemap.xml')
    expect(count(body, '<url>')).toBe(166)
    expect(count(body, '<xhtml:link ')).toBe(9_075)
    expect(entriesOf(body).filter((entry) => count(entry, 'hreflang="es-419"') === 1)).toHaveLength(165)
    const targets = new Map(
      entriesOf(body).map((entry) => [
        valuesOf(entry, 'loc')[0],
        new Set(Array.from(entry.matchAll(/href="([^"]*)"/g), (match) => match[1] as string)),
      ]),
    )
    for (const [loc = '', hrefs] of targets) {
      if (hrefs.size > 0) expect(hrefs).toContain(loc)
      for (const href of hrefs) expect(targets.get(href)).toContain(loc)
    }
  })
})

describe('press.example', () => {
  const children = childrenOf('https://press.example/sitemaps/index.xml').map((child) => ask(child).body)

  it('has 62 videos without a description, and all else that a video needs', () => {
    const [videos = ''] = children
    expect(count(videos, '<video:video>')).toBe(62)
    expect(count(videos, '<video:description')).toBe(0)
    for (const element of ['thumbnail_loc', 'title', 'content_loc']) {
      expect(valuesOf(videos, `video:${element}`).filter((value) => value !== '')).toHaveLength(62)
    }
  })

  it('lists 693 images, 521 times with a page that was listed before, 91 times with the home page', () => {
    const images = children[1] ?? ''
    const locs = valuesOf(images, 'loc')
    expect(locs).toHaveLength(693)
    expect(locs.length - distinct(locs)).toBe(521)
    expect(locs.filter((loc) => loc === 'https://press.example/')).toHaveLength(91)
    expect(distinct(valuesOf(images, 'image:loc'))).toBe(693)
  })

  it('has a third child of 52 entries with 51 dates, and no fourth', () => {
    expect(children).toHaveLength(3)
    expect(count(children[2] ?? '', '<url>')).toBe(52)
    expect(valuesOf(children[2] ?? '', 'lastmod')).toHaveLength(52)
    expect(distinct(valuesOf(children[2] ?? '', 'lastmod'))).toBe(51)
  })
})

describe('times.example', () => {
  it('has 745 articles of the last two days with 736 dates, and calls the language of 13 en-US', () => {
    const { body } = ask('https://times.example/sitemaps/news.xml')
    expect(count(body, '<url>')).toBe(745)
    expect(count(body, '<news:news>')).toBe(745)
    const languages = valuesOf(body, 'news:language')
    expect(languages.filter((language) => language === 'en-US')).toHaveLength(13)
    expect(languages.filter((language) => language === 'en')).toHaveLength(732)
    expect(valuesOf(body, 'lastmod')).toHaveLength(745)
    expect(distinct(valuesOf(body, 'lastmod'))).toBe(736)
    const ages = valuesOf(body, 'news:publication_date').map((date) => (Date.now() - Date.parse(date)) / 3_600_000)
    expect(ages).toHaveLength(745)
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.max(...ages)).toBeLessThan(46)
  })
})

describe('broadcast.example', () => {
  const children = childrenOf('https://broadcast.example/sitemaps/index.xml')

  it('has 90 children, three of them from 2014, with 204 locs by http in the one that a sample meets', () => {
    expect(children).toHaveLength(90)
    const old = children.filter((child) =>
      valuesOf(ask(child).body, 'lastmod').every((lastmod) => lastmod.startsWith('2014-')),
    )
    expect(old).toHaveLength(3)
    expect(old).toContain(children[44])
    const locs = valuesOf(ask(children[44] as string).body, 'loc')
    expect(locs).toHaveLength(204)
    expect(locs.filter((loc) => loc.startsWith('http://broadcast.example/'))).toHaveLength(204)
  })

  it('has every other loc by https', () => {
    const locs = children.filter((_, i) => i < 43 || i > 45).flatMap((child) => valuesOf(ask(child).body, 'loc'))
    expect(locs.filter((loc) => !loc.startsWith('https://broadcast.example/'))).toEqual([])
  })
})

describe('rooms.example', () => {
  it('has a child of exactly 50,000 entries, far from the limit of bytes, and a smaller one', () => {
    const [first, second, ...more] = childrenOf('https://rooms.example/sitemap.xml').map((child) => ask(child))
    expect(more).toEqual([])
    expect(count(first?.body ?? '', '<url>')).toBe(50_000)
    expect(first?.bytes.length).toBeLessThan(20_000_000)
    expect(count(second?.body ?? '', '<url>')).toBeLessThan(45_000)
  })
})

describe('store.example', () => {
  it('has a child for each type, the last without entries', () => {
    const children = childrenOf('https://store.example/sitemap.xml')
    expect(children.map((child) => /([a-z]+)\.xml$/.exec(child)?.[1])).toEqual([
      'products',
      'collections',
      'pages',
      'blogs',
    ])
    expect(children.map((child) => count(ask(child).body, '<url>') > 0)).toEqual([true, true, true, false])
  })
})

describe('beds.example', () => {
  it('has a gzip file for each language, with 3,032 entries of one date each', () => {
    const children = childrenOf('https://beds.example/sitemap.xml')
    expect(children.length).toBeGreaterThan(3)
    for (const child of children) {
      expect(child).toMatch(/\/sitemap-[a-z]{2}\.xml\.gz$/)
      const { bytes, body, answer } = ask(child)
      expect(bytes.subarray(0, 2).toString('hex')).toBe('1f8b')
      expect(answer.coding).toBeUndefined()
      expect(count(body, '<url>')).toBe(3_032)
      expect(valuesOf(body, 'lastmod')).toHaveLength(3_032)
      expect(distinct(valuesOf(body, 'lastmod'))).toBe(1)
    }
  })
})

describe('mail-order.example', () => {
  it('has one sitemap in a folder, with both hints in every entry and no date', () => {
    const { body } = ask('https://mail-order.example/sitemaps/sitemap.xml')
    const entries = count(body, '<url>')
    expect(entries).toBe(641)
    expect([count(body, '<changefreq>'), count(body, '<priority>')]).toEqual([entries, entries])
    expect(count(body, '<lastmod>')).toBe(0)
    expect(ask('https://mail-order.example/sitemap.xml').status).toBe(404)
  })
})

describe('docs.example', () => {
  it('names its children by month and compresses them on the way only', () => {
    const children = childrenOf('https://docs.example/sitemaps/index.xml')
    expect(distinct(children)).toBe(14)
    for (const child of children) {
      expect(child).toMatch(/\/202[56]-\d\d\.xml$/)
      const { answer, bytes } = ask(child)
      expect(answer.coding).toBe('gzip')
      expect(bytes.subarray(0, 5).toString()).toBe('<?xml')
    }
  })
})

describe('ministry.example', () => {
  it('has a single file at the root, without a date', () => {
    const { body } = ask('https://ministry.example/sitemap.xml')
    expect(count(body, '<url>')).toBe(313)
    expect(count(body, '<lastmod>')).toBe(0)
  })
})

describe('radio.example', () => {
  it('names four files in robots.txt, none of them an index', () => {
    const files = [...readSitemaps('radio.example')]
    const { body } = ask('https://radio.example/robots.txt')
    expect(valuesOfLines(body)).toEqual(files.map(([url]) => url))
    expect(files).toHaveLength(4)
    for (const [, list] of files) expect(list).toContain('<urlset')
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
      const late = valuesOf(body, 'lastmod').filter((date) => date >= now)
      expect(late, url).toEqual([])
      if (!body.includes('<sitemapindex') || domain === 'blog.example') continue
      for (const entry of entriesOf(body)) {
        const [child = ''] = valuesOf(entry, 'loc')
        const newest = newestOf(valuesOf(sitemaps.get(child) ?? '', 'lastmod'))
        if (newest !== undefined) expect(valuesOf(entry, 'lastmod'), child).toEqual([newest])
      }
    }
  })

  it('lists pages that are there, name themselves as canonical and were changed when the sitemap says', () => {
    // A stride that meets every child of the large sites; smaller sites are asked whole.
    const locs = [...sitemaps.values()].filter((body) => body.includes('<urlset')).flatMap(entriesOf)
    const stride = locs.length > 20_000 ? 997 : 1
    for (let i = 0; i < locs.length; i += stride) {
      const [loc = '', lastmod] = [...valuesOf(locs[i] as string, 'loc'), ...valuesOf(locs[i] as string, 'lastmod')]
      if (BLOG_ODDITIES.includes(loc)) continue
      const url = loc.replace(/^http:/, 'https:')
      if (url !== loc) expect(ask(loc).answer).toEqual({ redirect: url })
      const { status, body, answer } = ask(url)
      expect(status, loc).toBe(200)
      expect(body.slice(0, body.indexOf('</head>')), loc).toContain(
        `<link rel="canonical" href="${url.split('#')[0]}">`,
      )
      expect(answer.headers ?? [], loc).toEqual([])
      const modified = /modified_time" content="([^"]*)"/.exec(body)?.[1]
      if (modified) expect(modified, loc).toBe(lastmod)
    }
  })

  it('lists every URL once, but for the pages that press.example lists for each image', () => {
    const lists = [...sitemaps].filter(([, body]) => body.includes('<urlset'))
    const locs = lists
      .filter(([url]) => url !== 'https://press.example/sitemaps/images.xml')
      .flatMap(([, body]) => valuesOf(body, 'loc'))
    expect(distinct(locs)).toBe(locs.length)
  })
})

describe('of the sites with a sitemap', () => {
  const names = read.filter(({ sitemaps }) => sitemaps.size > 0)
  /** The names of the sites in which a urlset is so. */
  const having = (isSo: (body: string, url: string) => boolean) =>
    names
      .filter(({ sitemaps }) => [...sitemaps].some(([url, body]) => body.includes('<urlset') && isSo(body, url)))
      .map(({ domain }) => domain.replace(/\.example$/, ''))
      .sort()

  it('exactly those that were measured so list pages outside the folder of the sitemap', () => {
    const isOutside = (body: string, url: string) => {
      const folder = new URL('.', url).pathname
      return folder !== '/' && valuesOf(body, 'loc').some((loc) => !new URL(loc).pathname.startsWith(folder))
    }
    expect(having(isOutside)).toEqual(MEASURED.outOfScope)
  })

  it('exactly those that were measured so use changefreq or priority', () => {
    expect(having((body) => /<(changefreq|priority)>/.test(body))).toEqual(MEASURED.hints)
  })

  it('exactly those that were measured so have one date for all in a file', () => {
    const hasOne = (body: string) => {
      const dates = valuesOf(body, 'lastmod')
      if (dates.length < 20) return false
      const counts = new Map<string, number>()
      for (const date of dates) counts.set(date, (counts.get(date) ?? 0) + 1)
      return Math.max(...counts.values()) >= dates.length / 2
    }
    expect(having(hasOne)).toEqual(MEASURED.oneLastmod)
  })

  it('exactly those that were measured so have no date in any entry', () => {
    const dated = having((body) => body.includes('<lastmod>'))
    expect(MEASURED.read.filter((name) => !dated.includes(name))).toEqual(MEASURED.noLastmod)
  })

  it('furniture and rooms alone come near a limit', () => {
    const isNear = (body: string) => count(body, '<url>') >= 45_000 || Buffer.byteLength(body) >= 0.9 * 52_428_800
    expect(having(isNear)).toEqual(MEASURED.nearLimit)
  })

  it('none is missing', () => {
    expect(having(() => true)).toEqual(MEASURED.read)
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
