/** Shapes of URLs that somebody cannot have meant. */
import { isUnreserved } from '../values/escape-url.ts'
import type { ListedUrl } from '../values/listed-url.ts'
import { bareHost } from '../values/url-scope.ts'

/** White space and invisible characters that XML does not cut off. */
const ODD_SPACE = /[\u0085\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/

/** Cuts white space and invisible characters of every kind off both ends. */
export function trimOddSpace(text: string): string {
  const isSpace = (at: number) => {
    const code = text.charCodeAt(at)
    return code <= 32 || (code > 127 && ODD_SPACE.test(text.charAt(at)))
  }
  let start = 0
  let end = text.length
  while (start < end && isSpace(start)) start++
  while (end > start && isSpace(end - 1)) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** The odd characters at the ends of a value, as "U+00A0". */
export function nameOddSpace(text: string): string[] {
  const trimmed = trimOddSpace(text)
  const start = text.indexOf(trimmed)
  const names = new Set<string>()
  for (const character of text.slice(0, start) + text.slice(start + trimmed.length)) {
    if (ODD_SPACE.test(character)) names.add(`U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
  }
  return [...names]
}

/**
 * The URL inside another one: an absolute link that was glued to a base. Archives and proxies have other hosts' URLs
 * in their paths for good reason, so behind the first segment it counts only when both hosts are one.
 */
export function findNestedUrl(text: string, url: ListedUrl): string | null {
  if (url.kind !== 'http' && url.kind !== 'invalid') return null
  const { parts } = url
  const start = text.indexOf('//') + 2
  const queryAt = text.search(/[?#]/)
  const end = queryAt < 0 ? text.length : queryAt
  const inner = /https?:\/{1,2}[^/]/i.exec(text.slice(start, end))
  if (inner === null) return null
  const at = start + inner.index
  const nested = text.slice(at)
  // Glued to the host: https://example.comhttps://example.com/a.
  if (parts.authority !== null && at < start + parts.authority.length) return at > start ? nested : null
  if (text.charCodeAt(at - 1) !== 47) return null
  if (at === start + (parts.authority ?? '').length + 1) return nested
  const host = /^https?:\/{1,2}([^/?#:]*)/i.exec(nested)?.[1] ?? ''
  return bareName(host) === bareName(parts.host) ? nested : null
}

const bareName = (host: string): string => bareHost(host.toLowerCase()).replace(/^www\./, '')

const NAME = '(?:\\.{3})?[A-Za-z_$][\\w.$-]{0,60}'
const TEMPLATES: readonly RegExp[] = [
  /\[object Object\]/,
  new RegExp(`\\[{1,2}${NAME}\\]{1,2}`),
  /\$?\{{1,2}[%#]?\s{0,3}[\w.$-]{1,60}\s{0,3}[%#]?\}{1,2}/,
  /<%=?\s{0,3}[\w.]{1,60}\s{0,3}%>/,
]

/** What every template has: most URLs are sorted out by it. */
const MAY_BE_TEMPLATE = /[[{<]|%[57]B|%3C|%24|(?:^|\/):|undefined|NaN/i

/**
 * A part of a route that was never filled in: [slug], {id}, /:param, undefined, NaN, [object Object]. Brackets in a
 * query are names of parameters, and words count only as a whole segment or value.
 * @returns the part, or null
 */
export function findTemplate({ parts }: ListedUrl): string | null {
  const { path, query } = parts
  if (!MAY_BE_TEMPLATE.test(path) && (query === null || !MAY_BE_TEMPLATE.test(query))) return null
  for (const segment of path.split('/')) {
    const found = templateIn(segment, true)
    if (found !== null) return found
  }
  for (const parameter of query?.split('&') ?? []) {
    const equals = parameter.indexOf('=')
    const found = equals < 0 ? null : templateIn(parameter.slice(equals + 1), false)
    if (found !== null) return found
  }
  return null
}

function templateIn(part: string, isSegment: boolean): string | null {
  if (part === 'undefined' || part === 'NaN') return part
  if (isSegment && /^:[A-Za-z_]\w{0,60}\??$/.test(part)) return part
  // As written, brackets are no characters of a URL; escaped they may be part of a title unless they are all there is.
  for (const template of TEMPLATES) {
    const found = template.exec(part)
    if (found !== null && (isSegment || found[0].includes('{') || found[0] === '[object Object]')) return found[0]
  }
  const decoded = part.replace(/%(?:5B|5D|7B|7D|20|24|3C|3E)/gi, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  )
  if (decoded === part) return null
  for (const template of TEMPLATES) {
    const found = template.exec(decoded)
    if (found !== null && (found[0] === decoded || found[0] === '[object Object]')) return part
  }
  return null
}

/** Names of parameters that campaigns, advertisers and sessions add. */
const TRACKING =
  /^(?:utm_\w{1,40}|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|twclid|li_fat_id|igshid|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|mkt_tok|epik|phpsessid|jsessionid|aspsessionid\w{0,40}|sessionid|session_id|cftoken)$/i

/** The name of a tracking or session parameter, as written; null where there is none. */
export function findTracking({ parts }: ListedUrl): string | null {
  for (const parameter of parts.query?.split(/[&;]/) ?? []) {
    const equals = parameter.indexOf('=')
    const name = equals < 0 ? parameter : parameter.slice(0, equals)
    if (TRACKING.test(name)) return name
    // Short names mean many things; with a long random value they mean a session.
    if (/^(?:s|sid)$/i.test(name) && /^[0-9a-f]{24,64}$/i.test(parameter.slice(equals + 1))) return name
  }
  const inPath = /;(jsessionid|phpsessid|sid)=/i.exec(parts.path)
  return inPath?.[1] ?? null
}

/** The loc without its tracking parameters. */
export function withoutTracking(text: string): string {
  const [address = '', ...fragment] = text.split('#')
  const question = address.indexOf('?')
  const path = (question < 0 ? address : address.slice(0, question)).replace(
    /;(?:jsessionid|phpsessid|sid)=[^/;]*/gi,
    '',
  )
  const kept =
    question < 0
      ? []
      : address
          .slice(question + 1)
          .split('&')
          .filter((parameter) => !isTracking(parameter))
  return [path + (kept.length === 0 ? '' : `?${kept.join('&')}`), ...fragment].join('#')
}

function isTracking(parameter: string): boolean {
  const equals = parameter.indexOf('=')
  const name = equals < 0 ? parameter : parameter.slice(0, equals)
  return TRACKING.test(name) || (/^(?:s|sid)$/i.test(name) && /^[0-9a-f]{24,64}$/i.test(parameter.slice(equals + 1)))
}

/** What was escaped twice, and the text with one layer taken off; null where nothing looks so. */
export function findDoubleEscape(text: string): { found: string; once: string } | null {
  const entity = /&(?:amp|lt|gt|quot|apos|#38|#x26);/i.exec(text)
  if (entity !== null) {
    const once = text
      .replace(/&(?:amp|#38|#x26);/gi, '&')
      .replace(/&quot;/gi, '%22')
      .replace(/&apos;/gi, "'")
    return { found: entity[0], once: once.replace(/&lt;/gi, '%3C').replace(/&gt;/gi, '%3E') }
  }
  if (!text.includes('%25')) return null
  const question = text.indexOf('?')
  const path = question < 0 ? text : text.slice(0, question)
  // A URL that is the value of a parameter is escaped once, and its own escapes twice: only values without a first
  // layer look wrong.
  const parts = [path, ...(question < 0 ? [] : text.slice(question + 1).split('&'))]
  for (const [i, part] of parts.entries()) {
    if (i > 0 && /%(?!25)[0-9A-Fa-f]{2}/.test(part)) continue
    const found = doubledIn(part)
    if (found !== null) return { found, once: text.replaceAll(/%25(?=[0-9A-Fa-f]{2})/g, '%') }
  }
  return null
}

/** The first run of %25XX that makes sense as an escape: UTF-8, and not of a letter or digit. */
function doubledIn(part: string): string | null {
  for (const [run] of part.matchAll(/(?:%25[0-9A-Fa-f]{2}){1,200}/g)) {
    const bytes = new Uint8Array(run.length / 5)
    for (const i of bytes.keys()) bytes[i] = Number.parseInt(run.slice(5 * i + 3, 5 * i + 5), 16)
    if (bytes.every((byte) => byte < 128)) {
      if (bytes.some((byte) => !isUnreserved(byte))) return run
      continue
    }
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return run
    } catch {
      // A share such as 20%25de: no escape of anything.
    }
  }
  return null
}
