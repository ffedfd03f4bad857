/** The alternates of an entry: one by one, or by their forms. */
import type { Alternate, At, Entry, LinkForm } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import { detachText } from '../values/detach-text.ts'
import { addRun, formLinks, unfold } from './formed-links.ts'
import { ENTRY_TEXT_LIMIT } from './locator.ts'
import { appended } from './reading.ts'
import { ALTERNATES, CORE, ENTRY, isPastLimit, push, SKIPPED, type UrlsetState } from './urlset-state.ts'
import { findAttribute } from './xml-attributes.ts'
import type { LinkRun, XmlAttributes, XmlTag } from './xml-reader.ts'

export function openAlternate(
  state: UrlsetState,
  tag: XmlTag,
  at: At,
  end: At,
  { count, names: given, values, ats }: XmlAttributes,
) {
  state.lastRank = 9
  state.lastName = tag.name
  state.share = ALTERNATES
  state.reading.extensions.alternates++
  push(state, SKIPPED, tag.name)
  state.linkEnd = end
  if (state.formed !== null) unfoldLinks(state)
  const target = state.entry ?? (state.loose as Entry)
  if (isPastLimit(state, at)) return
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
      link.hrefAt = placeOf(state, ats[i] as At, at, end, name)
    } else if (length === 8 && name === 'hreflang') {
      link.hreflang = values[i] as string
      link.hreflangAt = placeOf(state, ats[i] as At, at, end, name)
    } else if (length === 3 && name === 'rel') {
      link.rel = values[i] as string
      link.relAt = placeOf(state, ats[i] as At, at, end, name)
    } else if (length === 5 && name === 'media') link.media = values[i] as string
    else link.others = { ...link.others, [name]: values[i] as string }
  }
  target.alternates = appended(target.alternates, link)
}

/** Nothing but rel, hreflang and href, and of href a folder and something in it. */
export function linkForm(
  this: UrlsetState,
  tag: XmlTag,
  at: At,
  { count, names, values, ats }: XmlAttributes,
): LinkForm | null {
  if (count !== 3 || tag.local !== 'link' || tag.uri !== NAMESPACES.xhtml) return null
  const [rel, hreflang, href] = ['rel', 'hreflang', 'href'].map((name) => names.indexOf(name)) as [
    number,
    number,
    number,
  ]
  // The lists may be longer than what counts.
  if (![rel, hreflang, href].every((index) => index >= 0 && index < count && (ats[index] as At) >= at)) return null
  const url = values[href] as string
  const cut = url.lastIndexOf('/', url.length - 2) + 1
  if (cut <= 'https://'.length) return null
  const hrefOffset = (ats[href] as At) - at
  const offsetOf = (index: number) => {
    const offset = (ats[index] as At) - at
    return offset > hrefOffset ? offset - (url.length - cut) : offset
  }
  return {
    rel: detachText(values[rel] as string),
    hreflang: detachText(values[hreflang] as string),
    folder: detachText(url.slice(0, cut)),
    relOffset: offsetOf(rel),
    hreflangOffset: offsetOf(hreflang),
    hrefOffset,
  }
}

export function links(this: UrlsetState, run: LinkRun): boolean {
  const { entry, reading } = this
  if (entry === null || this.roles[this.depth - 1] !== ENTRY || run.end - entry.at > ENTRY_TEXT_LIMIT) return false
  reading.extensions.alternates += run.count
  reading.units.alternates += run.units
  this.lastRank = 9
  this.lastName = run.name
  this.share = CORE
  const isFirst = entry.alternates.length === 0
  if (this.formed === null) this.formed = formLinks(run)
  else addRun(this.formed, run)
  if (!isFirst) unfoldLinks(this)
  return true
}

/** Makes alternates of them like any other: some of the entry are of no form. */
function unfoldLinks(state: UrlsetState) {
  const { entry, formed } = state
  state.formed = null
  if (entry === null || formed === null) return
  for (const link of unfold(formed)) entry.alternates = appended(entry.alternates, link)
}

function placeOf(state: UrlsetState, known: At, at: At, end: At, name: string): At {
  return known >= 0 ? known : findAttribute(state.window, at, end, name)
}
