/** Reads the items of RSS 2.0 and the entries of Atom (older versions alike); mRSS and xhtml:link beside them. */
import type { At, Entry, Item, Value } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import { createItemBuilder } from './item-builder.ts'
import { ENTRY_TEXT_LIMIT } from './locator.ts'
import { appended, type BodyReader, createEntry, type Reading } from './reading.ts'
import type { XmlTag } from './xml-reader.ts'

/** Items of one kind that are kept of one entry. */
const ITEMS_LIMIT = 1_000

const CONTAINER = 0
const ENTRY = 1
const ITEM = 2
const SKIPPED = 3

/** Elements that hold entries, by local name: rss and channel, feed, RDF. */
const CONTAINERS = new Set(['rss', 'channel', 'feed', 'RDF'])

export function createFeedReader(reading: Reading, kind: 'rss' | 'atom'): BodyReader {
  const { locator, extensions, units } = reading
  const entryName = kind === 'rss' ? 'item' : 'entry'
  const roles: number[] = []
  let depth = 0
  let rootUri = ''
  let entry: Entry | null = null
  const items = createItemBuilder(locator.window)
  let itemUri = ''

  function open(tag: XmlTag, at: At, end: At): boolean {
    if (depth === 0) rootUri = tag.uri
    const role = depth === 0 ? CONTAINER : (roles[depth - 1] as number)
    const opened = openIn(role, tag, at, end)
    roles[depth++] = opened
    return opened === ITEM
  }

  function openIn(role: number, tag: XmlTag, at: At, end: At): number {
    const { local, uri } = tag
    if (role === CONTAINER) {
      if (local === entryName && isOwn(uri)) {
        const number = ++reading.number
        reading.openEntry = number
        reading.openEntryAt = at
        entry = createEntry(number, at)
        return ENTRY
      }
      return CONTAINERS.has(local) ? CONTAINER : SKIPPED
    }
    if (role === ENTRY) {
      if (at - (entry as Entry).at > ENTRY_TEXT_LIMIT) return SKIPPED
      if (uri === NAMESPACES.xhtml && local === 'link') {
        extensions.alternates++
        addAlternate(tag, at, end)
        return SKIPPED
      }
      if (!isOwn(uri) && uri !== NAMESPACES.media && uri !== NAMESPACES.atom) return SKIPPED
      itemUri = uri
      items.open(local, tag, at, end)
      return ITEM
    }
    if (role === ITEM) {
      if (uri === itemUri) {
        items.open(local, tag, at, end)
        return ITEM
      }
      // Markup in a description or content is text to its reader, not ours.
      return SKIPPED
    }
    return SKIPPED
  }

  /** RSS has no namespace, RSS 1.0 items have one of their own; Atom entries have their root's. */
  function isOwn(uri: string): boolean {
    return uri === rootUri || uri === '' || uri === NAMESPACES.atom || uri.startsWith('http://purl.org/rss/1.0')
  }

  function addAlternate(tag: XmlTag, at: At, end: At) {
    const target = entry as Entry
    if (target.alternates.length >= ITEMS_LIMIT) return
    items.open('link', tag, at, end)
    const { attributes, attributeAts } = items.close(false) as Item
    target.alternates.push({
      at,
      rel: attributes['rel'] ?? null,
      relAt: attributeAts['rel'] ?? at,
      hreflang: attributes['hreflang'] ?? null,
      hreflangAt: attributeAts['hreflang'] ?? at,
      href: attributes['href'] ?? null,
      hrefAt: attributeAts['href'] ?? at,
      media: attributes['media'] ?? null,
    })
  }

  function close(_name: string, at: At, end: At): boolean {
    closeRole(at, end)
    return depth > 0 && roles[depth - 1] === ITEM
  }

  function closeRole(at: At, end: At) {
    const role = roles[--depth]
    if (role === ITEM) {
      const item = items.close(reading.hasInvalidBytes())
      if (!item) return
      const target = entry as Entry
      if (itemUri === NAMESPACES.media) {
        if (target.media.length < ITEMS_LIMIT) target.media = appended(target.media, item)
        units.videos += end - at
      } else if (target.feed.length < ITEMS_LIMIT) target.feed = appended(target.feed, item)
    } else if (role === ENTRY && entry) {
      const done = entry
      settle(done)
      reading.entries++
      reading.entry(done)
      entry = null
      reading.openEntry = null
      reading.openEntryAt = null
    }
  }

  function settle(target: Entry) {
    target.loc = kind === 'rss' ? rssLink(target.feed) : atomLink(target.feed)
    target.lastmod = firstValue(target.feed, kind === 'rss' ? ['pubDate', 'date'] : ['updated', 'modified'])
  }

  return {
    open,
    close,
    text(piece, at, isDamaged) {
      if (depth > 0 && roles[depth - 1] === ITEM) items.text(piece, at, isDamaged)
    },
    end() {},
  }
}

function firstValue(feed: Item[], names: string[]): Value | null {
  for (const name of names) {
    const item = feed.find((one) => one.name === name)
    if (item) return item.value
  }
  return null
}

/** https://www.rssboard.org/rss-specification#ltguidgtSubelementOfLtitemgt : a guid is a permalink unless it says no. */
function rssLink(feed: Item[]): Value | null {
  const link = feed.find(({ name, attributes }) => name === 'link' && attributes['href'] === undefined)
  if (link) return link.value
  const guid = feed.find(({ name, attributes }) => name === 'guid' && attributes['isPermaLink'] !== 'false')
  return guid?.value ?? null
}

/** RFC 4287, 4.2.7.2: without rel it is alternate. */
function atomLink(feed: Item[]): Value | null {
  const links = feed.filter(({ name }) => name === 'link')
  const link = links.find(({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate')
  if (!link) return null
  const href = link.attributes['href']
  // Atom 0.3 and feeds that mix the two have the URL as text.
  if (href === undefined) return link.value
  const at = link.attributeAts['href'] ?? link.at
  return { text: trimXml(href), at, elementAt: link.at, isDamaged: false }
}

function trimXml(text: string): string {
  return text.replace(/^[ \t\r\n]+/, '').trimEnd()
}
