/** rel=canonical in tags and Link headers: RFC 6596; https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls */
import type { PageCanonical } from '../model/page.ts'
import type { PagePlace } from './line-index.ts'
import type { LinkValue } from './link-header.ts'
import type { HtmlElement } from './walk-html.ts'

/** "rel="canonical" annotations with hreflang, lang, media, and type attributes are not used for canonicalization." */
const IGNORING = ['hreflang', 'lang', 'media', 'type']
const HREF_LENGTH = 2_100

/** True for a link element whose rel holds the token canonical. */
export function isCanonicalLink({ name, attributes }: HtmlElement): boolean {
  return name === 'link' && tokensOf(attributes['rel']).includes('canonical')
}

export function tokensOf(rel: string | undefined): string[] {
  return (rel ?? '').toLowerCase().split(/\s+/).filter(Boolean)
}

/** @param base the page's URL as its base element changes it */
export function canonicalOfTag({ attributes }: HtmlElement, base: string, place: PagePlace | null): PageCanonical {
  return {
    ...readCanonical('head', attributes['href'] ?? '', base, (name) => attributes[name] !== undefined),
    line: place?.line ?? null,
    column: place?.column ?? null,
    snippet: place?.snippet ?? null,
  }
}

/** @param url of the page: base elements do not reach headers */
export function canonicalOfHeader(link: LinkValue, url: string): PageCanonical {
  return {
    ...readCanonical('header', link.target, url, (name) => link.parameters[name] !== undefined),
    line: null,
    column: null,
    snippet: null,
  }
}

function readCanonical(
  source: 'head' | 'header',
  written: string,
  base: string,
  has: (attribute: string) => boolean,
): Omit<PageCanonical, 'line' | 'column' | 'snippet'> {
  const href = written.trim()
  const { resolved, fault } = resolve(href, base)
  return {
    source,
    href: href.slice(0, HREF_LENGTH),
    resolved,
    fault,
    isRelative: fault === null && !/^[a-z][a-z0-9+.-]*:/i.test(href),
    ignoredBy: IGNORING.filter(has),
  }
}

function resolve(href: string, base: string): { resolved: string | null; fault: PageCanonical['fault'] } {
  if (href === '') return { resolved: null, fault: 'empty' }
  if (href.startsWith('#')) return { resolved: null, fault: 'fragment' }
  // "https:///p" has no host; URL would take the path for one.
  if (/^https?:(?:\/{3,}|$)/i.test(href) || !URL.canParse(href, base)) return { resolved: null, fault: 'unparsable' }
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { resolved: null, fault: 'scheme' }
  return { resolved: url.href, fault: null }
}
