/** Whole documents in which nothing is wrong, of every kind that search engines read as a sitemap. */
import { gzipSync } from 'node:zlib'
import type { GeneratorValue } from 'fast-check'
import { join } from '../documents.ts'
import { atomEntry, mediaItem, rssItem } from './feed-entries.ts'
import { createHand, type Hand, PLAIN_STYLE, type Style } from './hand.ts'
import { indexEntry, type UrlsetKind, urlsetEntries } from './urlset-entries.ts'
import { pageUrl, SITE } from './values.ts'

export const KINDS = [
  'urlset',
  'image',
  'video',
  'news',
  'hreflang',
  'sitemapindex',
  'rss',
  'mrss',
  'atom',
  'text',
] as const
export type Kind = (typeof KINDS)[number]

export interface SoundDocument {
  kind: Kind
  url: string
  /** All before the first entry. */
  open: string
  entries: string[]
  /** Behind every entry. */
  gap: string
  close: string
}

const CORE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const EXTENSIONS = {
  xhtml: 'http://www.w3.org/1999/xhtml',
  image: 'http://www.google.com/schemas/sitemap-image/1.1',
  video: 'http://www.google.com/schemas/sitemap-video/1.1',
  news: 'http://www.google.com/schemas/sitemap-news/0.9',
  media: 'http://search.yahoo.com/mrss/',
}

/** ` xmlns:prefix="uri"` for a prefix with its colon. */
const declare = (hand: Hand, prefix: string, uri: string) =>
  hand.attribute(prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`, uri)

function prolog(hand: Hand, isPlain: boolean): string {
  const { pick, style, seldom } = hand
  const newline = style.newline || '\n'
  const declaration = pick(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '',
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>",
    '<?xml version="1.0"?>',
  )
  const stylesheet = seldom(4) ? '<?xml-stylesheet type="text/xsl" href="/sitemap.xsl"?>' : ''
  const comment = seldom(4)
    ? pick('<!-- generator="x/1.0" -->', '<!-- a & b < c > \u00fc -->', `<!--${' x'.repeat(200)} -->`)
    : ''
  const mark = !isPlain && seldom(8) ? '\ufeff' : ''
  return mark + [declaration, stylesheet, comment].map((part) => part && part + newline).join('')
}

/** Behind the root. */
const epilog = (hand: Hand) =>
  hand.pick('', '', '\n', '\r\n\r\n', '\n<!-- 12 ms & 3 queries -->', '\n<?done?>\n<!-- cached -->\n')

interface Frame {
  root: string
  attributes: string
  /** Between the open tag of the root and the first entry. */
  before: string
  after: string
}

function frame(hand: Hand, kind: Exclude<Kind, 'text'>): Frame {
  const { style, attribute, line, text, shuffle, seldom } = hand
  const core = () => declare(hand, style.core, CORE)
  const uses: Partial<Record<Kind, (keyof typeof EXTENSIONS)[]>> = {
    image: ['image'],
    video: ['video'],
    news: ['news', 'image'],
    hreflang: ['xhtml'],
  }
  switch (kind) {
    case 'rss':
    case 'mrss': {
      const more = [
        attribute('version', '2.0'),
        attribute('xmlns:atom', 'http://www.w3.org/2005/Atom'),
        attribute('xmlns:content', 'http://purl.org/rss/1.0/modules/content/'),
        attribute('xmlns:dc', 'http://purl.org/dc/elements/1.1/'),
        kind === 'mrss' ? declare(hand, style.media, EXTENSIONS.media) : '',
      ]
      const self = `${attribute('href', `${SITE}/feed/`)}${attribute('rel', 'self')}${attribute('type', 'application/rss+xml')}`
      const before = [
        line('title', text('Fish & chips')),
        line('link', text(`${SITE}/`)),
        line('description', text('What we fry')),
        line('atom:link', '', self),
        line('lastBuildDate', text('Wed, 30 Sep 2026 09:30:00 GMT')),
      ]
      return {
        root: 'rss',
        attributes: shuffle(more).join(''),
        before: `<channel>${style.newline}${before.filter(() => !seldom(4)).join('')}`,
        after: '</channel>',
      }
    }
    case 'atom': {
      const { core: prefix } = style
      const before = [
        line(`${prefix}title`, text('Fish & chips')),
        line(`${prefix}link`, '', `${attribute('rel', 'self')}${attribute('href', `${SITE}/feed`)}`),
        line(`${prefix}id`, `${SITE}/`),
        line(`${prefix}updated`, '2026-09-30T09:30:00Z'),
        line(`${prefix}author`, line(`${prefix}name`, 'A. Author')),
      ]
      return {
        root: `${prefix}feed`,
        attributes: declare(hand, prefix, 'http://www.w3.org/2005/Atom'),
        before: before.join(''),
        after: '',
      }
    }
    default: {
      // Generators declare what they may use, used or not.
      const names = new Set([
        ...(uses[kind] ?? []),
        ...(kind === 'sitemapindex' || kind === 'news' ? [] : seldom(4) ? (['xhtml', 'image'] as const) : []),
      ])
      const schema = seldom(4)
        ? attribute('xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance') +
          attribute('xsi:schemaLocation', `${CORE} ${CORE}/sitemap.xsd`)
        : ''
      const attributes = [core(), ...[...names].map((name) => declare(hand, style[name], EXTENSIONS[name])), schema]
      return {
        root: `${style.core}${kind === 'sitemapindex' ? 'sitemapindex' : 'urlset'}`,
        attributes: shuffle(attributes).join(''),
        before: '',
        after: '',
      }
    }
  }
}

function entriesOf(hand: Hand, kind: Kind, number: number): string[] {
  switch (kind) {
    case 'sitemapindex':
      return [indexEntry(hand, number)]
    case 'rss':
      return [rssItem(hand, number)]
    case 'mrss':
      return [mediaItem(hand, number)]
    case 'atom':
      return [atomEntry(hand, number)]
    case 'text':
      return [pageUrl(hand, number).replaceAll('\n', '')]
    default:
      return urlsetEntries(hand, kind satisfies UrlsetKind, number)
  }
}

export interface SoundOptions {
  /** Written with the usual prefixes and without a byte order mark, so that something can be put into it. */
  isPlain?: boolean
  /** Groups of entries; default 4. */
  max?: number
}

/** A document in which nothing is wrong. */
export function soundDocument(
  g: GeneratorValue,
  kind: Kind,
  { isPlain = false, max = 4 }: SoundOptions = {},
): SoundDocument {
  const { newline: _, indent: __, quote: ___, ...prefixes } = PLAIN_STYLE
  const own: Partial<Style> = isPlain ? prefixes : {}
  const hand = createHand(g, own)
  const entries = Array.from({ length: hand.count(1, max) }, (_, i) => entriesOf(hand, kind, i + 1)).flat()
  if (kind === 'text') {
    const newline = hand.pick('\n', '\r\n')
    const mark = !isPlain && hand.seldom(6) ? '\ufeff' : ''
    return { kind, url: `${SITE}/urls.txt`, open: mark, entries, gap: newline, close: '' }
  }
  const { root, attributes, before, after } = frame(hand, kind)
  const gap = hand.style.newline + (hand.seldom(10) ? `<!-- more -->${hand.style.newline}` : '')
  return {
    kind,
    url: `${SITE}/${kind === 'rss' || kind === 'mrss' || kind === 'atom' ? 'feed' : 'sitemap.xml'}`,
    open: `${prolog(hand, isPlain)}<${root}${attributes}>${hand.style.newline}${before}`,
    entries,
    gap,
    close: `${after}</${root}>${epilog(hand)}`,
  }
}

export const textOf = ({
  open,
  entries,
  gap,
  close,
}: Pick<SoundDocument, 'open' | 'entries' | 'gap' | 'close'>): string =>
  open + entries.map((entry) => entry + gap).join('') + close

/** As it is, or compressed: in one member or in two. */
export function packed(bytes: Uint8Array, members: 0 | 1 | 2): Uint8Array {
  if (members === 0) return bytes
  if (members === 1) return new Uint8Array(gzipSync(bytes))
  const at = bytes.length >> 1
  return join(gzipSync(bytes.subarray(0, at)), gzipSync(bytes.subarray(at)))
}
