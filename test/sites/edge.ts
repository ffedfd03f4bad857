/** edge.example: 933 entries in namespaces that begin with https, so that no namespace-aware reader sees any of them. */
import type { Site } from '../support/site.ts'
import { numbers, pagesOf, type Row, robotsTxt, slug, urlset } from './make.ts'

const HOST = 'edge.example'
const PAGES = 311
/** Of these, the first three are listed as entries of their own: 933 entries. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'sv', 'da']
const LISTED = LANGUAGES.slice(0, 3)

const urlOf = (language: string, number: number) => `https://${HOST}/${language}/${slug(number)}`

/** Eleven a page: ten languages and the default. */
function alternatesOf(number: number): string {
  const codes: [code: string, language: string][] = [
    ...LANGUAGES.map((one): [string, string] => [one, one]),
    ['x-default', 'en'],
  ]
  return codes
    .map(([code, language]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${urlOf(language, number)}"/>`)
    .join('\n    ')
}

const rows: Row[] = Array.from(numbers(PAGES)).flatMap((number) => {
  const extension = alternatesOf(number)
  return LISTED.map((language) => ({ loc: urlOf(language, number), lastmod: '2026-09-30', extension }))
})

const everyLanguage = Array.from(numbers(PAGES)).flatMap((number) =>
  LANGUAGES.map((language) => ({ loc: urlOf(language, number) })),
)

export const edge: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /search', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': {
        body: urlset(rows, {
          namespace: 'https://www.sitemaps.org/schemas/sitemap/0.9',
          attributes: 'xmlns:xhtml="https://www.w3.org/1999/xhtml"',
        }),
      },
      '*': pagesOf(HOST, everyLanguage),
    },
  },
]
