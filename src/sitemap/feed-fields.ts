/** Which of an entry's elements is its link, and which its date. */
import type { Item, Value } from '../model/document.ts'
import { isWhite } from './value-collector.ts'

export interface FeedLink {
  item: Item
  value: Value
}

/** The page that an item of RSS or an entry of Atom is about; null where it names none. */
export function feedLink(feed: readonly Item[], kind: 'rss' | 'atom'): FeedLink | null {
  return kind === 'rss' ? rssLink(feed) : atomLink(feed)
}

function rssLink(feed: readonly Item[]): FeedLink | null {
  const links = feed.filter(({ name }) => name === 'link')
  const link = links.find(hasText) ?? links.find(({ attributes }) => attributes['href'] !== undefined)
  if (link) return hasText(link) ? { item: link, value: link.value } : withHref(link)
  const guid = feed.find(isPermalink)
  if (guid) return { item: guid, value: guid.value }
  const atom = pickAlternate(feed.filter(({ name }) => name === 'atom:link'))
  if (atom) return withHref(atom)
  const [empty] = links
  return empty ? { item: empty, value: empty.value } : null
}

/**
 * https://www.rssboard.org/rss-specification#ltguidgtSubelementOfLtitemgt : a guid is a permalink unless it says no.
 * Many that say nothing are numbers all the same, so it must look like a URL.
 */
function isPermalink({ name, attributes, value }: Item): boolean {
  return name === 'guid' && attributes['isPermaLink'] !== 'false' && /^https?:\/\//i.test(value.text)
}

function atomLink(feed: readonly Item[]): FeedLink | null {
  const link = pickAlternate(feed.filter(({ name }) => name === 'link'))
  if (!link) return null
  // Feeds that mix the two formats have the URL as text.
  return link.attributes['href'] === undefined ? { item: link, value: link.value } : withHref(link)
}

/** RFC 4287, 4.2.7.2: a link without rel is alternate; of several the one to a page. */
function pickAlternate(links: readonly Item[]): Item | undefined {
  const alternates = links.filter(({ attributes }) => {
    const rel = (attributes['rel'] ?? 'alternate').trim().toLowerCase()
    return rel === 'alternate' || rel === 'http://www.iana.org/assignments/relation/alternate'
  })
  const isPage = ({ attributes }: Item) => {
    const [type = ''] = (attributes['type'] ?? '').split(';', 1)
    return PAGE_TYPES.has(type.trim().toLowerCase())
  }
  return alternates.find(isPage) ?? alternates[0]
}

/** Media types of pages; a link that says nothing leads to one. */
const PAGE_TYPES: ReadonlySet<string> = new Set(['', 'text/html', 'application/xhtml+xml'])

function withHref(item: Item): FeedLink {
  const at = item.attributeAts['href'] ?? item.at
  return { item, value: { text: trimXml(item.attributes['href'] ?? ''), at, elementAt: item.at, isDamaged: false } }
}

const hasText = ({ value }: Item): boolean => value.text !== '' || value.isDamaged

/** Elements with the time of the last change, the best one first. */
const DATES = {
  rss: ['pubDate', 'dc:date', 'dcterms:modified', 'atom:updated', 'date'],
  atom: ['updated', 'modified'],
} as const

export function feedDate(feed: readonly Item[], kind: 'rss' | 'atom'): Value | null {
  for (const name of DATES[kind]) {
    const item = feed.find((one) => one.name === name)
    if (item) return item.value
  }
  return null
}

function trimXml(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhite(text.charCodeAt(start))) start++
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
