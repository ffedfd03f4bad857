/** What the reader of sitemap/ says of one document, in the terms that rules judge. */
import type { BodyEnding, HeaderLines } from './exchange.ts'
import type { BytesByKind, DocumentKind, Hop } from './report.ts'

/**
 * A place in the document under the reader: the index of a UTF-16 unit in the decoded text (BOM not counted). It can be
 * turned into a Location while the entry it belongs to is being judged; what must be kept longer is a Location.
 */
export type At = number

/** A place that can be kept and shown. Line and column 1-based, column in code points, offset a 0-based byte. */
export interface Location {
  line: number
  column: number
  /** null where bytes cannot be counted exactly (multi-byte legacy charsets). */
  offset: number | null
  /** The source line round the place; see values/snippet.ts. */
  snippet: string | null
}

export type Place = At | Location | null

/** The text of an element or attribute. XML white space at both ends is cut off; references are resolved. */
export interface Value {
  text: string
  /** First character after white space; where the value is empty, the same as elementAt. */
  at: At
  /** `<` of the element (or the attribute's name). */
  elementAt: At
  /** A reference or byte in it could not be read, or it was cut at our own bound: not judged, never requested. */
  isDamaged: boolean
  /** Characters of white space that were cut off at both ends; absent: not known. */
  padding?: number
}

/** An extension element (image, video, news, media, or one of an unknown namespace is left out). */
export interface Item {
  name: string
  at: At
  attributes: Record<string, string>
  /** Where the name of each attribute stands. */
  attributeAts: Record<string, At>
  value: Value
  children: Item[]
}

/** An xhtml:link (or a link of a feed with hreflang). */
export interface Alternate {
  at: At
  rel: string | null
  /** The attribute's name; equals `at` where the attribute is missing. Likewise the next ones. */
  relAt: At
  hreflang: string | null
  hreflangAt: At
  href: string | null
  hrefAt: At
  media: string | null
  /** All further attributes by their names, declarations of namespaces too; null or absent: none, or not asked for. */
  others?: Readonly<Record<string, string>> | null
}

/** What a link has in common with one of another entry. All values are as they stand in the source, and ASCII. */
export interface LinkForm {
  rel: string
  hreflang: string
  /** Of href: up to the last slash that is not at its very end. */
  folder: string
  /** From the `<` to the names of the attributes; without what href ends in, where that stands before them. */
  relOffset: number
  hreflangOffset: number
  hrefOffset: number
}

/** The alternates of an entry, each by its form: nothing else is made of them unless somebody asks. */
export interface FormedLinks {
  /** The `<` of each. */
  ats: At[]
  forms: LinkForm[]
  /** What href is besides the folder; often one and the same string. */
  endings: string[]
  /** By the rules: there is nothing to say of any of them alone. */
  isPlain: boolean
}

/** One url, sitemap, item, feed entry or line. Counted from 1, whatever is wrong with it. */
export interface Entry {
  number: number
  at: At
  loc: Value | null
  lastmod: Value | null
  changefreq: Value | null
  priority: Value | null
  /** Second and further locs, kept apart. */
  extraLocs: Value[]
  alternates: Alternate[]
  /** All of them once more, where they are written like those of another entry: `alternates` is made when asked for. */
  readonly links?: FormedLinks
  images: Item[]
  videos: Item[]
  news: Item[]
  /** Elements of mRSS in a feed item. */
  media: Item[]
  /** Core children of a feed item that rules may ask for (guid, title, description, ...). */
  feed: Item[]
  /** The xml:base that the link of a feed item stands in, itself relative where nothing further out is absolute. */
  base?: string | null
  /** The link of a feed item as written, where it is relative; `loc` is what it comes to. */
  relativeLink?: Value | null
  /** Elements of mRSS that the channel has for all of its items; their places are gone. */
  channelMedia?: readonly Item[]
}

/**
 * An entry of a urlset that has a loc and nothing but core children, each once, in order, not empty and written without
 * references: most entries of most documents. Nothing is made of it unless somebody asks for the whole. One is used for all of a document:
 * it is valid until the next one is told.
 */
export interface PlainEntry {
  number: number
  at: At
  /** The text that it stands in, a byte a unit: of ASCII the unit itself, else 255. Four bytes and more follow the last. */
  bytes: Uint8Array
  /** The same memory by words of four bytes, the first byte lowest. */
  words: Int32Array
  /** The place of the first byte. */
  base: At
  /** Where the loc begins and ends in the bytes. */
  locFrom: number
  locTo: number
  /** Likewise the lastmod; -1 where there is none. */
  lastmodFrom: number
  lastmodTo: number
  /** Of what is missing the rest tells nothing. */
  hasChangefreq: boolean
  changefreqFrom: number
  changefreqTo: number
  hasPriority: boolean
  priorityFrom: number
  priorityTo: number
  /** The text of a loc that is ASCII, in memory of its own. */
  copyLoc(): string
  /** The same entry as any other one. */
  whole(): Entry
}

/**
 * Plain entries that follow each other and are written alike: what is the same of all of them stands here once. Of each,
 * only where its texts stand is known; these hold no reference, and may be empty. Valid inside the call.
 */
export interface PlainRun {
  /** At most PLAIN_RUN_LIMIT. */
  count: number
  /** Of the first; the others are numbered on. */
  number: number
  /** As PlainEntry has them. */
  bytes: Uint8Array
  words: Int32Array
  base: At
  /** From one entry to the next, where none of the texts holds a line break. */
  lines: number
  /** By the entry's place in the run. */
  locFrom: Int32Array
  locTo: Int32Array
  hasLastmod: boolean
  lastmodFrom: Int32Array
  lastmodTo: Int32Array
  hasChangefreq: boolean
  changefreqFrom: Int32Array
  changefreqTo: Int32Array
  hasPriority: boolean
  priorityFrom: Int32Array
  priorityTo: Int32Array
  /** One of them as it is told alone. The same object each time: it is valid until the next one is asked for. */
  entry(index: number): PlainEntry
}

/** Entries told in one go. */
export const PLAIN_RUN_LIMIT = 256

/** A fault that the reader met; each code is one row of the rules that speak of it. */
export type Fault = {
  at: Place /** The entry it stands in. */
  entry: number | null
} & ( // gzip layers (at is null: faults of the compressed bytes have no line)
  | { code: 'gzip-corrupt' | 'gzip-truncated' | 'gzip-checksum'; layer: number; detail: string }
  | { code: 'gzip-trailing'; offset: number; count: number }
  | { code: 'gzip-padding'; offset: number; count: number }
  | { code: 'archive'; format: string }
  // charset
  | { code: 'not-utf8'; charset: string; proof: 'bom' | 'bytes' }
  /** First one of the document; `count` is settled in DocumentTail.invalidSequences. */
  | { code: 'invalid-bytes'; bytes: string; charset: string }
  | { code: 'declaration-false'; declared: string; actual: string; proof: 'bom' | 'bytes' }
  | { code: 'bom' }
  | { code: 'bom-repeated' }
  // XML, each at its cause
  | {
      code: 'leading-content'
      what: 'white-space' | 'text'
      length: number
      declaration: Location | null
      text: string
    }
  | { code: 'ampersand-unescaped'; context: 'text' | 'attribute'; element: string | null; text: string }
  | { code: 'entity-undefined'; entity: string }
  | { code: 'character-illegal'; shown: string; isReference: boolean }
  | { code: 'tag-mismatched'; close: string; open: string | null; openAt: Location | null }
  | {
      code: 'truncated'
      inside: 'element' | 'tag' | 'comment' | 'pi' | 'cdata' | 'doctype' | 'prolog'
      open: { name: string; line: number }[]
      entries: number
      looksLikePhp: boolean
    }
  | { code: 'attribute-duplicate'; name: string }
  | { code: 'prefix-unbound'; prefix: string }
  | { code: 'doctype' }
  | { code: 'xml-version'; version: string }
  | { code: 'malformed'; detail: string }
  // vocabulary
  | { code: 'root-unknown'; name: string; uri: string }
  | { code: 'namespace-missing' }
  | { code: 'namespace-legacy'; uri: string }
  | { code: 'namespace-variant'; uri: string }
  /** `at` is the declaring attribute's name; settled at the end with the count of elements that it hid. */
  | { code: 'namespace-extension'; prefix: string; uri: string; expected: string; elements: number }
  | { code: 'element-unexpected'; name: string; parent: string }
  | { code: 'element-misplaced'; name: string; parent: string; belongs: string }
  | { code: 'element-repeated'; name: string; parent: string }
  | { code: 'element-order'; name: string; after: string }
  | { code: 'attribute-unexpected'; name: string; element: string }
  | { code: 'text-stray'; text: string; parent: string }
  | { code: 'extension-retired'; prefix: string; uri: string }
  | { code: 'feed-version'; format: string }
  // what no reader minds but a validator with the schemas
  /** `uri` is the namespace of the element or attribute. */
  | { code: 'undeclared'; what: 'element' | 'attribute' | 'content'; name: string; uri: string; parent: string }
  // text sitemaps
  | { code: 'line-not-url'; text: string }
  | { code: 'line-blank' }
)

export type FaultCode = Fault['code']

/** Known before the first entry. */
export interface DocumentHead {
  kind: DocumentKind
  /** Local name of the root, null for text and for what is no XML. */
  root: string | null
  rootAt: Location | null
  /** The namespace of the root, as written. */
  namespace: string | null
  /** True for a urlset or feed that declares the news namespace. */
  isNews: boolean
  /** The namespace that alternates stand in is declared on the root: some are to be expected. Absent: it is not. */
  declaresAlternates?: boolean
}

/** Known when the last byte was read. */
export interface DocumentTail {
  kind: DocumentKind
  /** For outcome not-a-sitemap: "JSON", "PDF", "an image", "robots.txt", "zip", ...; null otherwise. */
  format: string | null
  /** Title of an HTML document. */
  title: string | null
  /** Uncompressed bytes that were read. */
  bytes: number
  sha256: string
  gzipLayers: number
  /** False: a gzip layer is broken or cut, whoever cut it. Absent: not known. */
  isUnpacked?: boolean
  charset: string
  declaredCharset: string | null
  /** Every byte was ASCII, so that any charset which contains ASCII is right. Absent: not known. */
  isAscii?: boolean
  /** Bytes that are no text in the charset. */
  invalidSequences: number
  /** False: counts are lower bounds. */
  isComplete: boolean
  /** True once the root element was closed. */
  isRootClosed: boolean
  entries: number
  extensions: { images: number; videos: number; news: number; alternates: number }
  /** Prefix ("" for the default) -> URI, as declared on the root and first seen below. */
  namespaces: Record<string, string>
  /** Bytes of the document by what they hold, for the advice near a limit. */
  bytesByKind: BytesByKind
  /** Something was left out of entries at our own bounds. Absent: nothing. */
  hasUnread?: boolean
}

/** What a document's rules may know besides its bytes. */
export interface DocumentContext {
  /** The URL as listed or named. */
  url: string
  /** Where the bytes came from; equals url when nothing redirected, and for an upload. */
  finalUrl: string
  /** How it came to us; an upload cannot look at other hosts. */
  source: 'fetched' | 'upload'
  via: string
  /** Origin of the audited site; null for an upload. */
  origin: string | null
  /** Named by a Sitemap line of its own host's robots.txt, by itself or through its index. */
  isNamedByRobots: boolean
  /** "Now" for this document, Unix ms: the Date header within a day of our clock, else our clock. */
  nowMs: number
  http: { status: number; headers: HeaderLines; hops: Hop[] } | null
  /** The site itself is on a private address that the operator allowed. */
  isPrivateSite: boolean
}

/** Everything that the reader and the rules say of one document's bytes; plain JSON. */
export interface DocumentBodyFacts {
  head: DocumentHead
  tail: DocumentTail
  ending: BodyEnding
}
