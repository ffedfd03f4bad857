/** What page/ reads in an answer to a page request. */
import type { CanonicalStatement, NoindexStatement } from './report.ts'

export interface PageCanonical extends CanonicalStatement {
  /** Attributes that make search engines ignore it. */
  ignoredBy: string[]
  /** Names no URL that could be canonical: empty, a fragment alone, no absolute http(s) URL in the end. */
  fault: 'empty' | 'fragment' | 'unparsable' | 'scheme' | null
  /** Without scheme and host; `resolved` is what it comes to. */
  isRelative: boolean
  line: number | null
  column: number | null
  snippet: string | null
}

export interface PageFacts {
  isHtml: boolean
  title: string | null
  /** What tells its text from another's (values/similarity.ts); null where there is too little text to tell. */
  likeness: number[] | null
  /** False: the page was cut at our limit or in transfer before its head ended; what is missing is unknown. */
  isHeadComplete: boolean
  /** Robots statements with noindex (or none), meta and header, each with the crawler it is for ("*" for all). */
  noindex: NoindexStatement[]
  /** Every robots statement as written, one a meta tag and one a crawler in a header line. */
  robots: {
    source: 'meta' | 'header'
    agent: string
    value: string
    isMalformed: boolean
    /** What cannot have been meant so: a tag inside its own attribute, rules parted by blanks, a date nobody can read. */
    problem: 'nested-tag' | 'separator' | 'date' | null
    /** Names of the rules in it, lower-case. */
    rules: string[]
  }[]
  /** unavailable_after statements whose date could be read; a passed one is in `noindex` too. */
  expiries: { source: 'meta' | 'header'; agent: string; value: string; epochMs: number; isPast: boolean }[]
  /** Canonicals that count: in the head, and in Link headers. */
  canonicals: PageCanonical[]
  /** Canonicals that stand behind the element that ended the head. */
  canonicalsOutsideHead: (PageCanonical & { endedBy: string })[]
  /** null, or where the canonical is when scripting is off, if that differs. */
  headDependsOnScripts: boolean
  refresh: { source: 'meta' | 'header'; delayS: number; url: string } | null
  dates: { modified: string | null; source: 'dateModified' | 'article:modified_time' | 'Last-Modified' | null }
  alternates: { hreflang: string; href: string; resolved: string | null; source: 'head' | 'header' }[]
}
