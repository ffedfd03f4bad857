/** Resolves a reference against a base as RFC 3986, 5.2 says, and repairs nothing: what was written is judged. */
import { joinUrl, splitUrl } from './url-parts.ts'

/**
 * @param base absolute, or relative where only a base further out is
 * @returns the reference as written where it has a scheme
 */
export function resolveUrl(reference: string, base: string): string {
  const parts = splitUrl(reference)
  if (parts.scheme !== null) return reference
  const { scheme, authority, userInfo, host, port, path, query } = splitUrl(base)
  if (parts.authority !== null) return joinUrl({ ...parts, scheme, path: removeDots(parts.path) })
  const place = { scheme, authority, userInfo, host, port, fragment: parts.fragment }
  if (parts.path === '') return joinUrl({ ...place, path, query: parts.query ?? query })
  const merged = parts.path.startsWith('/') ? parts.path : merge(path, parts.path, authority !== null)
  return joinUrl({ ...place, path: removeDots(merged), query: parts.query })
}

/** RFC 3986, 5.2.3. */
function merge(basePath: string, path: string, hasAuthority: boolean): string {
  if (basePath === '' && hasAuthority) return `/${path}`
  return basePath.slice(0, basePath.lastIndexOf('/') + 1) + path
}

/** RFC 3986, 5.2.4. */
function removeDots(path: string): string {
  if (!/(?:^|\/)\.\.?(?:\/|$)/.test(path)) return path
  const isAbsolute = path.startsWith('/')
  const kept: string[] = []
  const segments = (isAbsolute ? path.slice(1) : path).split('/')
  for (const [i, segment] of segments.entries()) {
    if (segment !== '.' && segment !== '..') kept.push(segment)
    else {
      if (segment === '..') kept.pop()
      if (i === segments.length - 1) kept.push('')
    }
  }
  return (isAbsolute ? '/' : '') + kept.join('/')
}
