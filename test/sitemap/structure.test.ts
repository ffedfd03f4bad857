import { describe, expect, it } from 'vitest'
import { NS, placeOf, read, urlset } from './read.ts'

const locs = (told: { entries: { loc: { text: string } | null }[] }) => told.entries.map(({ loc }) => loc?.text)
const URL_ENTRY = '<url><loc>https://a.example/</loc></url>'
const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Not what only a validator with the schemas minds. */
const isProtocol = (fault: string) => !fault.startsWith('undeclared')

describe('namespaces', () => {
  it('NS-01: a misspelt namespace stands at its attribute, and the entries are read', () => {
    for (const uri of [
      'https://www.sitemaps.org/schemas/sitemap/0.9',
      '//www.sitemaps.org/schemas/sitemap/0.9',
      'http://www.sitemaps.org/schemas/sitemap/0.9/',
      'http://sitemaps.org/schemas/sitemap/0.9',
      'http://www.example.org/',
    ]) {
      const told = read(`<urlset\n  xmlns="${uri}">${URL_ENTRY}</urlset>`)
      expect(told.faults).toEqual(['namespace-variant 2:3@10'])
      expect(told.details[0]).toMatchObject({ uri })
      expect(told.entries).toHaveLength(1)
      expect(told.head?.namespace).toBe(uri)
    }
    const legacy = read(`<urlset xmlns="http://www.google.com/schemas/sitemap/0.84">${URL_ENTRY}</urlset>`)
    expect(legacy.faults).toEqual(['namespace-legacy 1:9@8'])
    const prefixed = read(
      `<s:urlset xmlns:s="https://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>x</s:loc></s:url></s:urlset>`,
    )
    expect(prefixed.faults).toEqual(['namespace-variant 1:11@10'])
    expect(locs(prefixed)).toEqual(['x'])
  })

  it('NS-05: no namespace at all stands at the root', () => {
    const told = read(`<?xml version="1.0"?>\n<urlset>${URL_ENTRY}</urlset>`)
    expect(told.faults).toEqual(['namespace-missing 2:1@22'])
    expect(told.head?.namespace).toBeNull()
    expect(told.entries).toHaveLength(1)
  })

  it('NS-03, NS-07: an extension prefix with another namespace is told with what it hides', () => {
    for (const uri of ['https://www.w3.org/1999/xhtml', 'http://www.w3.org/1999/xlink']) {
      const link = '<xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/>'
      const document = urlset(`<url><loc>https://a.example/</loc>${link}${link}</url>`, ` xmlns:xhtml="${uri}"`)
      const told = read(document)
      expect(told.faults).toEqual([`namespace-extension ${placeOf(document, 'xmlns:xhtml')}`])
      expect(told.details[0]).toMatchObject({
        prefix: 'xhtml',
        uri,
        expected: 'http://www.w3.org/1999/xhtml',
        elements: 2,
      })
      expect(told.entries[0]?.alternates).toEqual([])
      expect(told.tail.extensions.alternates).toBe(2)
    }
    expect(read(urlset(URL_ENTRY, ' xmlns:image="http://x.example/"')).faults).toEqual([])
    const below =
      '<url><loc>x</loc><image:image xmlns:image="http://x.example/"><image:loc>y</image:loc></image:image></url>'
    expect(read(urlset(below)).faults).toEqual([`namespace-extension ${placeOf(urlset(below), 'xmlns:image')}`])
  })

  it('NS-09: a link without prefix is in the wrong namespace', () => {
    const document = urlset(
      '<url><loc>https://a.example/</loc><link rel="alternate" hreflang="de" href="https://a.example/de"/></url>',
    )
    const told = read(document)
    expect(told.faults).toEqual([`element-misplaced ${placeOf(document, '<link')}#1`])
    expect(told.details[0]).toMatchObject({ name: 'link', parent: 'url' })
  })

  it('NS-11: the root is found wherever it starts', () => {
    const told = read(
      `<?xml version="1.0"?><!-- ${'x'.repeat(9000)} --><?p ${'y'.repeat(70_000)}?>\n${urlset(URL_ENTRY)}`,
      { units: 100_000 },
    )
    expect(told.faults).toEqual([])
    expect(told.tail.kind).toBe('urlset')
    expect(told.head?.rootAt?.line).toBe(2)
  })

  it('a retired extension is told once', () => {
    const document = urlset(
      '<url><loc>x</loc><m:mobile/></url><url><loc>y</loc><m:mobile/></url>',
      ' xmlns:m="http://www.google.com/schemas/sitemap-mobile/1.0"',
    )
    expect(read(document).faults).toEqual([`extension-retired ${placeOf(document, '<m:mobile')}#1`])
  })

  it('an unknown root is read no further; its case counts', () => {
    const told = read(`<URLSET ${NS}>${URL_ENTRY}</URLSET>`)
    expect(told.faults).toEqual(['root-unknown 1:1@0'])
    expect(told.details[0]).toMatchObject({ name: 'URLSET', uri: SITEMAP })
    expect(told.tail).toMatchObject({ kind: 'unknown', entries: 0 })
  })

  it('a news sitemap is known by its declaration', () => {
    expect(read(urlset('', ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"')).head?.isNews).toBe(true)
    expect(read(urlset('')).head?.isNews).toBe(false)
  })
})

describe('elements', () => {
  it('XM-13: a second loc is kept apart', () => {
    const document = `<sitemapindex ${NS}><sitemap><loc>https://a.example/1.xml</loc><loc>https://a.example/2.xml</loc></sitemap></sitemapindex>`
    const told = read(document)
    expect(told.faults).toEqual([`element-repeated ${placeOf(document, '<loc>', 0, 2)}#1`])
    expect(told.entries[0]?.loc?.text).toBe('https://a.example/1.xml')
    expect(told.entries[0]?.extraLocs.map(({ text }) => text)).toEqual(['https://a.example/2.xml'])
  })

  it('XM-15: a root in a root is misplaced, and its entries are read', () => {
    const document =
      '<urlset><urlset><url><loc>https://a.example/a</loc><lastmod>2025-02-03 07:15:00 PM</lastmod></url></urlset></urlset>'
    const told = read(document)
    expect(told.faults).toEqual(['namespace-missing 1:1@0', 'element-misplaced 1:9@8'])
    expect(told.entries[0]?.lastmod?.text).toBe('2025-02-03 07:15:00 PM')
  })

  it('XM-17: an element that does not exist', () => {
    const document = urlset('<script/>')
    const told = read(document)
    expect(told.faults).toEqual([`element-unexpected ${placeOf(document, '<script')}`])
    expect(told.details[0]).toMatchObject({ name: 'script', parent: 'urlset' })
  })

  it('XM-19: an empty news sitemap is well-formed', () => {
    expect(read(urlset('', ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"')).faults).toEqual([])
  })

  it('IX-07: a url in an index is misplaced, and no child', () => {
    const document = `<sitemapindex ${NS}><url><loc>https://a.example/</loc></url><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`
    const told = read(document)
    expect(told.faults).toEqual([`element-misplaced ${placeOf(document, '<url>')}`])
    expect(told.details[0]).toMatchObject({ name: 'url', parent: 'sitemapindex', belongs: 'urlset' })
    expect(locs(told)).toEqual(['https://a.example/1.xml'])
    expect(told.entries[0]?.number).toBe(1)
  })

  it('sitemap in urlset, loc outside url, changefreq in an index', () => {
    expect(read(urlset('<sitemap><loc>x</loc></sitemap>')).faults).toEqual([
      `element-misplaced ${placeOf(urlset('<sitemap>'), '<sitemap>')}`,
    ])
    expect(read(urlset('<loc>x</loc>')).details).toMatchObject([{ code: 'element-misplaced', belongs: 'url' }])
    const index = `<sitemapindex ${NS}><sitemap><loc>x</loc><changefreq>daily</changefreq></sitemap></sitemapindex>`
    expect(read(index).details).toMatchObject([
      { code: 'element-misplaced', name: 'changefreq', belongs: 'url', entry: 1 },
    ])
  })

  it('IM-03: an image outside url is misplaced; before the first url any other namespace may stand', () => {
    const image = '<i:image><i:loc>https://a.example/i.png</i:loc></i:image>'
    const declared = ' xmlns:i="http://www.google.com/schemas/sitemap-image/1.1" xmlns:x="http://x.example/"'
    const document = urlset(`${URL_ENTRY}${image}`, declared)
    expect(read(document).faults).toEqual([`element-misplaced ${placeOf(document, '<i:image>')}`])
    expect(
      read(urlset(`<x:a><x:b/></x:a>${URL_ENTRY.replace('</url>', '<x:a>text</x:a></url>')}`, declared)).faults.filter(
        isProtocol,
      ),
    ).toEqual([])
  })

  it('a url inside a url is misplaced, and both are read', () => {
    const document = urlset(`<url><loc>https://a.example/1</loc>${URL_ENTRY}</url>${URL_ENTRY}`)
    const told = read(document)
    expect(told.faults).toEqual([`element-misplaced ${placeOf(document, '<url>', 0, 2)}`])
    expect(told.entries.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('order is told once an entry, at the late element', () => {
    const document = urlset(
      '<url><priority>1</priority><loc>x</loc><lastmod>y</lastmod></url>' +
        '<url><loc>x</loc><i:image/><lastmod>y</lastmod></url><url><loc>x</loc><priority>1</priority><i:image/></url>',
      ' xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"',
    )
    const told = read(document)
    expect(told.faults).toEqual([
      `element-order ${placeOf(document, '<loc>')}#1`,
      `element-order ${placeOf(document, '<lastmod>', 0, 2)}#2`,
    ])
    expect(told.details[1]).toMatchObject({ name: 'lastmod', after: 'i:image' })
  })

  it('attributes that no schema declares', () => {
    const document = `<urlset ${NS} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" xml:lang="de" version="1">
<url id="3"><loc type="a">x</loc></url></urlset>`
    expect(read(document).faults.filter(isProtocol)).toEqual([
      `attribute-unexpected ${placeOf(document, 'version')}`,
      `attribute-unexpected ${placeOf(document, 'id=')}#1`,
      `attribute-unexpected ${placeOf(document, 'type')}#1`,
    ])
  })

  it('text where only elements belong, at its first character', () => {
    const document = urlset('\n  hello world\n<url>\n there<loc>x</loc><![CDATA[ cdata]]></url>&amp;')
    const told = read(document)
    expect(told.faults).toEqual([
      `text-stray ${placeOf(document, 'hello')}`,
      `text-stray ${placeOf(document, 'there')}#1`,
      `text-stray ${placeOf(document, 'cdata')}#1`,
      `text-stray ${placeOf(document, '&amp;')}`,
    ])
    expect(told.details[0]).toMatchObject({ text: 'hello world', parent: 'urlset' })
  })

  it('an element inside a value is unexpected, and the value is not judged', () => {
    const document = urlset('<url><loc><b>https://a.example/</b></loc></url>')
    const told = read(document)
    expect(told.faults).toEqual([`element-unexpected ${placeOf(document, '<b>')}#1`])
    expect(told.entries[0]?.loc).toMatchObject({ isDamaged: true })
  })

  it('values have the place of their first character, or of their element', () => {
    const document = urlset('<url><loc> \r\n\t<!-- c --> <![CDATA[ x]]></loc><lastmod> </lastmod><priority/></url>')
    const told = read(document)
    const entry = told.entries[0]
    expect(entry?.loc).toMatchObject({ text: 'x', at: document.indexOf('x]]') })
    expect(entry?.lastmod).toMatchObject({ text: '', at: document.indexOf('<lastmod>') })
    expect(entry?.priority).toMatchObject({ text: '', at: document.indexOf('<priority/>') })
  })

  it('lines end with LF, CRLF or CR alike', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const document = urlset(['', '<url>', '<loc>', ' x', '</loc>', '<a/>', ''].join(end)).replace(
        '</urlset>',
        '</url></urlset>',
      )
      const told = read(document)
      expect(told.faults).toEqual([`element-unexpected ${placeOf(document, '<a/>')}#1`])
      expect(told.locPlaces).toEqual([placeOf(document, 'x', 0, 2)])
    }
  })
})
