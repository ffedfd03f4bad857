/** mail-order.example: one sitemap in a folder of its own, with hints everywhere and no date anywhere. */
import type { Site } from '../support/site.ts'
import { numbers, pagesOf, type Row, robotsTxt, slug, urlset } from './make.ts'

const HOST = 'mail-order.example'

const rows: Row[] = [
  { loc: `https://${HOST}/`, changefreq: 'daily', priority: '1.0' },
  ...Array.from(numbers(640), (number) => ({
    loc: `https://${HOST}/catalogue/${slug(number)}`,
    changefreq: 'weekly',
    priority: number <= 40 ? '0.8' : '0.5',
  })),
]

export const mailOrder: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt(
        'User-agent: *',
        'Disallow: /basket',
        '',
        `Sitemap: https://${HOST}/sitemaps/sitemap.xml`,
      ),
      '/sitemaps/sitemap.xml': { body: urlset(rows) },
      '*': pagesOf(HOST, rows),
    },
  },
]
