/** furniture.example: an index of 2,166 children; the first is near the limit of bytes, the last has nothing in it. */
import { FURNITURE, furniture as firstChild, furnitureName } from '../bench/generate.ts'
import type { Answer, Route, Site } from '../support/site.ts'
import { htmlPage, notFound, numberAt, numbers, type Row, robotsTxt, sitemapIndex, slug, urlset } from './make.ts'

const HOST = FURNITURE.host
const CHILDREN = 2_166
/** The night in which all of it was written. */
const BUILT = '2026-09-30'

const childPath = (child: number) => `/sitemaps/products-${child}.xml`

/** Of the children between the first and the last: what the shop has besides furniture, in one language. */
const SMALL_CHILD_ENTRIES = 40
const ACCESSORIES = '/gb/en/accessories/'

function* accessoriesOf(child: number): Generator<Row> {
  for (const number of numbers(SMALL_CHILD_ENTRIES)) {
    const accessory = (child - 2) * SMALL_CHILD_ENTRIES + number
    yield { loc: `https://${HOST}${ACCESSORIES}${slug(accessory)}`, lastmod: BUILT }
  }
}

function childOf(child: number): Answer {
  // Made part by part as it is sent, never held.
  if (child === 1) return { headers: [['Content-Type', 'application/xml']], body: () => firstChild() }
  return { body: urlset(child === CHILDREN ? [] : accessoriesOf(child)) }
}

/** The pages give no date: those of the sitemaps are the night's. */
const page: Route = ({ path }) => {
  const accessory = numberAt(path, ACCESSORIES)
  const isAccessory = accessory !== null && accessory >= 1 && accessory <= (CHILDREN - 2) * SMALL_CHILD_ENTRIES
  if (path !== '/' && !isAccessory && !isFurniture(path)) return notFound()
  return { body: htmlPage({ url: `https://${HOST}${path}` }) }
}

/** In any of the shop's countries and languages. */
function isFurniture(path: string): boolean {
  const [, name, id] = /^\/[a-z]{2}\/[a-z]{2}\/p\/([a-z0-9-]{1,100}-s(\d{8}))\/$/.exec(path) ?? []
  const number = (Number(id) - 80_000_000) / 97
  return number >= 1 && number <= FURNITURE.entries && name === furnitureName(number)
}

export const furniture: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt(
        'User-agent: *',
        'Disallow: /*/cart/',
        '',
        `Sitemap: https://${HOST}/sitemaps/sitemap.xml`,
      ),
      '/sitemaps/sitemap.xml': () => ({
        body: sitemapIndex(
          Array.from(numbers(CHILDREN), (child) => ({ loc: `https://${HOST}${childPath(child)}`, lastmod: BUILT })),
        ),
      }),
      '*': (request, nth) => {
        const child = Number(/^\/sitemaps\/products-([1-9]\d{0,3})\.xml$/.exec(request.path)?.[1])
        return child <= CHILDREN ? childOf(child) : typeof page === 'function' ? page(request, nth) : page
      },
    },
  },
]
