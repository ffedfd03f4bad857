/** What robots/ reads in a robots.txt. */

/** A line that names a sitemap, or was meant to. Lines count from 1. */
export interface SitemapLine {
  line: number
  /** 1-based column of the value, in code points. */
  column: number
  /** 0-based byte of the value. */
  offset: number
  /** The whole line, cut at 300 characters. */
  snippet: string
  /** The value as written, comment and white space cut off. */
  value: string
  /** As the field was written, e.g. "SITEMAP", "Site-map"; "" for a bare URL. */
  field: string
  isMisspelt: boolean
  /** Absolute http(s) URLs found in the value, after resolving; usually one. */
  urls: string[]
  fault: 'empty' | 'several' | 'not-a-url' | 'credentials' | 'relative' | 'no-scheme' | null
  /** Behind the 500 KiB limit. */
  isBehindLimit: boolean
}

export interface RobotsLine {
  line: number
  /** The rule as written, e.g. "Disallow: /p". */
  text: string
}

export interface RobotsVerdict {
  isAllowed: boolean
  /** The rule that decided; null when none matched. */
  rule: RobotsLine | null
}

export interface RobotsTxt {
  bytes: number
  isHtml: boolean
  isTooLarge: boolean
  hasBom: boolean
  /** Encoding found by BOM when not UTF-8: "UTF-16LE", ... */
  otherEncoding: string | null
  /** First line with bytes that are not UTF-8, and how many lines have any. */
  invalidLines: {
    first: number
    count: number
    /** Place of the first bad byte: 1-based column in code points, 0-based byte, and the line cut at 300 characters. */
    column: number
    offset: number
    snippet: string
  } | null
  /** Lines with a byte order mark that is not the file's first character: crawlers do not know their field. */
  strayBoms: { first: number; count: number; column: number; offset: number; snippet: string } | null
  sitemaps: SitemapLine[]
  /** Seconds; for our own agent, null where none is set. */
  crawlDelayS(agent: string): number | null
  /** May `agent` fetch `url`? Its own group if there is one, else `*` (RFC 9309, longest match). */
  judge(url: string, agent: string): RobotsVerdict
  /** Names of all groups, lower-case, as written; for robots-sitemap-disallowed-agent. */
  agents: string[]
}
