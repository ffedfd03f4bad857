/** The extensions of an entry: images, videos and news as items, and how much of the document each kind takes up. */
import type { At, Entry } from '../model/document.ts'
import { NAMESPACES } from '../model/standards.ts'
import { appended } from './reading.ts'
import {
  ALTERNATES,
  CONTAINER,
  CORE,
  IMAGES,
  ITEM,
  isPastLimit,
  NEWS,
  push,
  SKIPPED,
  type UrlsetState,
  VIDEOS,
} from './urlset-state.ts'
import type { XmlTag } from './xml-reader.ts'

/** Items of one kind that are kept of one entry; Google reads 1,000 images. The rest is counted. */
export const ITEMS_LIMIT = 5_000

export function isExtensionRoot({ uri, local }: XmlTag): boolean {
  if (uri === NAMESPACES.image) return local === 'image'
  if (uri === NAMESPACES.video) return local === 'video'
  if (uri === NAMESPACES.news) return local === 'news'
  return false
}

/** Counts an extension element; returns how many of its kind the entry keeps. */
export function countExtension(state: UrlsetState, { uri }: XmlTag): number {
  if (uri === NAMESPACES.image) {
    state.reading.extensions.images++
    return state.entry ? state.entry.images.length : 0
  }
  if (uri === NAMESPACES.video) {
    state.reading.extensions.videos++
    return state.entry ? state.entry.videos.length : 0
  }
  state.reading.extensions.news++
  return state.entry ? state.entry.news.length : 0
}

export function openItem(state: UrlsetState, tag: XmlTag, at: At, end: At) {
  const { local, uri } = tag
  state.share = uri === NAMESPACES.image ? IMAGES : uri === NAMESPACES.video ? VIDEOS : NEWS
  const kept = countExtension(state, tag)
  if (kept >= ITEMS_LIMIT) state.reading.hasUnread = true
  if (kept >= ITEMS_LIMIT || isPastLimit(state, at)) return push(state, SKIPPED, tag.name)
  state.itemUri = uri
  state.items.open(local, tag, at, end)
  push(state, ITEM, tag.name)
}

export function closeItem(state: UrlsetState) {
  const item = state.items.close(state.reading.hasInvalidBytes())
  if (!item) return
  const target = state.entry ?? (state.loose as Entry)
  if (state.share === IMAGES) target.images = appended(target.images, item)
  else if (state.share === VIDEOS) target.videos = appended(target.videos, item)
  else target.news = appended(target.news, item)
}

function addUnits({ reading: { units }, share }: UrlsetState, size: number) {
  if (share === ALTERNATES) units.alternates += size
  else if (share === IMAGES) units.images += size
  else if (share === VIDEOS) units.videos += size
  else if (share === NEWS) units.news += size
  else units.other += size
}

export function leaveExtension(state: UrlsetState, at: At, end: At) {
  if (state.loose !== null && state.roles[state.depth - 1] !== CONTAINER) return
  addUnits(state, end - at)
  if (
    state.share === ALTERNATES &&
    end > state.linkEnd &&
    state.linkEnd >= state.window.base &&
    !isEmpty(state, state.linkEnd, end)
  ) {
    state.reading.fault({
      code: 'undeclared',
      what: 'content',
      at,
      name: '',
      uri: '',
      parent: state.names[state.depth] as string,
    })
  }
  state.share = CORE
  if (state.loose === null) return
  state.reading.loose(state.loose)
  state.loose = null
  state.reading.openEntryAt = null
}

/** Nothing but comments stands between an open and a close tag. */
function isEmpty(state: UrlsetState, from: At, end: At): boolean {
  const inside = state.window.text.slice(from - state.window.base, end - state.window.base)
  const close = inside.lastIndexOf('</')
  return close <= 0 || /^(?:<!--(?:[^-]|-[^-])*-->)*$/.test(inside.slice(0, close))
}
