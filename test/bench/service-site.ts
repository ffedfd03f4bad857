/** The audited sites of the benchmarks, a process of its own, over TLS. Argument: which of them. Speaks by messages. */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { robotsTxt, sitemapIndex } from '../sites/make.ts'
import type { Answer, Route, Site } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { FURNITURE, furniture } from './generate.ts'

export type Sites = 'small' | 'large' | 'whole'
/** What it says when it is there, and whenever it is asked. */
export interface Started {
  connectTo: string
  caFile: string
}
export interface Timeline {
  /** Requests since it was asked last: ms since the first one, and the path. */
  requests: [ms: number, path: string][]
}

export const SMALL_HOST = 'small.example'
/** Each as long as the host of the furniture child, whose place it takes. */
export const LARGE_HOSTS = [...'abcdefgh'].map((letter) => `furnitur${letter}.example`)
export const WHOLE_HOST = 'whole.example'

const XML: [string, string][] = [['Content-Type', 'application/xml']]
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'

let requests: [number, string][] = []
let first = 0

function told(answer: Answer): Route {
  return ({ path }) => {
    if (requests.length === 0) first = performance.now()
    requests.push([performance.now() - first, path])
    return answer
  }
}

/** Three files: robots.txt, a sitemap and the page that it lists. Everything else is 404. */
function small(delayMs: number): Site {
  const at = (path: string) => `https://${SMALL_HOST}${path}`
  const page = `<!doctype html><html lang="en"><head><title>Bread</title><link rel="canonical" href="${at('/')}"></head><body><h1>Bread</h1><p>Baked here, every morning from four.</p></body></html>`
  const html: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']]
  return {
    host: SMALL_HOST,
    routes: {
      '/robots.txt': told({ ...robotsTxt('User-agent: *', 'Disallow:', `Sitemap: ${at('/sitemap.xml')}`), delayMs }),
      '/sitemap.xml': told({
        body: `${HEAD}<url><loc>${at('/')}</loc><lastmod>2026-09-01</lastmod></url>\n</urlset>\n`,
        headers: XML,
        delayMs,
      }),
      '/': told({ body: page, headers: html, delayMs }),
      '*': told({ status: 404, body: '<!doctype html><title>Not found</title>', headers: html, delayMs }),
    },
  }
}

/** The furniture child at eight hosts, each with its own URLs. */
function large(): Site[] {
  const master = Buffer.concat([...furniture()]).toString('latin1')
  return LARGE_HOSTS.map((host) => ({
    host,
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow:', `Sitemap: https://${host}/sitemap.xml`),
      '/sitemap.xml': () => ({ body: Buffer.from(master.replaceAll(FURNITURE.host, host), 'latin1'), headers: XML }),
    },
  }))
}

/** An index of gzipped children, made before anybody asks. */
async function whole(children: number, entries: number): Promise<Site> {
  const at = (path: string) => `https://${WHOLE_HOST}${path}`
  const pack = promisify(gzip)
  const routes: Record<string, Route> = {}
  const paths = Array.from({ length: children }, (_, i) => `/sitemap-${i + 1}.xml.gz`)
  for (const [i, path] of paths.entries()) {
    const rows = Array.from({ length: entries }, (_, n) => {
      const day = `2026-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, '0')}`
      const name = `product-${String(n * 7919 + i).padStart(9, '0')}`
      return `<url><loc>${at(`/shop/${String(i).padStart(4, '0')}/${name}`)}</loc><lastmod>${day}</lastmod></url>\n`
    })
    const body = await pack(`${HEAD}${rows.join('')}</urlset>\n`)
    routes[path] = { body, headers: [['Content-Type', 'application/gzip']] }
  }
  return {
    host: WHOLE_HOST,
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow:', `Sitemap: ${at('/sitemap.xml')}`),
      '/sitemap.xml': {
        body: sitemapIndex(paths.map((path) => ({ loc: at(path), lastmod: '2026-09-28' }))),
        headers: XML,
      },
      ...routes,
    },
  }
}

if (process.send) {
  const [kind, ...numbers] = process.argv.slice(2)
  const [a = 0, b = 0] = numbers.map(Number)
  const server = await startSites(kind === 'small' ? [small(a)] : kind === 'large' ? large() : [await whole(a, b)])
  process.on('message', () => {
    process.send?.({ requests } satisfies Timeline)
    requests = []
  })
  process.on('disconnect', () => process.exit(0))
  process.send({ connectTo: server.connectTo, caFile: server.caFile } satisfies Started)
}
