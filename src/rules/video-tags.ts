/** The tags of a video, and those that it must have. */
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule, type ExtensionItem, hasText } from './extension-items.ts'
import { defineTagRules, type TagTable } from './extension-tags.ts'

export const VIDEO_REFERENCE =
  'https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps#video-sitemap-reference'
/** What Search Console calls a value that it refuses. */
export const INVALID_VALUE = 'Invalid tag value'

const VIDEO_TAGS: TagTable = {
  kind: 'videos',
  prefix: 'video',
  noun: 'video',
  main: null,
  tags: {
    thumbnail_loc: {},
    title: {},
    description: {},
    content_loc: {},
    player_loc: {},
    duration: {},
    expiration_date: {},
    rating: {},
    view_count: {},
    publication_date: {},
    family_friendly: {},
    restriction: {},
    platform: {},
    requires_subscription: {},
    uploader: {},
    live: {},
    tag: { repeats: true },
    category: { isRemoved: true },
    gallery_loc: { isRemoved: true },
    price: { isRemoved: true, repeats: true },
    tvshow: { isRemoved: true },
    // Known to the schema of 2010 and gone from the documentation before the others.
    content_segment_loc: { isRemoved: true, repeats: true },
    id: { isRemoved: true, repeats: true },
  },
  removedAttributes: { player_loc: ['autoplay', 'allow_embed'] },
  mistaken: {
    thumbnail: 'thumbnail_loc',
    thumbnailurl: 'thumbnail_loc',
    thumb: 'thumbnail_loc',
    contenturl: 'content_loc',
    embedurl: 'player_loc',
    embedloc: 'player_loc',
    playerurl: 'player_loc',
    name: 'title',
    desc: 'description',
    pubdate: 'publication_date',
    publishdate: 'publication_date',
    publisheddate: 'publication_date',
    uploaddate: 'publication_date',
    expirydate: 'expiration_date',
    expires: 'expiration_date',
    viewcounts: 'view_count',
    views: 'view_count',
    tags: 'tag',
    keywords: 'tag',
    restrictions: 'restriction',
    platforms: 'platform',
    author: 'uploader',
  },
  source: VIDEO_REFERENCE,
}

interface RequiredTag {
  id: string
  tag: string
  what: string
  why: string
  searchConsole: string
}

const REQUIRED: readonly RequiredTag[] = [
  {
    id: 'video-thumbnail-missing',
    tag: 'thumbnail_loc',
    what: 'thumbnail',
    why: 'Google shows no video without a thumbnail.',
    searchConsole: 'Missing thumbnail URL',
  },
  {
    id: 'video-title-missing',
    tag: 'title',
    what: 'title',
    why: 'A video without a title is left out of the index.',
    searchConsole: 'Missing video title',
  },
  {
    id: 'video-description-missing',
    tag: 'description',
    what: 'description',
    why: 'The description is required: without it the video is not taken from the sitemap.',
    searchConsole: 'Missing XML tag',
  },
]

function defineRequired({ id, tag, what, why, searchConsole }: RequiredTag): DefinedRule {
  return defineItemRule(
    'videos',
    {
      id,
      severity: 'error',
      breaks: ['google'],
      basis: 'documented',
      title: `Every video has a ${what}`,
      why,
      fix: `Write video:${tag} into the video.`,
      source: VIDEO_REFERENCE,
      searchConsole,
      messages: {
        missing: 'This video has no {tag}.',
        empty: 'The {tag} of this video is empty.',
      },
    },
    (it, report) => {
      const child = it.tags.get(tag)
      if (child === undefined) {
        if (!isUnknown(it, tag)) report('missing', it.item.at, { tag: `video:${tag}` })
      } else if (!hasText(child.value)) report('empty', child.value, { tag: `video:${tag}` })
    },
  )
}

/** What a broken video was to hold is not known, and a tag that lost its prefix is told as that. */
function isUnknown({ isBroken, strays }: ExtensionItem, tag: string): boolean {
  return isBroken || strays.includes(tag)
}

const videoLocationMissing = defineItemRule(
  'videos',
  {
    id: 'video-location-missing',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every video has a video:content_loc or a video:player_loc',
    why: 'One of the two tells which video is meant; without either there is nothing to index.',
    fix: 'Write the URL of the file into video:content_loc, or that of a player into video:player_loc; one is enough.',
    source: VIDEO_REFERENCE,
    searchConsole: 'Missing XML tag',
    messages: {
      missing: 'This video has neither video:content_loc nor video:player_loc.',
      empty: 'This video has no location: {tags}.',
    },
  },
  (it, report) => {
    const given = ['content_loc', 'player_loc'].filter((tag) => it.tags.has(tag))
    if (given.some((tag) => hasText(it.tags.get(tag)?.value ?? NOTHING))) return
    if (isUnknown(it, 'content_loc') || isUnknown(it, 'player_loc')) return
    if (given.length === 0) report('missing', it.item.at, {})
    else {
      const names = given.map((tag) => `video:${tag}`)
      report('empty', it.item.at, { tags: `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} empty` })
    }
  },
)

const NOTHING = { text: '', at: 0, elementAt: 0, isDamaged: false }

/** https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps */
const TAGS_LIMIT = 32

const videoTagsTooMany = defineItemRule(
  'videos',
  {
    id: 'video-tags-too-many',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'No video has more than 32 tags',
    why: 'Google permits 32 at most.',
    fix: 'Keep the tags that describe the video best.',
    source: VIDEO_REFERENCE,
    searchConsole: null,
    messages: { tooMany: 'This video has {count} tags; at most {limit} are permitted.' },
  },
  ({ item }, report) => {
    const limit = TAGS_LIMIT
    if (item.children.length <= limit) return
    const tags = item.children.filter(({ name }) => name === 'tag')
    const first = tags[limit]
    if (first !== undefined) report('tooMany', first.at, { count: tags.length, limit })
  },
)

export const videoTagRules: readonly DefinedRule[] = [
  ...defineTagRules(VIDEO_TAGS),
  ...REQUIRED.map(defineRequired),
  videoLocationMissing,
  videoTagsTooMany,
]
