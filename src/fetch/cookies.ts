/**
 * Cookies within one chain of redirects, sent only once a loop was seen: a site that redirects to itself until its
 * cookie comes back works in browsers and fails for crawlers, which keep none.
 */
import type { HeaderLines } from '../model/exchange.ts'

export interface ChainCookies {
  /** Keeps what an answer of `url` sets. */
  keep(url: URL, headers: HeaderLines): void
  isEmpty(): boolean
  /** The Cookie header for `url`; null where none applies. */
  for(url: URL): string | null
}

interface Cookie {
  name: string
  value: string
  host: string
  isForSubdomains: boolean
  isSecure: boolean
}

const COOKIES_LIMIT = 50

/** An empty jar; RFC 6265 without paths and dates, which do not matter over one chain. */
export function createChainCookies(): ChainCookies {
  const kept = new Map<string, Cookie>()

  return {
    keep(url, headers) {
      for (const [name, line] of headers) {
        if (name !== 'set-cookie') continue
        const cookie = parseCookie(line, url.hostname)
        if (!cookie) continue
        const id = `${cookie.host} ${cookie.name}`
        if (cookie.isRemoved) kept.delete(id)
        else if (kept.size < COOKIES_LIMIT) kept.set(id, cookie)
      }
    },
    isEmpty: () => kept.size === 0,
    for(url) {
      const fitting = [...kept.values()].filter(
        ({ host, isForSubdomains, isSecure }) =>
          (!isSecure || url.protocol === 'https:') &&
          (url.hostname === host || (isForSubdomains && url.hostname.endsWith(`.${host}`))),
      )
      return fitting.length > 0 ? fitting.map(({ name, value }) => `${name}=${value}`).join('; ') : null
    },
  }
}

function parseCookie(line: string, host: string): (Cookie & { isRemoved: boolean }) | null {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const equals = pair.indexOf('=')
  // Only what may be sent back unharmed.
  if (equals < 1 || line.length > 4_096 || !/^[\x21-\x7e ]+$/.test(pair)) return null
  const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1), host }
  let domain: string | null = null
  let isRemoved = false
  let isSecure = false
  for (const attribute of attributes) {
    const [key = '', value = ''] = attribute.split('=', 2)
    if (/^domain$/i.test(key)) domain = value.replace(/^\./, '').toLowerCase()
    if (/^max-age$/i.test(key) && /^-|^0+$/.test(value)) isRemoved = true
    if (/^secure$/i.test(key)) isSecure = true
  }
  // A domain wide enough to be a public suffix (one label) is never widened to.
  const isWidened = domain?.includes('.') === true && (host === domain || host.endsWith(`.${domain}`))
  return { ...cookie, host: isWidened && domain ? domain : host, isForSubdomains: isWidened, isSecure, isRemoved }
}
