/** store.example: a child for each type of page; nobody has written for the blog yet. */
import type { Site } from '../support/site.ts'
import { minutesBefore, newestOf, numbers, pagesOf, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'store.example'
/** The collections are put together anew every night. */
const LAST_NIGHT = '2026-10-01T02:00:19Z'

function rowsOf(type: string, count: number, lastmod: (number: number) => string): Row[] {
  return Array.from(numbers(count), (number) => ({
    loc: `https://${HOST}/${type}/${slug(number)}`,
    lastmod: lastmod(number),
    changefreq: type === 'products' ? 'daily' : 'weekly',
  }))
}

const products = rowsOf('products', 418, (number) => minutesBefore(90 + number * 211))
const collections = rowsOf('collections', 57, () => LAST_NIGHT)
const pages = rowsOf('pages', 13, (number) => minutesBefore(4_000 + number * 20_117))
const CHILDREN: [type: string, rows: Row[]][] = [
  ['products', products],
  ['collections', collections],
  ['pages', pages],
  ['blogs', []],
]

const childPath = (type: string) => `/sitemaps/${type}.xml`

export const store: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /checkout', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        body: sitemapIndex(
          CHILDREN.map(([type, rows]) => ({ loc: `https://${HOST}${childPath(type)}`, lastmod: newestOf(rows) })),
        ),
      },
      ...Object.fromEntries(CHILDREN.map(([type, rows]) => [childPath(type), { body: urlset(rows) }])),
      '*': pagesOf(HOST, [...products, ...collections.map(({ loc }) => ({ loc })), ...pages]),
    },
  },
]
