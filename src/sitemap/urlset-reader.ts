/** Reads the entries of a urlset or sitemapindex. */
import type { At, Entry } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import { interned } from './interned.ts'
import { createItemBuilder } from './item-builder.ts'
import { createPlainEntry } from './plain-entry.ts'
import { createPlainRun } from './plain-run.ts'
import { appended, type BodyReader, createEntry, type Reading } from './reading.ts'
import {
  closeItem,
  countExtension,
  ITEMS_LIMIT,
  isExtensionRoot,
  leaveExtension,
  openItem,
} from './urlset-extensions.ts'
import {
  checkAttributes,
  misplaced,
  noteHidden,
  noteRetired,
  repeated,
  tellHidden,
  undeclared,
  unexpected,
} from './urlset-faults.ts'
import { linkForm, links, openAlternate } from './urlset-links.ts'
import { record, records } from './urlset-records.ts'
import {
  ALTERNATES,
  CONTAINER,
  CORE,
  deliver,
  ENTRY,
  ITEM,
  isPastLimit,
  type Nested,
  OTHER,
  push,
  SKIPPED,
  type UrlsetState,
  VALUE,
} from './urlset-state.ts'
import { addText, beginValue, createValueCollector, finishValue, VISIBLE } from './value-collector.ts'
import { coreRank, EXTENSION_PREFIXES, parentOf } from './vocabulary.ts'
import { findAttribute } from './xml-attributes.ts'
import type { XmlAttributes, XmlTag } from './xml-reader.ts'

/** Entries inside entries, beyond which it is plain that the close tags are missing. */
const NESTED_ENTRIES_LIMIT = 3

export function createUrlsetReader(reading: Reading, kind: 'urlset' | 'sitemapindex'): BodyReader {
  const { locator } = reading
  const plain = createPlainEntry()
  const state: UrlsetState = {
    reading,
    locator,
    window: locator.window,
    kind,
    entryName: kind === 'urlset' ? 'url' : 'sitemap',
    rootUri: '',
    roles: [],
    names: [],
    depth: 0,
    entry: null,
    loose: null,
    hasEntries: false,
    lastRank: 0,
    lastName: '',
    isOrderTold: false,
    share: CORE,
    value: createValueCollector(),
    valueRank: 0,
    plain,
    plainRun: createPlainRun(plain),
    leaves: { shape: 0, loc: -1, lastmod: -1, changefreq: -1, priority: -1, isPlain: false },
    items: createItemBuilder(locator.window),
    itemUri: '',
    linkEnd: 0,
    formed: null,
    nested: [],
    hidden: new Map(),
    retired: new Set(),
    open,
    close,
    text,
    record,
    records,
    linkForm,
    links,
    end,
  }
  return state
}

function end(this: UrlsetState) {
  tellHidden(this)
}

function isCore(state: UrlsetState, uri: string): boolean {
  return uri === state.rootUri || uri === NAMESPACES.sitemap || uri === ''
}

function open(this: UrlsetState, tag: XmlTag, at: At, end: At, attributes: XmlAttributes): boolean {
  openIn(this, tag, at, end, attributes)
  const role = this.roles[this.depth - 1]
  return role === VALUE || role === ITEM
}

function openIn(state: UrlsetState, tag: XmlTag, at: At, end: At, attributes: XmlAttributes) {
  if (state.depth === 0) return openRoot(state, tag, at, end)
  switch (state.roles[state.depth - 1]) {
    case CONTAINER:
      return openInContainer(state, tag, at, end, attributes)
    case ENTRY:
      return openInEntry(state, tag, at, end, attributes)
    case ITEM:
      if (tag.uri === state.itemUri) {
        state.items.open(tag.local, tag, at, end)
        return push(state, ITEM, tag.name)
      }
      if (isCore(state, tag.uri)) unexpected(state, tag, at)
      else undeclared(state, 'element', tag, at)
      state.items.damage()
      return push(state, SKIPPED, tag.name)
    case VALUE:
      unexpected(state, tag, at)
      state.value.isDamaged = true
      return push(state, SKIPPED, tag.name)
    default:
      // A link has no content.
      if (state.share === ALTERNATES) undeclared(state, 'content', tag, at)
      return push(state, SKIPPED, tag.name)
  }
}

function openRoot(state: UrlsetState, tag: XmlTag, at: At, end: At) {
  // A second root element goes on under the first one's namespace.
  if (!state.hasEntries) state.rootUri = interned(tag.uri)
  push(state, tag.local === state.kind ? CONTAINER : SKIPPED, tag.name)
  checkAttributes(state, tag, at, end)
  for (const prefix in EXTENSION_PREFIXES) {
    const uri = tag.ns?.[prefix]
    if (uri === undefined || uri === EXTENSION_PREFIXES[prefix]) continue
    const place = findAttribute(state.window, at, end, `xmlns:${prefix}`)
    state.hidden.set(prefix, { prefix, uri, at: state.locator.find(place), elements: 0 })
  }
}

function openInContainer(state: UrlsetState, tag: XmlTag, at: At, end: At, attributes: XmlAttributes) {
  const { local, uri } = tag
  if (isCore(state, uri)) {
    if (uri !== state.rootUri) undeclared(state, 'element', tag, at)
    if (local === state.entryName) return openEntry(state, tag, at, end)
    if (local === state.kind) {
      misplaced(state, tag, at, parentOf(local, state.kind) as string)
      return push(state, CONTAINER, tag.name)
    }
    const belongs = parentOf(local, state.kind)
    if (belongs !== undefined) misplaced(state, tag, at, belongs)
    else unexpected(state, tag, at)
    return push(state, SKIPPED, tag.name)
  }
  if (!state.hasEntries && openLoose(state, tag, at, end, attributes)) return
  if (isExtensionRoot(tag)) countExtension(state, tag)
  // The wildcard of the XSD lets any other namespace stand before the first entry.
  if (state.hasEntries) {
    if (isExtensionRoot(tag)) misplaced(state, tag, at, 'url')
    else if (!noteRetired(state, tag, at) && !noteHidden(state, tag, at, end)) unexpected(state, tag, at)
  }
  push(state, SKIPPED, tag.name)
}

/** An element of another namespace before the first entry: nobody reads it, but the schemas ask what it holds. */
function openLoose(state: UrlsetState, tag: XmlTag, at: At, end: At, attributes: XmlAttributes): boolean {
  const isLink = tag.uri === NAMESPACES.xhtml && tag.local === 'link'
  if (!isLink && !isExtensionRoot(tag)) {
    if (!noteRetired(state, tag, at) && !noteHidden(state, tag, at, end)) undeclared(state, 'element', tag, at)
    return false
  }
  state.loose = createEntry(0, at)
  state.reading.openEntryAt = at
  if (isLink) openAlternate(state, tag, at, end, attributes)
  else openItem(state, tag, at, end)
  return true
}

function openEntry(state: UrlsetState, tag: XmlTag, at: At, end: At) {
  state.hasEntries = true
  const number = ++state.reading.number
  state.reading.openEntry = number
  state.reading.openEntryAt = at
  state.entry = createEntry(number, at)
  state.lastRank = 0
  state.isOrderTold = false
  push(state, ENTRY, tag.name)
  if (end - at > tag.name.length + 3) checkAttributes(state, tag, at, end)
}

function openInEntry(state: UrlsetState, tag: XmlTag, at: At, end: At, attributes: XmlAttributes) {
  const { local, uri } = tag
  state.share = CORE
  if (uri === NAMESPACES.xhtml && local === 'link') return openAlternate(state, tag, at, end, attributes)
  if (isCore(state, uri)) return openCore(state, tag, at, end, attributes.count > 0)
  state.lastRank = 9
  state.lastName = tag.name
  if (isExtensionRoot(tag)) return openItem(state, tag, at, end)
  state.share = OTHER
  if (!noteRetired(state, tag, at) && !noteHidden(state, tag, at, end)) undeclared(state, 'element', tag, at)
  push(state, SKIPPED, tag.name)
}

function openCore(state: UrlsetState, tag: XmlTag, at: At, end: At, hasAttributes: boolean) {
  const { local } = tag
  if (tag.uri !== state.rootUri) undeclared(state, 'element', tag, at)
  const rank = coreRank(local)
  if (rank > 0 && (state.kind === 'urlset' || rank <= 2)) {
    if (rank < state.lastRank && !state.isOrderTold) {
      state.isOrderTold = true
      state.reading.fault({ code: 'element-order', at, name: tag.name, after: state.lastName })
    }
    if (rank > state.lastRank) {
      state.lastRank = rank
      state.lastName = tag.name
    }
    if (hasAttributes) checkAttributes(state, tag, at, end)
    if (isPastLimit(state, at)) return push(state, SKIPPED, tag.name)
    state.valueRank = rank
    beginValue(state.value, at)
    return push(state, VALUE, tag.name)
  }
  if (local === state.entryName) return openNestedEntry(state, tag, at, end)
  if (local === 'link' && ('hreflang' in tag.attributes || 'rel' in tag.attributes)) {
    misplaced(state, tag, at, 'the xhtml namespace')
  } else {
    const belongs = parentOf(local, state.kind)
    if (belongs !== undefined) misplaced(state, tag, at, belongs)
    else unexpected(state, tag, at)
  }
  push(state, SKIPPED, tag.name)
}

/** An entry inside an entry: most often the first one's close tag is missing, and nothing of either may be lost. */
function openNestedEntry(state: UrlsetState, tag: XmlTag, at: At, end: At) {
  deliver(state)
  const outer = state.depth - 1
  if (state.nested.length < NESTED_ENTRIES_LIMIT) {
    state.nested.push({
      depth: outer,
      name: tag.name,
      parent: state.names[outer] as string,
      at: state.locator.find(at),
    })
    state.roles[outer] = CONTAINER
  } else {
    state.reading.drop(outer)
    state.depth--
  }
  openEntry(state, tag, at, end)
}

function close(this: UrlsetState, _name: string, at: At, end: At, isImplied: boolean): boolean {
  if (this.depth === 0) return false
  closeRole(this, at, end)
  if (this.nested.length > 0) settleNested(this, isImplied)
  return this.depth > 0 && this.roles[this.depth - 1] === ITEM
}

/** Where the outer entry has its own close tag, the inner one really stood inside it. */
function settleNested(state: UrlsetState, isImplied: boolean) {
  const last = state.nested.at(-1) as Nested
  if (last.depth !== state.depth) return
  state.nested.pop()
  const { name, parent, at } = last
  if (!isImplied) state.reading.fault({ code: 'element-misplaced', at, name, parent, belongs: state.kind })
}

function closeRole(state: UrlsetState, at: At, end: At) {
  const role = state.roles[--state.depth]
  if (role === VALUE) closeValue(state)
  else if (role === ITEM) closeItem(state)
  else if (role === ENTRY) return deliver(state)
  if (state.share !== CORE && state.depth > 0 && (state.roles[state.depth - 1] === ENTRY || state.loose !== null))
    leaveExtension(state, at, end)
}

function closeValue(state: UrlsetState) {
  const target = state.entry as Entry
  const done = finishValue(state.value, state.reading.hasInvalidBytes())
  if (state.valueRank === 1) {
    if (target.loc === null) target.loc = done
    else {
      repeated(state, done.elementAt)
      if (target.extraLocs.length < ITEMS_LIMIT) target.extraLocs = appended(target.extraLocs, done)
    }
  } else if (state.valueRank === 2) {
    if (target.lastmod === null) target.lastmod = done
    else repeated(state, done.elementAt)
  } else if (state.valueRank === 3) {
    if (target.changefreq === null) target.changefreq = done
    else repeated(state, done.elementAt)
  } else if (target.priority === null) target.priority = done
  else repeated(state, done.elementAt)
}

function text(this: UrlsetState, piece: string, at: At, isDamaged: boolean) {
  if (this.depth === 0) return
  const role = this.roles[this.depth - 1]
  if (role === VALUE) addText(this.value, piece, at, isDamaged, this.window)
  else if (role === ITEM) this.items.text(piece, at, isDamaged)
  else if (role !== SKIPPED) {
    const first = piece.search(VISIBLE)
    if (first < 0) return
    const quoted = piece.slice(first, first + 100).trimEnd()
    this.reading.fault({
      code: 'text-stray',
      at: at + first,
      text: quoted,
      parent: this.names[this.depth - 1] as string,
    })
  }
}
