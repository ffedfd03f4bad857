import { Buffer } from 'node:buffer'
import { describe, expect, it } from 'vitest'
import { NS, placeOf, read, readOnce, urlset } from './read.ts'

const locs = (told: { entries: { loc: { text: string } | null }[] }) => told.entries.map(({ loc }) => loc?.text)

describe('text sitemaps', () => {
  it('DV-11: a BOM is stripped, comments are no URLs, blank lines inside are told', () => {
    const told = read(`\uFEFFhttps://example.com/a\r\n\r\n# x\r\n`)
    expect(told.faults).toEqual(['bom 1:1@3', 'line-blank 2:1@26', 'line-not-url 3:1@28'])
    expect(told.details[2]).toMatchObject({ text: '# x' })
    expect(told.entries.map(({ number, loc }) => [number, loc?.text])).toEqual([[1, 'https://example.com/a']])
    expect(told.tail.kind).toBe('text')
  })

  it('lines end with LF, CRLF, CR or nothing; white space round a URL is cut', () => {
    const document = 'https://example.com/a\n  https://example.com/b \r\nHTTP://example.com/c\rhttps://example.com/d'
    const told = read(document)
    expect(told.faults).toEqual([])
    expect(locs(told)).toEqual([
      'https://example.com/a',
      'https://example.com/b',
      'HTTP://example.com/c',
      'https://example.com/d',
    ])
    expect(told.locPlaces).toEqual(
      ['https://example.com/a', 'https://example.com/b', 'HTTP', 'https://example.com/d'].map((url) =>
        placeOf(document, url),
      ),
    )
    expect(told.head).toMatchObject({ kind: 'text', root: null })
  })

  it('two URLs in a line, a header, an address without scheme are no URLs', () => {
    const told = read('https://example.com/a\nURL\nhttps://example.com/b https://example.com/c\nexample.com/d\n')
    expect(told.faults).toEqual(['line-not-url 2:1@22', 'line-not-url 3:1@26', 'line-not-url 4:1@70'])
    expect(told.entries).toHaveLength(1)
  })

  it('a list of bare addresses is a text sitemap, with every line at fault', () => {
    const told = read('www.example.com/a\nwww.example.com/b\n')
    expect(told.tail).toMatchObject({ kind: 'text', entries: 0 })
    expect(told.faults).toHaveLength(2)
  })

  it('trailing blank lines are fine, and a line of any length is not held', () => {
    expect(read('https://example.com/a\n\n\n').faults).toEqual([])
    const told = readOnce(`https://example.com/${'x'.repeat(3_000_000)}\nhttps://example.com/b\nnope`)
    expect(told.entries[0]?.loc?.text).toHaveLength(16_384)
    expect(told.entries[0]?.loc?.isDamaged).toBe(true)
    expect(told.locPlaces[1]).toBe('2:1@3000021')
    expect(told.faults).toEqual(['line-not-url 3:1@3000043'])
  })
})

describe('what is no sitemap', () => {
  it.each([
    ['JSON', '{"a": 1}'],
    ['PDF', '%PDF-1.7 x'],
    ['an image', '\x89PNG\r\n'],
    ['robots.txt', '# hello\nUser-agent: *\nDisallow: /x\nSitemap: https://example.com/s.xml\n'],
    ['plain text', 'Hello, this is a text.\nIt goes on.'],
  ])('%s is named', (format, text) => {
    const told = read(Buffer.from(text, 'latin1'))
    expect(told.tail).toMatchObject({ kind: 'unknown', format, entries: 0 })
    expect(told.head).toMatchObject({ kind: 'unknown' })
    expect(told.faults).toEqual([])
  })

  it.each([
    '<!doctype html><html><head><title>Just a\n moment</title></head><body>&nbsp;<p></body></html>',
    '\uFEFF \n<!-- x --><!DOCTYPE HTML PUBLIC "x"><title class="a">Just a moment</title>',
    '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html xmlns="http://www.w3.org/1999/xhtml"><title>Just a moment</title>',
    '<HTML lang="en"><Title>Just a moment',
    '<html>\n<title>Just a moment</title>',
  ])('HTML is known first, has its title, and no faults of XML', (html) => {
    const told = read(html)
    expect(told.tail).toMatchObject({ kind: 'html', title: 'Just a moment', format: null })
    expect(told.faults.filter((fault) => !fault.startsWith('bom'))).toEqual([])
  })
})

describe('feeds', () => {
  it('RSS 2.0: link, or guid unless it is no permalink; pubDate; media', () => {
    const document = `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>A</title><link>https://a.example/</link><atom:link href="https://a.example/feed" rel="self"/>
<item><title>1</title><link> https://a.example/1 </link><guid>x</guid><pubDate>Sat, 01 Nov 2025 10:00:00 GMT</pubDate>
<media:group><media:content url="https://a.example/v.mp4" medium="video"/></media:group></item>
<item><guid>https://a.example/2</guid></item>
<item><guid isPermaLink="false">tag:3</guid></item>
</channel></rss>`
    const told = read(document)
    expect(told.faults).toEqual([])
    expect(told.tail).toMatchObject({ kind: 'rss', entries: 3 })
    expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/2', undefined])
    expect(told.locPlaces[0]).toBe(placeOf(document, 'https://a.example/1'))
    const [item] = told.entries
    expect(item?.lastmod?.text).toBe('Sat, 01 Nov 2025 10:00:00 GMT')
    expect(item?.feed.map(({ name }) => name)).toEqual(['title', 'link', 'guid', 'pubDate'])
    expect(item?.media[0]).toMatchObject({
      name: 'group',
      children: [{ name: 'content', attributes: { medium: 'video' } }],
    })
    expect(told.entries[2]?.feed[0]?.attributes).toEqual({ isPermaLink: 'false' })
  })

  it('Atom: the link that is alternate or says nothing; updated', () => {
    const document = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><entry>
<link rel="self" href="https://a.example/1.atom"/><link href="https://a.example/1"/><updated>2025-01-01T00:00:00Z</updated>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>x</b></div></content></entry></feed>`
    const told = read(document)
    expect(told.faults).toEqual([])
    expect(told.tail.kind).toBe('atom')
    expect(locs(told)).toEqual(['https://a.example/1'])
    expect(told.locPlaces).toEqual([placeOf(document, 'href="https://a.example/1"')])
    expect(told.entries[0]?.lastmod?.text).toBe('2025-01-01T00:00:00Z')
  })

  it.each([
    ['RSS 0.91', '<rss version="0.91"><channel><item><link>https://a.example/1</link></item></channel></rss>'],
    [
      'RSS 1.0',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/><item><link>https://a.example/1</link></item></rdf:RDF>',
    ],
    [
      'Atom 0.3',
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" href="https://a.example/1"/><modified>2025-01-01T00:00:00Z</modified></entry></feed>',
    ],
  ])('%s is told by its version, and read', (format, document) => {
    const told = read(document)
    expect(told.details).toMatchObject([{ code: 'feed-version', format }])
    expect(locs(told)).toEqual(['https://a.example/1'])
  })

  it('RF-03, RF-05: an HTML entity and a bare & in a title leave the link alone', () => {
    const document =
      '<rss version="2.0"><channel><title>A & B</title><item><title>caf&eacute;</title><link>https://a.example/a</link></item></channel></rss>'
    const told = read(document)
    expect(told.faults).toEqual([
      `ampersand-unescaped ${placeOf(document, '& B')}`,
      `entity-undefined ${placeOf(document, '&eacute;')}#1`,
    ])
    expect(told.entries[0]?.loc).toMatchObject({ text: 'https://a.example/a', isDamaged: false })
  })
})

describe('kind', () => {
  it('is decided by the root, in whatever namespace', () => {
    expect(read(`<sitemapindex ${NS}/>`).tail.kind).toBe('sitemapindex')
    expect(read(urlset('')).tail).toMatchObject({ kind: 'urlset', isComplete: true, entries: 0 })
  })

  it('blank documents are no sitemap', () => {
    expect(read(' \n ').tail).toMatchObject({ kind: 'unknown', entries: 0, bytes: 3 })
  })
})
