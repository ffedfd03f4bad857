/** ministry.example: one file at the root, without a date. */
import type { Site } from '../support/site.ts'
import { numbers, pagesOf, type Row, robotsTxt, slug, urlset } from './make.ts'

const HOST = 'ministry.example'

const rows: Row[] = [
  { loc: `https://${HOST}/`, priority: '1.0' },
  ...Array.from(numbers(312), (number) => ({ loc: `https://${HOST}/topics/${slug(number)}`, priority: '0.5' })),
]

export const ministry: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /search', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': { body: urlset(rows) },
      '*': pagesOf(HOST, rows),
    },
  },
]
