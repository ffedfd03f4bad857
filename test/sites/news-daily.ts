/** news-daily.example: seven lines in robots.txt, two of them dead, and a large sitemap that none of them names. */
import type { Site } from '../support/site.ts'
import {
  htmlPage,
  minutesAgo,
  minutesBefore,
  notFound,
  numbers,
  pagesOf,
  type Row,
  robotsTxt,
  slug,
  urlset,
} from './make.ts'

const HOST = 'news-daily.example'
/** A sister site, whose robots.txt knows nothing of this one. */
const SISTER = 'jobs-daily.example'
const ENTRIES = 10_000
const DISTINCT_LASTMODS = 8_913
const at = (path: string) => `https://${HOST}${path}`

const FRAGMENTS: Record<number, string> = { 2500: '#latest', 5001: '#comments', 7750: '#gallery' }
const ON_SISTER = [3333, 6666]

function articleRow(number: number): Row {
  // Some articles went out in one go and share their second.
  const step = Math.floor((number * DISTINCT_LASTMODS - 1) / ENTRIES)
  const lastmod = minutesBefore(step * 37)
  if (ON_SISTER.includes(number)) return { loc: `https://${SISTER}/offers/${slug(number)}`, lastmod }
  return { loc: at(`/articles/${slug(number)}${FRAGMENTS[number] ?? ''}`), lastmod }
}

const articles = Array.from(numbers(ENTRIES), articleRow)

const topics = ['politics', 'sport', 'culture', 'science'].map((topic, i) => ({
  path: `/sitemaps/topics-${topic}.xml`,
  rows: Array.from(numbers(60 + i * 25), (number) => ({
    loc: at(`/topics/${topic}/${slug(number)}`),
    lastmod: minutesBefore(900 + number * (411 + i * 53)),
  })),
}))

/** Fresh, as news must be: none older than 40 hours. */
const news = Array.from(numbers(180), (number): Row => {
  const published = minutesAgo(20 + number * 13)
  const title = slug(number).replaceAll('-', ' ')
  return {
    loc: at(`/news/${slug(number)}`),
    lastmod: published,
    extension: `<news:news>
      <news:publication><news:name>News Daily</news:name><news:language>en</news:language></news:publication>
      <news:publication_date>${published}</news:publication_date>
      <news:title>${title}</news:title>
    </news:news>`,
  }
})

export const newsDaily: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt(
        'User-agent: *',
        'Disallow: /search',
        '',
        `Sitemap: ${at('/sitemapindex.xml')}`,
        `Sitemap: ${at('/sitemaps/news.xml')}`,
        `Sitemap: ${at('/sitemaps/topics-politics.xml')}`,
        `Sitemap: ${at('/sitemaps/topics-sport.xml')}`,
        `Sitemap: ${at('/sitemaps/archive.xml')}`,
        `Sitemap: ${at('/sitemaps/topics-culture.xml')}`,
        `Sitemap: ${at('/sitemaps/topics-science.xml')}`,
      ),
      '/sitemap.xml': () => ({ body: urlset(articles) }),
      '/sitemaps/archive.xml': notFound(410),
      '/sitemaps/news.xml': {
        body: urlset(news, { attributes: 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"' }),
      },
      ...Object.fromEntries(topics.map(({ path, rows }) => [path, { body: urlset(rows) }])),
      '*': pagesOf(HOST, [...articles, ...news, ...topics.flatMap(({ rows }) => rows)]),
    },
  },
  {
    host: SISTER,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /apply'),
      '/': { body: htmlPage({ url: `https://${SISTER}/` }) },
      '*': pagesOf(SISTER, articles),
    },
  },
]
