/** Reads the entries of a urlset or sitemapindex. */
import type { Alternate, At, Entry, Location } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import { createItemBuilder } from './item-builder.ts'
import { ENTRY_TEXT_LIMIT } from './locator.ts'
import { appended, type BodyReader, createEntry, type Reading } from './reading.ts'
import { addText, beginValue, createValueCollector, finishValue, VISIBLE } from './value-collector.ts'
import { coreRank, EXTENSION_PREFIXES, isFreeAttribute, parentOf, RETIRED_NAMESPACES } from './vocabulary.ts'
import { findAttribute } from './xml-attributes.ts'
import type { XmlAttributes, XmlTag } from './xml-reader.ts'

/** Items of one kind that are kept of one entry; Google reads 1,000 images. The rest is counted. */
const ITEMS_LIMIT = 5_000

/** Entries inside entries, beyond which it is plain that the close tags are missing. */
const NESTED_ENTRIES_LIMIT = 3

/** What an open element is to us. */
const CONTAINER = 0
const ENTRY = 1
const VALUE = 2
const ITEM = 3
/** Its text and children are none of ours. */
const SKIPPED = 4

/** Whose bytes an element below an entry is. */
const SHARES = ['core', 'alternates', 'images', 'videos', 'news', 'other'] as const
const CORE = 0
const ALTERNATES = 1
const IMAGES = 2
const VIDEOS = 3
const NEWS = 4
const OTHER = 5

/** An entry inside an entry that is still open. */
interface Nested {
  /** Depth of the outer one. */
  depth: number
  name: string
  parent: string
  at: Location | null
}

interface Hidden {
  prefix: string
  uri: string
  at: Location | null
  elements: number
}

export function createUrlsetReader(reading: Reading, kind: 'urlset' | 'sitemapindex'): BodyReader {
  const { locator, extensions, units } = reading
  const { window } = locator
  const entryName = kind === 'urlset' ? 'url' : 'sitemap'
  const roles: number[] = []
  const names: string[] = []
  let depth = 0
  let rootUri = ''

  let entry: Entry | null = null
  /** Holds an extension element that stands before the first entry. */
  let loose: Entry | null = null
  let hasEntries = false
  let lastRank = 0
  let lastName = ''
  let isOrderTold = false
  let share = CORE

  const value = createValueCollector()
  let valueRank = 0
  const items = createItemBuilder(window)
  let itemUri = ''
  /** Behind the open tag of the last link. */
  let linkEnd = 0

  const nested: Nested[] = []
  const hidden = new Map<string, Hidden>()
  const retired = new Set<string>()

  function push(role: number, name: string) {
    roles[depth] = role
    names[depth++] = name
  }
  const isCore = (uri: string) => uri === rootUri || uri === NAMESPACES.sitemap || uri === ''

  function open(tag: XmlTag, at: At, end: At, attributes: XmlAttributes): boolean {
    openIn(tag, at, end, attributes)
    const role = roles[depth - 1]
    return role === VALUE || role === ITEM
  }

  function openIn(tag: XmlTag, at: At, end: At, attributes: XmlAttributes) {
    if (depth === 0) return openRoot(tag, at, end)
    switch (roles[depth - 1]) {
      case CONTAINER:
        return openInContainer(tag, at, end, attributes)
      case ENTRY:
        return openInEntry(tag, at, end, attributes)
      case ITEM:
        if (tag.uri === itemUri) {
          items.open(tag.local, tag, at, end)
          return push(ITEM, tag.name)
        }
        if (isCore(tag.uri)) unexpected(tag, at)
        else undeclared('element', tag, at)
        items.damage()
        return push(SKIPPED, tag.name)
      case VALUE:
        unexpected(tag, at)
        value.isDamaged = true
        return push(SKIPPED, tag.name)
      default:
        // A link has no content.
        if (share === ALTERNATES) undeclared('content', tag, at)
        return push(SKIPPED, tag.name)
    }
  }

  function openRoot(tag: XmlTag, at: At, end: At) {
    // A second root element goes on under the first one's namespace.
    if (!hasEntries) rootUri = tag.uri
    push(tag.local === kind ? CONTAINER : SKIPPED, tag.name)
    checkAttributes(tag, at, end)
    for (const prefix in EXTENSION_PREFIXES) {
      const uri = tag.ns?.[prefix]
      if (uri === undefined || uri === EXTENSION_PREFIXES[prefix]) continue
      const place = findAttribute(window, at, end, `xmlns:${prefix}`)
      hidden.set(prefix, { prefix, uri, at: locator.find(place), elements: 0 })
    }
  }

  function openInContainer(tag: XmlTag, at: At, end: At, attributes: XmlAttributes) {
    const { local, uri } = tag
    if (isCore(uri)) {
      if (uri !== rootUri) undeclared('element', tag, at)
      if (local === entryName) return openEntry(tag, at, end)
      if (local === kind) {
        misplaced(tag, at, parentOf(local, kind) as string)
        return push(CONTAINER, tag.name)
      }
      const belongs = parentOf(local, kind)
      if (belongs !== undefined) misplaced(tag, at, belongs)
      else unexpected(tag, at)
      return push(SKIPPED, tag.name)
    }
    if (!hasEntries && openLoose(tag, at, end, attributes)) return
    if (isExtensionRoot(tag)) count(tag)
    // The wildcard of the XSD lets any other namespace stand before the first entry.
    if (hasEntries) {
      if (isExtensionRoot(tag)) misplaced(tag, at, 'url')
      else if (!noteRetired(tag, at) && !noteHidden(tag, at, end)) unexpected(tag, at)
    }
    push(SKIPPED, tag.name)
  }

  /** An element of another namespace before the first entry: nobody reads it, but the schemas ask what it holds. */
  function openLoose(tag: XmlTag, at: At, end: At, attributes: XmlAttributes): boolean {
    const isLink = tag.uri === NAMESPACES.xhtml && tag.local === 'link'
    if (!isLink && !isExtensionRoot(tag)) {
      if (!noteRetired(tag, at) && !noteHidden(tag, at, end)) undeclared('element', tag, at)
      return false
    }
    loose = createEntry(0, at)
    reading.openEntryAt = at
    if (isLink) openAlternate(tag, at, end, attributes)
    else openItem(tag, at, end)
    return true
  }

  function openEntry(tag: XmlTag, at: At, end: At) {
    hasEntries = true
    const number = ++reading.number
    reading.openEntry = number
    reading.openEntryAt = at
    entry = createEntry(number, at)
    lastRank = 0
    isOrderTold = false
    push(ENTRY, tag.name)
    if (end - at > tag.name.length + 3) checkAttributes(tag, at, end)
  }

  function openInEntry(tag: XmlTag, at: At, end: At, attributes: XmlAttributes) {
    const { local, uri } = tag
    share = CORE
    if (uri === NAMESPACES.xhtml && local === 'link') return openAlternate(tag, at, end, attributes)
    if (isCore(uri)) return openCore(tag, at, end, attributes.count > 0)
    lastRank = 9
    lastName = tag.name
    if (isExtensionRoot(tag)) return openItem(tag, at, end)
    share = OTHER
    if (!noteRetired(tag, at) && !noteHidden(tag, at, end)) undeclared('element', tag, at)
    push(SKIPPED, tag.name)
  }

  function openItem(tag: XmlTag, at: At, end: At) {
    const { local, uri } = tag
    share = uri === NAMESPACES.image ? IMAGES : uri === NAMESPACES.video ? VIDEOS : NEWS
    const kept = count(tag)
    if (kept >= ITEMS_LIMIT) reading.hasUnread = true
    if (kept >= ITEMS_LIMIT || isPastLimit(at)) return push(SKIPPED, tag.name)
    itemUri = uri
    items.open(local, tag, at, end)
    push(ITEM, tag.name)
  }

  /** What stands so far behind the beginning of its entry is not kept. */
  function isPastLimit(at: At): boolean {
    const isPast = at - (entry ?? (loose as Entry)).at > ENTRY_TEXT_LIMIT
    if (isPast) reading.hasUnread = true
    return isPast
  }

  function openAlternate(tag: XmlTag, at: At, end: At, { count, names: given, values, ats }: XmlAttributes) {
    lastRank = 9
    lastName = tag.name
    share = ALTERNATES
    extensions.alternates++
    push(SKIPPED, tag.name)
    linkEnd = end
    const target = entry ?? (loose as Entry)
    if (isPastLimit(at)) return
    const link: Alternate = {
      at,
      rel: null,
      relAt: at,
      hreflang: null,
      hreflangAt: at,
      href: null,
      hrefAt: at,
      media: null,
      others: null,
    }
    for (let i = 0; i < count; i++) {
      const name = given[i] as string
      const { length } = name
      // Lengths first: they tell these names apart at no cost.
      if (length === 4 && name === 'href') {
        link.href = values[i] as string
        link.hrefAt = placeOf(ats[i] as At, at, end, name)
      } else if (length === 8 && name === 'hreflang') {
        link.hreflang = values[i] as string
        link.hreflangAt = placeOf(ats[i] as At, at, end, name)
      } else if (length === 3 && name === 'rel') {
        link.rel = values[i] as string
        link.relAt = placeOf(ats[i] as At, at, end, name)
      } else if (length === 5 && name === 'media') link.media = values[i] as string
      else link.others = { ...link.others, [name]: values[i] as string }
    }
    target.alternates = appended(target.alternates, link)
  }

  function placeOf(known: At, at: At, end: At, name: string): At {
    return known >= 0 ? known : findAttribute(window, at, end, name)
  }

  function openCore(tag: XmlTag, at: At, end: At, hasAttributes: boolean) {
    const { local } = tag
    if (tag.uri !== rootUri) undeclared('element', tag, at)
    const rank = coreRank(local)
    if (rank > 0 && (kind === 'urlset' || rank <= 2)) {
      if (rank < lastRank && !isOrderTold) {
        isOrderTold = true
        reading.fault({ code: 'element-order', at, name: tag.name, after: lastName })
      }
      if (rank > lastRank) {
        lastRank = rank
        lastName = tag.name
      }
      if (hasAttributes) checkAttributes(tag, at, end)
      if (isPastLimit(at)) return push(SKIPPED, tag.name)
      valueRank = rank
      beginValue(value, at)
      return push(VALUE, tag.name)
    }
    if (local === entryName) return openNestedEntry(tag, at, end)
    if (local === 'link' && ('hreflang' in tag.attributes || 'rel' in tag.attributes)) {
      misplaced(tag, at, 'the xhtml namespace')
    } else {
      const belongs = parentOf(local, kind)
      if (belongs !== undefined) misplaced(tag, at, belongs)
      else unexpected(tag, at)
    }
    push(SKIPPED, tag.name)
  }

  /** An entry inside an entry: most often the first one's close tag is missing, and nothing of either may be lost. */
  function openNestedEntry(tag: XmlTag, at: At, end: At) {
    deliver()
    const outer = depth - 1
    if (nested.length < NESTED_ENTRIES_LIMIT) {
      nested.push({ depth: outer, name: tag.name, parent: names[outer] as string, at: locator.find(at) })
      roles[outer] = CONTAINER
    } else {
      reading.drop(outer)
      depth--
    }
    openEntry(tag, at, end)
  }

  function close(_name: string, at: At, end: At, isImplied: boolean): boolean {
    if (depth === 0) return false
    closeRole(at, end)
    if (nested.length > 0) settleNested(isImplied)
    return depth > 0 && roles[depth - 1] === ITEM
  }

  /** Where the outer entry has its own close tag, the inner one really stood inside it. */
  function settleNested(isImplied: boolean) {
    const last = nested.at(-1) as Nested
    if (last.depth !== depth) return
    nested.pop()
    const { name, parent, at } = last
    if (!isImplied) reading.fault({ code: 'element-misplaced', at, name, parent, belongs: kind })
  }

  function closeRole(at: At, end: At) {
    const role = roles[--depth]
    if (role === VALUE) closeValue()
    else if (role === ITEM) closeItem()
    else if (role === ENTRY) return deliver()
    if (share !== CORE && depth > 0 && (roles[depth - 1] === ENTRY || loose !== null)) leaveExtension(at, end)
  }

  function leaveExtension(at: At, end: At) {
    if (loose !== null && roles[depth - 1] !== CONTAINER) return
    units[SHARES[share] as 'other'] += end - at
    if (share === ALTERNATES && end > linkEnd && linkEnd >= window.base && !isEmpty(linkEnd, end)) {
      reading.fault({ code: 'undeclared', what: 'content', at, name: '', uri: '', parent: names[depth] as string })
    }
    share = CORE
    if (loose === null) return
    reading.loose(loose)
    loose = null
    reading.openEntryAt = null
  }

  /** Nothing but comments stands between an open and a close tag. */
  function isEmpty(from: At, end: At): boolean {
    const inside = window.text.slice(from - window.base, end - window.base)
    const close = inside.lastIndexOf('</')
    return close <= 0 || /^(?:<!--(?:[^-]|-[^-])*-->)*$/.test(inside.slice(0, close))
  }

  function closeValue() {
    const target = entry as Entry
    const done = finishValue(value, reading.hasInvalidBytes())
    if (valueRank === 1) {
      if (target.loc === null) target.loc = done
      else {
        repeated(done.elementAt)
        if (target.extraLocs.length < ITEMS_LIMIT) target.extraLocs = appended(target.extraLocs, done)
      }
    } else if (valueRank === 2) {
      if (target.lastmod === null) target.lastmod = done
      else repeated(done.elementAt)
    } else if (valueRank === 3) {
      if (target.changefreq === null) target.changefreq = done
      else repeated(done.elementAt)
    } else if (target.priority === null) target.priority = done
    else repeated(done.elementAt)
  }
  function repeated(at: At) {
    reading.fault({ code: 'element-repeated', at, name: names[depth] as string, parent: names[depth - 1] as string })
  }

  function closeItem() {
    const item = items.close(reading.hasInvalidBytes())
    if (!item) return
    const target = entry ?? (loose as Entry)
    if (share === IMAGES) target.images = appended(target.images, item)
    else if (share === VIDEOS) target.videos = appended(target.videos, item)
    else target.news = appended(target.news, item)
  }

  function deliver() {
    if (!entry) return
    reading.entries++
    reading.entry(entry)
    entry = null
    reading.openEntry = null
    reading.openEntryAt = null
  }

  function text(piece: string, at: At, isDamaged: boolean) {
    if (depth === 0) return
    const role = roles[depth - 1]
    if (role === VALUE) addText(value, piece, at, isDamaged, window)
    else if (role === ITEM) items.text(piece, at, isDamaged)
    else if (role !== SKIPPED) {
      const first = piece.search(VISIBLE)
      if (first < 0) return
      const quoted = piece.slice(first, first + 100).trimEnd()
      reading.fault({ code: 'text-stray', at: at + first, text: quoted, parent: names[depth - 1] as string })
    }
  }

  function isExtensionRoot({ uri, local }: XmlTag): boolean {
    if (uri === NAMESPACES.image) return local === 'image'
    if (uri === NAMESPACES.video) return local === 'video'
    if (uri === NAMESPACES.news) return local === 'news'
    return false
  }
  /** Counts an extension element; returns how many of its kind the entry keeps. */
  function count({ uri }: XmlTag): number {
    if (uri === NAMESPACES.image) {
      extensions.images++
      return entry ? entry.images.length : 0
    }
    if (uri === NAMESPACES.video) {
      extensions.videos++
      return entry ? entry.videos.length : 0
    }
    extensions.news++
    return entry ? entry.news.length : 0
  }

  function noteRetired({ uri, prefix }: XmlTag, at: At): boolean {
    if (!RETIRED_NAMESPACES.has(uri)) return false
    if (!retired.has(uri)) {
      retired.add(uri)
      reading.fault({ code: 'extension-retired', at, prefix, uri })
    }
    return true
  }

  /** An element whose prefix says image, video, news or xhtml, and whose namespace says otherwise. */
  function noteHidden({ prefix, uri, local, ns }: XmlTag, at: At, end: At): boolean {
    const expected = EXTENSION_PREFIXES[prefix]
    if (expected === undefined || uri === expected) return false
    // Where the prefix is not bound at all, that is the fault.
    const isBound = uri !== prefix
    if (prefix === 'image' && local === 'image') extensions.images++
    else if (prefix === 'video' && local === 'video') extensions.videos++
    else if (prefix === 'news' && local === 'news') extensions.news++
    else if (prefix === 'xhtml' && local === 'link') extensions.alternates++
    if (!isBound) return true
    let known = hidden.get(prefix)
    if (!known) {
      const place = ns?.[prefix] === undefined ? at : findAttribute(window, at, end, `xmlns:${prefix}`)
      known = { prefix, uri, at: locator.find(place), elements: 0 }
      hidden.set(prefix, known)
    }
    known.elements++
    return true
  }

  function checkAttributes(tag: XmlTag, at: At, end: At) {
    for (const name in tag.attributes) {
      const attribute = tag.attributes[name]
      if (attribute === undefined) continue
      const { uri } = attribute
      const isFree = isFreeAttribute(uri)
      // No reader minds xml:lang, but no schema declares it.
      if (isFree && uri !== NAMESPACES.xml) continue
      const place = findAttribute(window, at, end, name)
      if (isFree) reading.fault({ code: 'undeclared', what: 'attribute', at: place, name, uri, parent: tag.name })
      else reading.fault({ code: 'attribute-unexpected', at: place, name, element: tag.name })
    }
  }
  function misplaced(tag: XmlTag, at: At, belongs: string) {
    reading.fault({ code: 'element-misplaced', at, name: tag.name, parent: names[depth - 1] as string, belongs })
  }
  function undeclared(what: 'element' | 'content', { name, uri }: XmlTag, at: At) {
    reading.fault({ code: 'undeclared', what, at, name, uri, parent: names[depth - 1] as string })
  }
  function unexpected(tag: XmlTag, at: At) {
    reading.fault({ code: 'element-unexpected', at, name: tag.name, parent: names[depth - 1] as string })
  }

  return {
    open,
    close,
    text,
    end() {
      for (const { prefix, uri, at, elements } of hidden.values()) {
        if (elements === 0) continue
        const expected = EXTENSION_PREFIXES[prefix] as string
        reading.fault({ code: 'namespace-extension', at, prefix, uri, expected, elements })
      }
    },
  }
}
