/** What the value of a `Sitemap:` line names: the URLs to try, and what is wrong with how they are written. */
import { parse } from 'tldts'
import type { SitemapLine } from '../model/robots.ts'

export interface SitemapValue {
  /** Absolute http(s) URLs, without credentials and fragment, each once. */
  urls: string[]
  fault: SitemapLine['fault']
}

/** URLs that one line may name; whoever writes more has something else in mind. */
const URLS_PER_LINE_LIMIT = 50

/**
 * Reads a value as its writer meant it. sitemaps.org asks for "the complete URL", one a line.
 * @param value cut free of comment and white space
 * @param base URL of the robots.txt
 */
export function readSitemapValue(value: string, base: string): SitemapValue {
  if (value === '') return { urls: [], fault: 'empty' }
  const parts = splitValue(value)
  if (parts.length > 1) {
    const urls = new Set<string>()
    for (const part of parts.slice(0, URLS_PER_LINE_LIMIT)) for (const url of readOne(part, base).urls) urls.add(url)
    return { urls: [...urls], fault: 'several' }
  }
  const one = readOne(parts[0] ?? '', base)
  // What had to be cut away (quotes, a second "Sitemap:") makes the value as written no URL.
  if (parts[0] !== value && one.fault === null) return { urls: one.urls, fault: 'not-a-url' }
  return one
}

/** The parts that each look like a URL or path of their own; the whole value when they do not. */
function splitValue(value: string): string[] {
  const parts: string[] = []
  for (const piece of value.split(/[\s|;]|,(?=\s|https?:)/i)) {
    const part = strip(piece)
    if (part === '' || /^site-?maps?:?$/i.test(part)) continue
    parts.push(part)
  }
  if (parts.length === 0) return [value]
  if (parts.length === 1 || parts.every(looksLikeReference)) return parts
  return [strip(value)]
}

/** Takes quotes, brackets and trailing separators off. */
function strip(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && '"\'<([\u00a0\ufeff\u201c\u201e'.includes(text.charAt(from))) from++
  while (to > from && '"\'>)],;\u00a0\u201d\u201c'.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

function looksLikeReference(part: string): boolean {
  return /^(?:https?:\/{0,2}[^/\s]|\/|www\.)/i.test(part) || /\.(?:xml|gz|txt)$/i.test(part)
}

function readOne(text: string, base: string): SitemapValue {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return readAbsolute(text)
  if (/^https?\/\//i.test(text)) return { urls: urlsOf(text.replace('//', '://')), fault: 'not-a-url' }
  if (/\s/.test(text)) return { urls: [], fault: 'not-a-url' }
  if (text.startsWith('//')) return { urls: urlsOf(text, base), fault: 'no-scheme' }
  if (beginsWithHost(text, base)) return { urls: urlsOf(`https://${text}`), fault: 'no-scheme' }
  if (scheme !== undefined) return { urls: [], fault: 'not-a-url' }
  const urls = urlsOf(text, base)
  return { urls, fault: urls.length > 0 ? 'relative' : 'not-a-url' }
}

function readAbsolute(text: string): SitemapValue {
  // Forms that a browser mends and a crawler need not: "http:/host", "https:host", back slashes, blanks.
  const isWellFormed = /^https?:\/\/[^/\\\s][^\\\s]*$/i.test(text)
  let urls = urlsOf(text)
  if (urls.length === 0) urls = urlsOf(text.replace(/\s+/g, ''))
  if (urls.length === 0 || !isWellFormed) return { urls, fault: 'not-a-url' }
  return { urls, fault: hasCredentials(text) ? 'credentials' : null }
}

function urlsOf(text: string, base?: string): string[] {
  if (!URL.canParse(text, base)) return []
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return []
  url.username = ''
  url.password = ''
  url.hash = ''
  return [url.href]
}

function hasCredentials(text: string): boolean {
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

/** "www.example.com/sitemap.xml" is a host and a path; "sitemap.xml" and "maps.d/a.xml" are paths. */
function beginsWithHost(text: string, base: string): boolean {
  const host = /^((?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+)\.?(?::\d+)?(?:[/?#]|$)/i.exec(text)?.[1]?.toLowerCase()
  if (host === undefined) return false
  const own = new URL(base).hostname
  if (host === own || host === `www.${own}` || `www.${host}` === own) return true
  if (host.startsWith('www.')) return true
  const last = host.slice(host.lastIndexOf('.') + 1)
  // RFC 2606: names for examples and tests.
  return parse(host).isIcann === true || last === 'example' || last === 'test'
}
