/** Documents made at random: right ones, and right ones with something broken in them. */
import fc from 'fast-check'
import { NS } from './read.ts'

const NAMESPACES =
  `${NS} xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"` +
  ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'

const white = fc.constantFrom('', '\n', '\r\n', ' ', '\n  ', '\t', '\r', '<!-- a comment -->', '<!---->', '<?pi?>')
const piece = fc.constantFrom(
  'https://a.example/',
  'path',
  '?a=1&amp;b=2',
  '&lt;&gt;&quot;&apos;',
  '&#65;&#x42;',
  '&#x1F600;',
  '&#10;',
  '&#x20;',
  '\u00fc',
  '\u{1F600}',
  '\u0085',
  ']',
  '>',
  '"',
  "'",
  ' ',
  '\n',
  '\r\n',
  '2026-10-01',
  'x'.repeat(70),
)
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
const content = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.tuple(text, text).map(([a, b]) => `${a}<![CDATA[ & < ${b.replaceAll(']', '')}]]>`) },
  { weight: 1, arbitrary: fc.tuple(white, text, white).map((all) => all.join('')) },
)
const attribute = fc
  .tuple(
    fc.constantFrom(' ', '  ', '\n', '\r\n\t'),
    fc.constantFrom('rel', 'hreflang', 'href', 'media', 'xml:lang', 'xhtml:a', 'image:b', 'id'),
    fc.constantFrom('"', "'"),
    fc.oneof(fc.constantFrom('alternate', 'de', 'de-DE', 'x-default', ''), text),
  )
  .map(([space, name, quote, value]) => `${space}${name}=${quote}${value.replaceAll(quote, '')}${quote}`)
const attributes = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.array(attribute, { maxLength: 4 }).map((all) => all.join('')) },
)
const links = fc
  .tuple(fc.array(attribute, { maxLength: 5 }), fc.constantFrom('/>', ' />', '></xhtml:link>', '\n/>'))
  .map(([all, end]) => `<xhtml:link${all.join('')}${end}`)
const element = (name: string, inside: fc.Arbitrary<string>) =>
  fc.tuple(attributes, inside).map(([given, within]) => `<${name}${given}>${within}</${name}>`)
const list = (of: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(fc.tuple(white, of), { maxLength }).map((all) => all.flat().join(''))
const image = element('image:image', list(fc.oneof(element('image:loc', content), element('image:title', content)), 3))
const news = element(
  'news:news',
  list(
    fc.oneof(element('news:publication', list(element('news:name', content), 2)), element('news:title', content)),
    3,
  ),
)
const own = element('a', fc.oneof(content, element('b:c', content))).map((all) => all.replace('<a', '<a xmlns:b="u:b"'))
const child = fc.oneof(
  { weight: 6, arbitrary: element('loc', content) },
  { weight: 4, arbitrary: element('lastmod', content) },
  { weight: 4, arbitrary: links },
  { weight: 2, arbitrary: image },
  { weight: 1, arbitrary: news },
  { weight: 1, arbitrary: fc.constantFrom('<priority>0.5</priority>', '<changefreq>daily</changefreq>', '<loc/>') },
  { weight: 1, arbitrary: own },
  { weight: 1, arbitrary: text },
)
/** Most entries are nothing but these; what is the least bit different among many must not be taken for one. */
const plain = fc
  .tuple(
    fc.constantFrom('', '\n', '\r\n  ', '\t'),
    fc.constantFrom('https://a.example/', 'https://a.example/\u00fc'),
    text,
    fc.constantFrom('', '<lastmod>2026-10-01</lastmod>', '<lastmod>2026-10-01</lastmod><priority>0.5</priority>'),
  )
  .map(([space, loc, more, rest]) => `<url>${space}<loc>${loc}${more}</loc>${space}${rest}</url>`)
const entry = fc.oneof(
  { weight: 9, arbitrary: list(plain, 12) },
  { weight: 9, arbitrary: element('url', list(child, 6)) },
  { weight: 1, arbitrary: fc.oneof(own, text, image, links) },
)
const item = element(
  'item',
  list(fc.oneof(element('link', content), element('pubDate', content), element('description', own)), 4),
)
const urlset = list(entry, 12).map((inside) => `<urlset ${NAMESPACES}>${inside}\n</urlset>`)
const index = list(element('sitemap', list(child, 3)), 8).map(
  (inside) =>
    `<m:sitemapindex xmlns:m="http://www.sitemaps.org/schemas/sitemap/0.9" ${NAMESPACES}>${inside.replaceAll(
      /(<\/?)(sitemap|loc|lastmod)(?=[\s>/])/g,
      '$1m:$2',
    )}</m:sitemapindex>`,
)
const feed = list(item, 5).map((inside) => `<rss version="2.0"><channel>${inside}</channel></rss>`)
const prolog = fc.constantFrom(
  '',
  '<?xml version="1.0" encoding="UTF-8"?>\n',
  '<?xml version="1.0"?><!-- x -->\r\n',
  '<!DOCTYPE urlset [<!ENTITY b "c">]>',
)

/** Well-formed. */
export const soundDocuments = fc
  .tuple(prolog, fc.oneof({ weight: 6, arbitrary: urlset }, index, feed))
  .map((all) => all.join(''))

const PIECES = [
  '&',
  '&nbsp;',
  '&#0;',
  '&#X41;',
  '&#xFFFE;',
  '&#55357;',
  '&b;',
  '&;',
  '<',
  '>',
  '"',
  "'",
  '=',
  '/',
  ' ',
  '\n',
  '\r',
  '\u0001',
  '\uFFFE',
  '\uFFFF',
  '\u007f',
  ']]>',
  ']]',
  '<![CDATA[',
  '<![CDATA[]]>',
  '<!--',
  '-->',
  '--',
  '<!',
  '<?x',
  '?>',
  '<?xml version="1.1"?>',
  '</url>',
  '<url>',
  '</loc>',
  '<loc>',
  '</urlset>',
  '<x:y/>',
  '<xml:a/>',
  '<xmlns:a/>',
  '<a xmlns=""/>',
  '<a xmlns="u:a">',
  '</a>',
  '<url xmlns:image="u:i">',
  '<1>',
  '<a:b:c/>',
  '<a b=c>',
  '<a b>',
  '<a b="1" b="2">',
  '<a b="<">',
  '<a b="1"c="2"/>',
  '<a b = "1"/>',
  '</loc >',
  '</ loc>',
  '<\u00fc/>',
  '<a-b.c_1/>',
  '</>',
  '<>',
  '<Loc>',
  'xmlns:q="u:q" ',
  'q:r="s" ',
  '<q:t/>',
  'x'.repeat(300),
  '\u{1F600}',
  '<i>'.repeat(30),
]

/** What is broken in a document, and where: a piece put in, or a stretch taken out. */
export const mutations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    piece: fc.constantFrom(...PIECES),
    cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 12 })),
  }),
  { maxLength: 4 },
)

export function mutate(document: string, all: { at: number; piece: string; cut: number }[]): string {
  let mutated = document
  for (const { at, piece: put, cut } of all) {
    const index = Math.floor(at * mutated.length)
    mutated = mutated.slice(0, index) + (cut === 0 ? put : '') + mutated.slice(index + cut)
  }
  return mutated
}
