/** Faults of whole documents: their roots, ends, namespaces, charsets and packaging. */
import { gzipSync } from 'node:zlib'
import { join } from '../documents.ts'
import type { SoundDocument } from './document.ts'
import { END, edits, LOC, MARK, type Seed, url } from './seed.ts'
import { SITE } from './values.ts'

/** The entry with what is wrong in it last, and nothing behind END. */
const cut =
  (entry: string) =>
  ({ entries }: SoundDocument) => ({ entries: [...entries, entry] })
const DECLARATION = /^<\?xml.*?\?>/
const DEFAULT_NAMESPACE = /xmlns\s*=\s*(["'])[^"']*\1/
const namespace =
  (uri: string) =>
  ({ open }: SoundDocument) => ({
    open: open.replace(DEFAULT_NAMESPACE, `${MARK}xmlns="${uri}"`),
  })
const prefixed =
  (prefix: string, uri: string) =>
  ({ open }: SoundDocument) => ({
    open: open.replace(new RegExp(`xmlns:${prefix}\\s*=\\s*(["'])[^"']*\\1`), `${MARK}xmlns:${prefix}="${uri}"`),
  })
const beforeRoot =
  (text: string) =>
  ({ open }: SoundDocument) => ({ open: open.replace(/<(?=[a-z])/, `${text}<`) })

const whole: Seed[] = [
  ...edits('urlset', [
    ['xml-truncated', 'in a loc', cut(`<url><loc>${LOC}${MARK}${END}`)],
    ['xml-truncated', 'in a tag', cut(`<url><loc>${LOC}</loc></ur${MARK}${END}`)],
    ['xml-truncated', 'before the root is closed', cut(`${url('')}${MARK}${END}`)],
    ['xml-truncated', 'in a comment', cut(`${url('')}${MARK}<!-- the rest ${END}`)],
    ['xml-truncated', 'in a CDATA section', cut(`<url><loc>${MARK}<![CDATA[${LOC}${END}`)],
    ['xml-truncated', 'in a processing instruction', cut(`${url('')}${MARK}<?php echo 1; ${END}`)],
    ['xml-doctype', 'before the root', beforeRoot(`${MARK}<!DOCTYPE urlset SYSTEM "sitemap.dtd">`)],
    ['xml-version', '1.1', ({ open }) => ({ open: `<?xml ${MARK}version="1.1"?>${open.replace(DECLARATION, '')}` })],
    [
      'xml-leading-content',
      'lines before the declaration',
      ({ open }) => ({ open: `${MARK}\n\n<?xml version="1.0"?>${open.replace(DECLARATION, '')}` }),
    ],
    [
      'xml-leading-content',
      'a warning of PHP',
      ({ open }) => ({ open: `${MARK}Warning: x in y\n${open.replace(DECLARATION, '')}` }),
    ],
    ['encoding-bom-repeated', 'two byte order marks', ({ open }) => ({ open: `\ufeff\ufeff${MARK}${open}` })],
    [
      'namespace-missing',
      'the root in none',
      ({ open }) => ({ open: open.replace(DEFAULT_NAMESPACE, '').replace('<urlset', `${MARK}<urlset`) }),
    ],
    ['namespace-variant', 'https', namespace('https://www.sitemaps.org/schemas/sitemap/0.9')],
    ['namespace-variant', 'a slash too many', namespace('http://www.sitemaps.org/schemas/sitemap/0.9/')],
    ['namespace-variant', 'without www', namespace('http://sitemaps.org/schemas/sitemap/0.9')],
    ['namespace-legacy', '0.84', namespace('http://www.google.com/schemas/sitemap/0.84')],
    [
      'document-root-unknown',
      'in capitals',
      ({ open, close }) => ({
        open: open.replace('<urlset', `${MARK}<UrlSet`),
        close: close.replace('urlset', 'UrlSet'),
      }),
    ],
    ['text-stray', 'behind the last entry', ({ close }) => ({ close: `${MARK}the end${close}` })],
    ['xml-malformed', 'text behind the root', ({ close }) => ({ close: `${close}${MARK}the end` })],
    ['xml-malformed', 'a second root', ({ close }) => ({ close: `${close}${MARK}<urlset></urlset>` })],
  ]),
  ...edits('image', [
    ['namespace-extension-variant', 'https', prefixed('image', 'https://www.google.com/schemas/sitemap-image/1.1')],
    [
      'element-misplaced',
      'an image behind its entry',
      ({ entries }) => ({
        entries: [...entries, `${MARK}<image:image><image:loc>${SITE}/i.jpg</image:loc></image:image>`],
      }),
    ],
  ]),
  ...edits('hreflang', [['namespace-extension-variant', 'https', prefixed('xhtml', 'https://www.w3.org/1999/xhtml')]]),
  ...edits('news', [
    ['namespace-extension-variant', '0.8', prefixed('news', 'http://www.google.com/schemas/sitemap-news/0.8')],
  ]),
  ...edits('rss', [
    [
      'feed-version-unsupported',
      '0.91',
      ({ open }) => ({
        open: open.replace(/(<rss\s[^>]*?)version\s*=\s*(["'])[^"']*\2/, `$1${MARK}version="0.91"`),
      }),
    ],
  ]),
  ...edits('atom', [['xml-truncated', 'in an entry', cut(`<entry><title>A title${MARK}${END}`)]]),
]

const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))
const flipped = (bytes: Uint8Array, at: number) => {
  const all = gzip(bytes)
  const index = at < 0 ? all.length + at : at
  all[index] = (all[index] as number) ^ 0x55
  return all
}
const inUtf16 = (bytes: Uint8Array) => {
  const text = new TextDecoder().decode(bytes)
  return Buffer.from(`\ufeff${text.replace(DECLARATION, '<?xml version="1.0" encoding="UTF-16"?>')}`, 'utf16le')
}
const packaging: [rule: string, name: string, bytes: NonNullable<Seed['bytes']>][] = [
  ['gzip-truncated', 'without its trailer', (bytes) => gzip(bytes).slice(0, -8)],
  ['gzip-truncated', 'within its trailer', (bytes) => gzip(bytes).slice(0, -3)],
  ['gzip-checksum-mismatch', 'another CRC', (bytes) => flipped(bytes, -8)],
  ['gzip-checksum-mismatch', 'another length', (bytes) => flipped(bytes, -4)],
  ['gzip-corrupt', 'a reserved type of block', (bytes) => join(gzip(bytes).slice(0, 10), [0xff, 0xff, 0xff, 0xff])],
  ['gzip-trailing-data', 'text behind the member', (bytes) => join(gzip(bytes), 'the end')],
  ['gzip-zero-padding', 'zeros behind the member', (bytes) => join(gzip(bytes), new Uint8Array(512))],
  ['gzip-layers', 'twice', (bytes) => gzip(gzip(bytes))],
  ['gzip-other-archive', 'a zip', (bytes) => join([0x50, 0x4b, 3, 4, 20, 0], bytes)],
  ['encoding-not-utf8', 'UTF-16', inUtf16],
]
const packages = packaging.map(
  ([rule, name, bytes]): Seed => ({ name: `${rule}: ${name}`, rule, kind: 'image', bytes }),
)

export const documentSeeds: readonly Seed[] = [...whole, ...packages]
