/** Of videos, in an entry. */
import type { ExampleTable } from './forms.ts'

const PARTS = {
  thumbnail: '<video:thumbnail_loc>https://www.example.com/rye.jpg</video:thumbnail_loc>',
  title: '<video:title>Baking rye bread</video:title>',
  description: '<video:description>From flour to loaf in two hours.</video:description>',
  location: '<video:content_loc>https://www.example.com/rye.mp4</video:content_loc>',
}

const video = (change: Partial<typeof PARTS> = {}, more = '') =>
  `<video:video>\n${[...Object.values({ ...PARTS, ...change }), more]
    .filter((line) => line !== '')
    .map((line) => `  ${line}`)
    .join('\n')}\n</video:video>`
const tag = (name: string, wrong: string, right: string, attributes = '') => ({
  wrong: video({}, `<video:${name}${attributes}>${wrong}</video:${name}>`),
  right: video({}, `<video:${name}${attributes}>${right}</video:${name}>`),
})

export const VIDEO_EXAMPLES: ExampleTable = {
  'video-content-unsupported': {
    wrong: video({ location: '<video:content_loc>https://www.example.com/rye.swf</video:content_loc>' }),
    right: video(),
  },
  'video-country-invalid': tag('restriction', 'DE GERMANY', 'DE AT', ' relationship="allow"'),
  'video-date-incomplete': tag('publication_date', '2026-09', '2026-09-01'),
  'video-date-invalid': tag('publication_date', '1 Sep 2026', '2026-09-01'),
  'video-description-missing': { wrong: video({ description: '' }), right: video() },
  'video-duration-invalid': tag('duration', '2:00:00', '7200'),
  'video-expired': tag('expiration_date', '2025-09-01', '2027-09-01'),
  'video-flag-invalid': tag('family_friendly', 'true', 'yes'),
  'video-location-invalid': {
    wrong: video({ location: '<video:content_loc>/rye.mp4</video:content_loc>' }),
    right: video(),
  },
  'video-location-missing': { wrong: video({ location: '' }), right: video() },
  'video-platform-invalid': tag('platform', 'web phone', 'web mobile', ' relationship="allow"'),
  'video-rating-invalid': tag('rating', '4 of 5', '4.0'),
  'video-relationship-invalid': {
    wrong: video({}, '<video:restriction>DE AT</video:restriction>'),
    right: video({}, '<video:restriction relationship="allow">DE AT</video:restriction>'),
  },
  'video-tag-removed': { wrong: video({}, '<video:category>Baking</video:category>'), right: video() },
  'video-tag-repeated': { wrong: video({}, PARTS.title), right: video() },
  'video-tag-unknown': { wrong: video({}, '<video:author>A. Baker</video:author>'), right: video() },
  'video-thumbnail-missing': { wrong: video({ thumbnail: '' }), right: video() },
  'video-title-missing': { wrong: video({ title: '' }), right: video() },
  'video-view-count-invalid': tag('view_count', '1.2 million', '1200000'),
  'video-location-is-page': {
    wrong: video({ location: '<video:player_loc>https://www.example.com/en</video:player_loc>' }),
    right: video({ location: '<video:player_loc>https://www.example.com/player?video=rye</video:player_loc>' }),
  },
  'video-description-too-long': {
    wrong: video({ description: `<video:description>${'Rye, rye, rye. '.repeat(140)}</video:description>` }),
    right: video(),
  },
  'video-title-too-long': {
    wrong: video({ title: `<video:title>${'Rye, rye, rye. '.repeat(10)}</video:title>` }),
    right: video(),
  },
  'video-uploader-invalid': tag('uploader', 'A. Baker '.repeat(30).trim(), 'A. Baker'),
  'video-tags-too-many': {
    wrong: video(
      {},
      Array.from({ length: 33 }, (_, index) => `<video:tag>bread ${index + 1}</video:tag>`).join('\n  '),
    ),
    right: video({}, '<video:tag>bread</video:tag>'),
  },
}
