import { describe, expect, it } from 'vitest'
import { NS, placeOf, read, readOnce, urlset } from './read.ts'

const locs = (told: { entries: { loc: { text: string } | null }[] }) => told.entries.map(({ loc }) => loc?.text)
const GOOD = '<url><loc>https://a.example/good</loc></url>'
const IMAGE = ' xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"'

describe('XML that is not well-formed', () => {
  it('XM-01: white space before the declaration stands at the start, and reading goes on', () => {
    const told = read(`\n\n<?xml version="1.0" encoding="UTF-8"?><sitemapindex ${NS}></sitemapindex>`)
    expect(told.faults).toEqual(['leading-content 1:1@0'])
    expect(told.details[0]).toMatchObject({
      what: 'white-space',
      length: 2,
      declaration: { line: 3, column: 1, offset: 2 },
    })
    expect(told.tail.kind).toBe('sitemapindex')
  })

  it('XM-01: text before the declaration, or before a root without one', () => {
    const told = read(`Warning: x in y.php\n<?xml version="1.0"?>${urlset(GOOD)}`)
    expect(told.faults).toEqual(['leading-content 1:1@0'])
    expect(told.details[0]).toMatchObject({ what: 'text', text: 'Warning: x in y.php' })
    expect(told.entries).toHaveLength(1)
    expect(read(`Notice\n${urlset(GOOD)}`).faults).toEqual(['leading-content 1:1@0'])
    expect(read(`<!-- x --><?xml version="1.0"?>${urlset(GOOD)}`).faults).toEqual(['leading-content 1:1@0'])
    expect(read(` \n\t${urlset(GOOD)}`).faults).toEqual([])
  })

  it('XM-03: PHP that never ends stands at its start', () => {
    const document = `<urlset ${NS}><?php echo 1; <url><loc>https://a.example/</loc></url></urlset>`
    const told = read(document)
    expect(told.faults).toEqual([`truncated ${placeOf(document, '<?php')}`])
    expect(told.details[0]).toMatchObject({
      inside: 'pi',
      looksLikePhp: true,
      entries: 0,
      open: [{ name: 'urlset', line: 1 }],
    })
    const short = `<urlset ${NS}>${GOOD}<?= $x`
    expect(read(short).faults).toEqual([`truncated ${placeOf(short, '<?=')}`])
    const ended = `<urlset ${NS}><?= $x ?>${GOOD}</urlset>`
    expect(read(ended).faults).toEqual([`malformed ${placeOf(ended, '<?=')}`])
  })

  it.each([
    ['comment', '<!-- & ', '<!--'],
    ['cdata', '<![CDATA[ & <a>', '<![CDATA['],
    ['pi', '<?x & ', '<?x'],
  ])('an unclosed %s stands at its start', (inside, end, needle) => {
    const document = `<urlset ${NS}>\n${GOOD}\n${end}`
    const told = read(document)
    expect(told.faults).toEqual([`truncated ${placeOf(document, needle)}`])
    expect(told.details[0]).toMatchObject({ inside, entries: 1 })
    expect(told.tail.isComplete).toBe(false)
  })

  it('a cut document stands at its end, with what is open', () => {
    const document = `<urlset ${NS}>\n${GOOD}\n<url>\n<loc>https://a.exam`
    const told = read(document)
    expect(told.faults).toEqual([`truncated ${placeOf(document, 'exam', 4, 2)}#2`])
    expect(told.details[0]).toMatchObject({
      inside: 'element',
      entries: 1,
      open: [
        { name: 'urlset', line: 1 },
        { name: 'url', line: 3 },
        { name: 'loc', line: 4 },
      ],
    })
    expect(told.tail.entries).toBe(1)
    expect(read(`<urlset ${NS}>${GOOD}<url><lo`).details[0]).toMatchObject({ inside: 'tag' })
    expect(read('<?xml version="1.0"?>\n').details[0]).toMatchObject({ inside: 'prolog' })
  })

  it('XM-05: a bare & stands at that &, and nothing behind it is lost', () => {
    const document = urlset(
      `<url><loc>https://a.example/1</loc><i:image><i:loc>https://a.example/i?w=1&h=2</i:loc></i:image></url>
       <url><loc>https://a.example/?a&b&amp;c & d</loc></url>${GOOD}`,
      IMAGE,
    )
    const told = read(document)
    expect(told.faults).toEqual([
      `ampersand-unescaped ${placeOf(document, '&h=2')}#1`,
      `ampersand-unescaped ${placeOf(document, '&b')}#2`,
      `ampersand-unescaped ${placeOf(document, '& d')}#2`,
    ])
    expect(told.details[0]).toMatchObject({ context: 'text', element: 'i:loc', text: '&h=2' })
    expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/?a&b&c & d', 'https://a.example/good'])
    expect(told.entries[0]?.images[0]?.children[0]?.value.text).toBe('https://a.example/i?w=1&h=2')
  })

  it('a bare & in an attribute', () => {
    const document = urlset(
      '<url><x:link href="https://a.example/?a=1&b=2" rel="a&"/></url>',
      ' xmlns:x="http://www.w3.org/1999/xhtml"',
    )
    const told = read(document)
    expect(told.faults).toEqual([
      `ampersand-unescaped ${placeOf(document, '&b')}#1`,
      `ampersand-unescaped ${placeOf(document, '&"')}#1`,
    ])
    expect(told.details[0]).toMatchObject({ context: 'attribute', element: 'x:link' })
    expect(told.entries[0]?.alternates[0]).toMatchObject({ href: 'https://a.example/?a=1&b=2', rel: 'a&' })
  })

  it('a bare & at the very end, and before a tag', () => {
    const document = urlset('<url><loc>https://a.example/?a&</loc></url>')
    expect(read(document).faults).toEqual([`ampersand-unescaped ${placeOf(document, '&<')}#1`])
    expect(read(`<urlset ${NS}>&`).faults[0]).toMatch(/^ampersand-unescaped/)
  })

  it('XM-07: an entity that XML does not define damages its value', () => {
    const document = urlset(`<url><loc>https://a.example/sku&deg;7&eacute;</loc></url>${GOOD}`)
    const told = read(document)
    expect(told.faults).toEqual([
      `entity-undefined ${placeOf(document, '&deg;')}#1`,
      `entity-undefined ${placeOf(document, '&eacute;')}#1`,
    ])
    expect(told.details[0]).toMatchObject({ entity: 'deg' })
    expect(told.entries[0]?.loc?.isDamaged).toBe(true)
    expect(told.entries[1]?.loc?.isDamaged).toBe(false)
  })

  it('EN-09: halves of surrogates are two faults, each at its &', () => {
    const document = urlset(
      `<url><loc>https://a.example/</loc><i:image><i:title>&#55357;&#56832;</i:title></i:image></url>${GOOD}`,
      IMAGE,
    )
    const told = read(document)
    expect(told.faults).toEqual([
      `character-illegal ${placeOf(document, '&#55357;')}#1`,
      `character-illegal ${placeOf(document, '&#56832;')}#1`,
    ])
    expect(told.details[0]).toMatchObject({ shown: '&#55357;', isReference: true })
    expect(told.entries).toHaveLength(2)
    for (const bad of ['&#0;', '&#xFFFE;', '&#x110000;', '&#99999999999;', '&#X41;', '&#;', '&#x;']) {
      expect(read(urlset(`<url><loc>https://a.example/${bad}</loc></url>`)).faults).toHaveLength(1)
    }
  })

  it('control characters and non-characters stand where they are', () => {
    const document = urlset(`<url><loc>https://a.example/\u0001\uFFFE</loc></url>\u0008${GOOD}`)
    const told = read(document)
    expect(told.faults).toEqual([
      `character-illegal ${placeOf(document, '\u0001')}#1`,
      `character-illegal ${placeOf(document, '\uFFFE')}#1`,
      `character-illegal ${placeOf(document, '\u0008')}`,
    ])
    expect(told.details[0]).toMatchObject({ shown: 'U+0001', isReference: false })
    expect(told.entries[0]?.loc?.isDamaged).toBe(true)
  })

  it('a close tag without its open tag is ignored, an open one that an outer close tag ends is closed', () => {
    const stray = urlset(`<url><loc>https://a.example/1</b></loc></url></image>${GOOD}`)
    const told = read(stray)
    expect(told.faults).toEqual([
      `tag-mismatched ${placeOf(stray, '</b>')}#1`,
      `tag-mismatched ${placeOf(stray, '</image>')}`,
    ])
    expect(told.details[0]).toMatchObject({ close: 'b', open: 'loc' })
    expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/good'])

    const open = urlset(`<url>\n<loc>https://a.example/1</url>${GOOD}`)
    const second = read(open)
    expect(second.faults).toEqual([`tag-mismatched ${placeOf(open, '</url>')}#1`])
    expect(second.details[0]).toMatchObject({ close: 'url', open: 'loc', openAt: { line: 2, column: 1 } })
    expect(locs(second)).toEqual(['https://a.example/1', 'https://a.example/good'])
  })

  it('a misspelt close tag is one fault', () => {
    for (const close of ['Loc', 'lco', 'locc', 'x:loc', 'lo']) {
      const told = read(urlset(`<url><loc>https://a.example/1</${close}></url>${GOOD}`))
      expect(told.faults).toHaveLength(1)
      expect(told.details[0]).toMatchObject({ code: 'tag-mismatched', close, open: 'loc' })
      expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/good'])
      expect(told.tail.isRootClosed).toBe(true)
    }
  })

  it('a url that is never closed is told once, and both entries are kept', () => {
    const document = urlset(`<url><loc>https://a.example/1</loc>\n${GOOD}`)
    const told = read(document)
    expect(told.faults).toEqual([`tag-mismatched ${placeOf(document, '</urlset>')}`])
    expect(told.details[0]).toMatchObject({ close: 'urlset', open: 'url', openAt: { line: 1 } })
    expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/good'])
  })

  it('a generator that never closes an entry is told once, and no entry is lost', () => {
    const told = read(urlset('<url><loc>https://a.example/1</loc>\n'.repeat(600)))
    expect(told.details).toMatchObject([{ code: 'tag-mismatched', close: 'urlset', open: 'url' }])
    expect(told.tail).toMatchObject({ entries: 600, isRootClosed: true })
  })

  it.each([
    ['an attribute without quotes', '<url a=1>', 'a=1'],
    ['an attribute without value', '<url a>', 'a>'],
    ['an attribute with <', '<url a="<b">', '<b'],
    ['no white space between attributes', '<url a="1"b="2">', 'b="2"'],
    ['an element declaration', '<!ELEMENT a><url>', '<!ELEM'],
    ['-- in a comment', '<!-- a -- b --><url>', '-- b'],
  ])('%s is malformed once', (_, url, needle) => {
    const document = urlset(`\n${url}<loc>https://a.example/1</loc></url>${GOOD}`)
    const told = read(document)
    const faults = told.faults.filter((fault) => !fault.startsWith('attribute-unexpected'))
    expect(faults).toEqual([`malformed ${placeOf(document, needle)}`])
    expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/good'])
  })

  it('reads on behind a tag that lacks its >', () => {
    for (const url of ['<url a="1" <loc>', '<url a="><loc>', '<url <loc>']) {
      const told = read(urlset(`${url}https://a.example/1</loc></url>${GOOD}`))
      const faults = told.faults.filter((fault) => !fault.startsWith('attribute-unexpected'))
      expect(faults).toHaveLength(1)
      expect(locs(told)).toEqual(['https://a.example/1', 'https://a.example/good'])
    }
    const close = read(urlset(`<url><loc>https://a.example/1</loc</url>${GOOD}`))
    expect(close.faults).toHaveLength(1)
    expect(locs(close)).toEqual(['https://a.example/1', 'https://a.example/good'])
  })

  it('a < in text', () => {
    const document = urlset(`<url><loc>https://a.example/1 < 2</loc></url>${GOOD}`)
    const told = read(document)
    expect(told.faults).toEqual([`malformed ${placeOf(document, '< 2')}#1`])
    expect(told.entries).toHaveLength(2)
  })

  it('the same attribute twice stands at the second', () => {
    const document = urlset('<url><x:link rel="a" rel="b"/></url>', ' xmlns:x="http://www.w3.org/1999/xhtml"')
    const told = read(document)
    expect(told.faults).toEqual([`attribute-duplicate ${placeOf(document, 'rel="b"')}#1`])
    expect(told.details[0]).toMatchObject({ name: 'rel' })
  })

  it('a prefix that nobody declared is told once, at its first use', () => {
    const document = urlset(
      '<url><loc>https://a.example/</loc><image:image><image:loc>x</image:loc></image:image><image:image/></url>',
    )
    const told = read(document)
    expect(told.faults).toEqual([`prefix-unbound ${placeOf(document, '<image:image>')}#1`])
    expect(told.tail.extensions.images).toBe(2)
    expect(told.entries[0]?.images).toEqual([])
    const attribute = urlset('<url><loc x:y="1">https://a.example/</loc></url>')
    expect(read(attribute).faults[0]).toBe(`prefix-unbound ${placeOf(attribute, 'x:y')}#1`)
  })

  it('DO-01: a DOCTYPE stands at its <, and nothing in it is expanded', () => {
    const document = `<?xml version="1.0"?>
<!DOCTYPE u [<!ENTITY a "xx"><!ENTITY b "&a;&a;&a;">]>
${urlset(`<url><loc>https://a.example/&b;</loc></url>${GOOD}`)}`
    const told = read(document)
    expect(told.faults).toEqual([`doctype ${placeOf(document, '<!DOCTYPE')}`])
    expect(told.entries[0]?.loc).toMatchObject({ isDamaged: true })
    expect(told.entries).toHaveLength(2)
  })

  it('DV-05: XML 1.1, where U+0085 ends a line', () => {
    const content = `<!--\u0085--><url><loc>https://a.example/</loc><x/></url>`
    const told = read(`<?xml version="1.1"?>${urlset(content)}`)
    expect(told.faults[0]).toBe('xml-version 1:7@6')
    expect(told.faults[1]).toMatch(/^element-unexpected 2:38@/)
    expect(read(urlset(content)).faults[0]).toMatch(/^element-unexpected 1:/)
  })

  it('a second root, text after the root, a declaration in the middle: once each', () => {
    const root = urlset(GOOD)
    expect(read(`${root}\n${root}${root}`).faults).toEqual([`malformed 2:1@${root.length + 1}`])
    expect(read(`${root}\n<?xml version="1.0"?>${root}`).faults).toEqual([`malformed 2:1@${root.length + 1}`])
    expect(read(`${root}\n hello <!-- x --> again`).faults).toEqual([`malformed 2:2@${root.length + 2}`])
    expect(read(`${root}${root}`).entries).toHaveLength(2)
    expect(read(`${root}<![CDATA[x]]>`).faults).toEqual([`malformed 1:${root.length + 10}@${root.length + 9}`])
  })

  it('elements nested without end are given up, not followed', () => {
    const told = read(`<urlset ${NS}>${'<a>'.repeat(1000)}`)
    expect(told.faults.filter((fault) => fault.startsWith('malformed'))).toHaveLength(1)
    expect(told.tail.isComplete).toBe(false)
  })

  it('a token of any length is not held', () => {
    const long = 'x'.repeat(300_000)
    const told = readOnce(urlset(`<!--${long}--><?p ${long}?><url a="${long}"><loc>${long}</loc></url>${GOOD}`), {
      units: 5_000,
      bytes: 70_000,
    })
    expect(told.faults).toHaveLength(1)
    expect(told.entries[0]?.loc?.text.length).toBe(16_384)
    expect(told.entries[0]?.loc?.isDamaged).toBe(true)
    expect(told.entries).toHaveLength(2)
  })
})
