/** broadcast.example: an index of ninety archives; three were written in 2014 and still list the pages by http. */
import type { Answer, Site, SiteRequest } from '../support/site.ts'
import { minutesBefore, newestOf, numbers, pagesOf, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'broadcast.example'
const CHILDREN = 90
const ENTRIES = 120
/** Child -> entries. An audit that samples three children meets the one in the middle. */
const FROM_2014: Record<number, number> = { 44: 187, 45: 204, 46: 231 }

const childPath = (child: number) => `/sitemaps/archive-${child}.xml`

/** 2014, by number of the page, to the second. */
function in2014(number: number): string {
  return `${new Date(Date.UTC(2014, 0, 9, 8, 20, 41) + number * 97_793_000).toISOString().slice(0, 19)}Z`
}

function rowsOf(child: number): Row[] {
  const old = FROM_2014[child]
  const scheme = old === undefined ? 'https' : 'http'
  return Array.from(numbers(old ?? ENTRIES), (number) => ({
    loc: `${scheme}://${HOST}/programmes/${slug(child * 1000 + number)}`,
    lastmod: old === undefined ? minutesBefore(child * 2_881 + number * 131) : in2014(number),
  }))
}

const children = Array.from(numbers(CHILDREN), (child) => ({ path: childPath(child), rows: rowsOf(child) }))

/** By http there is nothing but the way to https. */
function safely(answer: (request: SiteRequest) => Answer): (request: SiteRequest) => Answer {
  return (request) => (request.secure ? answer(request) : { redirect: `https://${HOST}${request.path}` })
}

const pages = pagesOf(
  HOST,
  children.flatMap(({ rows }) => rows),
)

export const broadcast: Site[] = [
  {
    host: HOST,
    schemes: 'both',
    routes: {
      '/robots.txt': safely(() =>
        robotsTxt('User-agent: *', 'Disallow: /search', '', `Sitemap: https://${HOST}/sitemaps/index.xml`),
      ),
      '/sitemaps/index.xml': safely(() => ({
        body: sitemapIndex(
          children.map(({ path, rows }) => ({ loc: `https://${HOST}${path}`, lastmod: newestOf(rows) })),
        ),
      })),
      ...Object.fromEntries(children.map(({ path, rows }) => [path, safely(() => ({ body: urlset(rows) }))])),
      '*': safely((request) => (typeof pages === 'function' ? pages(request, 1) : pages)),
    },
  },
]
