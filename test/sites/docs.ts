/** docs.example: a child for each month, compressed on the way only: the files behind the names are plain XML. */
import type { Answer, Site } from '../support/site.ts'
import { newestOf, numbers, pagesOf, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'docs.example'
/** Newest first: 2026-09 to 2025-08. */
const MONTHS = Array.from({ length: 14 }, (_, i) => new Date(Date.UTC(2026, 8 - i)).toISOString().slice(0, 7))
/** What is older was moved over on one day. */
const OLDEST = MONTHS.at(-1)
const MOVED = `${OLDEST}-19T22:14:06Z`

function rowsOf(month: string): Row[] {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number)
  const first = (MONTHS.length - MONTHS.indexOf(month)) * 1_000
  const count = month === OLDEST ? 240 : 25 + ((monthNumber * 17) % 40)
  return Array.from(numbers(count), (number) => {
    const changed = new Date(Date.UTC(year, monthNumber - 1, 1 + ((number * 11) % 28), 6, 0, number * 587))
    return {
      loc: `https://${HOST}/learn/${slug(first + number)}`,
      lastmod: month === OLDEST ? MOVED : `${changed.toISOString().slice(0, 19)}Z`,
      changefreq: 'monthly',
    }
  })
}

const children = MONTHS.map((month) => ({ month, path: `/sitemaps/${month}.xml`, rows: rowsOf(month) }))

const compressed = (body: string): Answer => ({ body, coding: 'gzip' })

export const docs: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /drafts', '', `Sitemap: https://${HOST}/sitemaps/index.xml`),
      '/sitemaps/index.xml': compressed(
        sitemapIndex(children.map(({ path, rows }) => ({ loc: `https://${HOST}${path}`, lastmod: newestOf(rows) }))),
      ),
      ...Object.fromEntries(children.map(({ path, rows }) => [path, compressed(urlset(rows))])),
      '*': pagesOf(
        HOST,
        // The pages that were moved are older than that, and give no date.
        children.flatMap(({ month, rows }) => (month === OLDEST ? rows.map(({ loc }) => ({ loc })) : rows)),
      ),
    },
  },
]
