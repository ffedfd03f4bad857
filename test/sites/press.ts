/** press.example: videos without a description, a page listed anew for each of its images, and articles that are fine. */
import type { Site } from '../support/site.ts'
import { minutesBefore, newestOf, numbers, pagesOf, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'press.example'
const at = (path: string) => `https://${HOST}${path}`

const VIDEOS = 62
const IMAGES = 693
/** Pages that the images are on: 693 entries, of which 521 repeat one of them. */
const PAGES = 172
const IMAGES_OF_HOME = 91
const ARTICLES = 52

/** Page 0 is the home page. The last two articles went out together. */
const pageUrl = (page: number) => at(page === 0 ? '/' : `/articles/${slug(page)}`)
const pageLastmod = (page: number) => minutesBefore(61 + (page === ARTICLES - 1 ? page - 1 : page) * 407)

const articles = Array.from(
  { length: ARTICLES },
  (_, page): Row => ({ loc: pageUrl(page), lastmod: pageLastmod(page) }),
)

/** The home page's images come first, then one round after another over the articles. */
const images = Array.from({ length: IMAGES }, (_, image): Row => {
  const page = image < IMAGES_OF_HOME ? 0 : 1 + ((image - IMAGES_OF_HOME) % (PAGES - 1))
  return {
    loc: pageUrl(page),
    lastmod: pageLastmod(page),
    extension: `<image:image><image:loc>${at(`/images/${slug(image + 1)}.jpg`)}</image:loc></image:image>`,
  }
})

const videos = Array.from(numbers(VIDEOS), (video): Row => {
  const lastmod = minutesBefore(300 + video * 1_733)
  return {
    loc: at(`/videos/${slug(video)}`),
    lastmod,
    extension: `<video:video>
      <video:thumbnail_loc>${at(`/images/videos/${slug(video)}.jpg`)}</video:thumbnail_loc>
      <video:title>${slug(video).replaceAll('-', ' ')}</video:title>
      <video:content_loc>${at(`/media/${slug(video)}.mp4`)}</video:content_loc>
      <video:duration>${45 + video * 7}</video:duration>
      <video:publication_date>${lastmod}</video:publication_date>
    </video:video>`,
  }
})

const children = [
  {
    path: '/sitemaps/videos.xml',
    rows: videos,
    attributes: 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
  },
  {
    path: '/sitemaps/images.xml',
    rows: images,
    attributes: 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  },
  { path: '/sitemaps/articles.xml', rows: articles, attributes: '' },
]

export const press: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /search', '', `Sitemap: ${at('/sitemaps/index.xml')}`),
      '/sitemaps/index.xml': {
        body: sitemapIndex(children.map(({ path, rows }) => ({ loc: at(path), lastmod: newestOf(rows) }))),
      },
      ...Object.fromEntries(
        children.map(({ path, rows, attributes }) => [path, { body: urlset(rows, { attributes }) }]),
      ),
      '*': pagesOf(HOST, [...videos, ...images, ...articles]),
    },
  },
]
