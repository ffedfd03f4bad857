/** The documents of the example audit, as its report shows them. */
import type { DocumentReport } from '../../model/report.ts'

type Told = Pick<
  DocumentReport,
  | 'url'
  | 'via'
  | 'parent'
  | 'depth'
  | 'searchConsole'
  | 'kind'
  | 'sha256'
  | 'limit'
  | 'namespaces'
  | 'index'
  | 'children'
> & {
  /** Bytes of all that is no image, and of images. */
  bytes: [core: number, images: number]
  entries: number
  /** Image elements: each entry of a urlset has one. */
  images: number
  lastmod: Pick<NonNullable<DocumentReport['lastmod']>, 'oldest' | 'newest' | 'commonest' | 'histogram'>
}

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance'

/** What the three have in common: read whole at once and uncompressed, and every entry has a date of its own. */
function readWhole(told: Told): DocumentReport {
  const { url, via, parent, depth, searchConsole, kind, entries, images } = told
  const [core, imageBytes] = told.bytes
  const size = core + imageBytes
  return {
    url,
    finalUrl: url,
    via,
    parent,
    depth,
    outcome: 'read',
    searchConsole,
    kind,
    http: {
      status: 200,
      mediaType: 'text/xml',
      contentEncoding: null,
      lastModified: null,
      etag: null,
      hops: [],
    },
    bytes: {
      transferred: size,
      uncompressed: size,
      byKind: { core, alternates: 0, images: imageBytes, videos: 0, news: 0, other: 0 },
    },
    sha256: told.sha256,
    complete: true,
    entries,
    limit: told.limit,
    lastmod: { present: entries, valid: entries, distinct: entries, ...told.lastmod },
    extensions: { images, videos: 0, news: 0, alternates: 0 },
    namespaces: told.namespaces,
    index: told.index,
    xsd: 'valid',
    children: told.children,
  }
}

const INDEX = readWhole({
  url: 'https://blog.example/sitemap_index.xml',
  via: 'robots.txt:6',
  parent: null,
  depth: 0,
  searchConsole: 'Success',
  kind: 'sitemapindex',
  bytes: [675, 0],
  sha256: '518f534faaf6670205bcf89ca71f84ee15b55ff3cd22dffbf0f480bad98d9bb6',
  entries: 2,
  images: 0,
  limit: { entries: 0.00004, bytes: 0.000012874603271484375, bytesPerEntry: 338 },
  lastmod: {
    oldest: '2026-09-21T12:00:37+00:00',
    newest: '2026-09-28T08:15:42+00:00',
    commonest: { value: '2026-09-28T08:15:42+00:00', share: 0.5 },
    histogram: { from: '2026-09-21', days: 1, counts: [1, 0, 0, 0, 0, 0, 0, 1] },
  },
  namespaces: { '': SITEMAP, xsi: INSTANCE },
  index: null,
  children: { listed: 2, chosen: [1, 2] },
})

export const CHILD = readWhole({
  url: 'https://blog.example/post-sitemap.xml',
  via: 'https://blog.example/sitemap_index.xml#1',
  parent: 'https://blog.example/sitemap_index.xml',
  depth: 1,
  searchConsole: 'Has errors',
  kind: 'urlset',
  bytes: [2204, 1629],
  sha256: '68199bd51d8650afa79581bd8ca7808b380db9520e5477200584ca301601657f',
  entries: 14,
  images: 14,
  limit: { entries: 0.00028, bytes: 0.00007310867309570312, bytesPerEntry: 274 },
  lastmod: {
    oldest: '2026-01-14T09:21:07+00:00',
    newest: '2026-10-01T05:30:26+00:00',
    commonest: { value: '2026-01-14T09:21:07+00:00', share: 0.07142857142857142 },
    histogram: {
      from: '2026-01-14',
      days: 11,
      counts: [1, 1, 0, 0, 2, 1, 0, 2, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 2],
    },
  },
  namespaces: { '': SITEMAP, image: IMAGE, xsi: INSTANCE },
  index: { lastmod: '2026-09-28T08:15:42+00:00', newest: '2026-10-01T05:30:26+00:00', verdict: 'stale' },
  children: null,
})

const OTHER_CHILD = readWhole({
  url: 'https://blog.example/page-sitemap.xml',
  via: 'https://blog.example/sitemap_index.xml#2',
  parent: 'https://blog.example/sitemap_index.xml',
  depth: 1,
  searchConsole: 'Success',
  kind: 'urlset',
  bytes: [1164, 660],
  sha256: '7ef482fc54badb721f63880186b34476bf986f79273fa28a331b25d3202f8373',
  entries: 6,
  images: 6,
  limit: { entries: 0.00012, bytes: 0.0000347900390625, bytesPerEntry: 304 },
  lastmod: {
    oldest: '2025-08-12T08:24:05+00:00',
    newest: '2026-09-21T12:00:37+00:00',
    commonest: { value: '2026-09-21T12:00:37+00:00', share: 0.16666666666666666 },
    histogram: {
      from: '2025-08-12',
      days: 17,
      counts: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1],
    },
  },
  namespaces: { '': SITEMAP, image: IMAGE, xsi: INSTANCE },
  index: { lastmod: '2026-09-21T12:00:37+00:00', newest: '2026-09-21T12:00:37+00:00', verdict: 'equal' },
  children: null,
})

export const DOCUMENTS: [index: DocumentReport, child: DocumentReport, other: DocumentReport] = [
  INDEX,
  CHILD,
  OTHER_CHILD,
]
