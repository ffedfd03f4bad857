import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { NS, placeOf, read, readOnce, urlset } from './read.ts'

const locs = (told: { entries: { loc: { text: string } | null }[] }) => told.entries.map(({ loc }) => loc?.text)

describe('a plain sitemap', () => {
  it('gives its entries with their values and places', () => {
    const document = `<?xml version="1.0" encoding="UTF-8"?>
<urlset ${NS}>
  <url>
    <loc>
      https://a.example/x?a=1&amp;b=2
    </loc>
    <lastmod>2025-01-01</lastmod><changefreq>daily</changefreq><priority>0.5</priority>
  </url>
  <url><loc>https://a.example/2</loc></url>
</urlset>
`
    const told = read(document)
    expect(told.faults).toEqual([])
    expect(told.head).toMatchObject({ kind: 'urlset', root: 'urlset', isNews: false })
    expect(locs(told)).toEqual(['https://a.example/x?a=1&b=2', 'https://a.example/2'])
    expect(told.locPlaces).toEqual([placeOf(document, 'https://a.example/x'), placeOf(document, 'https://a.example/2')])
    expect(told.entries[0]).toMatchObject({
      number: 1,
      lastmod: { text: '2025-01-01', isDamaged: false },
      changefreq: { text: 'daily' },
      priority: { text: '0.5' },
    })
    expect(told.tail).toMatchObject({
      kind: 'urlset',
      entries: 2,
      isComplete: true,
      isRootClosed: true,
      charset: 'UTF-8',
    })
  })

  it('gives the children of an index', () => {
    const told = read(
      `<sitemapindex ${NS}><sitemap><loc>https://a.example/1.xml</loc><lastmod>2025</lastmod></sitemap></sitemapindex>`,
    )
    expect(told.faults).toEqual([])
    expect(told.tail.kind).toBe('sitemapindex')
    expect(told.entries[0]?.lastmod?.text).toBe('2025')
  })

  it('reads extensions by their namespace, whatever the prefix', () => {
    const told = read(
      urlset(
        '<url><loc>https://a.example/</loc>' +
          '<i:image><i:loc> https://a.example/i.png </i:loc><i:title>A<![CDATA[ & ]]>B</i:title></i:image>' +
          '<v:video><v:restriction relationship="allow">DE AT</v:restriction></v:video>' +
          '<x:link rel="alternate" hreflang="de" href="https://a.example/de?a&amp;b"/></url>',
        ' xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"' +
          ' xmlns:v="http://www.google.com/schemas/sitemap-video/1.1" xmlns:x="http://www.w3.org/1999/xhtml"',
      ),
    )
    expect(told.faults).toEqual([])
    const [entry] = told.entries
    expect(entry?.images[0]?.children.map(({ name, value }) => [name, value.text])).toEqual([
      ['loc', 'https://a.example/i.png'],
      ['title', 'A & B'],
    ])
    const restriction = entry?.videos[0]?.children[0]
    expect(restriction).toMatchObject({ name: 'restriction', attributes: { relationship: 'allow' } })
    expect(entry?.alternates).toMatchObject([{ rel: 'alternate', hreflang: 'de', href: 'https://a.example/de?a&b' }])
    expect(told.tail.extensions).toEqual({ images: 1, videos: 1, news: 0, alternates: 1 })
    expect(Object.keys(told.tail.namespaces)).toEqual(['', 'i', 'v', 'x'])
  })

  it('knows where the attributes of an alternate stand, also with references and odd white space', () => {
    const links = [
      '<x:link rel="alternate" hreflang="de" href="https://a.example/?a=1&amp;b=2" />',
      "<x:link\n  href = 'https://a.example/'\n  hreflang='de'   rel='alternate'></x:link>",
    ]
    const document = urlset(`<url>${links.join('')}</url>`, ' xmlns:x="http://www.w3.org/1999/xhtml"')
    const { entries } = read(document)
    entries[0]?.alternates.forEach((link, i) => {
      const at = document.indexOf(links[i] as string)
      expect(link.at).toBe(at)
      expect(link.relAt).toBe(document.indexOf('rel', at))
      expect(link.hreflangAt).toBe(document.indexOf('hreflang', at))
      expect(link.hrefAt).toBe(at + document.slice(at).search(/\bhref\b/))
    })
    expect(entries[0]?.alternates).toHaveLength(2)
  })

  it('takes CDATA for text, and all pieces round references together', () => {
    const document = urlset(
      '<url><loc><![CDATA[https://a.example/a]]></loc></url>' +
        '<url><loc>https://a.example/s?p=1&amp;q=2&#38;r=3<!-- c -->x</loc></url>',
    )
    const told = read(document)
    expect(told.faults).toEqual([])
    expect(locs(told)).toEqual(['https://a.example/a', 'https://a.example/s?p=1&q=2&r=3x'])
    expect(told.locPlaces[0]).toBe(placeOf(document, 'https://a.example/a'))
  })

  it('has no complaint of comments and PIs after the root, a stylesheet, a prefixed root', () => {
    const told = read(
      '<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><!-- & < -->' +
        '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>' +
        '\n<!-- cached & served -->\n<?x & ?>\n',
    )
    expect(told.faults).toEqual([])
    expect(told.entries).toHaveLength(1)
  })

  it('hashes the uncompressed bytes, and counts them', () => {
    const document = Buffer.from(urlset('<url><loc>https://a.example/</loc></url>'))
    const told = read(gzipSync(document))
    expect(told.tail.sha256).toBe(createHash('sha256').update(document).digest('hex'))
    expect(told.tail.bytes).toBe(document.length)
    expect(told.tail.gzipLayers).toBe(1)
  })

  it('stops at the hard limit without calling the document truncated', () => {
    const document = urlset('<url><loc>https://a.example/</loc></url>'.repeat(1000))
    const told = read(document, { maxBytes: 5_000 })
    expect(told.tail.bytes).toBe(5_000)
    expect(told.tail.isComplete).toBe(false)
    expect(told.faults).toEqual([])
    expect(told.entries.length).toBeGreaterThan(100)
  })

  it('says nothing but zero for an empty document', () => {
    const told = read('')
    expect(told.head).toBeNull()
    expect(told.tail).toMatchObject({ kind: 'unknown', bytes: 0, entries: 0, format: null })
  })

  it('tells the shares of bytes by what they hold', () => {
    const link = '<x:link rel="alternate" hreflang="de" href="https://a.example/de"/>'
    const document = urlset(
      `<url><loc>https://a.example/</loc>${link}${link}</url>`,
      ' xmlns:x="http://www.w3.org/1999/xhtml"',
    )
    const { bytesByKind, bytes } = read(document).tail
    expect(bytesByKind.alternates).toBe(2 * link.length)
    expect(bytesByKind.core).toBe(bytes - 2 * link.length)
  })

  it('keeps at most 1 MiB of text of one entry, counts the rest, and stays exact behind it', () => {
    const image = '<i:image><i:loc>https://a.example/i.png</i:loc></i:image>\n'
    const many = 40_000
    const told = readOnce(
      urlset(
        `<url><loc>https://a.example/</loc>${image.repeat(many)}</url>\n<url><loc>\uD83D\uDE00 https://a.example/2</loc><x/></url>`,
        ' xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"',
      ),
    )
    expect(told.tail.extensions.images).toBe(many)
    expect(told.entries[0]?.images.length).toBe(5_000)
    expect(told.faults).toEqual([
      `element-unexpected ${many + 2}:38@${told.tail.bytes - '<x/></url></urlset>'.length}#2`,
    ])
  })
})
