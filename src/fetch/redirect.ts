/** What a 3xx answer leads to. */
import type { HeaderLines, Notice } from '../model/exchange.ts'

export type Redirect =
  | { kind: 'none' }
  | { kind: 'to'; url: URL; notices: Notice[] }
  | { kind: 'broken'; detail: string }

/** RFC 9110, 15.4: those that a client may follow by itself. */
const FOLLOWED = [301, 302, 303, 307, 308]

/**
 * User info in a Location is left out of all that is returned.
 * @param url the URL that answered
 * @param headers values as Latin-1 characters: raw bytes in Location are read as UTF-8, as browsers do
 */
export function readRedirect(url: URL, status: number, headers: HeaderLines): Redirect {
  if (status < 300 || status > 399) return { kind: 'none' }
  if (!FOLLOWED.includes(status)) return { kind: 'broken', detail: `status ${status} leads to no other address` }
  const values = new Set(headers.filter(([name]) => name === 'location').map(([, value]) => value))
  if (values.size > 1) return { kind: 'broken', detail: 'several different Location headers' }
  const [raw] = values
  if (raw === undefined) return { kind: 'broken', detail: 'no Location header' }
  if (raw === '') return { kind: 'broken', detail: 'an empty Location header' }

  const value = readUtf8(raw)
  if (!URL.canParse(value, url.href)) return { kind: 'broken', detail: 'a Location header that is no URL' }
  const named = new URL(value, url)
  const target = withoutUserInfo(named)
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    return { kind: 'broken', detail: `a Location header with the scheme ${target.protocol.slice(0, -1)}` }
  const shown = target.href === named.href ? value : target.href
  const isRaw = /[\u0080-\u00ff]/.test(raw)
  return {
    kind: 'to',
    url: target,
    notices: isRaw ? [{ kind: 'location-unescaped', url: url.href, value: shown }] : [],
  }
}

/** Credentials in a URL are neither sent nor shown. */
export function withoutUserInfo(url: URL): URL {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare
}

/** Latin-1 characters as the bytes they are; what is not UTF-8 stays Latin-1. */
function readUtf8(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'))
  } catch {
    return latin1
  }
}
