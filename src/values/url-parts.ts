/** The parts of a URL as they are written: nothing decoded, lower-cased or repaired, as WHATWG URL would. */

export interface UrlParts {
  /** As written, without the colon; null where the text has none. */
  scheme: string | null
  /** null where `//` does not follow the scheme. */
  authority: string | null
  /** Before the last @ of the authority. */
  userInfo: string | null
  host: string
  /** Digits or whatever stands behind the host's colon; null without a colon. */
  port: string | null
  path: string
  /** Without the question mark. */
  query: string | null
  /** Without the number sign. */
  fragment: string | null
}

/** Splits by the generic syntax (RFC 3986, appendix B). Any text has parts. */
export function splitUrl(text: string): UrlParts {
  let rest = text
  const fragment = cutFrom('#')
  const query = cutFrom('?')
  let scheme: string | null = null
  const colon = rest.indexOf(':')
  if (colon > 0 && isScheme(rest, colon)) {
    scheme = rest.slice(0, colon)
    rest = rest.slice(colon + 1)
  }
  if (!rest.startsWith('//'))
    return { scheme, authority: null, userInfo: null, host: '', port: null, path: rest, query, fragment }
  const slash = rest.indexOf('/', 2)
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash)
  return { scheme, authority, ...splitAuthority(authority), path: slash < 0 ? '' : rest.slice(slash), query, fragment }

  function cutFrom(mark: string): string | null {
    const at = rest.indexOf(mark)
    if (at < 0) return null
    const cut = rest.slice(at + 1)
    rest = rest.slice(0, at)
    return cut
  }
}

function splitAuthority(authority: string): Pick<UrlParts, 'userInfo' | 'host' | 'port'> {
  const at = authority.lastIndexOf('@')
  const userInfo = at < 0 ? null : authority.slice(0, at)
  const rest = authority.slice(at + 1)
  const bracket = rest.startsWith('[') ? rest.indexOf(']') : -1
  const colon = rest.indexOf(':', bracket + 1)
  return colon < 0
    ? { userInfo, host: rest, port: null }
    : { userInfo, host: rest.slice(0, colon), port: rest.slice(colon + 1) }
}

/** Puts a URL together again from its parts. */
export function joinUrl({ scheme, authority, userInfo, host, port, path, query, fragment }: UrlParts): string {
  const head = scheme === null ? '' : `${scheme}:`
  const user = userInfo === null ? '' : `${userInfo}@`
  const place = authority === null ? '' : `//${user}${host}${port === null ? '' : `:${port}`}`
  return `${head}${place}${path}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`
}

/** RFC 3986, 3.1. */
function isScheme(text: string, end: number): boolean {
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i)
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122
    if (!isLetter && (i === 0 || !((code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46)))
      return false
  }
  return true
}
