/** search.example: a root index that still declares the namespace from before sitemaps.org. */
import type { Site } from '../support/site.ts'
import { numbers, pagesOf, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'search.example'
const PRODUCTS: [name: string, pages: number][] = [
  ['mail', 42],
  ['maps', 87],
  ['forms', 24],
  ['photos', 36],
  ['help', 150],
]

function rowsOf(product: string, pages: number): Row[] {
  return Array.from(numbers(pages), (number) => ({
    loc: `https://${HOST}/${product}/${slug(number)}`,
    changefreq: number % 3 === 0 ? 'monthly' : 'weekly',
    priority: number % 3 === 0 ? '0.5' : '0.8',
  }))
}

const children = PRODUCTS.map(([product, pages]) => ({
  path: `/${product}/sitemap.xml`,
  rows: rowsOf(product, pages),
}))

export const search: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /results', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        body: sitemapIndex(
          children.map(({ path }) => ({ loc: `https://${HOST}${path}` })),
          { namespace: 'http://www.google.com/schemas/sitemap/0.84' },
        ),
      },
      ...Object.fromEntries(children.map(({ path, rows }) => [path, { body: urlset(rows) }])),
      '*': pagesOf(
        HOST,
        children.flatMap(({ rows }) => rows),
      ),
    },
  },
]
