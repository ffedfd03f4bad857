/** Faults of images, videos, news, alternates, feeds and their videos. */
import { at, LOC, MARK, type Put, raw, type Seed, seeds, url } from './seed.ts'
import { SITE } from './values.ts'

const IMAGE = `<image:loc>${SITE}/i.jpg</image:loc>`
const images: Put[] = [
  ['image-loc-missing', at('<image:image></image:image>')],
  ['image-loc-missing', `<image:image>${MARK}<image:loc/></image:image>`],
  ['image-loc-missing', at('<image:image><image:url>https://www.example.com/i.jpg</image:url></image:image>')],
  ['image-loc-invalid', `<image:image><image:loc>${MARK}/i.jpg</image:loc></image:image>`],
  [
    'images-too-many',
    `${`<image:image>${IMAGE}</image:image>`.repeat(1_000)}${MARK}<image:image>${IMAGE}</image:image>`,
  ],
  ['image-tag-unknown', `<image:image>${IMAGE}${MARK}<image:alt>x</image:alt></image:image>`],
  ['image-tag-repeated', `<image:image>${IMAGE}${MARK}${IMAGE}</image:image>`],
  ['extension-url-unescaped', `<image:image><image:loc>${MARK}${SITE}/gr\u00fcn.jpg</image:loc></image:image>`],
  ['xml-ampersand-unescaped', `<image:image><image:loc>${SITE}/i?w=1${MARK}&h=2</image:loc></image:image>`],
]

const video = (tags: Record<string, string>, mark = '') => {
  const all: Record<string, string> = {
    thumbnail_loc: `<video:thumbnail_loc>${SITE}/t.jpg</video:thumbnail_loc>`,
    title: '<video:title>A title</video:title>',
    description: '<video:description>What is seen</video:description>',
    content_loc: `<video:content_loc>${SITE}/v.mp4</video:content_loc>`,
    ...tags,
  }
  return `${mark}<video:video>${Object.values(all).join('')}</video:video>`
}
const tag = (name: string, text: string, attributes = '') =>
  video({ [name]: `<video:${name}${attributes}>${MARK}${text}</video:${name}>` })
const more = (text: string) => video({ more: text })
const videos: Put[] = [
  ['video-thumbnail-missing', video({ thumbnail_loc: '' }, MARK)],
  ['video-thumbnail-missing', video({ thumbnail_loc: at('<video:thumbnail_loc/>') }), 'empty'],
  ['video-title-missing', video({ title: '' }, MARK)],
  ['video-description-missing', video({ description: '' }, MARK)],
  ['video-location-missing', video({ content_loc: '' }, MARK)],
  ['video-location-invalid', tag('content_loc', '/v.mp4')],
  ['video-location-invalid', tag('thumbnail_loc', 'data:image/png;base64,AA')],
  ['video-location-is-page', tag('player_loc', LOC)],
  ['video-description-too-long', tag('description', 'd'.repeat(2_049))],
  ['video-duration-invalid', tag('duration', 'PT10M')],
  ['video-duration-invalid', tag('duration', '28801')],
  ['video-rating-invalid', tag('rating', '5.1')],
  ['video-view-count-invalid', tag('view_count', '1,000')],
  ['video-date-invalid', tag('publication_date', '2026-09-30T09:30:00')],
  ['video-date-invalid', tag('expiration_date', 'next year')],
  ['video-flag-invalid', tag('family_friendly', '1')],
  ['video-flag-invalid', tag('live', 'true')],
  ['video-relationship-invalid', more(at('<video:restriction>DE</video:restriction>')), 'missing'],
  ['video-relationship-invalid', more(`<video:platform ${MARK}relationship="only">web</video:platform>`), 'only'],
  ['video-country-invalid', more(`<video:restriction relationship="allow">${MARK}DE UK</video:restriction>`)],
  ['video-platform-invalid', more(`<video:platform relationship="allow">${MARK}desktop</video:platform>`)],
  ['video-tags-too-many', more(`${'<video:tag>x</video:tag>'.repeat(32)}${MARK}<video:tag>x</video:tag>`)],
  ['video-uploader-invalid', more(`<video:uploader>${MARK}${'x'.repeat(256)}</video:uploader>`)],
  ['video-expired', tag('expiration_date', '2026-09-28')],
  ['video-tag-repeated', more(`${MARK}<video:title>Another</video:title>`)],
  ['video-tag-unknown', more(at('<video:length>1</video:length>'))],
  ['video-tag-removed', more(at('<video:category>x</video:category>'))],
]

const news = (tags: Record<string, string>, more = '') => {
  const { name = '<news:name>Ex</news:name>', language = '<news:language>en</news:language>', ...rest } = tags
  const all: Record<string, string> = {
    publication: `<news:publication>${name}${language}</news:publication>`,
    publication_date: '<news:publication_date>2026-10-01T11:00:00Z</news:publication_date>',
    title: '<news:title>A title</news:title>',
    ...rest,
  }
  return `<news:news>${Object.values(all).join('')}</news:news>${more}`
}
const newsTags: Put[] = [
  ['news-publication-missing', at(news({ publication: '' }))],
  ['news-name-missing', news({ name: '' }).replace('<news:publication>', `${MARK}<news:publication>`)],
  ['news-language-missing', news({ language: '' }).replace('<news:publication>', `${MARK}<news:publication>`)],
  ['news-date-missing', at(news({ publication_date: '' }))],
  ['news-title-missing', at(news({ title: '' }))],
  ['news-language-invalid', news({ language: `<news:language>${MARK}en-US</news:language>` })],
  ['news-date-invalid', news({ publication_date: `<news:publication_date>${MARK}today</news:publication_date>` })],
  [
    'news-too-old',
    news({ publication_date: `<news:publication_date>${MARK}2026-09-29T11:59:00Z</news:publication_date>` }),
  ],
  ['news-repeated', `${news({})}${MARK}${news({})}`],
  ['news-tag-unknown', news({ more: at('<news:author>x</news:author>') })],
  ['news-tag-repeated', news({ more: at('<news:title>x</news:title>') })],
  ['news-tag-removed', news({ more: at('<news:keywords>x</news:keywords>') })],
]

const link = (attributes: string) => `<xhtml:link ${attributes}/>`
const SELF = link(`rel="alternate" hreflang="en" href="${LOC}"`)
const code = (value: string) => `${SELF}${link(`rel="alternate" ${MARK}hreflang="${value}" href="${LOC}/2"`)}`
const href = (value: string) => `${SELF}${link(`rel="alternate" hreflang="de" ${MARK}href="${value}"`)}`
const alternates: Put[] = [
  ['alternate-attribute-missing', `${SELF}${MARK}${link(`rel="alternate" hreflang="de"`)}`],
  ['alternate-attribute-missing', `${SELF}${MARK}${link(`hreflang="de" href="${LOC}/2"`)}`],
  ['alternate-attribute-missing', `${SELF}${MARK}${link(`rel="alternate" href="${LOC}/2"`)}`],
  ['alternate-rel-invalid', `${SELF}${link(`${MARK}rel="alernate" hreflang="de" href="${LOC}/2"`)}`],
  ['alternate-language-invalid', code('jp')],
  ['alternate-language-invalid', code('[object Object]')],
  ['alternate-language-invalid', code('')],
  ['alternate-language-unsupported', code('fil')],
  ['alternate-region-invalid', code('en-UK')],
  ['alternate-region-unsupported', code('es-419')],
  ['alternate-script-invalid', code('zh-Xxxx')],
  ['alternate-separator-invalid', code('de_AT')],
  ['alternate-href-relative', href('/seed/2')],
  ['alternate-href-invalid', href('mailto:a@example.com')],
  ['extension-url-unescaped', href(`${LOC}/gr\u00fcn`)],
  [
    'alternate-code-duplicate',
    `${SELF}${link(`rel="alternate" hreflang="de" href="${LOC}/2"`)}${link(`rel="alternate" ${MARK}hreflang="de" href="${LOC}/3"`)}`,
  ],
  ['xml-ampersand-unescaped', `${SELF}${link(`rel="alternate" hreflang="de" href="${LOC}?a=1${MARK}&b=2"`)}`],
  ['xml-entity-undefined', `${SELF}${link(`rel="alternate" hreflang="de" href="${LOC}/${MARK}&uuml;"`)}`],
  ['xml-attribute-duplicate', `${SELF}${link(`rel="alternate" ${MARK}rel="alternate" hreflang="de" href="${LOC}/2"`)}`],
]

const alternateSets: Put[] = [
  ['alternate-self-missing', at(url(link(`rel="alternate" hreflang="de" href="${LOC}/2"`)))],
  [
    'alternate-return-missing',
    `${url(`${SELF}${MARK}${link(`rel="alternate" hreflang="de" href="${LOC}/2"`)}`)}<url><loc>${LOC}/2</loc>${link(`rel="alternate" hreflang="de" href="${LOC}/2"`)}</url>`,
  ],
]

const item = (inside: string) => `<item><title>A title</title>${inside}</item>`
const feeds: Put[] = [
  ['feed-link-missing', at(item(''))],
  ['feed-link-relative', item(`<link>${MARK}/seed</link>`)],
  ['feed-date-invalid', item(`<link>${LOC}</link><pubDate>${MARK}2026-09-30</pubDate>`)],
  ['loc-fragment', item(`<link>${MARK}${LOC}#more</link>`)],
  ['xml-entity-undefined', item(`<link>${LOC}</link><description>caf${MARK}&eacute;</description>`)],
  ['xml-ampersand-unescaped', item(`<link>${LOC}</link><description>A ${MARK}& B</description>`)],
  ['xml-tag-mismatched', item(`<link>${LOC}</link><description><b>x${MARK}</description>`)],
]
const entryOf = (inside: string) => `<entry><title>A title</title><id>urn:x</id>${inside}</entry>`
const atoms: Put[] = [
  ['feed-link-missing', at(entryOf('<updated>2026-09-30T09:30:00Z</updated>'))],
  ['feed-link-relative', entryOf(`<link ${MARK}href="/seed"/><updated>2026-09-30T09:30:00Z</updated>`)],
  ['feed-date-invalid', entryOf(`<link href="${LOC}"/><updated>${MARK}30 Sep 2026</updated>`)],
]

const media = (tags: Record<string, string>, attributes = ` url="${SITE}/v.mp4"`) => {
  const all: Record<string, string> = {
    title: '<media:title>A title</media:title>',
    description: '<media:description>What is seen</media:description>',
    thumbnail: `<media:thumbnail url="${SITE}/t.jpg"/>`,
    ...tags,
  }
  return `<link>${LOC}</link>${MARK}<media:content medium="video"${attributes}>${Object.values(all).join('')}</media:content>`
}
const inner = (name: string, text: string) => media({ [name]: text }).replace(MARK, '')
const medias: Put[] = [
  ['media-location-missing', media({}, '')],
  ['media-title-missing', media({ title: '' })],
  ['media-description-missing', media({ description: '' })],
  ['media-thumbnail-missing', media({ thumbnail: '' })],
  ['media-title-too-long', inner('title', `<media:title>${MARK}${'x'.repeat(101)}</media:title>`).replace(MARK, MARK)],
]

export const extensionSeeds: readonly Seed[] = [
  ...seeds('image', url, images),
  ...seeds('video', url, videos),
  ...seeds('news', url, newsTags),
  ...seeds('hreflang', url, alternates),
  ...seeds('hreflang', raw, alternateSets),
  ...seeds('rss', raw, feeds),
  ...seeds('atom', raw, atoms),
  ...seeds('mrss', item, medias),
]
