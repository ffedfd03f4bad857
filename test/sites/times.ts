/** times.example: the news of two days. Some articles call their language en-US, which news sitemaps do not know. */
import type { Site } from '../support/site.ts'
import { minutesAgo, numbers, pagesOf, type Row, robotsTxt, slug, urlset } from './make.ts'

const HOST = 'times.example'
const ENTRIES = 745
const DISTINCT_LASTMODS = 736
/** Every 57th: 13 of 745. */
const isAmerican = (number: number) => number % 57 === 0

const articles = Array.from(numbers(ENTRIES), (number): Row => {
  // Some went out in one go and share their second. None is older than 45 hours.
  const step = Math.floor((number * DISTINCT_LASTMODS - 1) / ENTRIES)
  const published = minutesAgo(12 + step * 3.6)
  return {
    loc: `https://${HOST}/news/${slug(number)}`,
    lastmod: published,
    extension: `<news:news>
      <news:publication>
        <news:name>The Times of Example</news:name>
        <news:language>${isAmerican(number) ? 'en-US' : 'en'}</news:language>
      </news:publication>
      <news:publication_date>${published}</news:publication_date>
      <news:title>${slug(number).replaceAll('-', ' ')}</news:title>
    </news:news>`,
  }
})

export const times: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /account', '', `Sitemap: https://${HOST}/sitemaps/news.xml`),
      '/sitemaps/news.xml': {
        body: urlset(articles, { attributes: 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"' }),
      },
      '*': pagesOf(HOST, articles),
    },
  },
]
