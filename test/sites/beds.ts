/** beds.example: a compressed child for each language, every one of them stamped with the day it was written. */
import { gzipSync } from 'node:zlib'
import type { Route, Site } from '../support/site.ts'
import {
  daysBefore,
  htmlPage,
  notFound,
  numberAt,
  numbers,
  type Row,
  robotsTxt,
  sitemapIndex,
  slug,
  urlset,
} from './make.ts'

const HOST = 'beds.example'
const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl']
const ENTRIES_EACH = 3_032

const childPath = (language: string) => `/sitemaps/sitemap-${language}.xml.gz`
/** One language a night. */
const writtenOn = (language: string) => daysBefore(1 + LANGUAGES.indexOf(language))

function* rowsOf(language: string): Generator<Row> {
  for (const number of numbers(ENTRIES_EACH)) {
    yield { loc: `https://${HOST}/${language}/beds/${slug(number)}`, lastmod: writtenOn(language) }
  }
}

/** Compressed when it is asked for first. */
function childOf(language: string): Route {
  let body: Buffer | undefined
  return () => {
    body ??= gzipSync(urlset(rowsOf(language)))
    return { body }
  }
}

export const beds: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /checkout', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        body: sitemapIndex(
          LANGUAGES.map((language) => ({
            loc: `https://${HOST}${childPath(language)}`,
            lastmod: writtenOn(language),
          })),
        ),
      },
      ...Object.fromEntries(LANGUAGES.map((language) => [childPath(language), childOf(language)])),
      '/': { body: htmlPage({ url: `https://${HOST}/` }) },
      // The dates are those of the files: the pages give none.
      '*': ({ path }) => {
        const folder = LANGUAGES.map((language) => `/${language}/beds/`).find((one) => path.startsWith(one))
        const number = folder === undefined ? null : numberAt(path, folder)
        if (number === null || number < 1 || number > ENTRIES_EACH) return notFound()
        return { body: htmlPage({ url: `https://${HOST}${path}` }) }
      },
    },
  },
]
