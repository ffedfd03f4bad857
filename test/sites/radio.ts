/** radio.example: robots.txt names four files, and no index holds them together. */
import type { Site } from '../support/site.ts'
import { numbers, pagesOf, type Row, robotsTxt, slug, urlset } from './make.ts'

const HOST = 'radio.example'
const SECTIONS: [name: string, pages: number][] = [
  ['programmes', 96],
  ['presenters', 31],
  ['podcasts', 148],
  ['frequencies', 22],
]

const files = SECTIONS.map(([name, pages]) => ({
  path: `/sitemap-${name}.xml`,
  rows: Array.from(
    numbers(pages),
    (number): Row => ({ loc: `https://${HOST}/${name}/${slug(number)}`, changefreq: 'weekly' }),
  ),
}))

export const radio: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt(
        'User-agent: *',
        'Disallow: /player',
        '',
        ...files.map(({ path }) => `Sitemap: https://${HOST}${path}`),
      ),
      ...Object.fromEntries(files.map(({ path, rows }) => [path, { body: urlset(rows) }])),
      '*': pagesOf(
        HOST,
        files.flatMap(({ rows }) => rows),
      ),
    },
  },
]
