/** What an entry may have that rules look at, as bits: a rule names those that concern it and is not called otherwise. */
import type { Alternate, Entry } from '../model/document.ts'

const BITS = {
  /** It stands in an index. */
  child: 1,
  /** It stands in a feed. */
  feedItem: 8_192,
  noLoc: 2,
  /** A loc that is not plainly right: empty or damaged as well. */
  oddLoc: 4,
  repeatedLoc: 8,
  /** A lastmod that is not plainly right: empty or damaged as well. */
  oddLastmod: 16,
  /** A changefreq that is not plainly right. */
  oddChangefreq: 32,
  oddPriority: 64,
  /** Changefreq or priority, of the first entries that have any. */
  shownHints: 32_768,
  alternates: 128,
  /** Alternates that are not all plainly right. */
  oddAlternates: 16_384,
  images: 256,
  videos: 512,
  news: 1_024,
  media: 2_048,
  feed: 4_096,
} as const

export type Trait = keyof typeof BITS

export const traitBits = (traits: readonly Trait[]): number => traits.reduce((bits, trait) => bits | BITS[trait], 0)

/** The bits that the entry alone tells: a plain one has none of them. */
export function partBits(entry: Entry): number {
  const { loc, images, videos, news, media, feed } = entry
  let bits = loc === null ? BITS.noLoc : 0
  if (hasAlternates(entry)) bits |= BITS.alternates
  if (images.length > 0) bits |= BITS.images
  if (videos.length > 0) bits |= BITS.videos
  if (news.length > 0) bits |= BITS.news
  if (media.length > 0) bits |= BITS.media
  if (feed.length > 0) bits |= BITS.feed
  return bits
}

/** Without making them. */
export const hasAlternates = (entry: Entry): boolean => entry.links !== undefined || entry.alternates.length > 0

/** Those that a rule may have something to say about alone: all of them, or none. */
export const oddAlternates = (entry: Entry): readonly Alternate[] => (entry.links?.isPlain ? NONE : entry.alternates)
const NONE: readonly never[] = []
