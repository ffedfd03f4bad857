/** What the readers of one document share. */
import type {
  Alternate,
  At,
  DocumentHead,
  DocumentTail,
  Entry,
  Fault,
  Item,
  PlainEntry,
  PlainRun,
  Value,
} from '../model/document.ts'
import type { DocumentKind } from '../model/report.ts'
import type { Locator } from './locator.ts'
import type { XmlHandler } from './xml-reader.ts'

type WithoutEntry<F> = F extends unknown ? Omit<F, 'entry'> : never
/** Whoever hands it on knows which entry is open. */
export type FaultWithoutEntry = WithoutEntry<Fault>

export interface Reading {
  readonly locator: Locator
  kind: DocumentKind
  /** Number of the entry that was begun last. */
  number: number
  /** Number of the open entry. */
  openEntry: number | null
  /** `<` of the open entry: the text is kept from here. */
  openEntryAt: At | null
  /** Entries that are whole. */
  entries: number
  extensions: DocumentTail['extensions']
  namespaces: Record<string, string>
  /** UTF-16 units by what they hold; what is in none of them is core. */
  units: { alternates: number; images: number; videos: number; news: number; other: number }
  /** Bytes could not be read. */
  hasInvalidBytes(): boolean
  /** Takes an open element out of those that enclose the innermost one, as XmlReader's drop. */
  drop(index: number): void
  /** Something was left out of entries at our own bounds. */
  hasUnread: boolean
  head(head: DocumentHead): void
  entry(entry: Entry): void
  /** @returns false: it shall be told as any other entry */
  plain(entry: PlainEntry): boolean
  /** @returns how many, from the first on, were taken: the others shall be told one by one */
  plainRun(run: PlainRun): number
  /** Extension elements outside of entries, put into an entry of the number 0. */
  loose(entry: Entry): void
  fault(fault: FaultWithoutEntry): void
}

/** Reads what stands below a root. */
export interface BodyReader extends Omit<XmlHandler, 'fault'> {
  /** Settles what is only known at the end. */
  end(): void
}

const NO_VALUES: Value[] = []
const NO_ITEMS: Item[] = []
const NO_ALTERNATES: Alternate[] = []

/** All fields from the start, so that every entry has one shape. Lists are shared until something is put in them. */
export function createEntry(
  number: number,
  at: At,
  loc: Value | null = null,
  lastmod: Value | null = null,
  changefreq: Value | null = null,
  priority: Value | null = null,
): Entry {
  return {
    number,
    at,
    loc,
    lastmod,
    changefreq,
    priority,
    extraLocs: NO_VALUES,
    alternates: NO_ALTERNATES,
    images: NO_ITEMS,
    videos: NO_ITEMS,
    news: NO_ITEMS,
    media: NO_ITEMS,
    feed: NO_ITEMS,
  }
}

/** Adds to a list that may be the shared empty one. */
export function appended<T>(list: T[], one: T): T[] {
  if (list.length === 0) return [one]
  list.push(one)
  return list
}
