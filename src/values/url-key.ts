/** RFC 3986 normalisation: two URLs with one key name the same thing, however they are written. */
import { escapePart, isEscape, isUnreserved } from './escape-url.ts'
import { DEFAULT_PORTS, type HttpUrl, readListedUrl } from './listed-url.ts'

/**
 * The normal form by RFC 3986, 6.2.2 and 6.2.3: scheme and host in lower case, ASCII host, no default port, no empty
 * path, no dot segments, %XX in upper case and only where needed. A trailing dot of the host, the order of the query
 * and the fragment stay: they may mean something.
 */
export function urlKey(url: HttpUrl): string {
  const { parts, scheme, host, port } = url
  const { userInfo, path, query, fragment } = parts
  const user = userInfo === null ? '' : `${userInfo}@`
  const place = `${scheme}://${user}${host}${port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`
  const rest = query === null ? '' : `?${normalPart(query, false)}`
  return `${place}${normalPath(path)}${rest}${fragment === null ? '' : `#${normalPart(fragment, false)}`}`
}

/** The key of any text: of what is no http(s) URL, the text itself. */
export function keyOf(text: string): string {
  const url = readListedUrl(text)
  return url.kind === 'http' ? urlKey(url) : text
}

/** The path without dot segments, its escapes in their normal form; never empty. */
export function normalPath(path: string): string {
  const normal = normalPart(path, true)
  return normal === '' ? '/' : normal.includes('/.') ? removeDotSegments(normal) : normal
}

function normalPart(part: string, isPath: boolean): string {
  const escaped = escapePart(part, isPath)
  if (!escaped.includes('%')) return escaped
  return escaped.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const code = Number.parseInt(triplet.slice(1), 16)
    return isUnreserved(code) ? String.fromCharCode(code) : triplet.toUpperCase()
  })
}

/** RFC 3986, 5.2.4. */
function removeDotSegments(path: string): string {
  const segments = path.split('/')
  const kept: string[] = []
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1
    if (segment === '.' || segment === '..') {
      if (segment === '..' && kept.length > 1) kept.pop()
      if (isLast) kept.push('')
    } else kept.push(segment)
  }
  const joined = kept.join('/')
  return joined === '' ? '/' : joined
}

/** An escape that normalisation leaves as it is: upper case, of a character that needs it. */
export function isNormalEscape(text: string, at: number): boolean {
  if (!isEscape(text, at)) return false
  const high = text.charCodeAt(at + 1)
  const low = text.charCodeAt(at + 2)
  return high < 97 && low < 97 && !isUnreserved(Number.parseInt(text.slice(at + 1, at + 3), 16))
}
