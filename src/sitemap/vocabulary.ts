/** Which element may stand where, and which namespace was meant. */
import { LEGACY_SITEMAP_NAMESPACES, NAMESPACES } from '../model/standards.ts'

/**
 * Place among the children of url and sitemap that the XSD demands (https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd);
 * 0 for what is none of them. A switch: names come fresh from the source, and V8 looks up no property by such a string
 * without hashing it.
 */
export function coreRank(local: string): 0 | 1 | 2 | 3 | 4 {
  switch (local) {
    case 'loc':
      return 1
    case 'lastmod':
      return 2
    case 'changefreq':
      return 3
    case 'priority':
      return 4
    default:
      return 0
  }
}

/** Where an element of the sitemap namespace belongs, in words; undefined for one that does not exist. */
export function parentOf(local: string, kind: 'urlset' | 'sitemapindex'): string | undefined {
  const rank = coreRank(local)
  if (rank > 0) return kind === 'sitemapindex' && rank <= 2 ? 'sitemap' : 'url'
  return Object.hasOwn(PARENTS, local) ? PARENTS[local] : undefined
}
const PARENTS: Readonly<Record<string, string>> = {
  url: 'urlset',
  sitemap: 'sitemapindex',
  urlset: 'the start of the document',
  sitemapindex: 'the start of the document',
}

/** What the usual prefixes of the extensions must be bound to. */
export const EXTENSION_PREFIXES: Readonly<Record<string, string>> = {
  image: NAMESPACES.image,
  video: NAMESPACES.video,
  news: NAMESPACES.news,
  xhtml: NAMESPACES.xhtml,
}

/** Extensions that Google no longer reads. */
export const RETIRED_NAMESPACES: ReadonlySet<string> = new Set([
  NAMESPACES.mobile,
  NAMESPACES.geo,
  NAMESPACES.codesearch,
  NAMESPACES.pagemap,
])

/** Namespace of namespace declarations, https://www.w3.org/TR/xml-names/#ns-decl. */
const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** Attributes that may stand on any element. */
export function isFreeAttribute(uri: string): boolean {
  return uri === XMLNS || uri === NAMESPACES.xsi || uri === NAMESPACES.xml
}

/** How the namespace of a urlset or sitemapindex is to be taken. */
export function judgeSitemapNamespace(uri: string): 'right' | 'missing' | 'legacy' | 'variant' {
  if (uri === NAMESPACES.sitemap) return 'right'
  if (uri === '') return 'missing'
  return (LEGACY_SITEMAP_NAMESPACES as readonly string[]).includes(uri) ? 'legacy' : 'variant'
}

/** Namespaces of feeds that are told by their version. */
export const FEED_NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  atom03: 'http://purl.org/atom/ns#',
} as const
