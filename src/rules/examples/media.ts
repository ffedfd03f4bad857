/** Of images and news, in an entry. The day is 1 October 2026. */
import type { ExampleTable } from './forms.ts'

const image = (inner: string) => `<image:image>\n  ${inner}\n</image:image>`
const LOC = '<image:loc>https://www.example.com/rye.jpg</image:loc>'

interface Article {
  publication?: string
  date?: string
  title?: string
  more?: string
}

const PUBLICATION =
  '\n  <news:publication>\n    <news:name>The Daily Loaf</news:name>\n    <news:language>en</news:language>\n  </news:publication>'
const DATE = '\n  <news:publication_date>2026-10-01T09:00:00Z</news:publication_date>'
const TITLE = '\n  <news:title>Rye is back</news:title>'

const news = ({ publication = PUBLICATION, date = DATE, title = TITLE, more = '' }: Article = {}) =>
  `<news:news>${publication}${date}${title}${more}\n</news:news>`
const datedAt = (text: string) => `\n  <news:publication_date>${text}</news:publication_date>`

export const MEDIA_EXAMPLES: ExampleTable = {
  'image-loc-invalid': { wrong: image('<image:loc>/rye.jpg</image:loc>'), right: image(LOC) },
  'image-loc-missing': { wrong: '<image:image/>', right: image(LOC) },
  'image-tag-removed': { wrong: image(`${LOC}\n  <image:title>Rye bread</image:title>`), right: image(LOC) },
  'image-tag-repeated': {
    wrong: image(`${LOC}\n  <image:loc>https://www.example.com/rye-2.jpg</image:loc>`),
    right: image(LOC),
  },
  'image-tag-unknown': { wrong: image(`${LOC}\n  <image:alt>Rye bread</image:alt>`), right: image(LOC) },
  'news-date-invalid': { wrong: news({ date: datedAt('1 October 2026') }), right: news() },
  'news-date-missing': { wrong: news({ date: '' }), right: news() },
  'news-language-invalid': { wrong: news({ publication: PUBLICATION.replace('>en<', '>english<') }), right: news() },
  'news-language-missing': {
    wrong: news({ publication: PUBLICATION.replace('\n    <news:language>en</news:language>', '') }),
    right: news(),
  },
  'news-name-missing': {
    wrong: news({ publication: PUBLICATION.replace('\n    <news:name>The Daily Loaf</news:name>', '') }),
    right: news(),
  },
  'news-name-parentheses': {
    wrong: news({ publication: PUBLICATION.replace('Loaf', 'Loaf (subscription)') }),
    right: news(),
  },
  'news-publication-missing': { wrong: news({ publication: '' }), right: news() },
  'news-repeated': { wrong: `${news()}\n${news()}`, right: news() },
  'news-tag-removed': { wrong: news({ more: '\n  <news:keywords>bread, rye</news:keywords>' }), right: news() },
  'news-tag-repeated': { wrong: news({ more: TITLE }), right: news() },
  'news-tag-unknown': { wrong: news({ more: '\n  <news:author>A. Baker</news:author>' }), right: news() },
  'news-title-missing': { wrong: news({ title: '' }), right: news() },
  'news-too-old': { wrong: news({ date: datedAt('2026-08-01T09:00:00Z') }), right: news() },
  'image-entry-repeated': {
    wrong: `<url>\n  <loc>https://www.example.com/rye</loc>\n  ${image(LOC)}\n</url>\n<url>\n  <loc>https://www.example.com/rye</loc>\n  ${image('<image:loc>https://www.example.com/rye-2.jpg</image:loc>')}\n</url>`,
    right: `<url>\n  <loc>https://www.example.com/rye</loc>\n  ${image(LOC)}\n  ${image('<image:loc>https://www.example.com/rye-2.jpg</image:loc>')}\n</url>`,
  },
}
