import type { Entry } from '#src/model/document.ts'

/** An entry without anything in it, for tests that build entries by hand. */
export const BLANK_ENTRY: Entry = {
  number: 0,
  at: 0,
  loc: null,
  lastmod: null,
  changefreq: null,
  priority: null,
  extraLocs: [],
  alternates: [],
  images: [],
  videos: [],
  news: [],
  media: [],
  feed: [],
}
