/** The videos of an entry in a feed with mRSS, each with what applies to it. */
import type { At, Entry, Item } from '../model/document.ts'

/** What Google's documentation calls a video: one media:content, or a media:group of several forms of one. */
export interface Video {
  /** The media:content or media:group that is judged. */
  item: Item
  contents: readonly Item[]
  /**
   * Elements of the entry that apply, the nearest first: those of the contents, the group and the item
   * (https://www.rssboard.org/media-rss#optional-elements).
   */
  all(name: string): readonly Item[]
  /** What the channel has for all of its items, before this one. It has no place any more. */
  channel: readonly Item[]
  /** XML breaks in the entry: what is missing is not known. */
  isBroken: boolean
}

/** Extensions of files with moving pictures, where neither medium nor type says what a file is. */
const VIDEO_FILE = /\.(?:mp4|m4v|mov|webm|mkv|avi|wmv|flv|f4v|mpe?g|ogv|3gp|ts|m3u8|mpd)(?:[?#]|$)/i

/** @param brokenAt the last place where XML broke; below the entry's own: it is whole */
export function videosOf({ at, media, channelMedia }: Entry, brokenAt: At): Video[] {
  const videos: Video[] = []
  const isBroken = brokenAt >= at
  for (const item of media) {
    const contents = item.name === 'content' ? [item] : item.name === 'group' ? contentsOf(item) : []
    if (!contents.some((content) => isVideo(content, item, media))) continue
    const all = (name: string): readonly Item[] => {
      const named = (one: Item) => one.name === name
      const near = contents.flatMap(({ children }) => children.filter(named))
      const inGroup = item.name === 'group' ? item.children.filter(named) : []
      return [...near, ...inGroup, ...media.filter(named)]
    }
    videos.push({ item, contents, all, channel: channelMedia ?? [], isBroken })
  }
  return videos
}

const contentsOf = ({ children }: Item): Item[] => children.filter(({ name }) => name === 'content')

/** What says nothing of itself is a video only where a file name or a player tells: an image is not to be judged as one. */
function isVideo({ attributes, children }: Item, holder: Item, media: readonly Item[]): boolean {
  const medium = (attributes['medium'] ?? '').trim().toLowerCase()
  if (medium !== '') return medium === 'video'
  const type = (attributes['type'] ?? '').trim().toLowerCase()
  if (type !== '') return type.startsWith('video/')
  const { url } = attributes
  if (url !== undefined && url.length <= 2_048) return VIDEO_FILE.test(url)
  const isPlayer = ({ name }: Item) => name === 'player'
  return children.some(isPlayer) || holder.children.some(isPlayer) || media.some(isPlayer)
}
