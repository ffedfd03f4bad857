/** The report of an audit, in the shapes that people and programs hold on to. All plain JSON. */

export type Severity = 'error' | 'warning' | 'note'
export type Breaks = 'protocol' | 'google' | 'bing' | 'yandex' | 'xsd' | 'xml' | 'rfc9309'
/** documented: a sentence can be linked; convention: good practice; field: seen to hurt, documented nowhere. */
export type Basis = 'documented' | 'convention' | 'field'
export type Profile = 'google' | 'bing' | 'yandex' | 'protocol' | 'xsd'
export type Verdict = 'pass' | 'warn' | 'fail' | 'unchecked'

/**
 * How an attempt to read something ended: read, wrong, or not checkable.
 * absent 404/410; blocked 401/403/407/429/451 or a challenge; refused by our own address policy; skipped: budget
 * spent, cancelled, or a child that was not chosen.
 */
export type Outcome =
  | 'read'
  | 'absent'
  | 'blocked'
  | 'unreachable'
  | 'server-error'
  | 'not-a-sitemap'
  | 'refused'
  | 'skipped'

export type DocumentKind = 'urlset' | 'sitemapindex' | 'rss' | 'atom' | 'text' | 'html' | 'unknown'

export interface Hop {
  status: number
  /** The URL that answered with this status. */
  url: string
}

/** What breaks a rule, and what does not: a part of a document, a whole one, robots.txt, a page or the head of an answer. */
export interface RuleExamples {
  wrong: string
  right: string
}

export interface Rule {
  id: string
  severity: Severity
  title: string
  why: string
  fix: string
  breaks: Breaks[]
  basis: Basis
  /** URL of the sentence it enforces; null where the basis is not documented. */
  source: string | null
  /** The name people see in Search Console. */
  searchConsole: string | null
  /** null: there are none. Absent in lists. */
  examples?: RuleExamples | null
}

export interface Example {
  /** 1-based. */
  line: number | null
  /** 1-based, in code points of the decoded text; a BOM is not counted. */
  column: number | null
  /** 0-based byte in the uncompressed document. */
  offset: number | null
  entry: number | null
  loc: string | null
  value: string | null
  expected: string | null
  /** The source line, cut to at most SNIPPET_BEFORE characters before the column (see values/snippet.ts). */
  snippet: string | null
}

/** One rule's result in one document (or page, or robots.txt), whatever its number of occurrences. */
export interface Finding {
  rule: string
  severity: Severity
  message: string
  fix: string
  document: string | null
  occurrences: number
  examples: Example[]
  pattern: string | null
  share: number | null
  fingerprint: string
  suppressed: string | null
}

/** Bytes of a document by what they hold; together its uncompressed bytes. */
export interface BytesByKind {
  core: number
  alternates: number
  images: number
  videos: number
  news: number
  other: number
}

/** Entries by the day of their lastmod, in UTC. Dates before 1990 and in the future are left out. */
export interface LastmodHistogram {
  /** First day, YYYY-MM-DD. */
  from: string
  /** Days that each number stands for. */
  days: number
  /** At most 24. */
  counts: number[]
}

export interface DocumentReport {
  url: string
  finalUrl: string
  /** "robots.txt:3", "/sitemap.xml", "request", "upload", or the parent's URL + "#" + entry number. */
  via: string
  parent: string | null
  depth: number
  outcome: Outcome
  searchConsole: 'Success' | 'Has errors' | "Couldn't fetch" | null
  kind: DocumentKind | null
  http: {
    status: number
    mediaType: string | null
    contentEncoding: string | null
    lastModified: string | null
    etag: string | null
    hops: Hop[]
  } | null
  /** byKind is absent in what was stored before it was told. */
  bytes: { transferred: number; uncompressed: number; byKind?: BytesByKind } | null
  sha256: string | null
  complete: boolean
  entries: number | null
  limit: { entries: number; bytes: number; bytesPerEntry: number } | null
  lastmod: {
    present: number
    valid: number
    distinct: number
    oldest: string | null
    newest: string | null
    commonest: { value: string; share: number } | null
    /** null: no date to show. Absent in what was stored before it was told. */
    histogram?: LastmodHistogram | null
  } | null
  extensions: { images: number; videos: number; news: number; alternates: number }
  namespaces: Record<string, string>
  index: {
    lastmod: string | null
    newest: string | null
    verdict: 'equal' | 'stale' | 'ahead' | 'zone' | 'not-compared'
  } | null
  xsd: 'valid' | 'invalid' | null
  /** The server said that it is the document of an earlier audit: what was found then is told again. Absent: it was read. */
  reused?: true
  children: { listed: number; chosen: number[] } | null
}

export interface NoindexStatement {
  source: 'meta' | 'header'
  agent: string
  value: string
}

export interface CanonicalStatement {
  source: 'head' | 'header'
  href: string
  resolved: string | null
}

export interface PageReport {
  url: string
  document: string
  entry: number
  outcome: Outcome | 'disallowed'
  status: number | null
  hops: Hop[]
  finalUrl: string | null
  replacement: string | null
  indexable: boolean | null
  noindex: NoindexStatement[]
  canonical: CanonicalStatement[]
  lastmod: {
    sitemap: string | null
    page: string | null
    pageSource: 'dateModified' | 'article:modified_time' | 'Last-Modified' | null
  }
  ms: number
}

export interface Estimate {
  what: 'redirected' | 'noindex' | 'canonical-other' | 'broken'
  bad: number
  judged: number
  of: number
  /** 95 %, shares of `of`. */
  interval: [low: number, high: number]
}

export interface Structure {
  form: 'single' | 'robots-list' | 'index' | 'nested-index' | 'none'
  partition: 'none' | 'sequence' | 'type' | 'language' | 'date' | 'mixed'
  depth: number
}

export interface DiscoveryPlace {
  url: string
  /** "robots.txt:7", "/sitemap.xml" or "request". */
  via: string
  outcome: Outcome
  status: number | null
}

export interface Report {
  verdict: Verdict
  origin: string
  summary: {
    documents: number
    read: number
    entries: number
    pages: number
    findings: { error: number; warning: number; note: number }
    unchecked: number
  }
  structure: Structure
  robots: {
    url: string
    outcome: Outcome
    status: number | null
    sitemaps: { line: number; value: string; url: string | null }[]
  }
  discovery: DiscoveryPlace[]
  documents: DocumentReport[]
  pages: PageReport[]
  estimates: Estimate[]
  findings: Finding[]
  notes: string[]
  timing: { totalMs: number; fetchMs: number; checkMs: number; requests: number; bytes: number }
}
