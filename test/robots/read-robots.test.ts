import { describe, expect, it } from 'vitest'
import type { RobotsTxt, SitemapLine } from '#src/model/robots.ts'
import { ROBOTS_SIZE_LIMIT_BYTES } from '#src/model/standards.ts'
import { readRobots } from '#src/robots/read-robots.ts'

const URL_ROBOTS = 'https://www.example.com/robots.txt'
const SITEMAP = 'https://example.com/s.xml'

function read(body: string | Uint8Array): RobotsTxt {
  return readRobots(typeof body === 'string' ? Buffer.from(body) : body, URL_ROBOTS)
}

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const urlsOf = (robots: RobotsTxt): string[] => robots.sitemaps.flatMap(({ urls }) => urls)
const only = (body: string | Uint8Array): SitemapLine => {
  const { sitemaps } = read(body)
  expect(sitemaps).toHaveLength(1)
  return sitemaps[0] as SitemapLine
}

describe('Sitemap lines', () => {
  it('RB-01: are read behind a BOM, whose column is not counted and whose bytes are', () => {
    const robots = read(`\ufeffSitemap: ${SITEMAP}`)
    expect(robots).toMatchObject({ hasBom: true, strayBoms: null, otherEncoding: null })
    expect(robots.sitemaps).toMatchObject([{ line: 1, column: 10, offset: 12, value: SITEMAP, fault: null }])
  })

  it('RB-03: keep the case of their value', () => {
    expect(urlsOf(read('SITEMAP: https://example.com/Maps/MainIndex.xml'))).toEqual([
      'https://example.com/Maps/MainIndex.xml',
    ])
  })

  it('RB-05: stand before any user-agent, and anywhere else', () => {
    const robots = read(`Sitemap: ${SITEMAP}\nUser-agent: *\nSitemap: /b.xml\nDisallow:\n\n\nSitemap: /c.xml\n`)
    expect(robots.sitemaps.map(({ line }) => line)).toEqual([1, 3, 7])
  })

  it('RB-07: are read in a last line without a newline', () => {
    expect(urlsOf(read(`Sitemap: https://example.com/a.xml\nSitemap: ${SITEMAP}`))).toHaveLength(2)
  })

  it('RB-09: are read when they are indented', () => {
    expect(only(`\n \t  Sitemap:\t ${SITEMAP} \t`)).toMatchObject({
      line: 2,
      column: 15,
      value: SITEMAP,
      isMisspelt: false,
    })
  })

  it('RB-11: end at a comment, which begins with a # behind white space', () => {
    expect(only(`Disallow: # allow all\nSitemap: ${SITEMAP} # main`)).toMatchObject({ line: 2, value: SITEMAP })
    expect(only(`Sitemap: ${SITEMAP}#top`)).toMatchObject({ value: `${SITEMAP}#top`, urls: [SITEMAP], fault: null })
    expect(read(`# Sitemap: ${SITEMAP}\n #Sitemap: ${SITEMAP}`).sitemaps).toEqual([])
  })

  it('RB-12: are not mined from HTML', () => {
    for (const start of [
      '<!DOCTYPE html>\n',
      '\n <html>',
      '<!-- app -->\n<html lang="en">',
      '\ufeff<!doctype html>',
      '<h1>Not found</h1>',
    ]) {
      const robots = read(`${start}\nSitemap: ${SITEMAP}\nUser-agent: *\nDisallow: /\n`)
      expect(robots).toMatchObject({ isHtml: true, sitemaps: [], agents: [] })
      expect(robots.judge('https://www.example.com/a', 'Googlebot').isAllowed).toBe(true)
    }
    const text = read(`# served by <html> lovers\n<br />\n<b>Warning</b>: include()\nSitemap: ${SITEMAP}`)
    expect(text).toMatchObject({ isHtml: false })
    expect(urlsOf(text)).toEqual([SITEMAP])
  })

  it('RB-15: are read behind 4 KB, and behind 500 KiB with a mark', () => {
    const rules = 'Disallow: /aaaa\n'
    expect(urlsOf(read(`User-agent: *\n${rules.repeat(256)}Sitemap: ${SITEMAP}`))).toEqual([SITEMAP])
    const line = `Sitemap: ${SITEMAP}`
    const filler = (bytes: number) => `${'#'.repeat(bytes - 1)}\n`
    const atLimit = read(`${filler(ROBOTS_SIZE_LIMIT_BYTES - line.length)}${line}`)
    expect(atLimit).toMatchObject({ isTooLarge: false, bytes: ROBOTS_SIZE_LIMIT_BYTES })
    expect(atLimit.sitemaps[0]?.isBehindLimit).toBe(false)
    const behind = read(`${filler(ROBOTS_SIZE_LIMIT_BYTES - line.length + 1)}${line}`)
    expect(behind).toMatchObject({ isTooLarge: true })
    expect(behind.sitemaps[0]?.isBehindLimit).toBe(true)
  })

  it('RB-17: with a host and no scheme are tried as https', () => {
    expect(only('Sitemap: www.example.com/sitemap.xml')).toMatchObject({
      fault: 'no-scheme',
      urls: ['https://www.example.com/sitemap.xml'],
    })
  })

  it('RB-19: are read beside a line that is not UTF-8', () => {
    const robots = read(latin1(`# caf\xe9\nSitemap: ${SITEMAP}\n# \xfc\n`))
    expect(robots.invalidLines).toEqual({ first: 1, count: 2, column: 6, offset: 5, snippet: '# caf\ufffd' })
    expect(urlsOf(robots)).toEqual([SITEMAP])
  })

  it('RB-21: keep a private host for the rules to judge', () => {
    expect(only('Sitemap: http://localhost:9999/s.xml')).toMatchObject({
      fault: null,
      urls: ['http://localhost:9999/s.xml'],
    })
  })

  it('DV-03: may have a blank before the colon and any case', () => {
    for (const field of ['Sitemap ', 'SITEMAP', 'sitemap\t', 'SiteMap']) {
      expect(only(`${field}: ${SITEMAP}`)).toMatchObject({ isMisspelt: false, urls: [SITEMAP] })
    }
  })

  it('end at CR, LF and CRLF, which count as one line each', () => {
    const robots = read(`# a\r# b\r\n# c\n\n\rSitemap: ${SITEMAP}\r\n`)
    expect(robots.sitemaps).toMatchObject([{ line: 6, offset: 24, column: 10 }])
  })

  it('have columns in code points and offsets in bytes', () => {
    expect(only(`Sitemap: \u{1F600} ${SITEMAP}`)).toMatchObject({ column: 10, offset: 9 })
    expect(only(`\u00a0\u00fc\nSitemap: ${SITEMAP}`)).toMatchObject({ line: 2, column: 10, offset: 14 })
  })

  it.each<[BufferEncoding | 'utf16be', number[], string]>([
    ['utf16le', [0xff, 0xfe], 'UTF-16LE'],
    ['utf16be', [0xfe, 0xff], 'UTF-16BE'],
    ['utf16le', [], 'UTF-16LE'],
    ['utf16be', [], 'UTF-16BE'],
  ])('are read in %s with the BOM %j', (encoding, bom, name) => {
    const text = Buffer.from(`User-agent: *\r\nSitemap: ${SITEMAP}\r\n`, 'utf16le')
    const robots = read(Buffer.concat([Buffer.from(bom), encoding === 'utf16be' ? text.swap16() : text]))
    expect(robots).toMatchObject({ otherEncoding: name, hasBom: false })
    expect(robots.sitemaps).toMatchObject([{ line: 2, column: 10, offset: bom.length + 48, urls: [SITEMAP] }])
  })

  it('are read behind a stray byte order mark, which is told', () => {
    const robots = read(`\ufeff\ufeffUser-agent: *\n\ufeffSitemap: ${SITEMAP}`)
    expect(robots.strayBoms).toMatchObject({ first: 1, count: 2, column: 1, offset: 3 })
    expect(urlsOf(robots)).toEqual([SITEMAP])
  })

  it.each<[string, SitemapLine['fault'], string[]]>([
    ['', 'empty', []],
    ['   ', 'empty', []],
    ['/sitemap.xml', 'relative', ['https://www.example.com/sitemap.xml']],
    ['sitemap.xml', 'relative', ['https://www.example.com/sitemap.xml']],
    ['maps.d/a.xml', 'relative', ['https://www.example.com/maps.d/a.xml']],
    ['./a.xml', 'relative', ['https://www.example.com/a.xml']],
    ['//cdn.example.net/a.xml', 'no-scheme', ['https://cdn.example.net/a.xml']],
    ['example.com/a.xml', 'no-scheme', ['https://example.com/a.xml']],
    ['shop.example.co.uk:8080/a.xml', 'no-scheme', ['https://shop.example.co.uk:8080/a.xml']],
    ['blog.example/a.xml', 'no-scheme', ['https://blog.example/a.xml']],
    [
      'https://example.com/a.xml https://example.com/b.xml',
      'several',
      ['https://example.com/a.xml', 'https://example.com/b.xml'],
    ],
    ['https://example.com/a.xml, /b.xml', 'several', ['https://example.com/a.xml', 'https://www.example.com/b.xml']],
    ['https://example.com/a.xml,https://example.com/a.xml', 'several', ['https://example.com/a.xml']],
    [
      'https://example.com/a.xml Sitemap: https://example.com/b.xml',
      'several',
      ['https://example.com/a.xml', 'https://example.com/b.xml'],
    ],
    ['Sitemap: https://example.com/a.xml', 'not-a-url', ['https://example.com/a.xml']],
    ['<https://example.com/a.xml>', 'not-a-url', ['https://example.com/a.xml']],
    ['"https://example.com/a.xml"', 'not-a-url', ['https://example.com/a.xml']],
    ['http:/example.com/a.xml', 'not-a-url', ['http://example.com/a.xml']],
    ['https//example.com/a.xml', 'not-a-url', ['https://example.com/a.xml']],
    ['https://example.com\\a.xml', 'not-a-url', ['https://example.com/a.xml']],
    ['https:// example.com/a.xml', 'not-a-url', ['https://example.com/a.xml']],
    ['https://example.com/my map', 'not-a-url', ['https://example.com/my%20map']],
    ['ftp://example.com/a.xml', 'not-a-url', []],
    ['javascript:alert(1)', 'not-a-url', []],
    ['https://', 'not-a-url', []],
    ['see our home page', 'not-a-url', []],
    ['https://user:secret@example.com/a.xml', 'credentials', ['https://example.com/a.xml']],
    ['https://example.com/a,b.xml', null, ['https://example.com/a,b.xml']],
    [
      'https://example.com/go?to=https://example.com/a.xml',
      null,
      ['https://example.com/go?to=https://example.com/a.xml'],
    ],
    ['HTTPS://Example.com/A.xml', null, ['https://example.com/A.xml']],
    ['https://b\u00fccher.example/a.xml', null, ['https://xn--bcher-kva.example/a.xml']],
  ])('with the value %j: %s', (value, fault, urls) => {
    expect(only(`Sitemap: ${value}`)).toMatchObject({ fault, urls, value: value.trim(), isMisspelt: false })
  })

  it.each([
    ['Sitemaps', ':'],
    ['Site-map', ':'],
    ['Site map', ':'],
    ['site_map', ':'],
    ['Sitmap', ':'],
    ['Sietmap', ':'],
    ['Sitemapp', ':'],
    ['Sidemap', ':'],
    ['XML-Sitemap', ':'],
    ['Sitemap-Index', ':'],
    ['Sitemap', ' ='],
    ['Sitemap', '\uff1a'],
    ['Sitemap', ''],
  ])('spelt "%s%s" are a guess', (field, separator) => {
    expect(only(`${field}${separator} ${SITEMAP}`)).toMatchObject({
      field,
      isMisspelt: true,
      urls: [SITEMAP],
      value: SITEMAP,
    })
  })

  it('without a field are a guess when they look like a sitemap', () => {
    expect(only(`Disallow: /x\n  ${SITEMAP}\nhttps://example.com/about`)).toMatchObject({
      line: 2,
      column: 3,
      field: '',
      isMisspelt: true,
    })
  })

  it('are not seen in other fields', () => {
    const lines = [
      'Host: https://example.com',
      'Map: /s.xml',
      'Disallow: /sitemap.xml',
      'Sitemaps: yes',
      'Sitemap-delay: 5',
      'Item: /x',
    ]
    expect(read(lines.join('\n')).sitemaps).toEqual([])
  })

  it('that are longer than crawlers read are cut', () => {
    expect(only(`Sitemap: https://example.com/${'a'.repeat(1_000_000)}`).value.length).toBeLessThan(17_000)
  })

  it('that are long are shown cut', () => {
    const line = only(`Sitemap: https://example.com/${'\u{1F600}'.repeat(400)}`)
    expect([...line.snippet]).toHaveLength(300)
  })
})

describe('Rules', () => {
  const page = (path: string) => `https://www.example.com${path}`
  const verdict = (body: string | Uint8Array, path: string, agent = 'Googlebot') => read(body).judge(page(path), agent)

  it('are told with their line as written', () => {
    const body = '\ufeff# x\r\nUSER-AGENT : googlebot\r\n\r\n Disallow :  /p   # why\r\nAllow: /p/q\r\n'
    expect(verdict(body, '/p/x')).toEqual({ isAllowed: false, rule: { line: 4, text: 'Disallow :  /p' } })
    expect(verdict(body, '/p/q')).toEqual({ isAllowed: true, rule: { line: 5, text: 'Allow: /p/q' } })
    expect(verdict(body, '/other')).toEqual({ isAllowed: true, rule: null })
  })

  it('are merged over the groups of one crawler, and others are left to *', () => {
    const body =
      'User-agent: googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\nUser-agent: Googlebot/2.1\nDisallow: /b\n'
    expect(verdict(body, '/a').isAllowed).toBe(false)
    expect(verdict(body, '/b').rule?.line).toBe(8)
    expect(verdict(body, '/c').isAllowed).toBe(true)
    expect(verdict(body, '/c', 'otherbot').isAllowed).toBe(false)
  })

  it('bind a crawler with a digit in its name', () => {
    const body = 'User-agent: MJ12bot\nDisallow: /\n'
    expect(verdict(body, '/', 'MJ12bot').isAllowed).toBe(false)
    expect(verdict(body, '/', 'MJ').isAllowed).toBe(false)
    expect(verdict(body, '/', 'Googlebot').isAllowed).toBe(true)
  })

  it('bind the product of a User-Agent value', () => {
    expect(
      verdict('User-agent: SitemapAuditor\nDisallow: /', '/', 'SitemapAuditor/0.1.0 (+https://a.example)').isAllowed,
    ).toBe(false)
  })

  it('are compared in one form of percent-encoding', () => {
    expect(verdict('User-agent: *\nDisallow: /caf\u00e9', '/caf%c3%a9/x').isAllowed).toBe(false)
    expect(verdict('User-agent: *\nDisallow: /%c3%a9', '/\u00e9').isAllowed).toBe(false)
    expect(verdict('User-agent: *\nDisallow: /blog/[slug]', '/blog/[slug]').isAllowed).toBe(false)
    expect(verdict("User-agent: *\nDisallow: /*?q='", "/s?q='a").isAllowed).toBe(false)
    expect(verdict('User-agent: *\nDisallow: /a|b', '/a|b').isAllowed).toBe(false)
    expect(verdict('User-agent: *\nDisallow: /100%', '/100%').isAllowed).toBe(false)
  })

  it('in a line that is not UTF-8 stand for their octets', () => {
    expect(verdict(latin1('User-agent: *\nDisallow: /caf\xe9'), '/caf%E9').isAllowed).toBe(false)
    expect(verdict(latin1('User-agent: *\nDisallow: /caf\xe9'), '/caf\u00e9').isAllowed).toBe(true)
  })

  it('behind a stray byte order mark are not seen, as by crawlers', () => {
    expect(verdict('User-agent: *\n\ufeffDisallow: /', '/').isAllowed).toBe(true)
  })

  it('say nothing of another origin, of robots.txt itself and of what is no URL', () => {
    const robots = read('User-agent: *\nDisallow: /')
    for (const url of [
      'http://www.example.com/a',
      'https://example.com/a',
      'https://www.example.com:8443/a',
      page('/robots.txt'),
      'a',
    ]) {
      expect(robots.judge(url, '*')).toEqual({ isAllowed: true, rule: null })
    }
  })

  it('behind the first 500 KiB bind nobody', () => {
    const body = `User-agent: *\nDisallow: /a\n${`#${'x'.repeat(1_000)}\n`.repeat(520)}Disallow: /b\n`
    expect(verdict(body, '/a').isAllowed).toBe(false)
    expect(verdict(body, '/b').isAllowed).toBe(true)
  })

  it('read crawl-delay of the own group, else of *', () => {
    const robots = read(
      'User-agent: *\nCrawl-delay: 2\nDisallow:\n\nUser-agent: slow\nCrawlDelay: 7.5\n\nUser-agent: odd\nCrawl-delay: soon',
    )
    expect(['any', 'slow', 'odd'].map((agent) => robots.crawlDelayS(agent))).toEqual([2, 7.5, null])
    expect(read('').crawlDelayS('any')).toBeNull()
  })

  it('name all groups as written, in lower case', () => {
    expect(read('User-agent: *\nUser-agent: Bing Bot\nUser-agent:\nUser-agent: *\nDisallow: /').agents).toEqual([
      '*',
      'bing bot',
    ])
  })
})

describe('A hostile robots.txt', () => {
  const SIZE = ROBOTS_SIZE_LIMIT_BYTES
  const path = `https://www.example.com/${'a'.repeat(2_000)}`
  const fill = (line: string) => line.repeat(Math.floor((SIZE - 20) / line.length))

  it.each<[string, string]>([
    ['one pattern of stars', `Disallow: /${'*'.repeat(SIZE - 40)}`],
    ['one pattern of stars and letters', `Disallow: /${'*a'.repeat(SIZE / 2 - 40)}b`],
    ['patterns of stars and letters', fill(`Disallow: /${'*a'.repeat(500)}b\n`)],
    ['patterns of stars and letters that match', fill(`Disallow: /${'*a'.repeat(500)}\n`)],
    ['short patterns of stars', fill('Disallow: /*a*a*b\n')],
    ['one-letter rules', fill('Allow: /\n')],
    ['long lines', fill(`Disallow: /${'a'.repeat(100_000)}\n`)],
    ['sitemap lines', fill('Sitemap: /a\n')],
    ['one Sitemap line of many URLs', `Sitemap:${fill(' https://a.example/')}`],
    ['one Sitemap line of blanks', `Sitemap: a${' '.repeat(SIZE)}b`],
    ['one field of blanks', `Sitemap${' '.repeat(SIZE)}: /a`],
    ['number signs', `Sitemap: ${'a#'.repeat(SIZE / 2)}`],
    ['percent signs', `Disallow: /${'%'.repeat(SIZE - 40)}`],
    ['empty lines', '\r'.repeat(SIZE)],
  ])(
    'made of %s is read and matched within bounds',
    (_, body) => {
      const start = performance.now()
      const robots = read(`User-agent: *\n${body}`)
      for (let i = 0; i < 5; i++) robots.judge(`${path}${i}`, 'Googlebot')
      expect(performance.now() - start).toBeLessThan(5_000)
    },
    20_000,
  )

  it('with thousands of groups is asked for each of them within bounds', () => {
    const start = performance.now()
    const body = Array.from({ length: 20_000 }, (_, i) => `User-agent: a${i}\nDisallow: /\n`).join('')
    const robots = read(body)
    expect(robots.agents.length).toBe(1_000)
    for (const agent of robots.agents) expect(robots.judge(path, agent).isAllowed).toBe(false)
    expect(performance.now() - start).toBeLessThan(5_000)
  }, 20_000)

  it('decides a pattern of many stars as it decides one of few', () => {
    const many = `User-agent: *\nDisallow: /${'*'.repeat(50)}b*c*d*e*f*g*h*i*j$\nAllow: /x`
    const judge = (url: string) => read(many).judge(`https://www.example.com${url}`, '*')
    expect(judge('/1b2c3d4e5f6g7h8i9j')).toMatchObject({ isAllowed: false, rule: { line: 2 } })
    expect(judge('/1b2c3d4e5f6g7h8i9jk').isAllowed).toBe(true)
    expect(judge('/x')).toMatchObject({ isAllowed: true, rule: { line: 3 } })
  })
})
