/** How rel and href of an alternate are read. */
import { beginsWithHost } from './loc-form.ts'

/** rel is a list of words (https://html.spec.whatwg.org/multipage/links.html#linkTypes), whatever their case. */
export function relOf(rel: string | null): 'right' | 'missing' | 'other' {
  if (rel === null) return 'missing'
  return rel.toLowerCase().split(/\s+/).includes('alternate') ? 'right' : 'other'
}

/** https://developers.google.com/search/docs/crawling-indexing/sitemaps : links into apps are alternates too. */
export const isApp = (href: string): boolean => /^(?:android|ios)-app:/i.test(href)

/** The URL that a relative href was to be in the entry of `loc`; null where that is no http(s) URL. */
export function resolveHref(href: string, loc: string): string | null {
  if (href === '' || !/^https?:/i.test(loc) || !URL.canParse(loc)) return null
  const base = new URL(loc)
  const whole = !href.startsWith('/') && beginsWithHost(href, base.hostname) ? `//${href}` : href
  if (!URL.canParse(whole, base.href)) return null
  const resolved = new URL(whole, base)
  return resolved.protocol === 'http:' || resolved.protocol === 'https:' ? resolved.href : null
}

/** Scheme, a leading www. or a slash at the end make the whole difference. */
export function isNear(loc: string, href: string): boolean {
  const name = bareOf(loc)
  if (name.length === loc.length || !href.includes(name)) return false
  return bareOf(href.trim()) === name
}

const bareOf = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')
