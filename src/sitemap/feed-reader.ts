/**
 * Reads the items of RSS 2.0 and the entries of Atom (older versions alike); mRSS, Dublin Core and xhtml:link beside
 * them.
 */
import type { At, Entry, Item } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import { resolveUrl } from '../values/resolve-url.ts'
import { feedDate, feedLink } from './feed-fields.ts'
import { createItemBuilder } from './item-builder.ts'
import { ENTRY_TEXT_LIMIT } from './locator.ts'
import { appended, type BodyReader, createEntry, type Reading } from './reading.ts'
import { FEED_NAMESPACES } from './vocabulary.ts'
import { findAttribute } from './xml-attributes.ts'
import type { XmlTag } from './xml-reader.ts'

/** Items of one kind that are kept of one entry. */
const ITEMS_LIMIT = 1_000
/** Media elements of a channel that are kept for its items. */
const CHANNEL_MEDIA_LIMIT = 100
/** Those that say something of every item; contents and groups belong to one. */
const CHANNEL_MEDIA = new Set(['title', 'description', 'thumbnail', 'player'])
/** Characters of an xml:base that are kept. */
const BASE_LENGTH = 2_048

const CONTAINER = 0
const ENTRY = 1
const ITEM = 2
const SKIPPED = 3

/** Elements that hold entries, by local name: rss and channel, feed, RDF. */
const CONTAINERS = new Set(['rss', 'channel', 'feed', 'RDF'])

/** Prefixes of item names by namespace; what is the feed's own has none, mRSS a list of its own. */
const FOREIGN_PREFIXES: Readonly<Record<string, string>> = {
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'http://purl.org/dc/terms/': 'dcterms:',
}

export function createFeedReader(reading: Reading, kind: 'rss' | 'atom'): BodyReader {
  const { locator, extensions, units } = reading
  const entryName = kind === 'rss' ? 'item' : 'entry'
  const roles: number[] = []
  /** xml:base in force by depth, folded as far as it can be without the document's own address. */
  const bases: (string | null)[] = []
  let depth = 0
  let rootUri = ''
  let entry: Entry | null = null
  const items = createItemBuilder(locator.window)
  let itemUri = ''
  let itemBase: string | null = null
  let linkBases: (string | null)[] = []
  /** Made anew when something is added: entries that were handed on keep theirs. */
  let channelMedia: Item[] = []

  function open(tag: XmlTag, at: At, end: At): boolean {
    if (depth === 0) openRoot(tag, at, end)
    const role = depth === 0 ? CONTAINER : (roles[depth - 1] as number)
    bases[depth] = baseOf(tag)
    const opened = openIn(role, tag, at, end)
    roles[depth++] = opened
    return opened === ITEM
  }

  /** Atom is its namespace (RFC 4287, 2); that of 0.3 has been told. */
  function openRoot({ uri, prefix }: XmlTag, at: At, end: At) {
    rootUri = uri
    if (kind !== 'atom' || uri === NAMESPACES.atom || uri === FEED_NAMESPACES.atom03) return
    // A prefix that nobody declared is told as such.
    if (prefix !== '' && uri === prefix) return
    const place = findAttribute(locator.window, at, end, prefix === '' ? 'xmlns' : `xmlns:${prefix}`)
    const format = uri === '' ? 'Atom without its namespace' : `a feed of the namespace ${uri.slice(0, 200)}`
    reading.fault({ code: 'feed-version', at: place, format })
  }

  /** https://www.w3.org/TR/xmlbase/ */
  function baseOf(tag: XmlTag): string | null {
    const outer = depth === 0 ? null : (bases[depth - 1] as string | null)
    const written = tag.attributes['xml:base']?.value.trim().slice(0, BASE_LENGTH)
    if (written === undefined || written === '') return outer
    return outer === null ? written : resolveUrl(written, outer).slice(0, BASE_LENGTH)
  }

  function openIn(role: number, tag: XmlTag, at: At, end: At): number {
    const { local, uri } = tag
    if (role === CONTAINER) {
      if (local === entryName && isOwn(uri)) {
        const number = ++reading.number
        reading.openEntry = number
        reading.openEntryAt = at
        entry = createEntry(number, at)
        linkBases = []
        return ENTRY
      }
      if (isMedia(uri) && CHANNEL_MEDIA.has(local) && channelMedia.length < CHANNEL_MEDIA_LIMIT) {
        begin(local, uri, tag, at, end)
        return ITEM
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
      const name = isMedia(uri) ? local : nameOf(local, uri)
      if (name === null) return SKIPPED
      begin(name, uri, tag, at, end)
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

  function begin(name: string, uri: string, tag: XmlTag, at: At, end: At) {
    itemUri = uri
    itemBase = bases[depth] as string | null
    items.open(name, tag, at, end)
  }

  /** The name of a child of an entry: its own by the local name, the others by a prefix of ours; null for no matter. */
  function nameOf(local: string, uri: string): string | null {
    if (uri === NAMESPACES.atom && kind === 'rss') return `atom:${local}`
    if (isOwn(uri)) return local
    const prefix = FOREIGN_PREFIXES[uri]
    return prefix === undefined ? null : prefix + local
  }

  /** RSS has no namespace, RSS 1.0 items have one of their own; Atom entries have their root's. */
  function isOwn(uri: string): boolean {
    return (
      uri === rootUri ||
      uri === '' ||
      uri === NAMESPACES.atom ||
      uri === 'http://purl.org/rss/1.0/' ||
      uri.startsWith('http://my.netscape.com/')
    )
  }

  function addAlternate(tag: XmlTag, at: At, end: At) {
    const target = entry as Entry
    if (target.alternates.length >= ITEMS_LIMIT) return
    items.open('link', tag, at, end)
    const { attributes, attributeAts } = items.close(false) as Item
    target.alternates = appended(target.alternates, {
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
    if (depth > 0) closeRole(at, end)
    return depth > 0 && roles[depth - 1] === ITEM
  }

  function closeRole(at: At, end: At) {
    const role = roles[--depth]
    if (role === ITEM) {
      const item = items.close(reading.hasInvalidBytes())
      if (item) closeItem(item, end - at)
    } else if (role === ENTRY) deliver()
  }

  function closeItem(item: Item, size: number) {
    if (roles[depth - 1] === CONTAINER) {
      channelMedia = [...channelMedia, { ...item, children: [] }]
      return
    }
    const target = entry as Entry
    if (isMedia(itemUri)) {
      if (target.media.length < ITEMS_LIMIT) target.media = appended(target.media, item)
      units.videos += size
    } else if (target.feed.length < ITEMS_LIMIT) {
      target.feed = appended(target.feed, item)
      linkBases.push(itemBase)
    }
  }

  function deliver() {
    if (!entry) return
    const done = entry
    const link = feedLink(done.feed, kind)
    done.loc = link?.value ?? null
    done.lastmod = feedDate(done.feed, kind)
    done.base = link === null ? null : (linkBases[done.feed.indexOf(link.item)] ?? null)
    done.relativeLink = null
    done.channelMedia = channelMedia
    reading.entries++
    reading.entry(done)
    entry = null
    reading.openEntry = null
    reading.openEntryAt = null
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

/** With its slash or, as older versions of the specification had it, without. */
function isMedia(uri: string): boolean {
  return uri === NAMESPACES.media || uri === 'http://search.yahoo.com/mrss'
}
