/** The location rule (https://www.sitemaps.org/protocol.html#location): a sitemap speaks for its folder and below. */
import { type HttpUrl, originOf, readListedUrl } from './listed-url.ts'
import { normalPath } from './url-key.ts'

/** Where a document stands, as far as it limits what it may list. */
export interface Base {
  /** As written, for messages. */
  url: string
  scheme: 'http' | 'https'
  /** ASCII, lower-case, no trailing dot. */
  host: string
  port: number
  /** Scheme, host and a port that is not the default. */
  origin: string
  /** The path up to its last slash, in normal form. */
  folder: string
}

/** null for what is no http(s) URL: nothing is known of such a place. */
export function baseOf(url: string): Base | null {
  const read = readListedUrl(url)
  if (read.kind !== 'http') return null
  const { scheme, port } = read
  const host = bareHost(read.host)
  const path = normalPath(read.parts.path)
  return {
    url,
    scheme,
    host,
    port,
    origin: originOf({ scheme, host, port }),
    folder: path.slice(0, path.lastIndexOf('/') + 1),
  }
}

/** The path is in the folder or below; the query does not matter. The hosts are compared elsewhere. */
export function isBelow(url: HttpUrl, base: Base): boolean {
  return normalPath(url.parts.path).startsWith(base.folder)
}

/** `example.com.` and `example.com` are one site. */
export const bareHost = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host)

/**
 * How a listed URL stands to the document that lists it. `www`: the hosts differ by a leading www. alone, whatever the
 * scheme; `scheme`: one host, http against https; `port`: one host, another port than the default of its scheme.
 */
export type Relation = 'same' | 'scheme' | 'port' | 'www' | 'other-host'

function relationTo(url: Pick<HttpUrl, 'scheme' | 'host' | 'port'>, base: Base): Relation {
  const host = bareHost(url.host)
  if (host !== base.host) return host === `www.${base.host}` || base.host === `www.${host}` ? 'www' : 'other-host'
  if (originOf({ ...url, host }) === base.origin) return 'same'
  const isUsual = (scheme: string, port: number) => port === (scheme === 'http' ? 80 : 443)
  if (url.scheme !== base.scheme && isUsual(url.scheme, url.port) && isUsual(base.scheme, base.port)) return 'scheme'
  return url.port === base.port ? 'scheme' : 'port'
}

const BY_NEARNESS: readonly Relation[] = ['same', 'scheme', 'port', 'www', 'other-host']

/**
 * The nearest of the relations to several bases: a document that was redirected stands at both of its addresses.
 * @returns the base it is nearest to as well; null without bases
 */
export function relationOf(
  url: Pick<HttpUrl, 'scheme' | 'host' | 'port'>,
  bases: readonly Base[],
): { relation: Relation; base: Base } | null {
  let nearest: { relation: Relation; base: Base } | null = null
  for (const base of bases) {
    const relation = relationTo(url, base)
    if (nearest === null || BY_NEARNESS.indexOf(relation) < BY_NEARNESS.indexOf(nearest.relation))
      nearest = { relation, base }
  }
  return nearest
}
