/** The numbers that standards and search engines set, each with the sentence it comes from. */

/** https://www.sitemaps.org/protocol.html#index : "no more than 50,000 URLs". */
export const ENTRIES_LIMIT = 50_000
/** https://www.sitemaps.org/protocol.html#index : "no larger than 50MB (52,428,800 bytes)", uncompressed. */
export const DOCUMENT_SIZE_LIMIT_BYTES = 52_428_800
/** https://www.sitemaps.org/protocol.html#sitemapIndex_sitemap : "may not list more than 50,000 Sitemaps". */
export const CHILDREN_LIMIT = 50_000
/** From this share of a limit on a document is told to be near it. Ours. */
export const NEAR_LIMIT_SHARE = 0.9
/** https://www.sitemaps.org/protocol.html#locdef : "must be less than 2,048 characters". */
export const LOC_LENGTH_LIMIT = 2_048
/** https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#file-size : 500 KiB. */
export const ROBOTS_SIZE_LIMIT_BYTES = 512_000
/** RFC 9309, 2.3.1.2: "at least five consecutive redirects". */
export const ROBOTS_REDIRECT_LIMIT = 5
/** https://developers.google.com/search/docs/crawling-indexing/http-network-errors : "up to 10 redirect hops". */
export const REDIRECT_LIMIT = 10
/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps */
export const IMAGES_PER_ENTRY_LIMIT = 1_000
/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap */
export const NEWS_ENTRIES_LIMIT = 1_000
/** https://developers.google.com/search/docs/crawling-indexing/googlebot : the first 2 MB of a page are read. */
export const PAGE_READ_LIMIT_BYTES = 2 * 1024 * 1024
/** Index depth that is read; the children of a document at this depth are not. Ours. */
export const INDEX_DEPTH_LIMIT = 5
/** gzip layers peeled from one document. Ours. */
export const GZIP_LAYERS_LIMIT = 3

/** The seven words of https://www.sitemaps.org/protocol.html#changefreqdef. */
export const CHANGEFREQ_WORDS = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'] as const

/** Namespace names, by the document that defines each. */
export const NAMESPACES = {
  /** https://www.sitemaps.org/protocol.html#urlsetdef */
  sitemap: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  /** https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps */
  image: 'http://www.google.com/schemas/sitemap-image/1.1',
  /** https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps */
  video: 'http://www.google.com/schemas/sitemap-video/1.1',
  /** https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap */
  news: 'http://www.google.com/schemas/sitemap-news/0.9',
  /** https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap */
  xhtml: 'http://www.w3.org/1999/xhtml',
  /** https://www.rssboard.org/media-rss */
  media: 'http://search.yahoo.com/mrss/',
  /** RFC 4287 */
  atom: 'http://www.w3.org/2005/Atom',
  mobile: 'http://www.google.com/schemas/sitemap-mobile/1.0',
  geo: 'http://www.google.com/geo/schemas/sitemap/1.0',
  codesearch: 'http://www.google.com/codesearch/schemas/sitemap/1.0',
  pagemap: 'http://www.google.com/schemas/sitemap-pagemap/1.0',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
} as const

/** Google's own sitemap namespaces from before sitemaps.org took over. */
export const LEGACY_SITEMAP_NAMESPACES = [
  'http://www.google.com/schemas/sitemap/0.84',
  'http://www.google.com/schemas/sitemap/0.90',
] as const
