/** Videos in feeds (mRSS): what Google asks of each. */
import type { Item } from '../model/document.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { findMediaUrlFault } from '../values/media-url.ts'
import { keyOf } from '../values/url-key.ts'
import { createBreakWatch } from './break-watch.ts'
import { type DefinedRule, defineRule, type Report, type RuleData } from './define-rule.ts'
import { type MediaEntry, readMediaEntry } from './media-video.ts'

const MRSS = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps#mrss'

const TITLE_LENGTH_LIMIT = 100
const DESCRIPTION_LENGTH_LIMIT = 2_048

interface EntryFacts {
  /** The link of the item; null where it has none that could be read. */
  link: string | null
  /** XML breaks in the entry: what is missing is not known. */
  isBroken: boolean
}

/** A rule that judges the videos of one entry at a time. */
function defineMediaRule<const M extends Record<string, string>>(
  data: Pick<RuleData<M>, 'id' | 'title' | 'why' | 'fix' | 'messages'>,
  judge: (media: MediaEntry, report: Report<M>, facts: EntryFacts) => void,
): DefinedRule {
  const rule: RuleData<M> = {
    ...data,
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    source: MRSS,
    searchConsole: null,
  }
  return defineRule<M>(rule, ({ report }) => {
    const breaks = createBreakWatch()
    return {
      only: ['media'],
      faults: breaks.faults,
      entry(entry) {
        const media = entry.media.length === 0 ? null : readMediaEntry(entry)
        if (media === null) return
        const { loc } = entry
        const link = loc === null || loc.isDamaged || loc.text === '' ? null : loc.text
        judge(media, report, { link, isBroken: breaks.hasBroken(entry) })
      },
    }
  })
}

/** Every element of this name that applies to a video, each once. */
function each({ videos, shared }: MediaEntry, name: string): Item[] {
  return [...videos.flatMap(({ own }) => own(name)), ...shared(name)]
}

const urlOf = ({ attributes }: Item): string => (attributes['url'] ?? '').trim()
const hasUrl = (item: Item): boolean => urlOf(item) !== ''

const mediaLocationMissing = defineMediaRule(
  {
    id: 'media-location-missing',
    title: 'Every video of a feed has the URL of its file or its player',
    why: 'Google must find the video itself to check it; without either URL it leaves the video out.',
    fix: 'Give media:content a url, or add a media:player with one.',
    messages: {
      content: 'This media:content has neither a url nor a media:player.',
      group: 'No media:content of this media:group has a url, and there is no media:player.',
    },
  },
  ({ videos, shared, channel }, report, { isBroken }) => {
    if (isBroken || shared('player').some(hasUrl) || channel('player').some(hasUrl)) return
    for (const { item, contents, own } of videos) {
      if (contents.some(hasUrl) || own('player').some(hasUrl)) continue
      report(item.name === 'group' ? 'group' : 'content', item.at, {})
    }
  },
)

const mediaLocationInvalid = defineMediaRule(
  {
    id: 'media-location-invalid',
    title: 'Every URL of a video in a feed can be fetched',
    why: 'Googlebot fetches the file, the player and the thumbnail by http or ftp, not by streaming protocols.',
    fix: 'Write the whole URL, from https:// on.',
    messages: {
      relative: 'The url of this {tag} is not absolute: {url}.',
      scheme: 'The url of this {tag} has the scheme "{scheme}"; only http, https and ftp are fetched.',
      invalid: 'The url of this {tag} is no URL: {reason}.',
    },
  },
  (media, report, { link }) => {
    const contents = media.videos.flatMap((video) => video.contents)
    for (const item of [...contents, ...each(media, 'player'), ...each(media, 'thumbnail')]) {
      const url = urlOf(item)
      const fault = url === '' ? null : findMediaUrlFault(url, link)
      if (fault === null) continue
      const tag = `media:${item.name}`
      const at = item.attributeAts['url'] ?? item.at
      const extra = { value: url, subject: `${tag} ${fault.kind}` }
      if (fault.kind === 'relative') report('relative', at, { tag, url }, { ...extra, expected: fault.expected })
      else if (fault.kind === 'scheme') report('scheme', at, { tag, scheme: fault.scheme }, extra)
      else report('invalid', at, { tag, reason: maskUserInfo(fault.reason) }, extra)
    }
  },
)

const mediaPlayerIsPage = defineMediaRule(
  {
    id: 'media-player-is-page',
    title: 'No media:player of a video is the page itself',
    why: 'The player is what plays the video, the link the page that it stands on: Google wants two different URLs.',
    fix: 'Name the URL of the player (what an iframe embeds), or leave media:player out and give media:content a url.',
    messages: { same: 'The url of this media:player is the link of the item: {url}.' },
  },
  (media, report, { link }) => {
    if (link === null) return
    for (const player of each(media, 'player')) {
      const url = urlOf(player)
      if (url === '') continue
      const at = player.attributeAts['url'] ?? player.at
      if (url === link || keyOf(url) === keyOf(link)) report('same', at, { url }, { value: url })
    }
  },
)

interface Required {
  name: string
  isThere: (item: Item) => boolean
  title: string
  why: string
  fix: string
  missing: string
  empty: string
}

const hasText = ({ value }: Item): boolean => value.text !== '' || value.isDamaged

/** The tags that Google's table calls required, besides the location. */
const REQUIRED: readonly Required[] = [
  {
    name: 'title',
    isThere: hasText,
    title: 'Every video of a feed has a media:title',
    why: 'Google asks for the title of the video; the title of the item is another tag.',
    fix: 'Add media:title to the media:content, its media:group or the item.',
    missing: 'This {parent} has no media:title, nor have its item and channel.',
    empty: 'The media:title is empty.',
  },
  {
    name: 'description',
    isThere: hasText,
    title: 'Every video of a feed has a media:description',
    why: 'Google asks for the description of the video; the description of the item is another tag.',
    fix: 'Add media:description to the media:content, its media:group or the item.',
    missing: 'This {parent} has no media:description, nor have its item and channel.',
    empty: 'The media:description is empty.',
  },
  {
    name: 'thumbnail',
    isThere: (item) => urlOf(item) !== '',
    title: 'Every video of a feed has a media:thumbnail',
    why: 'Without a picture Google does not show the video in its results.',
    fix: 'Add media:thumbnail with a url to the media:content, its media:group or the item.',
    missing: 'This {parent} has no media:thumbnail, nor have its item and channel.',
    empty: 'The media:thumbnail has no url.',
  },
]

const requiredRules = REQUIRED.map(({ name, isThere, title, why, fix, missing, empty }) =>
  defineMediaRule<{ missing: '{parent}'; empty: string }>(
    { id: `media-${name}-missing`, title, why, fix, messages: { missing: missing as '{parent}', empty } },
    ({ videos, shared, channel }, report, { isBroken }) => {
      const ofItem = shared(name)
      if (ofItem.some(isThere) || channel(name).some(isThere)) return
      let isEmptyNeeded = false
      for (const { item, own } of videos) {
        const found = own(name)
        if (found.some(isThere)) continue
        const [first] = found
        if (first !== undefined) report('empty', first.at, {}, { value: '' })
        else if (ofItem.length > 0) isEmptyNeeded = true
        else if (!isBroken) report('missing', item.at, { parent: `media:${item.name}` })
      }
      const [first] = ofItem
      if (isEmptyNeeded && first !== undefined) report('empty', first.at, {}, { value: '' })
    },
  ),
)

interface Limited {
  name: string
  limit: number
  why: string
  fix: string
}

const LIMITED: readonly Limited[] = [
  {
    name: 'title',
    limit: TITLE_LENGTH_LIMIT,
    why: 'Google takes titles of at most 100 characters.',
    fix: 'Shorten the title to 100 characters.',
  },
  {
    name: 'description',
    limit: DESCRIPTION_LENGTH_LIMIT,
    why: 'Google takes descriptions of at most 2,048 characters.',
    fix: 'Shorten the description to 2,048 characters.',
  },
]

const limitRules = LIMITED.map(({ name, limit, why, fix }) =>
  defineMediaRule(
    {
      id: `media-${name}-too-long`,
      title: `Every media:${name} of a video has at most ${limit.toLocaleString('en-US')} characters`,
      why,
      fix,
      messages: {
        tooLong: 'This media:{tag} has {length} characters; the limit is {limit}.',
        damaged: 'This media:{tag} has more than {limit} characters.',
      },
    },
    (media, report) => {
      for (const { value } of each(media, name)) {
        if (value.text.length <= limit) continue
        const length = [...value.text].length
        if (length <= limit) continue
        // Not all of it was read.
        if (value.isDamaged) report('damaged', value, { tag: name, limit })
        else report('tooLong', value, { tag: name, length, limit })
      }
    },
  ),
)

export const mediaRules: readonly DefinedRule[] = [
  ...limitRules,
  ...requiredRules,
  mediaLocationInvalid,
  mediaLocationMissing,
  mediaPlayerIsPage,
]
