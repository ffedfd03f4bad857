/** What a listed URL is, judged as it is written: WHATWG URL repairs much of what a crawler may not. */
import { asciiHost } from './escape-url.ts'
import { splitUrl, type UrlParts } from './url-parts.ts'

export interface HttpUrl {
  kind: 'http'
  parts: UrlParts
  scheme: 'http' | 'https'
  /** ASCII, lower-case, a trailing dot kept. */
  host: string
  /** The default of the scheme where none is written. */
  port: number
}

export type ListedUrl =
  | HttpUrl
  /** No scheme. `isNetworkPath`: it begins with two slashes, the scheme alone is missing. */
  | { kind: 'relative'; parts: UrlParts; isNetworkPath: boolean }
  | { kind: 'other-scheme'; parts: UrlParts; scheme: string }
  /** http or https, but no URL; `reason` goes on from "…, because". */
  | { kind: 'invalid'; parts: UrlParts; reason: string }

export const DEFAULT_PORTS = { http: 80, https: 443 } as const

/** @param text white space at both ends already cut off */
export function readListedUrl(text: string): ListedUrl {
  const parts = splitUrl(text)
  if (parts.scheme === null) return { kind: 'relative', parts, isNetworkPath: parts.authority !== null }
  const scheme = parts.scheme.toLowerCase()
  if (scheme !== 'http' && scheme !== 'https') {
    // example.com:8080/a and localhost:3000 look like schemes, but a port follows.
    if (scheme.includes('.') || /^\d{1,5}(?:\/|$)/.test(parts.path))
      return { kind: 'relative', parts, isNetworkPath: false }
    return { kind: 'other-scheme', parts, scheme }
  }
  const invalid = (reason: string): ListedUrl => ({ kind: 'invalid', parts, reason })
  if (parts.authority === null) return invalid(`"${parts.scheme}:" is not followed by "//"`)
  if (parts.host === '') return invalid('its host is empty')
  const fault = faultOfHost(parts.host)
  if (fault !== null) return invalid(fault)
  const port = parts.port === null || parts.port === '' ? DEFAULT_PORTS[scheme] : portOf(parts.port)
  if (port === null) return invalid(`"${parts.port}" is no port`)
  const host = hostOf(parts.host)
  if (host === null) return invalid(`"${parts.host}" is no host`)
  return { kind: 'http', parts, scheme, host, port }
}

function faultOfHost(host: string): string | null {
  for (let i = 0; i < host.length; i++) {
    const code = host.charCodeAt(i)
    if (code <= 32 || code === 127) return 'its host holds white space or a control character'
  }
  if (host.startsWith('[')) return null
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  if (name === '') return 'its host is a lone dot'
  if (name.startsWith('.') || name.includes('..')) return `its host "${host}" has an empty label`
  const ascii = asciiHost(name)
  if (ascii.length > 253) return 'its host is longer than 253 characters'
  if (ascii.split('.').some((label) => label.length > 63)) return 'a label of its host is longer than 63 characters'
  return null
}

/** 1 to 65,535; null for anything else. */
function portOf(digits: string): number | null {
  if (!/^\d{1,5}$/.test(digits)) return null
  const port = Number(digits)
  return port > 0 && port <= 65_535 ? port : null
}

let lastHost: string | null = null
let lastAscii: string | null = null

/** ASCII and lower-case as a URL parser makes it. Listed URLs name one host again and again: the last one is kept. */
function hostOf(host: string): string | null {
  if (host === lastHost) return lastAscii
  const url = `http://${host}/`
  lastAscii = URL.canParse(url) ? new URL(url).hostname : null
  lastHost = host
  // A backslash, for one, ends the host in a URL parser: what it made of the rest is not what was listed.
  if (/[\\/?#@]/.test(host)) lastAscii = null
  return lastAscii
}

/** Scheme, host and port, the default port left out. */
export function originOf({ scheme, host, port }: Pick<HttpUrl, 'scheme' | 'host' | 'port'>): string {
  return `${scheme}://${host}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`
}
