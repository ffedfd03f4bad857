/** gov.example: an index of numbered children, 25,000 entries each, in a folder of their own. */
import type { Site } from '../support/site.ts'
import {
  htmlPage,
  minutesBefore,
  notFound,
  numberAt,
  numbers,
  type Row,
  robotsTxt,
  sitemapIndex,
  slug,
  urlset,
} from './make.ts'

const HOST = 'gov.example'
const CHILDREN = 5
const ENTRIES = 25_000
/** The last child is what was moved over from an older site in one night. */
const MOVED = '2026-06-14T02:10:55Z'

function lastmodOf(number: number): string {
  return number > (CHILDREN - 1) * ENTRIES ? MOVED : minutesBefore(35 + number * 23)
}

function rowOf(number: number): Row {
  return { loc: `https://${HOST}/guidance/${slug(number)}`, lastmod: lastmodOf(number), priority: '0.5' }
}

function* rowsOf(child: number): Generator<Row> {
  for (const number of numbers(ENTRIES)) yield rowOf((child - 1) * ENTRIES + number)
}

const childPath = (child: number) => `/sitemaps/sitemap_${child}.xml`

export const gov: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /search', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        body: sitemapIndex(
          Array.from(numbers(CHILDREN), (child) => ({
            loc: `https://${HOST}${childPath(child)}`,
            // The first entry of each child is its newest.
            lastmod: lastmodOf((child - 1) * ENTRIES + 1),
          })),
        ),
      },
      ...Object.fromEntries(
        Array.from(numbers(CHILDREN), (child) => [childPath(child), () => ({ body: urlset(rowsOf(child)) })]),
      ),
      '/': { body: htmlPage({ url: `https://${HOST}/` }) },
      '*': ({ path }) => {
        const number = numberAt(path, '/guidance/')
        if (number === null || number < 1 || number > CHILDREN * ENTRIES) return notFound()
        // What was moved over was changed long before; those pages give no date.
        const modified = lastmodOf(number)
        return { body: htmlPage({ url: rowOf(number).loc, modified: modified === MOVED ? undefined : modified }) }
      },
    },
  },
]
