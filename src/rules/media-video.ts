/** The videos of an entry in a feed with mRSS, each with what applies to it. */
import type { Entry, Item } from '../model/document.ts'

/** What Google's documentation calls a video: one media:content, or a media:group of several forms of one. */
export interface Video {
  /** The media:content or media:group. */
  item: Item
  contents: readonly Item[]
  /** Elements of this name in the contents and the group. */
  own(name: string): readonly Item[]
}

/**
 * Elements apply to what is further in: those of the contents, the group, the item, the channel, the nearest first
 * (https://www.rssboard.org/media-rss#optional-elements). What stands in the item is there once for all of its videos,
 * so that the work stays in proportion to the text.
 */
export interface MediaEntry {
  videos: readonly Video[]
  /** Elements of this name in the item. */
  shared(name: string): readonly Item[]
  /** What the channel has for all of its items, before this one. It has no place any more. */
  channel(name: string): readonly Item[]
}

/** Extensions of files with moving pictures, where neither medium nor type says what a file is. */
const VIDEO_FILE = /\.(?:mp4|m4v|mov|webm|mkv|avi|wmv|flv|f4v|mpe?g|ogv|3gp|ts|m3u8|mpd)(?:[?#]|$)/i

/** @returns null for an entry without videos */
export function readMediaEntry({ media, channelMedia }: Entry): MediaEntry | null {
  const hasPlayer = named(media, 'player').length > 0
  const videos: Video[] = []
  for (const item of media) {
    const contents = item.name === 'content' ? [item] : item.name === 'group' ? named(item.children, 'content') : []
    if (contents.length === 0) continue
    const isPlayed = hasPlayer || (item.name === 'group' && named(item.children, 'player').length > 0)
    if (!contents.some((content) => isVideo(content, isPlayed))) continue
    const own = (name: string): readonly Item[] => {
      const near = contents.flatMap(({ children }) => named(children, name))
      return item.name === 'group' ? [...near, ...named(item.children, name)] : near
    }
    videos.push({ item, contents, own })
  }
  if (videos.length === 0) return null
  return { videos, shared: (name) => named(media, name), channel: (name) => named(channelMedia ?? [], name) }
}

const named = (items: readonly Item[], wanted: string): Item[] => items.filter(({ name }) => name === wanted)

/** What says nothing of itself is a video only where a file name or a player tells: an image is not to be judged as one. */
function isVideo({ attributes, children }: Item, isPlayed: boolean): boolean {
  const medium = (attributes['medium'] ?? '').trim().toLowerCase()
  if (medium !== '') return medium === 'video'
  const type = (attributes['type'] ?? '').trim().toLowerCase()
  if (type !== '') return type.startsWith('video/')
  const { url } = attributes
  if (url !== undefined && url.length <= 2_048) return VIDEO_FILE.test(url)
  return isPlayed || named(children, 'player').length > 0
}
