/** Faults of XML, of the vocabulary, of locs and dates; in urlsets, indexes and text. */
import { at, LOC, lastmod, loc, MARK, type Put, raw, rawByte, type Seed, seeds, url } from './seed.ts'
import { SITE } from './values.ts'

const xml: Put[] = [
  ['xml-ampersand-unescaped', loc(`${LOC}?a=1${MARK}&b=2`)],
  ['xml-ampersand-unescaped', loc(`${LOC}?a=1${MARK}& b;`)],
  ['xml-ampersand-unescaped', loc(`${LOC}?a=1${MARK}&`)],
  ['xml-entity-undefined', loc(`${LOC}/caf${MARK}&eacute;`)],
  ['xml-entity-undefined', url(`<lastmod>2026-09-30${MARK}&nbsp;</lastmod>`)],
  ['xml-character-illegal', loc(`${LOC}${MARK}\u0001`), 'U+0001 in a loc'],
  ['xml-character-illegal', url(`<!-- x ${MARK}\u0008 -->`), 'U+0008 in a comment'],
  ['xml-character-illegal', loc(`${LOC}${MARK}&#0;`)],
  ['xml-character-illegal', loc(`${LOC}${MARK}&#xD83D;`)],
  ['xml-character-illegal', loc(`${LOC}${MARK}\uffff`), 'U+FFFF in a loc'],
  ['xml-tag-mismatched', `<url><loc>${LOC}${MARK}</Loc></url>`],
  ['xml-tag-mismatched', `<url><loc>${LOC}</loc><priority>0.5${MARK}</url>`],
  ['xml-tag-mismatched', `${url('')}${MARK}</url>`],
  ['xml-attribute-duplicate', `<url a="1" ${MARK}a="2"><loc>${LOC}</loc></url>`],
  ['xml-prefix-unbound', url(`${MARK}<foo:bar/>`)],
  ['xml-malformed', url(`${MARK}<1/>`)],
  ['encoding-invalid-bytes', loc(`${LOC}/caf${MARK}${rawByte(0xe9)}/x`), 'E9 in a loc'],
  ['encoding-invalid-bytes', url(`<!-- ${MARK}${rawByte(0xff)} -->`), 'FF in a comment'],
]

const vocabulary: Put[] = [
  ['element-unexpected', url(at('<foo/>'))],
  ['element-unexpected', at('<entry/>')],
  ['element-misplaced', at(`<sitemap><loc>${SITE}/a.xml</loc></sitemap>`)],
  ['element-misplaced', url(at(`<link rel="alternate" hreflang="en" href="${LOC}"/>`))],
  ['element-repeated', url(`<lastmod>2026-09-30</lastmod>${MARK}<lastmod>2026-09-29</lastmod>`)],
  ['element-repeated', url(`${MARK}<loc>${LOC}/2</loc>`)],
  ['element-repeated', url(`<priority>0.5</priority><priority>0.5</priority>`.replace('><p', `>${MARK}<p`))],
  ['text-stray', at('stray words')],
  ['text-stray', url(at('stray words'))],
  ['changefreq-invalid', url(`<changefreq>${MARK}Daily</changefreq>`)],
  ['priority-invalid', url(`<priority>${MARK}1.5</priority>`)],
  ['priority-invalid', url(`<priority> ${MARK}high</priority>`)],
]

const locs: Put[] = [
  ['loc-missing', `${MARK}<url><lastmod>2026-09-30</lastmod></url>`],
  ['loc-empty', `<url>${MARK}<loc></loc></url>`],
  ['loc-empty', `<url>${MARK}<loc> \n </loc></url>`, 'white space alone'],
  ['loc-empty', `<url>${MARK}<loc/></url>`],
  ...(
    [
      ['loc-relative', at('/seed')],
      ['loc-relative', at('www.example.com/seed')],
      ['loc-relative', `\n    ${MARK}//www.example.com/seed\n`],
      ['loc-scheme-invalid', at('ftp://www.example.com/seed')],
      ['loc-invalid', at('https://www.example.com:99999/seed')],
      ['loc-invalid', at('https://')],
      ['loc-too-long', at(`${LOC}/${'x'.repeat(2_048 - LOC.length - 1)}`)],
      ['loc-unescaped', at(`${LOC} a`)],
      ['loc-unescaped', at(`${LOC}/caf\u00e9`)],
      ['loc-unescaped', at(`${LOC}/&lt;a&gt;`)],
      ['loc-unescaped', at(`${LOC}/100%`)],
      ['loc-double-escaped', at(`${LOC}?a=1&amp;amp;b=2`)],
      ['loc-double-escaped', at(`${LOC}/caf%25C3%25A9`)],
      ['loc-whitespace', at(`\u00a0${LOC}`)],
      ['loc-fragment', at(`${LOC}#part`)],
      ['loc-credentials', at('https://user:secret@www.example.com/seed')],
      ['loc-private-host', at('https://localhost/seed')],
      ['loc-private-host', at('https://10.0.0.5/seed')],
      ['loc-other-host', at('https://shop.example.net/seed')],
      ['loc-scheme-mismatch', at('http://www.example.com/seed')],
      ['loc-www-mismatch', at('https://example.com/seed')],
      ['loc-port-mismatch', at('https://www.example.com:8443/seed')],
      ['loc-port-default', at('https://www.example.com:443/seed')],
      ['loc-host-trailing-dot', at('https://www.example.com./seed')],
      ['loc-tracking', at(`${LOC}?utm_source=x&amp;utm_medium=y`)],
      ['loc-template', at(`${LOC}/:slug`)],
      ['loc-template', at(`${LOC}/undefined`)],
      ['loc-template', at(`${LOC}/%5Bslug%5D`)],
      ['loc-nested-url', at(`${LOC}/https://www.example.com/x`)],
    ] as Put[]
  ).map(([rule, text]): Put => [rule, loc(text), text]),
  ['loc-duplicate', `${loc(LOC)}${loc(at(LOC))}`],
  ['loc-equivalent', `${loc(LOC)}${loc(at('https://WWW.example.com/seed'))}`],
]

const dates: Put[] = [
  ['lastmod-invalid', '01.09.2026'],
  ['lastmod-invalid', '2026-9-1'],
  ['lastmod-invalid', '2026-09-30 09:30:00'],
  ['lastmod-invalid', '2026-09-30T09:30:00+0200'],
  ['lastmod-invalid', '1790000000'],
  ['lastmod-invalid', 'NaN-NaN-NaN'],
  ['lastmod-invalid', '2026-09-30T09:30:00Z 2026-09-01T09:30:00Z'],
  ['lastmod-impossible', '2026-02-30'],
  ['lastmod-impossible', '2026-09-30T24:10:00Z'],
  ['lastmod-impossible', '2026-09-30T23:59:60Z'],
  ['lastmod-impossible', '2025-02-29'],
  ['lastmod-zone-missing', '2026-09-30T09:30:00'],
  ['lastmod-future', '2026-10-03'],
  ['lastmod-future', '2026-10-01T12:06:00Z'],
  ['lastmod-implausible', '1970-01-01T00:00:00Z'],
  ['lastmod-implausible', '0001-01-01'],
]

const sitemap = (text: string) => `<sitemap><loc>${text}</loc></sitemap>`
const MAP = `${SITE}/seed.xml`
const indexes: Put[] = [
  ['loc-missing', at('<sitemap><lastmod>2026-09-30</lastmod></sitemap>')],
  ['loc-empty', `<sitemap>${MARK}<loc></loc></sitemap>`],
  ['loc-relative', sitemap(at('seed.xml'))],
  ['loc-scheme-mismatch', sitemap(at('http://www.example.com/seed.xml'))],
  ['loc-www-mismatch', sitemap(at('https://example.com/seed.xml'))],
  ['index-child-other-host', sitemap(at('https://maps.example.net/seed.xml'))],
  ['index-child-duplicate', `${sitemap(MAP)}${sitemap(at(MAP))}`],
  ['lastmod-invalid', `<sitemap><loc>${MAP}</loc><lastmod>${MARK}30/09/2026</lastmod></sitemap>`],
  ['lastmod-future', `<sitemap><loc>${MAP}</loc><lastmod>${MARK}2027-01-01</lastmod></sitemap>`],
  ['element-misplaced', at(`<url><loc>${LOC}</loc></url>`)],
  ['element-misplaced', `<sitemap><loc>${MAP}</loc>${MARK}<changefreq>daily</changefreq></sitemap>`],
  ['element-repeated', `<sitemap><loc>${MAP}</loc>${MARK}<loc>${SITE}/seed-2.xml</loc></sitemap>`],
  ['xml-ampersand-unescaped', sitemap(`${MAP}?a=1${MARK}&b=2`)],
]

const textLines: Put[] = [
  ['line-not-url', at('# a comment')],
  ['line-not-url', at('/seed')],
  ['line-not-url', at('url')],
  ['line-not-url', at(`${LOC} ${LOC}/2`)],
  ['line-blank', `${LOC}\n${MARK}\n${LOC}/2`, 'an empty line'],
  ['loc-fragment', at(`${LOC}#part`)],
  ['loc-other-host', at('https://shop.example.net/seed')],
  ['loc-scheme-invalid', at('ftp://www.example.com/seed')],
  ['encoding-invalid-bytes', `${LOC}/${MARK}${rawByte(0xfc)}`, 'FC in a line'],
]

export const entrySeeds: readonly Seed[] = [
  ...seeds('urlset', raw, xml),
  ...seeds('urlset', raw, vocabulary),
  ...seeds('urlset', raw, locs),
  ...seeds('urlset', raw, [['lastmod-empty', `<url><loc>${LOC}</loc>${MARK}<lastmod/></url>`]]),
  ...seeds('urlset', (text) => lastmod(`${MARK}${text}`), dates),
  ...seeds('sitemapindex', raw, indexes),
  ...seeds('text', raw, textLines),
]
