/** How a test describes the site that its server plays. A few lines each; everything may misbehave. */

export type BodyPart = string | Uint8Array

export interface Answer {
  /** Default 200. */
  status?: number
  /** Header lines in order, repeated ones as they are. Default: a Content-Type guessed from the path's ending, Date. */
  headers?: [name: string, value: string][]
  /** Leaves out the headers that the server would add by itself (Content-Type, Date, Content-Length). */
  bareHeaders?: boolean
  /** Strings go out as UTF-8. A function is asked anew for each request; its parts are written one by one. */
  body?: BodyPart | (() => Iterable<BodyPart> | AsyncIterable<BodyPart>)
  /** Sets Location (raw bytes as Latin-1 characters) and status 301 unless another is given. */
  redirect?: string
  /** Encodes the body and says so in Content-Encoding. */
  coding?: 'gzip' | 'deflate' | 'br'
  /** Chunked transfer coding instead of Content-Length. */
  chunked?: boolean
  /** Content-Length to claim instead of the true one. */
  contentLength?: number
  /** Ends the connection after so many bytes of the (encoded) body. */
  cutAfter?: number
  /** Waits before the status line, ms. */
  delayMs?: number
  /** Waits between body bytes or parts, ms. */
  drip?: { bytes: number; everyMs: number }
  /** Closes the socket instead of answering. */
  reset?: boolean
  /** Never answers. */
  hang?: boolean
  /** Writes these bytes instead of an HTTP answer of our making, then closes. */
  raw?: BodyPart
}

export interface SiteRequest {
  host: string
  method: string
  /** Path and query as received. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
  /** It came over TLS. */
  secure: boolean
}

export type Route = Answer | ((request: SiteRequest, nth: number) => Answer)

export interface Site {
  /** A name, or name:port for a site that answers on that port only. */
  host: string
  /** https (by the server's own authority), plain http, or both. Default both. */
  schemes?: 'https' | 'http' | 'both'
  /** A certificate that is wrong in this way. */
  certificate?: 'expired' | 'wrong-host' | 'self-signed' | 'incomplete-chain'
  /**
   * Speaks nothing but HTTP/2 over TLS, so that a client of HTTP/1.1 fails in the handshake. Of an answer only status,
   * headers, body, coding, redirect, delay, cut, drip, reset and hang are played.
   */
  http2Only?: boolean
  /** Path and query as requested -> answer; "*" for everything else (default: 404 with a small HTML page). */
  routes: Record<string, Route>
}

export interface SiteServer {
  /** The value for the setting CONNECT_TO that leads every host here. */
  connectTo: string
  /** PEM file of the authority, for NODE_EXTRA_CA_CERTS. */
  caFile: string
  /** PEM text of it. */
  ca: string
  /** Every request so far, in order. */
  requests: SiteRequest[]
  /** Adds or replaces a site while running. */
  serve(site: Site): void
  close(): Promise<void>
}
