/** What page/ reads in an answer to a page request. */
import type { CanonicalStatement, NoindexStatement } from './report.ts'

export interface PageCanonical extends CanonicalStatement {
  /** Attributes that make search engines ignore it. */
  ignoredBy: string[]
  line: number | null
  column: number | null
  snippet: string | null
}

export interface PageFacts {
  isHtml: boolean
  title: string | null
  /** False: the page was cut at our limit or in transfer before its head ended; what is missing is unknown. */
  isHeadComplete: boolean
  /** Robots statements with noindex (or none), meta and header, each with the crawler it is for ("*" for all). */
  noindex: NoindexStatement[]
  /** Other robots statements, for issue-wide judgement (unavailable_after, index, ...). */
  robots: { source: 'meta' | 'header'; agent: string; value: string; isMalformed: boolean }[]
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
