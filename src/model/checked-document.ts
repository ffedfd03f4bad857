/** What the check of one document hands over, to be settled with other documents, pages and audits. Plain JSON. */
import type { Location } from './document.ts'

/** A child of an index, as listed. */
export interface Child {
  entry: number
  /** As written, white space cut off. */
  loc: string
  /** Resolved against the index; null where it is no URL that may be requested. */
  url: string | null
  lastmod: string | null
  location: Location
  lastmodLocation: Location | null
}

/** A listed URL that may be fetched as a sample. */
export interface PageCandidate {
  entry: number
  /** As written. */
  loc: string
  /** The URL to request. */
  url: string
  lastmod: string | null
  location: Location
  /** Its alternates in the sitemap; at most 200. */
  alternates: { hreflang: string; href: string }[]
}

/** Foreign hosts among the locs, settled by the audit. */
export interface ForeignHost {
  host: string
  origin: string
  count: number
  of: 'entry' | 'child'
  /** `www`: it differs from the document's host by a leading www. alone. */
  relation: 'other-host' | 'www'
  /** What the URLs on it share; null where that is no more than the root. */
  pattern: string | null
  examples: { entry: number; loc: string; location: Location }[]
  /** Children that the host's robots.txt names by themselves. */
  isNamedItself?: boolean
}

export interface DocumentFingerprints {
  /** 53-bit hashes of the distinct locs, at most cap of them; `isCapped` says that some are missing. */
  locs: number[]
  isCapped: boolean
  /** The 1,000 locs with the smallest hashes and their entries, for diffs and for examples of what two documents share. */
  smallest: { loc: string; hash: number; entry: number }[]
}

/**
 * What one document's alternates leave to be settled with other documents. Plain JSON: the arrays are base64 of typed
 * arrays (see values/packed.ts). Links whose return link stands in the same document are left out where there are many.
 */
export interface DocumentAlternates {
  /** Entries with alternates. Float64: the fingerprint of each one's loc. */
  sources: string
  /** Uint32: number of the entry. */
  numbers: string
  /** Uint32: line of the entry. */
  lines: string
  /** Uint32: how many of the links are its own, in this order. */
  counts: string
  /** Float64: the fingerprint of each link's target. */
  targets: string
  /** Uint16: index into codes, and the bits of rules/alternate-links.ts. */
  marks: string
  /** Lower-case; the first is empty and stands for codes with a fault. */
  codes: string[]
  /** Links of the document to other entries under a right code, of those that were kept. */
  links: number
  /** The text of a few links, spread evenly over them. */
  samples: { source: number; target: number; entry: number; line: number; loc: string; href: string }[]
  /** How often half of the pairs was dropped, because there were too many links: see rules/draw-links.ts. */
  halvings: number
  /** More links or entries than are kept: what could not be kept is not judged. */
  isCapped: boolean
}
