/** What the reader of a urlset or sitemapindex knows while it reads. */
import type { At, Entry, FormedLinks, Location } from '../model/document.ts'
import { withLinks } from './formed-links.ts'
import type { ItemBuilder } from './item-builder.ts'
import { ENTRY_TEXT_LIMIT, type Locator, type TextWindow } from './locator.ts'
import type { PlainLeaves, ReusedEntry } from './plain-entry.ts'
import type { ReusedRun } from './plain-run.ts'
import type { BodyReader, Reading } from './reading.ts'
import type { ValueCollector } from './value-collector.ts'

/** An entry inside an entry that is still open. */
export interface Nested {
  /** Depth of the outer one. */
  depth: number
  name: string
  parent: string
  at: Location | null
}

/** An extension's usual prefix, bound to another namespace. */
export interface Hidden {
  prefix: string
  uri: string
  at: Location | null
  elements: number
}

/** What the leaves of the record are that was looked at last. */
export interface RecordLeaves extends PlainLeaves {
  /** 0: it may be another one next time. */
  shape: number
  loc: number
  isPlain: boolean
}

/** Plain state, and functions over it: V8 then compiles them once for all documents. */
export interface UrlsetState extends BodyReader {
  readonly reading: Reading
  readonly locator: Locator
  readonly window: TextWindow
  readonly kind: 'urlset' | 'sitemapindex'
  readonly entryName: 'url' | 'sitemap'
  rootUri: string
  /** Of the open elements. */
  readonly roles: number[]
  readonly names: string[]
  depth: number

  entry: Entry | null
  /** Holds an extension element that stands before the first entry. */
  loose: Entry | null
  hasEntries: boolean
  lastRank: number
  lastName: string
  isOrderTold: boolean
  /** Whose bytes the element below the entry is. */
  share: number

  readonly value: ValueCollector
  valueRank: number
  readonly plain: ReusedEntry
  readonly plainRun: ReusedRun
  readonly leaves: RecordLeaves
  readonly items: ItemBuilder
  itemUri: string
  /** Behind the open tag of the last link. */
  linkEnd: At
  /** The alternates of the entry, as long as all of them have forms. */
  formed: FormedLinks | null

  readonly nested: Nested[]
  readonly hidden: Map<string, Hidden>
  readonly retired: Set<string>
}

/** What an open element is to us. */
export const CONTAINER = 0
export const ENTRY = 1
export const VALUE = 2
export const ITEM = 3
/** Its text and children are none of ours. */
export const SKIPPED = 4

/** Whose bytes an element below an entry is. */
export const CORE = 0
export const ALTERNATES = 1
export const IMAGES = 2
export const VIDEOS = 3
export const NEWS = 4
export const OTHER = 5

export function push(state: UrlsetState, role: number, name: string) {
  state.roles[state.depth] = role
  state.names[state.depth++] = name
}

/** What stands so far behind the beginning of its entry is not kept. */
export function isPastLimit(state: UrlsetState, at: At): boolean {
  const isPast = at - (state.entry ?? (state.loose as Entry)).at > ENTRY_TEXT_LIMIT
  if (isPast) state.reading.hasUnread = true
  return isPast
}

/** Hands the entry on, if one is open. */
export function deliver(state: UrlsetState) {
  if (!state.entry) return
  state.reading.entries++
  state.reading.entry(state.formed === null ? state.entry : withLinks(state.entry, state.formed))
  state.formed = null
  state.entry = null
  state.reading.openEntry = null
  state.reading.openEntryAt = null
}
