/** rooms.example: as many entries in the first child as the protocol allows, and the rest in the second. */
import type { Site } from '../support/site.ts'
import { htmlPage, notFound, numberAt, numbers, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'rooms.example'
const ENTRIES_EACH = 50_000
const ROOMS = 61_804
const FOLDER = '/rooms/'

function* rowsOf(child: number): Generator<Row> {
  const before = (child - 1) * ENTRIES_EACH
  for (const number of numbers(Math.min(ENTRIES_EACH, ROOMS - before))) {
    yield { loc: `https://${HOST}${FOLDER}${slug(before + number)}`, changefreq: 'daily', priority: '0.6' }
  }
}

const childPath = (child: number) => `/sitemap-rooms-${child}.xml`

export const rooms: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /booking', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        // Dates of the files; the entries have none.
        body: sitemapIndex([
          { loc: `https://${HOST}${childPath(1)}`, lastmod: '2026-09-22' },
          { loc: `https://${HOST}${childPath(2)}`, lastmod: '2026-09-29' },
        ]),
      },
      [childPath(1)]: () => ({ body: urlset(rowsOf(1)) }),
      [childPath(2)]: () => ({ body: urlset(rowsOf(2)) }),
      '/': { body: htmlPage({ url: `https://${HOST}/` }) },
      '*': ({ path }) => {
        const number = numberAt(path, FOLDER)
        if (number === null || number < 1 || number > ROOMS) return notFound()
        return { body: htmlPage({ url: `https://${HOST}${path}` }) }
      },
    },
  },
]
