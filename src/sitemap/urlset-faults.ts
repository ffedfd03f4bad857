/** What is wrong with the elements and attributes of a urlset or sitemapindex. */
import type { At } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import type { UrlsetState } from './urlset-state.ts'
import { EXTENSION_PREFIXES, isFreeAttribute, RETIRED_NAMESPACES } from './vocabulary.ts'
import { findAttribute } from './xml-attributes.ts'
import type { XmlTag } from './xml-reader.ts'

export function repeated(state: UrlsetState, at: At) {
  state.reading.fault({
    code: 'element-repeated',
    at,
    name: state.names[state.depth] as string,
    parent: state.names[state.depth - 1] as string,
  })
}

export function noteRetired(state: UrlsetState, { uri, prefix }: XmlTag, at: At): boolean {
  if (!RETIRED_NAMESPACES.has(uri)) return false
  if (!state.retired.has(uri)) {
    state.retired.add(uri)
    state.reading.fault({ code: 'extension-retired', at, prefix, uri })
  }
  return true
}

/** An element whose prefix says image, video, news or xhtml, and whose namespace says otherwise. */
export function noteHidden(state: UrlsetState, { prefix, uri, local, ns }: XmlTag, at: At, end: At): boolean {
  const expected = EXTENSION_PREFIXES[prefix]
  if (expected === undefined || uri === expected) return false
  // Where the prefix is not bound at all, that is the fault.
  const isBound = uri !== prefix
  if (prefix === 'image' && local === 'image') state.reading.extensions.images++
  else if (prefix === 'video' && local === 'video') state.reading.extensions.videos++
  else if (prefix === 'news' && local === 'news') state.reading.extensions.news++
  else if (prefix === 'xhtml' && local === 'link') state.reading.extensions.alternates++
  if (!isBound) return true
  let known = state.hidden.get(prefix)
  if (!known) {
    const place = ns?.[prefix] === undefined ? at : findAttribute(state.window, at, end, `xmlns:${prefix}`)
    known = { prefix, uri, at: state.locator.find(place), elements: 0 }
    state.hidden.set(prefix, known)
  }
  known.elements++
  return true
}

export function checkAttributes(state: UrlsetState, tag: XmlTag, at: At, end: At) {
  for (const name in tag.attributes) {
    const attribute = tag.attributes[name]
    if (attribute === undefined) continue
    const { uri } = attribute
    const isFree = isFreeAttribute(uri)
    // No state minds xml:lang, but no schema declares it.
    if (isFree && uri !== NAMESPACES.xml) continue
    const place = findAttribute(state.window, at, end, name)
    if (isFree) state.reading.fault({ code: 'undeclared', what: 'attribute', at: place, name, uri, parent: tag.name })
    else state.reading.fault({ code: 'attribute-unexpected', at: place, name, element: tag.name })
  }
}

export function misplaced(state: UrlsetState, tag: XmlTag, at: At, belongs: string) {
  state.reading.fault({
    code: 'element-misplaced',
    at,
    name: tag.name,
    parent: state.names[state.depth - 1] as string,
    belongs,
  })
}

export function undeclared(state: UrlsetState, what: 'element' | 'content', { name, uri }: XmlTag, at: At) {
  state.reading.fault({ code: 'undeclared', what, at, name, uri, parent: state.names[state.depth - 1] as string })
}

export function unexpected(state: UrlsetState, tag: XmlTag, at: At) {
  state.reading.fault({
    code: 'element-unexpected',
    at,
    name: tag.name,
    parent: state.names[state.depth - 1] as string,
  })
}

/** Settles at the end how many elements a wrong namespace hid. */
export function tellHidden({ hidden, reading }: UrlsetState) {
  for (const { prefix, uri, at, elements } of hidden.values()) {
    if (elements === 0) continue
    const expected = EXTENSION_PREFIXES[prefix] as string
    reading.fault({ code: 'namespace-extension', at, prefix, uri, expected, elements })
  }
}
