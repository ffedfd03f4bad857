import { describe, expect, it } from 'vitest'
import type { HeaderLines } from '#src/model/exchange.ts'
import type { PageFacts } from '#src/model/page.ts'
import { isIndexable, readPage } from '#src/page/read-page.ts'

const URL_A = 'https://example.com/a'
const NOW_MS = Date.UTC(2026, 9, 1, 12)
const HTML: HeaderLines = [['content-type', 'text/html; charset=utf-8']]

interface Words {
  url?: string
  headers?: HeaderLines
  isCut?: boolean
}

function read(body: string | Uint8Array, { url = URL_A, headers = [], isCut = false }: Words = {}): PageFacts {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const hasType = headers.some(([name]) => name === 'content-type')
  return readPage({ bytes, isCut, url, headers: hasType ? headers : [...HTML, ...headers], nowMs: NOW_MS })
}

const head = (inner: string): string =>
  `<!doctype html><html><head><title>x</title>${inner}</head><body><p>text</body></html>`
const resolvedOf = (facts: PageFacts): (string | null)[] => facts.canonicals.map(({ resolved }) => resolved)
const header = (...lines: [string, string][]): Words => ({ headers: lines })

describe('Canonicals', () => {
  it('CA-01: are resolved against the base element', () => {
    const facts = read(head('<base href="https://example.com/x/"><link rel="canonical" href="p.html">'))
    expect(facts.canonicals).toMatchObject([
      { href: 'p.html', resolved: 'https://example.com/x/p.html', isRelative: true, fault: null },
    ])
  })

  it('are resolved against a base that stands behind them, and not against one in a template or in SVG', () => {
    expect(resolvedOf(read(head('<link rel=canonical href=p><base href="/x/"><base href="/y/">')))).toEqual([
      'https://example.com/x/p',
    ])
    const hidden = '<template><base href="/t/"></template><svg><base href="/s/"/></svg>'
    expect(resolvedOf(read(`<head><link rel=canonical href=p></head><body>${hidden}</body>`))).toEqual([
      'https://example.com/p',
    ])
  })

  it('CA-03: are picked from a Link header by their relation', () => {
    const value =
      '<https://example.com/i>; rel="icon", <https://example.com/a>; rel="canonical", <https://example.com/f>; rel="alternate"'
    expect(read(head(''), header(['link', value])).canonicals).toMatchObject([
      { source: 'header', href: URL_A, resolved: URL_A, line: null },
    ])
  })

  it.each<[string, string[], (string | null)[]]>([
    ['a comma in the URL', ['<https://example.com/a,b>; rel=canonical'], ['https://example.com/a,b']],
    ['a relation among others', ['</b>; rel="prev canonical"'], ['https://example.com/b']],
    ['upper case and blanks', ['  <b>  ;  REL = CANONICAL'], ['https://example.com/b']],
    ['repeated lines', ['</i>; rel=icon', '</b>; rel=canonical'], ['https://example.com/b']],
    [
      'a quoted comma and semicolon',
      ['</i>; rel=icon; title="x, <y>; rel=canonical", </b>; rel=canonical'],
      ['https://example.com/b'],
    ],
    ['a second rel, which does not count', ['</b>; rel=icon; rel=canonical'], []],
    ['an anchor elsewhere, which is not about this page', ['</b>; rel=canonical; anchor="/other"'], []],
    ['an anchor here', ['</b>; rel=canonical; anchor="/a"'], ['https://example.com/b']],
    ['raw UTF-8 bytes', ['</caf\u00c3\u00a9>; rel=canonical'], ['https://example.com/caf%C3%A9']],
    ['Latin-1 bytes', ['</caf\u00e9>; rel=canonical'], ['https://example.com/caf%C3%A9']],
    ['an unclosed bracket', ['</b; rel=canonical'], []],
    ['an unclosed quote', ['</b>; rel="canonical'], ['https://example.com/b']],
    ['nothing', ['', ',;,'], []],
  ])('in a Link header with %s', (_, values, expected) => {
    expect(resolvedOf(read(head(''), { headers: values.map((value) => ['link', value]) }))).toEqual(expected)
  })

  it('CA-05: in header and head are both kept, in this order', () => {
    const facts = read(head(`<link rel=canonical href="${URL_A}">`), header(['link', `<${URL_A}>; rel=canonical`]))
    expect(facts.canonicals.map(({ source, resolved }) => [source, resolved])).toEqual([
      ['header', URL_A],
      ['head', URL_A],
    ])
  })

  it('CA-07: are all told when there are several', () => {
    expect(resolvedOf(read(head('<link rel=canonical href=/a><link rel=canonical href=/b>')))).toEqual([
      URL_A,
      'https://example.com/b',
    ])
  })

  it.each([
    ['<div></div>', 'div'],
    ['<img src=p>', 'img'],
    ['stray text', 'text'],
    ['<p>', 'p'],
    ['<svg></svg>', 'svg'],
    ['<iframe src=x></iframe>', 'iframe'],
    ['</head><body>', 'body'],
    ['</head><div>', '/head'],
  ])('CA-08: behind %s stand outside the head, which %s ended', (ender, endedBy) => {
    const facts = read(
      `<html><head><title>x</title>${ender}<link rel="canonical" href="/a"></head><body></body></html>`,
    )
    expect(facts.canonicals).toEqual([])
    expect(facts.canonicalsOutsideHead).toMatchObject([{ endedBy, resolved: URL_A }])
  })

  it('stand in the head where the parser puts them, tags or no tags', () => {
    expect(resolvedOf(read('<title>x</title><link rel=canonical href=/a><p>'))).toEqual([URL_A])
    expect(resolvedOf(read('<head></head><link rel=canonical href=/a><body>'))).toEqual([URL_A])
    expect(resolvedOf(read(head('<noscript><img src=p></noscript><link rel=canonical href=/a>')))).toEqual([URL_A])
  })

  it('CA-09: that noscript puts outside the head without scripts are told to depend on scripts', () => {
    const depends = (inner: string) => read(head(inner)).headDependsOnScripts
    expect(depends('<noscript><img src=p></noscript><link rel=canonical href=/a>')).toBe(true)
    expect(depends('<noscript><style>p{}</style></noscript><link rel=canonical href=/a>')).toBe(false)
    expect(depends('<link rel=canonical href=/a><noscript><img src=p></noscript>')).toBe(false)
    expect(depends('<noscript><img src=p></noscript>')).toBe(false)
  })

  it('CA-15: and others keep their host for the rules to judge', () => {
    expect(resolvedOf(read(head('<link rel=canonical href="https://undefined/p">')))).toEqual(['https://undefined/p'])
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['#top', 'fragment'],
    ['https:// example.com', 'unparsable'],
    ['https:///p', 'unparsable'],
    ['http://', 'unparsable'],
    ['mailto:a@example.com', 'scheme'],
    ['javascript:void(0)', 'scheme'],
  ])('%j is no canonical: %s', (href, fault) => {
    expect(read(head(`<link rel=canonical href="${href}">`)).canonicals).toMatchObject([{ fault, resolved: null }])
  })

  it('without href is empty', () => {
    expect(read(head('<link rel=canonical>')).canonicals).toMatchObject([{ fault: 'empty' }])
  })

  it('name the attributes that make them void', () => {
    const facts = read(head('<link rel=canonical href=/a hreflang=de type="text/html"><link rel=canonical href=/a>'))
    expect(facts.canonicals.map(({ ignoredBy }) => ignoredBy)).toEqual([['hreflang', 'type'], []])
    const inHeader = read(head(''), header(['link', '</a>; rel=canonical; media=print']))
    expect(inHeader.canonicals[0]?.ignoredBy).toEqual(['media'])
  })

  it('are found by the token of rel, in any case, and with entities resolved', () => {
    expect(resolvedOf(read(head('<LINK REL="Shortlink CANONICAL" HREF="/a?x=1&amp;y=2">')))).toEqual([
      'https://example.com/a?x=1&y=2',
    ])
    expect(resolvedOf(read(head('<link rel="canonicals" href=/b><link rel="not-canonical" href=/c>')))).toEqual([])
  })

  it('have line and column, in code points, at their <', () => {
    const facts = read('<title>x</title>\r\n<meta name="a" content="\u{1F600}b"><link rel=canonical href=/a>\r\n')
    expect(facts.canonicals[0]).toMatchObject({ line: 2, column: 29 })
    expect(facts.canonicals[0]?.snippet).toBe('<meta name="a" content="\u{1F600}b"><link rel=canonical href=/a>')
  })

  it('are not believed in comments, templates, script text and SVG', () => {
    const link = '<link rel=canonical href=/b>'
    const facts = read(
      `<head><!-- ${link} --><template>${link}</template><script>var a = '${link}'</script><style>${link}</style><title>${link}</title></head><body><svg>${link}</svg><math>${link}</math><textarea>${link}</textarea>`,
    )
    expect([...facts.canonicals, ...facts.canonicalsOutsideHead]).toEqual([])
  })

  it('of what is no HTML come from headers alone', () => {
    const pdf: HeaderLines = [
      ['content-type', 'application/pdf'],
      ['link', '</b>; rel=canonical'],
      ['x-robots-tag', 'noindex'],
    ]
    const facts = read(head('<link rel=canonical href=/c>'), { headers: pdf })
    expect(facts).toMatchObject({ isHtml: false, isHeadComplete: true, title: null })
    expect(resolvedOf(facts)).toEqual(['https://example.com/b'])
    expect(isIndexable(facts, 200)).toBe(false)
  })
})

describe('A page that was cut', () => {
  it('before its head ended has an incomplete head, and is not judged to be indexable', () => {
    const facts = read('<html><head><title>x</title><link rel=stylesheet href=s>', { isCut: true })
    expect(facts.isHeadComplete).toBe(false)
    expect(isIndexable(facts, 200)).toBeNull()
  })

  it('behind its head is judged', () => {
    const facts = read('<html><head><title>x</title></head><body><p>te', { isCut: true })
    expect(facts.isHeadComplete).toBe(true)
    expect(isIndexable(facts, 200)).toBe(true)
  })

  it('is judged by the noindex that was seen, wherever the cut is', () => {
    expect(isIndexable(read('<head><meta name=robots content=noindex>', { isCut: true }), 200)).toBe(false)
  })

  it('is told from a page that ends without a body', () => {
    expect(read('<head><title>x</title>').isHeadComplete).toBe(true)
  })
})

describe('noindex', () => {
  const forAll = (facts: PageFacts) => facts.noindex.filter(({ agent }) => agent === '*').map(({ value }) => value)

  it('NI-01: is found in any case', () => {
    expect(forAll(read('<META NAME="ROBOTS" CONTENT="NOINDEX">'))).toEqual(['NOINDEX'])
  })

  it('NI-03: in a comment is not believed', () => {
    const facts = read('<!-- <meta name="robots" content="noindex"> --><meta name="robots" content="index">')
    expect(isIndexable(facts, 200)).toBe(true)
  })

  it.each([
    ['unavailable_after: 25 Jun 2030 15:00:00 GMT', false, '2030-06-25T15:00:00.000Z'],
    ['unavailable_after: 25-Jun-2010 15:00:00 PST', true, '2010-06-25T23:00:00.000Z'],
    ['unavailable_after: Wed, 25 Jun 2025 15:00:00 +0200', true, '2025-06-25T13:00:00.000Z'],
    ['unavailable_after: Saturday, 25-Jun-05 15:00:00 GMT', true, '2005-06-25T15:00:00.000Z'],
    ['unavailable_after: 2025-06-25T15:00:00+02:00', true, '2025-06-25T13:00:00.000Z'],
    ['unavailable_after: 2030-06-25', false, '2030-06-25T00:00:00.000Z'],
    ['unavailable_after: 2026-10-01', false, '2026-10-01T00:00:00.000Z'],
    ['UNAVAILABLE_AFTER: 25 Jun 2025 15:00 CET', true, '2025-06-25T15:00:00.000Z'],
    ['max-snippet:20, unavailable_after: 25 Jun 2030 15:00:00 GMT', false, '2030-06-25T15:00:00.000Z'],
  ])('NI-05: "%s" has passed: %s', (value, isPast, date) => {
    for (const facts of [
      read(head(''), header(['x-robots-tag', value])),
      read(head(`<meta name=robots content="${value}">`)),
    ]) {
      expect(facts.expiries).toMatchObject([{ agent: '*', isPast, epochMs: Date.parse(date) }])
      expect(isIndexable(facts, 200)).toBe(!isPast)
      expect(facts.noindex.length).toBe(isPast ? 1 : 0)
    }
  })

  it('NI-06: in a header holds for the crawler that is named before it', () => {
    const value = 'examplebot: noindex, noarchive, otherbot: nosnippet'
    const facts = read(head(''), header(['x-robots-tag', value]))
    expect(facts.noindex).toEqual([{ source: 'header', agent: 'examplebot', value: 'noindex' }])
    expect(facts.robots.map(({ agent, rules }) => [agent, rules])).toEqual([
      ['examplebot', ['noindex', 'noarchive']],
      ['otherbot', ['nosnippet']],
    ])
    expect(isIndexable(facts, 200)).toBe(true)
  })

  it('NI-06: of one header line is not taken for the crawler of the line before', () => {
    const facts = read(head(''), header(['x-robots-tag', 'otherbot: nosnippet'], ['x-robots-tag', 'noindex']))
    expect(forAll(facts)).toEqual(['noindex'])
  })

  it('is not scoped by rules that take a value', () => {
    const value = 'max-snippet:20, max-image-preview: large, noindex'
    expect(forAll(read(head(''), header(['x-robots-tag', value])))).toEqual(['noindex'])
  })

  it('NI-07: for all stays beside a rule for one crawler', () => {
    const facts = read(head(''), header(['x-robots-tag', 'noindex'], ['x-robots-tag', 'googlebot: nofollow']))
    expect(forAll(facts)).toEqual(['noindex'])
  })

  it('NI-11: is not read from a tag inside its own content, which is told as malformed and ends the head', () => {
    const facts = read(
      '<head><meta name="robots" content="<meta name="robots" content="noindex">"><link rel=canonical href=/a></head>',
    )
    expect(isIndexable(facts, 200)).toBe(true)
    expect(facts.robots).toMatchObject([{ isMalformed: true, problem: 'nested-tag', value: '<meta name=' }])
    expect(facts.canonicalsOutsideHead).toMatchObject([{ endedBy: 'text' }])
  })

  it('NI-15: of a crawler is told with its name', () => {
    const facts = read(head('<meta name="Googlebot" content="noindex"><meta name=bingbot content=none>'))
    expect(facts.noindex.map(({ agent, value }) => [agent, value])).toEqual([
      ['googlebot', 'noindex'],
      ['bingbot', 'none'],
    ])
  })

  it('is not read from tags that speak of something else', () => {
    expect(read(head('<meta name=description content=noindex><meta property=robots content=noindex>')).noindex).toEqual(
      [],
    )
  })

  it('in the body counts, unless in a template, a script, a textarea or a comment', () => {
    const tag = '<meta name=robots content=noindex>'
    expect(forAll(read(`${head('')}<div>${tag}</div>`))).toEqual(['noindex'])
    const hidden = `<template>${tag}</template><script>${tag}</script><textarea>${tag}</textarea><noscript>${tag}</noscript>`
    expect(read(`<body>${hidden}</body>`).noindex).toEqual([])
  })

  it('in SVG counts where the parser takes the tag out of it', () => {
    const tag = '<meta name=robots content=noindex>'
    expect(forAll(read(`<body><svg>${tag}</svg>`))).toEqual(['noindex'])
    expect(forAll(read(`<body><svg><foreignObject>${tag}</foreignObject></svg>`))).toEqual(['noindex'])
    expect(read(`<body><svg><robots:meta name=robots content=noindex /></svg>`).noindex).toEqual([])
  })

  it('is parted from other rules by commas only, and what is parted otherwise is told', () => {
    expect(forAll(read(head('<meta name=robots content="foo,noindex ,bar">')))).toEqual(['noindex'])
    for (const content of ['noindex nofollow', 'noindex;nofollow', 'index|noindex']) {
      const facts = read(head(`<meta name=robots content="${content}">`))
      expect(facts.noindex).toEqual([])
      expect(facts.robots).toMatchObject([{ problem: 'separator' }])
    }
  })

  it('that was meant as a date nobody can read is malformed', () => {
    const facts = read(head('<meta name=robots content="unavailable_after: soon">'))
    expect(facts.robots).toMatchObject([{ problem: 'date', isMalformed: true }])
    expect(isIndexable(facts, 200)).toBe(true)
  })

  it('is not judged for answers other than 200', () => {
    expect(isIndexable(read(head('<meta name=robots content=noindex>')), 404)).toBeNull()
  })
})

describe('Client redirects', () => {
  const refreshOf = (body: string, words: Words = {}) => read(body, words).refresh

  it.each([
    ['0;url=/b', 0, 'https://example.com/b'],
    ['5; URL=/b', 5, 'https://example.com/b'],
    ["1;url='/b'", 1, 'https://example.com/b'],
    ['1.5 , /b', 1, 'https://example.com/b'],
    ['3;https://other.example/', 3, 'https://other.example/'],
  ])('by %j', (content, delayS, url) => {
    expect(refreshOf(head(`<meta http-equiv=Refresh content="${content}">`))).toEqual({ source: 'meta', delayS, url })
    expect(refreshOf(head(''), header(['refresh', content]))).toEqual({ source: 'header', delayS, url })
  })

  it.each(['30', '0;url=/a', '0;url=', 'url=/b', '0;url=javascript:1', ''])('%j sends nowhere', (content) => {
    expect(refreshOf(head(`<meta http-equiv=refresh content="${content}">`))).toBeNull()
  })

  it('RD-03: in noscript is for clients without scripts', () => {
    expect(refreshOf(head('<noscript><meta http-equiv="refresh" content="1; URL=/nojs"></noscript>'))).toBeNull()
  })

  it('DV-09: by header', () => {
    expect(refreshOf(head(''), header(['refresh', '0; url=/b']))?.source).toBe('header')
  })

  it('by tag are resolved against the base element, by header against the page', () => {
    const base = '<base href="/x/">'
    expect(refreshOf(head(`${base}<meta http-equiv=refresh content="0;url=b">`))?.url).toBe('https://example.com/x/b')
    expect(refreshOf(head(base), header(['refresh', '0;url=b']))?.url).toBe('https://example.com/b')
  })
})

describe('The date of a page', () => {
  const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

  it('is dateModified of the page before that of anything else in the data', () => {
    const data = {
      '@graph': [
        { '@type': 'Organization', dateModified: '2020-01-01' },
        { '@type': 'ItemList', itemListElement: [{ '@type': 'Article', dateModified: '2019-01-01' }] },
        { '@type': ['WebPage'], dateModified: '2026-01-02T03:04:05Z' },
      ],
    }
    expect(read(head(jsonLd(data))).dates).toEqual({ modified: '2026-01-02T03:04:05Z', source: 'dateModified' })
  })

  it('is article:modified_time where JSON-LD says nothing or is broken', () => {
    const meta = '<meta property="article:modified_time" content="2026-02-03">'
    for (const script of ['', '<script type="application/ld+json">{"dateModified":</script>', jsonLd(null)]) {
      expect(read(head(script + meta)).dates).toEqual({ modified: '2026-02-03', source: 'article:modified_time' })
    }
  })

  it('is Last-Modified, unless that was made for the answer', () => {
    const lines = (modified: string): Words =>
      header(['date', 'Thu, 01 Oct 2026 12:00:00 GMT'], ['last-modified', modified])
    expect(read(head(''), lines('Wed, 30 Sep 2026 10:00:00 GMT')).dates).toEqual({
      modified: '2026-09-30T10:00:00Z',
      source: 'Last-Modified',
    })
    expect(read(head(''), lines('Thu, 01 Oct 2026 11:56:00 GMT')).dates.source).toBeNull()
    expect(read(head(''), lines('yesterday')).dates).toEqual({ modified: null, source: null })
  })
})

describe('Alternates, title and charset', () => {
  it('lists hreflang links of head and header', () => {
    const facts = read(
      `${head('<link rel="alternate" hreflang="de" href="/de"><link rel=alternate type="application/rss+xml" href=/f>')}<link rel=alternate hreflang=fr href=/fr>`,
      header(['link', '</en>; rel=alternate; hreflang=en']),
    )
    expect(facts.alternates).toEqual([
      { hreflang: 'en', href: '/en', resolved: 'https://example.com/en', source: 'header' },
      { hreflang: 'de', href: '/de', resolved: 'https://example.com/de', source: 'head' },
    ])
  })

  it('takes the title of the document, not that of an image in it', () => {
    expect(read('<body><svg><title>icon</title></svg><p>').title).toBeNull()
    expect(read('<title> Caf&eacute;\n au lait </title>').title).toBe('Caf\u00e9 au lait')
  })

  it.each<[string, Uint8Array, string]>([
    ['the Content-Type', Buffer.from('<title>caf\xe9</title>', 'latin1'), 'text/html; charset="ISO-8859-1"'],
    ['a meta charset', Buffer.from('<meta charset=windows-1252><title>caf\xe9</title>', 'latin1'), 'text/html'],
    [
      'a meta http-equiv',
      Buffer.from('<meta http-equiv=content-type content="text/html; charset=latin1"><title>caf\xe9</title>', 'latin1'),
      'text/html',
    ],
    ['a BOM against the header', Buffer.from('\ufeff<title>caf\u00e9</title>'), 'text/html; charset=windows-1251'],
    ['a UTF-16 BOM', Buffer.from('\ufeff<title>caf\u00e9</title>', 'utf16le'), 'text/html'],
    ['UTF-8 when nothing is said', Buffer.from('<title>caf\u00e9</title>'), 'text/html'],
    ['UTF-8 when the charset is unknown', Buffer.from('<title>caf\u00e9</title>'), 'text/html; charset=nonsense'],
    [
      'UTF-8 when a commented charset lies',
      Buffer.from('<!-- <meta charset=latin1> --><title>caf\u00e9</title>'),
      'text/html',
    ],
    [
      'UTF-8 when UTF-16 is claimed in ASCII',
      Buffer.from('<meta charset=utf-16><title>caf\u00e9</title>'),
      'text/html',
    ],
  ])('decodes by %s', (_, bytes, type) => {
    expect(read(bytes, header(['content-type', type])).title).toBe('caf\u00e9')
  })

  it('takes an answer without Content-Type for HTML when it begins like it', () => {
    const sniff = (body: string) =>
      readPage({ bytes: Buffer.from(body), isCut: false, url: URL_A, headers: [], nowMs: 0 })
    expect(sniff('\n<!DOCTYPE html><title>x</title>').isHtml).toBe(true)
    expect(sniff('%PDF-1.7').isHtml).toBe(false)
  })
})

describe('A hostile page', () => {
  const LIMIT = 2 * 1024 * 1024
  const fill = (piece: string) => piece.repeat(Math.floor(LIMIT / piece.length))

  it.each<[string, string]>([
    ['nested divs', fill('<div>')],
    ['nested formatting elements', fill('<b><i>')],
    ['formatting elements that are opened again', Array.from({ length: 90_000 }, (_, i) => `<p><b id=${i}>`).join('')],
    ['nested templates', fill('<template>')],
    ['nested tables', fill('<table><tr><td>')],
    ['text fostered out of tables', `<table>${fill('a<b>')}`],
    ['nested SVG', fill('<svg><g>')],
    ['anchors in anchors', fill('<a><p>')],
    ['selects', fill('<select><option>')],
    ['one tag of attributes', `<meta ${Array.from({ length: 250_000 }, (_, i) => `a${i}`).join(' ')}>`],
    ['metas', fill('<meta name=robots content=index>')],
    ['links', fill('<link rel=canonical href=/b>')],
    ['unclosed comments', fill('<!--')],
    ['an endless attribute', `<meta name=robots content="${fill('noindex ')}`],
    ['commas', `<meta name=robots content="${fill('a,')}">`],
    ['deep JSON', `<script type="application/ld+json">${fill('[')}</script>`],
    ['closing tags', `<div>${fill('</p></a>')}`],
    ['headings', fill('<h1><a>')],
    ['refresh blanks', `<meta http-equiv=refresh content="1${fill(' ')}x">`],
    ['charset prescan', fill('<meta charset ')],
  ])(
    'made of %s is read within bounds',
    (_, body) => {
      const start = performance.now()
      const facts = read(`<title>x</title>${body}`)
      expect(facts.isHtml).toBe(true)
      expect(performance.now() - start).toBeLessThan(5_000)
    },
    20_000,
  )

  it('with a Link header of commas, quotes and brackets is read within bounds', () => {
    const start = performance.now()
    for (const piece of ['<', '<>,', '"', ';=', '<a>;rel="', ',', '\\"']) {
      read(head(''), header(['link', piece.repeat(20_000)], ['x-robots-tag', piece.repeat(20_000)]))
    }
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('XHTML', () => {
  const xhtml: Words = { headers: [['content-type', 'application/xhtml+xml']] }
  const page = (before: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head>${before}<meta name="robots" content="noindex"/><link rel="canonical" href="${URL_A}"/></head><body><p>text</p></body></html>`

  it.each(['<script src="/a.js"/>', '<title/>', '<style type="text/css" />', '<noscript/>'])(
    'closes %s by itself, and what stands behind it is read',
    (element) => {
      const facts = read(page(element), xhtml)
      expect(facts.noindex).toMatchObject([{ source: 'meta', agent: '*' }])
      expect(resolvedOf(facts)).toEqual([URL_A])
    },
  )

  it('is another thing than HTML, where a script that looks closed is open', () => {
    expect(read(page('<script src="/a.js"/>')).noindex).toEqual([])
  })
})
