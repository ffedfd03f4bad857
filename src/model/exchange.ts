/** One exchange with the audited site, as fetch/ hands it on. */
import type { Hop } from './report.ts'

/** Header lines of one answer in wire order: names lower-case, values as received (Latin-1), repeated lines apart. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

export type UnreachableReason =
  | 'dns'
  | 'refused-connection'
  | 'reset'
  | 'tls-expired'
  | 'tls-wrong-host'
  | 'tls-self-signed'
  | 'tls-incomplete-chain'
  | 'tls'
  | 'timeout-connect'
  | 'timeout-answer'
  | 'header-invalid'
  | 'http2-only'
  | 'other'

/** How an exchange ended. Only `answer` has a status; expected endings are values. */
export type Ending =
  | { kind: 'answer' }
  /** `during` says at which step; `detail` is one phrase in our own words. */
  | { kind: 'unreachable'; reason: UnreachableReason; detail: string }
  /** Our own address, port or scheme policy. `url` is what was refused; nothing of it was connected to. */
  | { kind: 'refused'; url: string; detail: string }
  | { kind: 'redirect-loop'; detail: string }
  | { kind: 'redirect-limit'; detail: string }
  /** 3xx that leads nowhere: no or unusable Location, other scheme, 300, 304, 305. */
  | { kind: 'redirect-broken'; detail: string }
  | { kind: 'cancelled' }

/** Odd things on the way that did not stop the exchange. */
export type Notice =
  | { kind: 'header-invalid'; detail: string }
  | { kind: 'location-unescaped'; url: string; value: string }
  | { kind: 'ipv6-broken'; host: string; detail: string }
  | { kind: 'retried'; times: number; detail: string }
  | { kind: 'cookie-needed'; url: string }

export interface Challenge {
  /** "Cloudflare", "Akamai", ... */
  vendor: string
  /** What gave it away, e.g. "cf-mitigated: challenge". */
  evidence: string
}

/** How the body ended; known when its last chunk was taken. */
export interface BodyEnding {
  /** Bytes of the body as received (after chunking, before Content-Encoding). */
  transferred: number
  /** budget: our own limit of bytes; timeout: our own deadline or minimum rate. */
  state: 'complete' | 'truncated' | 'budget' | 'timeout' | 'cancelled'
  /** One phrase, when not complete. */
  detail: string | null
  /** The Content-Length header, null when absent or unusable. */
  declaredLength: number | null
  /** Bytes that came behind the declared length, as far as they were seen: at least so many. Absent where none was. */
  surplus?: number
  /** What became of Content-Encoding. */
  coding: {
    /** Tokens of the header, lower-case, in order; empty when there was none (identity is left out). */
    tokens: string[]
    /** Tokens that nobody knows; the body was taken as it came. */
    unknown: string[]
    /** Token that the bytes are not in; the body was taken as it came. */
    false: string | null
    /** Tokens that were undone. */
    undone: string[]
    state: 'ok' | 'corrupt' | 'truncated' | 'checksum'
    /** Byte of the encoded body where it broke. */
    offset: number | null
  }
}

export interface Body {
  /** The decoded bytes. May be iterated once; never throws for what the site did: that is told by `ending`. */
  chunks: AsyncIterable<Uint8Array>
  /** Valid after the iteration ended. */
  ending(): BodyEnding
  /** Stops reading and frees the connection. */
  cancel(): void
}

export interface Exchange {
  /** The URL asked for. */
  url: string
  /** URL of the last answer or attempt. */
  finalUrl: string
  /** Redirects before the last answer. */
  hops: Hop[]
  status: number | null
  headers: HeaderLines
  ending: Ending
  notices: Notice[]
  challenge: Challenge | null
  /** Seconds the site asked to wait (Retry-After), capped by us. */
  retryAfterS: number | null
  /** null unless the ending is an answer, and for 304 to a condition. Must be read or cancelled. */
  body: Body | null
  /** Unix ms of the answer by our own clock, and by the Date header where it is a date. */
  receivedAtMs: number
  dateMs: number | null
  /** Wall time until the headers of the last answer, ms. */
  ms: number
}

/** What tells whether a body is still the one that was read before (RFC 9110, 13.1). */
export interface Condition {
  /** Whose body it was: the condition is sent to this address alone. */
  finalUrl: string
  /** As received; at least one of the two. */
  etag: string | null
  lastModified: string | null
}

export interface FetchOptions {
  signal?: AbortSignal
  /** What is read: decides Accept, redirect limit and byte budget. */
  as: 'robots' | 'sitemap' | 'page'
  /** Hard stop for the decoded body, bytes. */
  maxBytes?: number
  /** Asks for the body only where it is another than this one; an unchanged one is an answer with status 304 and no body. */
  condition?: Condition
  /** The User-Agent of this exchange, whatever the settings and the audit's headers say. */
  userAgent?: string
}

/** Requests that were to be made and were not. */
export interface Unmade {
  requests: number
  /** One phrase. */
  detail: string
}

/** What audit/ knows of fetch/: one method, made for one audit (its origin, headers, budgets). */
export interface Fetcher {
  /** Never rejects for what a site does. `url` must be absolute http(s). */
  get(url: string, options: FetchOptions): Promise<Exchange>
  /**
   * What robots.txt of a host asks of its visitors: seconds between two page requests. robots.txt, sitemaps and the
   * redirects of a page do not count; what is too long is cut.
   */
  setPace(hostname: string, pace: { crawlDelayS: number }): void
  /** Hosts that never answered, or only asked for fewer requests, and are not asked again: exchanges are `cancelled`. */
  givenUpHosts(): { hostname: string; because: 'silent' | 'limited' }[]
  /** Requests that could not be made by our own fault, and what was missing, in one phrase: exchanges are `cancelled`. */
  unmade?(): Unmade | null
  /** The audited origin, once known: the request headers of the audit go there and nowhere else. */
  origin: string | null
  /** So far in this audit. */
  readonly totals: { requests: number; bytes: number; ms: number }
}
