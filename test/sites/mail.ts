/** mail.example: three pages in 55 languages, each naming the 54 others; one of the languages is es-419. */
import type { Site } from '../support/site.ts'
import { pagesOf, type Row, robotsTxt, urlset } from './make.ts'

const HOST = 'mail.example'

const LANGUAGES = [
  ...['af', 'am', 'ar', 'az', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'en-GB', 'es', 'es-419', 'et', 'eu'],
  ...['fa', 'fi', 'fr', 'fr-CA', 'gl', 'gu', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is', 'it', 'ja', 'ka', 'kn', 'ko'],
  ...['lt', 'lv', 'ml', 'mr', 'ms', 'nl', 'pl', 'pt-BR', 'pt-PT', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw', 'ta'],
  ...['th', 'tr', 'zh-CN'],
]
const PAGES = ['', 'about/', 'for-business/']

const urlOf = (language: string, page: string) => `https://${HOST}/intl/${language}/${page}`

function alternatesOf(page: string): string {
  return LANGUAGES.map(
    (language) => `<xhtml:link rel="alternate" hreflang="${language}" href="${urlOf(language, page)}"/>`,
  ).join('\n    ')
}

const rows: Row[] = [
  // The front door sends nobody to a language.
  { loc: `https://${HOST}/`, changefreq: 'monthly', priority: '1.0' },
  ...PAGES.flatMap((page) => {
    const extension = alternatesOf(page)
    return LANGUAGES.map((language) => ({
      loc: urlOf(language, page),
      changefreq: 'monthly',
      priority: page === '' ? '0.8' : '0.5',
      extension,
    }))
  }),
]

export const mail: Site[] = [
  {
    host: HOST,
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /inbox', '', `Sitemap: https://${HOST}/sitemap.xml`),
      '/sitemap.xml': { body: urlset(rows, { attributes: 'xmlns:xhtml="http://www.w3.org/1999/xhtml"' }) },
      '*': pagesOf(HOST, rows),
    },
  },
]
