import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCheck } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { judgeByProfile } from '#src/rules/profile.ts'
import { schemaRules } from '#src/rules/schema.ts'
import { bytesOf, lines, NAMESPACE } from '../support/documents.ts'
import { SITEMAP_URL, testRules } from '../support/rule-table.ts'

const CONTEXT: DocumentContext = {
  url: SITEMAP_URL,
  finalUrl: SITEMAP_URL,
  source: 'upload',
  via: 'upload',
  origin: null,
  isNamedByRobots: false,
  nowMs: Date.UTC(2026, 9, 1),
  http: null,
  isPrivateSite: false,
}

function check(text: string, ending: Partial<BodyEnding> = {}, maxBytes = 10_000_000) {
  const running = startCheck(
    { ...CONTEXT },
    { maxBytes, seed: 1, candidates: 0, node: { via: 'upload', parent: null, depth: 0 }, delivery: null },
  )
  const bytes = bytesOf(text)
  running.write(bytes)
  const coding = { tokens: [], unknown: [], false: null, undone: [], state: 'ok' as const, offset: null }
  return running.end({
    transferred: bytes.length,
    state: 'complete',
    detail: null,
    declaredLength: null,
    coding,
    ...ending,
  })
}
const verdict = (...args: Parameters<typeof check>) => check(...args).report.xsd

const DECLARATIONS = [
  `xmlns="${NAMESPACE}"`,
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
  'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:x="http://x.example/"',
].join(' ')
/** A urlset; what is in it begins on line 2. */
const urlset = (...inner: string[]) => lines(`<urlset ${DECLARATIONS}>`, ...inner, '</urlset>')
const index = (...inner: string[]) => lines(`<sitemapindex ${DECLARATIONS}>`, ...inner, '</sitemapindex>')
const LOC = '<loc>https://www.example.com/</loc>'
const url = (more = '', loc = LOC) => `<url>${loc}${more}</url>`
const image = (inner: string) => url(`<image:image>${inner}</image:image>`)
const IMAGE_LOC = '<image:loc>https://www.example.com/i.png</image:loc>'
const VIDEO =
  '<video:thumbnail_loc>https://www.example.com/t.jpg</video:thumbnail_loc><video:title>T</video:title><video:description>D</video:description>'
const video = (more: string) => url(`<video:video>${VIDEO}${more}</video:video>`)
const PUBLICATION = '<news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>'
const news = (more: string) => url(`<news:news>${more}</news:news>`)
const link = (attributes: string) => url(`<xhtml:link ${attributes}/>`)
const long = (length: number) => `https://www.example.com/${'x'.repeat(length - 24)}`

testRules('Schemas', schemaRules, [
  {
    name: 'finds nothing in what the schemas declare',
    document: urlset(
      url('<lastmod> 2026-01-01 </lastmod><changefreq>daily</changefreq><priority> .5 </priority>'),
      image(`${IMAGE_LOC}<image:caption>c</image:caption>`),
      video('<video:tag>a</video:tag><video:tag>b</video:tag>'),
      link('rel="alternate" hreflang="es-419" href="https://www.example.com/es"'),
    ),
    findings: [],
  },
  {
    name: 'leaves what stands behind an undeclared prefix to the rule that tells the prefix',
    document: `<urlset xmlns="${NAMESPACE}"><url foo:a="b"><loc>https://www.example.com/a</loc><foo:b foo:c="d"/></url></urlset>`,
    findings: [],
  },
  {
    name: 'names an element of an unknown namespace once, however often it stands there',
    document: urlset('<x:a/>', url('<x:b/>'), url('<x:b/>')),
    findings: [
      {
        rule: 'schema-invalid',
        line: 2,
        column: 1,
        message: 'No schema declares <x:a> of the namespace http://x.example/.',
      },
      { rule: 'schema-invalid', line: 3, column: 41, occurrences: 2 },
    ],
  },
  {
    name: 'knows no children of an extension outside of it',
    document: urlset(url(IMAGE_LOC)),
    findings: [{ rule: 'schema-invalid', line: 2, column: 41 }],
  },
  {
    name: 'wants the children in the namespace of the root',
    document: urlset('<url><loc xmlns="">https://www.example.com/</loc></url>'),
    findings: [
      {
        rule: 'schema-invalid',
        line: 2,
        column: 6,
        message: 'The element <loc> is in no namespace, or not in that of the root.',
      },
    ],
  },
  {
    name: 'wants an empty link',
    document: urlset(url('<xhtml:link href="a"> </xhtml:link>'), url('<xhtml:link href="a"><!-- c --></xhtml:link>')),
    findings: [{ rule: 'schema-invalid', line: 2, column: 41 }],
  },
  {
    name: 'knows no other attributes',
    document: urlset(
      '<url xml:lang="de">',
      LOC,
      '</url>',
      link('href="a" hreflang="de" target="x"'),
      video('<video:tag id="1">a</video:tag>'),
    ),
    findings: [
      { rule: 'schema-invalid', line: 2, column: 6, message: 'No schema declares the attribute xml:lang on <url>.' },
      {
        rule: 'schema-invalid',
        line: 5,
        column: 41,
        message: 'No schema declares the attribute target on <xhtml:link>.',
      },
      { rule: 'schema-invalid', line: 6, column: 205 },
    ],
  },
  {
    name: 'asks for required attributes and holds their values to their types',
    document: urlset(
      video('<video:restriction>DE</video:restriction>'),
      video('<video:price currency="eur">1</video:price>'),
      link('href="a" hreflang="en_US"'),
    ),
    findings: [
      {
        rule: 'schema-invalid',
        line: 2,
        column: 194,
        message: 'This <video:restriction> lacks the attribute relationship, which its schema requires.',
      },
      { rule: 'schema-invalid', line: 3, column: 207, value: 'eur' },
      { rule: 'schema-invalid', line: 4, column: 62, value: 'en_US' },
    ],
  },
  {
    name: 'wants the children of an extension in their order, often enough and not too often',
    document: urlset(
      image(`<image:caption>c</image:caption>${IMAGE_LOC}`),
      image('<image:caption>c</image:caption>'),
      image(`${IMAGE_LOC}${IMAGE_LOC}`),
      image(`${IMAGE_LOC}<image:name>n</image:name>`),
      video('<video:tag>t</video:tag>'.repeat(33)),
    ),
    findings: [
      {
        rule: 'schema-invalid',
        line: 2,
        column: 86,
        message: 'In this <image:image>, <image:loc> stands behind <image:caption>; its schema wants it before.',
      },
      {
        rule: 'schema-invalid',
        line: 3,
        column: 41,
        message: 'This <image:image> lacks <image:loc>, which its schema requires.',
      },
      { rule: 'schema-invalid', line: 4, column: 106 },
      { rule: 'schema-invalid', line: 5, column: 106, message: 'The schema knows no <image:name> in <image:image>.' },
      {
        rule: 'schema-invalid',
        line: 6,
        column: 962,
        message: 'In this <video:video>, <video:tag> stands more often than its schema allows: 32.',
      },
    ],
  },
  {
    name: 'wants no text between the children of an extension',
    document: urlset(image(`  text${IMAGE_LOC}`)),
    findings: [{ rule: 'schema-invalid', line: 2, column: 56, value: 'text' }],
  },
  {
    name: 'holds values to their types, at their first character',
    document: urlset(
      '<url><loc>  http://a.b/</loc></url>',
      url('<changefreq> daily</changefreq>'),
      video('<video:duration>28801</video:duration>'),
    ),
    findings: [
      {
        rule: 'schema-invalid',
        line: 2,
        column: 13,
        message: 'The value of <loc> is "http://a.b/"; its schema asks for a URI of 12 to 2,048 characters.',
      },
      { rule: 'schema-invalid', line: 3, column: 54 },
      { rule: 'schema-invalid', line: 4, column: 210, value: '28801' },
    ],
  },
])

describe('The verdict of the schemas', () => {
  it.each<[string, string]>([
    ['a plain urlset', urlset(url())],
    [
      'another prefix',
      `<s:urlset xmlns:s="${NAMESPACE}"><s:url><s:loc>https://www.example.com/</s:loc></s:url></s:urlset>`,
    ],
    ['a sitemapindex', index(`<sitemap>${LOC}<lastmod>2026-01-01T00:00:00</lastmod></sitemap>`)],
    ['attributes of XML Schema', urlset(url()).replace('<urlset', '<urlset xsi:schemaLocation="a b"')],
    ['comments, instructions and a DOCTYPE', `<!DOCTYPE urlset>\n${urlset(`<!-- c --><?p i?>${url()}`)}`],
    ['white space before the root', `\n${urlset(url())}`],
    [
      'what other namespaces put before the first url',
      urlset('<xhtml:link href="a"/><image:image>', IMAGE_LOC, '</image:image>', url()),
    ],
    ['12 characters of loc', urlset(url('', '<loc>http://a.b/c</loc>'))],
    ['2,048 characters of loc', urlset(url('', `<loc>${long(2_048)}</loc>`))],
    ['a loc with blanks and letters of any script', urlset(url('', '<loc>https://www.example.com/a b/ä</loc>'))],
    ['a URI that is no web address', urlset(url('', '<loc>urn:isbn:0451450523</loc>'))],
    ...[
      '2026-01-01Z',
      '2026-01-01+14:00',
      '2026-01-01T24:00:00',
      '2026-01-01T24:00:00.000Z',
      '12026-01-01',
      '-0001-12-01T00:00:00Z',
      '2026-01-01T00:00:00.123456789Z',
    ].map((date) => [`the lastmod ${date}`, urlset(url(`<lastmod>${date}</lastmod>`))] as [string, string]),
    ...['1', '.5', '0.50', '+0.5', '1.', '-0'].map(
      (priority) => [`the priority ${priority}`, urlset(url(`<priority>${priority}</priority>`))] as [string, string],
    ),
    ...['yes', 'Yes', 'YES', 'NO'].map(
      (flag) => [`the flag ${flag}`, urlset(video(`<video:live>${flag}</video:live>`))] as [string, string],
    ),
    ['an empty image:loc', urlset(image('<image:loc/>'))],
    [
      'news without seconds',
      urlset(news(`${PUBLICATION}<news:publication_date>2026-01-01T10:00Z</news:publication_date><news:title/>`)),
    ],
    ['a video with 32 tags', urlset(video('<video:tag>t</video:tag>'.repeat(32)))],
    [
      'a video title of 100 characters beyond the BMP',
      urlset(video('').replace('>T<', `>${'\u{1F600}'.repeat(100)}<`)),
    ],
    ['en-UK, which is no country, but a language tag', urlset(link('hreflang="en-UK" href="a"'))],
    ['two link types', urlset(link('rel="alternate nofollow" href="a"'))],
  ])('is valid for %s', (_, document) => expect(verdict(document)).toBe('valid'))

  it.each<[string, string]>([
    ['no url', urlset()],
    ['no sitemap', index()],
    ['no loc', urlset('<url/>')],
    ['11 characters of loc', urlset(url('', '<loc>http://a.b/</loc>'))],
    ['12 UTF-16 units that are 11 characters', urlset(url('', '<loc>http://a.\u{1F600}</loc>'))],
    ['2,049 characters of loc', urlset(url('', `<loc>${long(2_049)}</loc>`))],
    ['a stray percent sign', urlset(url('', '<loc>https://www.example.com/100%</loc>'))],
    ['two number signs', urlset(url('', '<loc>https://www.example.com/#a#b</loc>'))],
    ...[
      '2026',
      '2026-01',
      '2026-01-01T10:00Z',
      '2026-02-30',
      '2026-01-01T24:10:00Z',
      '2026-01-01T10:00:60Z',
      '02026-01-01',
      '0000-01-01',
      '2026-01-01+14:01',
      '2026-01-01 10:00:00',
      '',
    ].map((date) => [`the lastmod ${date}`, urlset(url(`<lastmod>${date}</lastmod>`))] as [string, string]),
    ...['5e-1', '1.01', '-0.1', '0,5', '.', ''].map(
      (priority) => [`the priority ${priority}`, urlset(url(`<priority>${priority}</priority>`))] as [string, string],
    ),
    ['a padded changefreq', urlset(url('<changefreq>\ndaily\n</changefreq>'))],
    ['changefreq in a sitemapindex', index(`<sitemap>${LOC}<changefreq>daily</changefreq></sitemap>`)],
    ['lastmod before loc', urlset('<url><lastmod>2026-01-01</lastmod>', LOC, '</url>')],
    ['an image before lastmod', urlset(url(`<image:image>${IMAGE_LOC}</image:image><lastmod>2026-01-01</lastmod>`))],
    ['an image behind the first url', urlset(url(), '<image:image>', IMAGE_LOC, '</image:image>')],
    ['a bad image before the first url', urlset('<image:image/>', url())],
    ['an unknown namespace', urlset(url('<x:a/>'))],
    [
      'an extension that is no more',
      urlset(url('<m:mobile xmlns:m="http://www.google.com/schemas/sitemap-mobile/1.0"/>')),
    ],
    [
      'an image in the wrong namespace',
      urlset(url('<image:image xmlns:image="http://www.google.com/schemas/image"/>')),
    ],
    ['an attribute', urlset('<url id="1">', LOC, '</url>')],
    ['text between elements', urlset('text', url())],
    ['a child of another namespace in an image', urlset(image(`${IMAGE_LOC}<x:a/>`))],
    ['a padded language of news', urlset(news(PUBLICATION.replace('>en<', '> en<')))],
    ['a video title of 101 characters with its padding', urlset(video('').replace('>T<', `> ${'x'.repeat(100)}<`))],
    ['a malformed document', urlset(url('', '<loc>https://www.example.com/?a&b</loc>'))],
    ['a document that ends early', urlset(url()).slice(0, -4)],
    ['a malformed feed', '<rss version="2.0"><channel><item></channel></rss>'],
  ])('is invalid for %s', (_, document) => expect(verdict(document)).toBe('invalid'))

  it.each<[string, string]>([
    ['a feed', '<rss version="2.0"><channel><item><link>https://www.example.com/</link></item></channel></rss>'],
    ['a list', 'https://www.example.com/\n'],
    ['another namespace', urlset(url()).replace(NAMESPACE, 'https://www.sitemaps.org/schemas/sitemap/0.9')],
    ['no namespace', `<urlset>${url()}</urlset>`],
    ['another root', `<url xmlns="${NAMESPACE}"/>`],
    ['HTML', '<!doctype html><p>not here'],
    ['nothing', ''],
  ])('is none for %s', (_, document) => expect(verdict(document)).toBeNull())

  it('is none for a document of which a part was read, unless that part decides', () => {
    const sound = urlset(...Array.from({ length: 50 }, () => url()))
    for (const state of ['truncated', 'budget', 'timeout'] as const) {
      expect(verdict(sound.slice(0, -300), { state })).toBeNull()
      expect(verdict(sound.replace(LOC, '<loc/>').slice(0, -300), { state })).toBe('invalid')
    }
    expect(verdict(sound, { state: 'budget' }, 1_000)).toBeNull()
  })

  it('is none where we did not keep all of an entry', () => {
    const many = urlset(url(`<image:image>${IMAGE_LOC}</image:image>`.repeat(5_001)))
    expect(verdict(many)).toBeNull()
    expect(verdict(many.replace('</loc>', '</loc><lastmod/>'))).toBe('invalid')
  })
})

describe('The findings of the schemas', () => {
  it('are not told again where another rule tells the cause', () => {
    const document = urlset(
      url('<changefreq>often</changefreq>'),
      url('<lastmod>2026-02-30</lastmod>'),
      video('<video:duration>-1</video:duration>'),
      '<url/>',
    )
    expect(check(document).findings.filter(({ rule }) => rule === 'schema-invalid')).toEqual([])
  })

  it('stay where the other rule tells of something that the schemas take', () => {
    const document = urlset(url('', '<loc>/a/relative/path</loc>'), url('', '<loc>http://a.b/</loc>'))
    expect(check(document).findings.map(({ rule }) => rule)).toContain('schema-invalid')
  })
})

const pick = (...all: string[]) => fc.constantFrom(...all)
/** Mostly right, sometimes not. */
const mostly = (good: string[], bad: string[]) =>
  fc.oneof({ arbitrary: pick(...good), weight: 12 }, { arbitrary: pick(...bad), weight: 1 })
const element = (name: string, value: fc.Arbitrary<string>) => value.map((text) => `<${name}>${text}</${name}>`)
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part)
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(fc.tuple(...parts), fc.nat({ max: 40 }), fc.nat()).map(([all, fate, at]) => {
    const shown = [...all]
    const i = at % shown.length
    // Now and then one is left out, or two change places.
    if (fate === 0) shown.splice(i, 1)
    else if (fate === 1) shown.push(...shown.splice(i, 1))
    return shown.join('')
  })

const uri = mostly(
  [
    'https://www.example.com/a',
    'http://www.example.com/%C3%A4?x=1&amp;y=2',
    '/a/relative/path',
    'https://www.example.com/ä b',
  ],
  ['https://www.example.com/%', 'http://a.b/', '', 'https://www.example.com/#a#b', ' https://www.example.com/padded '],
)
const date = mostly(
  ['2026-01-01', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00', '2026-01-01Z', '2026-01-01T24:00:00Z'],
  ['2026', '2026-02-30', '2026-01-01T10:00Z', 'NaN', '', '01/02/2026'],
)
const flag = mostly(['yes', 'No', 'YES'], ['true', 'nO', '', ' yes'])
const imageItem = joined(
  element('image:loc', uri),
  maybe(element('image:caption', pick('c', ''))),
  maybe(element('image:license', uri)),
).map((inner) => `<image:image>${inner}</image:image>`)
const videoItem = joined(
  element('video:thumbnail_loc', uri),
  element('video:title', mostly(['T', 'x'.repeat(100)], ['', 'x'.repeat(101)])),
  element('video:description', mostly(['D'], ['', 'x'.repeat(2_049)])),
  element('video:content_loc', uri),
  maybe(element('video:duration', mostly(['1', '28800'], ['0', '28801', 'x', '']))),
  maybe(element('video:rating', mostly(['5', '.5'], ['6', '', '1e0']))),
  maybe(element('video:publication_date', date)),
  maybe(element('video:family_friendly', flag)),
  maybe(
    mostly(
      ['<video:restriction relationship="allow">DE AT</video:restriction>'],
      [
        '<video:restriction>DE</video:restriction>',
        '<video:restriction relationship="deny">de</video:restriction>',
        '<video:restriction relationship="no">XX</video:restriction>',
      ],
    ),
  ),
).map((inner) => `<video:video>${inner}</video:video>`)
const newsItem = joined(
  joined(
    element('news:name', pick('N', '')),
    element('news:language', mostly(['en', 'zh-cn'], ['en-US', '', 'xx'])),
  ).map((inner) => `<news:publication>${inner}</news:publication>`),
  element('news:publication_date', date),
  element('news:title', pick('T', '')),
).map((inner) => `<news:news>${inner}</news:news>`)
const alternate = fc
  .tuple(
    mostly(['de', 'es-419', 'en-UK', 'x-default', 'zh-Hant'], ['en_US', '', 'jp', 'de-', 'verylongcode']),
    mostly(['alternate'], ['', 'canonical', 'a,b']),
    uri,
  )
  .map(([code, rel, href]) => `<xhtml:link rel="${rel}" hreflang="${code}" href="${href}"/>`)
const entry = joined(
  element('loc', uri),
  maybe(element('lastmod', date)),
  maybe(element('changefreq', mostly(['daily', 'never'], ['Daily', '', ' daily']))),
  maybe(element('priority', mostly(['0.5', '1'], ['2', '', '5e-1']))),
  maybe(alternate),
  maybe(fc.oneof(imageItem, videoItem, newsItem)),
  mostly(
    [''],
    [
      '<x:a/>',
      '<image:loc/>',
      'text',
      '<title/>',
      '<mobile xmlns="http://www.google.com/schemas/sitemap-mobile/1.0"/>',
    ],
  ),
).map((inner) => `<url>${inner}</url>`)

describe('The profile xsd', () => {
  it('has an error exactly where the verdict is invalid', () => {
    const { LONG } = process.env
    const verdicts = { valid: 0, invalid: 0 }
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), (entries) => {
        const { report, findings, failures } = check(urlset(...entries))
        expect(failures).toEqual([])
        // Without the verdict, by the findings alone.
        const errors = judgeByProfile(findings, 'xsd').filter(({ severity }) => severity === 'error')
        expect(errors.length > 0 ? 'invalid' : 'valid').toBe(report.xsd)
        verdicts[report.xsd as 'valid']++
      }),
      { numRuns: LONG ? 20_000 : 1_000 },
    )
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(100)
  })

  it('has no error where there is no schema to break, or nothing breaks it', () => {
    const { report, findings } = check(`<urlset><url><priority>2</priority>${LOC}</url></urlset>`)
    const judged = judgeByProfile(findings, 'xsd', { documents: [report] })
    expect(judged.length).toBeGreaterThan(2)
    expect(judged.filter(({ severity }) => severity !== 'note')).toEqual([])
  })
})
