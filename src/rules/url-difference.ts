/** What two URLs differ in, in one word each. */
import { canonicalHost } from '../values/private-host.ts'
import { keyOf } from '../values/url-key.ts'

export type UrlDifference = 'scheme' | 'www' | 'host' | 'slash' | 'case' | 'path' | 'query'

/**
 * Compares after RFC 3986 normalisation, fragments left out.
 * @param a absolute http(s) URL; @param b likewise
 * @returns empty for URLs that are the same
 */
export function findDifferences(a: string, b: string): UrlDifference[] {
  const [one, other] = [comparable(a), comparable(b)]
  if (one.href === other.href) return []
  const found: UrlDifference[] = []
  if (one.protocol !== other.protocol) found.push('scheme')
  const [host, otherHost] = [canonicalHost(one.hostname), canonicalHost(other.hostname)]
  if (host !== otherHost) found.push(withoutWww(host) === withoutWww(otherHost) ? 'www' : 'host')
  else if (one.hostname !== other.hostname || one.port !== other.port) found.push('host')
  found.push(...findPathDifferences(one.pathname, other.pathname))
  if (one.search !== other.search) found.push('query')
  return found
}

const SHOWN: Record<UrlDifference, string> = {
  scheme: 'the scheme',
  www: 'www',
  host: 'the host',
  slash: 'the slash at the end',
  case: 'the case of letters',
  path: 'the path',
  query: 'the query',
}

/** "the scheme and the slash at the end". */
export function showDifferences(differences: readonly UrlDifference[]): string {
  const words = differences.map((difference) => SHOWN[difference])
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`
}

/** One text for every spelling of a URL. */
export function comparableKey(url: string): string {
  return comparable(url).href
}

function comparable(text: string): URL {
  const url = new URL(text)
  url.hash = ''
  // A bare question mark asks for nothing.
  if (url.search === '') url.search = ''
  return new URL(keyOf(url.href))
}

function withoutWww(host: string | null): string | undefined {
  return host?.replace(/^www\./, '')
}

function findPathDifferences(a: string, b: string): UrlDifference[] {
  if (a === b) return []
  const found: UrlDifference[] = []
  const [one, other] = [withoutSlash(a), withoutSlash(b)]
  if (one !== other) {
    if (one.toLowerCase() !== other.toLowerCase()) return ['path']
    found.push('case')
  }
  if (a.endsWith('/') !== b.endsWith('/')) found.push('slash')
  return found
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path
}
