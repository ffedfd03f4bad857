/** Forty sites to be audited again and again: the good ones of test/sites, ones that misbehave, and a bomb each time another. */
import { at as bombAt, bombs } from '../guards/bombs.ts'
import { SITES } from '../sites/index.ts'
import { robotsTxt, urlset } from '../sites/make.ts'
import type { Route, Site } from '../support/site.ts'

export const BOMB_HOST = 'bomb.example'
const HTML: [string, string] = ['Content-Type', 'text/html']

/** What one host does wrong; everything else of it is in order. */
const FAULTS: Record<
  string,
  { certificate?: NonNullable<Site['certificate']>; http2Only?: boolean; routes: (host: string) => Site['routes'] }
> = {
  silent: { routes: () => ({ '*': { hang: true } }) },
  resetting: { routes: () => ({ '*': { reset: true } }) },
  broken: { routes: () => ({ '*': { status: 500, body: 'no' } }) },
  closed: { routes: () => ({ '*': { status: 403, body: 'no' } }) },
  busy: { routes: () => ({ '*': { status: 429, headers: [['Retry-After', '1']] } }) },
  garbage: { routes: () => ({ '*': { raw: '\0\u0001no HTTP\r\n\r\n' } }) },
  circling: { routes: () => ({ '*': ({ path }) => ({ redirect: path }) }) },
  slow: { routes: (host) => ({ ...good(host), '/sitemap.xml': { ...list(host), drip: { bytes: 40, everyMs: 50 } } }) },
  cut: { routes: (host) => ({ ...good(host), '/sitemap.xml': { ...list(host), cutAfter: 200 } }) },
  lying: { routes: (host) => ({ ...good(host), '/sitemap.xml': { ...list(host), contentLength: 10_000 } }) },
  flickering: {
    routes: (host) => ({ ...good(host), '/sitemap.xml': (_request, nth) => (nth % 2 ? list(host) : { status: 503 }) }),
  },
  vanishing: {
    routes: (host) => ({ ...good(host), '*': (_request, nth) => (nth % 3 ? { status: 404 } : { reset: true }) }),
  },
  expired: { certificate: 'expired', routes: good },
  mistaken: { certificate: 'wrong-host', routes: good },
  modern: { http2Only: true, routes: good },
}

function list(host: string) {
  return { body: urlset(Array.from({ length: 40 }, (_, n) => ({ loc: `https://${host}/${n}` }))) }
}

function good(host: string): Record<string, Route> {
  return {
    '/robots.txt': robotsTxt('User-agent: *', `Sitemap: https://${host}/sitemap.xml`),
    '/sitemap.xml': list(host),
    '*': { body: '<!doctype html><title>Page</title>', headers: [HTML] },
  }
}

const misbehaving = Object.entries(FAULTS).map(
  ([name, { routes, ...how }]): Site => ({ host: `${name}.example`, ...how, routes: routes(`${name}.example`) }),
)

export const ALL_SITES: Site[] = [...Object.values(SITES).flat(), ...misbehaving]

/** The domains to audit. */
export const DOMAINS: string[] = [...Object.keys(SITES), ...misbehaving.map(({ host }) => host), BOMB_HOST]

/** @returns the next bomb each time it is called, in turn */
export function createBombs(bytes: number): () => Site {
  const all = Object.values(bombs(bytes))
  const made: Record<string, Route>[] = []
  let next = 0
  return () => {
    const index = next++ % all.length
    made[index] ??= all[index]?.() ?? {}
    const robots = robotsTxt('User-agent: *', `Sitemap: ${bombAt('/sitemap.xml')}`)
    return { host: BOMB_HOST, routes: { '/robots.txt': robots, ...made[index] } }
  }
}
