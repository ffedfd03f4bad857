/** What the audit tells the rules beyond one document's bytes. All gathered by audit/, judged by rules/. */

import type { Child, PageCandidate } from './checked-document.ts'
import type { DocumentContext, DocumentTail, Location } from './document.ts'
import type { BodyEnding, Challenge, Ending, HeaderLines, Notice } from './exchange.ts'
import type { PageFacts } from './page.ts'
import type { DocumentKind, DocumentReport, Hop, Outcome, PageReport } from './report.ts'
import type { RobotsTxt, RobotsVerdict, SitemapLine } from './robots.ts'

/** An exchange without its body. */
export interface ExchangeFacts {
  url: string
  finalUrl: string
  hops: Hop[]
  status: number | null
  headers: HeaderLines
  ending: Ending
  notices: Notice[]
  challenge: Challenge | null
  /** Seconds the site asked to wait; absent or null where it did not. */
  retryAfterS?: number | null
  nowMs: number
}

/** How one document was delivered; told after its body ended, or when there is none. */
export interface ResponseFacts {
  exchange: ExchangeFacts
  outcome: Outcome
  context: DocumentContext
  /** null where no body was read. */
  ending: BodyEnding | null
  tail: DocumentTail | null
  /** A child of an index (response-not-found is for those; a named line has robots-sitemap-dead). */
  isChild: boolean
  /** What a second read found, where one was made. */
  secondRead: { differs: boolean; detail: string } | null
  /** An answer to a conditional request that had no body, where one without condition had. Absent where there was none. */
  emptyAnswer?: { condition: string; bytes: number }
  /** What the same request got under another name, where that was twice something else. Absent where it was not asked. */
  otherAgent?: { own: AnswerFacts; other: AnswerFacts }
}

/** What one request for a document got. */
export interface AnswerFacts {
  outcome: Outcome
  status: number | null
  /** In one phrase: "status 200 with a urlset of 12 entries". */
  phrase: string
  kind: DocumentKind | null
  /** null where nothing was read to its end; then `sha256` is null too. */
  entries: number | null
  sha256: string | null
}

export interface RobotsFacts {
  url: string
  origin: string
  exchange: ExchangeFacts
  outcome: Outcome
  /** null unless the outcome is read. */
  robots: RobotsTxt | null
  /** Why its end did not come, in one phrase; then only whole lines count. Absent where it did. */
  cut?: string
  /** Why https was given up, when the audit runs over http. */
  httpsFailure: string | null
  isPrivateSite: boolean
}

/** One place where a sitemap was looked for. */
export interface PlaceFacts {
  url: string
  /** "robots.txt:7", "/sitemap.xml" or "request". */
  via: string
  /** The line that names it; null for fallbacks and requests. */
  line: SitemapLine | null
  outcome: Outcome
  status: number | null
  ending: Ending
  challenge: Challenge | null
  /** "HTML", "JSON", ... where the answer was no sitemap. */
  format: string | null
  /** The document read here, whatever address it was read at first. */
  documentUrl: string | null
  /** That document is named by a Sitemap line or listed by an index that is. */
  isListed: boolean
  /** What robots.txt of that host says of this URL; null when it was not read. */
  robots: {
    google: RobotsVerdict
    everyone: RobotsVerdict
    closedFor: { agent: string; verdict: RobotsVerdict }[]
  } | null
  /** The host of the line is private: never connected to. */
  isPrivate: boolean
}

export interface DiscoveryFacts {
  robots: RobotsFacts
  places: PlaceFacts[]
  /** Documents read in the whole audit. */
  read: number
  /** Documents or places that could not be judged (blocked, unreachable, server-error, refused, skipped). */
  unchecked: number
}

/** A document that lists pages, beside others of its site. */
export interface SiteDocument {
  url: string
  sha256: string | null
  /** What it is for: a news, image or video sitemap or a feed lists pages that the sitemap of pages lists too. */
  purpose: 'pages' | 'news' | 'images' | 'videos' | 'feed'
}

/** Locs that a document lists although an earlier one does. */
export interface SharedLocs {
  /** URL of the document. */
  document: string
  /** URL of the one that was first. */
  other: string
  count: number
  /** Distinct locs of the document. */
  of: number
  /** At most ten, by rising entry. */
  examples: { loc: string; entry: number }[]
}

/** A link between alternates that is told of: its text is known of some only. */
export interface ToldLink {
  entry: number
  /** That of the link where its text is known, else that of the entry. */
  line: number
  loc: string | null
  href: string | null
}

export interface ToldLinks {
  count: number
  /** At most ten, those with their text first, by rising entry. */
  examples: ToldLink[]
}

/** The alternates of one document, held against those of all. */
export interface ComparedAlternates {
  /** Links whose target is among the documents and does not link back. */
  unanswered: ToldLinks
  /** Codes for which an entry has another target in another document (or in this one), by the index of that document. */
  contradictions: Map<number, ToldLinks>
}

/** What only several documents of an audit together can tell. */
export interface SiteFacts {
  shared: SharedLocs[]
  /** The documents with alternates, with how many links each has. */
  alternates: (ComparedAlternates & { url: string; links: number })[]
}

/** A child of an index together with what was read of it. */
export interface ChildFacts {
  child: Child
  /** null when it was not chosen or not read under its own name. */
  report: DocumentReport | null
  /** Newest valid lastmod among its entries, and where. */
  newest: { value: string; location: Location } | null
  /** Distinct newest and all-dates facts that comparison needs. */
  datedEntries: number
}

export interface IndexFacts {
  url: string
  finalUrl: string
  nowMs: number
  children: ChildFacts[]
  /** URLs of the indexes above, outermost first. */
  ancestors: string[]
  depth: number
}

/** What a host answers to a path that cannot exist. */
export interface ProbeFacts {
  url: string
  status: number
  finalUrl: string
  title: string | null
  likeness: number[] | null
}

/** One step to what a canonical names. */
export interface CanonicalTarget {
  /** As resolved. */
  url: string
  exchange: ExchangeFacts
}

/** One sampled page. */
export interface PageJudgement {
  candidate: PageCandidate
  /** The sitemap that lists it. */
  document: string
  report: PageReport
  exchange: ExchangeFacts | null
  facts: PageFacts | null
  /** robots.txt of the page's host: for Googlebot and for our own name; null when it could not be read. */
  robots: { google: RobotsVerdict; own: RobotsVerdict; url: string } | null
  /** null where the host was not probed, or its answer says nothing. */
  probe: ProbeFacts | null
  /** Of the canonicals that name another URL and were asked. */
  canonicalTargets: CanonicalTarget[]
  /** The pages sampled from the same sitemap: how many were asked for, and how many of them the site answered. */
  sample?: { asked: number; answered: number }
}

/** All samples of one sitemap, judged together after each was judged alone. */
export interface PagesFacts {
  document: string
  pages: PageJudgement[]
}

/** Which URLs came into a document and which left it, as far as the samples kept of both can tell. */
export interface UrlChanges {
  /** At most 100 each. */
  added: string[]
  removed: string[]
  /** No difference was seen. */
  isSame: boolean
  /** Both samples have all URLs; else there may be more differences. */
  isWhole: boolean
  /** Scheme and host -> URLs in the sample. */
  origins: { before: Record<string, number>; after: Record<string, number> }
}

/**
 * What became of a document that an earlier audit read. read: it was read again; gone: its address says plainly that no
 * sitemap is there; unlisted: what named it was read and names it no more; with-parent: the index that listed it is lost
 * itself; unknown: it could not be looked at.
 */
export type Fate =
  | { kind: 'read'; report: DocumentReport }
  | { kind: 'gone'; outcome: Outcome; status: number | null; bytes: number | null }
  | { kind: 'unlisted'; by: string }
  | { kind: 'with-parent'; parent: string }
  | { kind: 'unknown'; outcome: Outcome | null }

/** A document of the baseline, and what became of it. */
export interface DocumentChange {
  before: DocumentReport
  fate: Fate
  /** null: not both were read, their bytes are the same, or no samples of both can be compared. */
  urls: UrlChanges | null
  /** The document that has its bytes or its URLs now, where it is not at its address any more. */
  movedTo: string | null
  /** When it was read, where the baseline could not check it and an audit before it did; RFC 3339. */
  readAt?: string
}

/** An audit beside its baseline. */
export interface HistoryFacts {
  /** When the baseline began to read; RFC 3339. */
  baselineAt: string
  robotsUrl: string
  /** Share of entries that a document may lose. */
  maxEntryDrop: number
  documents: DocumentChange[]
}
