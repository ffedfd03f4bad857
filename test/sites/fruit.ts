/** fruit.example: an index of indexes, half of them on a second host that names them in its own robots.txt. */
import type { Site } from '../support/site.ts'
import { daysBefore, newestOf, numbers, pagesOf, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = 'fruit.example'
const MEDIA = 'fruit-media.example'

interface Section {
  host: string
  name: string
  /** Rows of each child. */
  children: Row[][]
}

/** `lastmod` gives the day of an entry by child and number, both from 1. */
function section(
  host: string,
  name: string,
  counts: number[],
  lastmod: (child: number, number: number) => string,
): Section {
  const children = counts.map((count, i) =>
    Array.from(numbers(count), (number) => ({
      loc: `https://${host}/${name}/${slug(1000 * i + number)}`,
      lastmod: lastmod(i + 1, number),
    })),
  )
  return { host, name, children }
}

const SECTIONS = [
  // Stamped by the nightly build of the shop: one day for everything in a child.
  section(HOST, 'shop', [80, 64], (child) => daysBefore(child)),
  section(MEDIA, 'music', [90, 75, 41], (child, number) => daysBefore(4 + child + number * 3)),
  section(HOST, 'support', [120, 33], (child, number) => daysBefore(9 + child + number * 2)),
  section(MEDIA, 'books', [55, 28], (child, number) => daysBefore(15 + child * 2 + number * 5)),
]

const indexOf = ({ host, name }: Section) => `https://${host}/sitemap-${name}.xml`

function routesOf(host: string): Site['routes'] {
  const routes: Site['routes'] = {}
  const here = SECTIONS.filter((one) => one.host === host)
  for (const { name, children } of here) {
    const rows = children.map((child, i) => ({
      loc: `https://${host}/sitemap-${name}-${i + 1}.xml`,
      lastmod: newestOf(child),
    }))
    routes[`/sitemap-${name}.xml`] = { body: sitemapIndex(rows) }
    children.forEach((child, i) => {
      routes[`/sitemap-${name}-${i + 1}.xml`] = { body: urlset(child) }
    })
  }
  // The shop's dates are those of its build; its pages give none.
  const shop = here.filter(({ name }) => name === 'shop').flatMap(({ children }) => children.flat())
  const dated = here.filter(({ name }) => name !== 'shop').flatMap(({ children }) => children.flat())
  routes['*'] = pagesOf(host, [...shop.map(({ loc }) => ({ loc })), ...dated])
  return routes
}

export const fruit: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      ...routesOf(HOST),
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /shop/cart', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        body: sitemapIndex(SECTIONS.map((one) => ({ loc: indexOf(one), lastmod: newestOf(one.children.flat()) }))),
      },
    },
  },
  {
    host: MEDIA,
    schemes: 'https',
    routes: {
      ...routesOf(MEDIA),
      '/robots.txt': robotsTxt(
        'User-agent: *',
        'Disallow: /player',
        '',
        ...SECTIONS.filter(({ host }) => host === MEDIA).map((one) => `Sitemap: ${indexOf(one)}`),
      ),
    },
  },
]
