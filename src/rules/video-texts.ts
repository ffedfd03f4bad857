/** Texts and words in the tags of a video. */
import { readListedUrl } from '../values/listed-url.ts'
import { registrableDomain } from '../values/registrable-domain.ts'
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule, findValue } from './extension-items.ts'
import { INVALID_VALUE, VIDEO_REFERENCE } from './video-tags.ts'

/** Characters, by https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps. */
const DESCRIPTION_LIMIT = 2_048
const UPLOADER_LIMIT = 255
/** Of Google's XSD alone. */
const TITLE_LIMIT = 100

/** Characters as people count them, in texts longer than the limit; else 0. */
function lengthBeyond(text: string, limit: number): number {
  if (text.length <= limit) return 0
  const length = [...text].length
  return length > limit ? length : 0
}

const videoDescriptionTooLong = defineItemRule(
  'videos',
  {
    id: 'video-description-too-long',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'No description of a video has more than 2,048 characters',
    why: 'Google permits no more.',
    fix: 'Shorten the description.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      tooLong: 'This video:description has {length} characters; at most {limit} are permitted.',
      damaged: 'This video:description has more than {limit} characters, which are all that is permitted.',
    },
  },
  ({ tags }, report) => {
    const value = tags.get('description')?.value
    const limit = DESCRIPTION_LIMIT
    const length = value === undefined ? 0 : lengthBeyond(value.text, limit)
    if (value === undefined || length === 0) return
    // Cut at our own bound, or with a hole in it: its length is not known.
    if (value.isDamaged) report('damaged', value, { limit })
    else report('tooLong', value, { length, limit })
  },
)

const videoTitleTooLong = defineItemRule(
  'videos',
  {
    id: 'video-title-too-long',
    severity: 'note',
    breaks: ['xsd'],
    basis: 'documented',
    title: 'No title of a video has more than 100 characters',
    why: "Only Google's schema of 2010 has this limit; Google's documentation has none.",
    fix: 'Shorten the title if the file must be valid by the schema.',
    source: 'https://www.google.com/schemas/sitemap-video/1.1/sitemap-video.xsd',
    searchConsole: null,
    messages: { tooLong: "This video:title has {length} characters; Google's schema permits {limit}." },
  },
  (it, report) => {
    const value = findValue(it, 'title')
    const length = value === null ? 0 : lengthBeyond(value.text, TITLE_LIMIT)
    if (value !== null && length > 0) report('tooLong', value, { length, limit: TITLE_LIMIT })
  },
)

const FLAGS = ['family_friendly', 'requires_subscription', 'live'] as const
const MEANS_YES = /^(?:1|true|y|on)$/i
const MEANS_NO = /^(?:0|false|n|off)$/i

const videoFlagInvalid = defineItemRule(
  'videos',
  {
    id: 'video-flag-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every family_friendly, requires_subscription and live is yes or no',
    why: 'Google knows these two words only.',
    fix: 'Write yes or no.',
    source: VIDEO_REFERENCE,
    searchConsole: INVALID_VALUE,
    messages: {
      neither: 'The value of {tag} is "{text}"; it must be yes or no.',
      empty: 'The tag {tag} is empty; it must be yes or no.',
    },
  },
  (it, report) => {
    for (const name of FLAGS) {
      const value = findValue(it, name)
      if (value === null || /^(?:yes|no)$/i.test(value.text)) continue
      const { text } = value
      const tag = `video:${name}`
      const expected = MEANS_YES.test(text) ? 'yes' : MEANS_NO.test(text) ? 'no' : null
      if (text === '') report('empty', value, { tag }, { subject: name })
      else report('neither', value, { tag, text }, { subject: name, expected })
    }
  },
)

const videoUploaderInvalid = defineItemRule(
  'videos',
  {
    id: 'video-uploader-invalid',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'Every uploader has at most 255 characters, and its info is on the domain of the page',
    why: 'Google takes no longer name, and no page about the uploader on another domain.',
    fix: 'Shorten the name, and let info name a page of the same domain as the loc.',
    source: VIDEO_REFERENCE,
    searchConsole: null,
    messages: {
      tooLong: 'This video:uploader has {length} characters; at most {limit} are permitted.',
      otherDomain: 'The info of this video:uploader is on {domain}, the page on {own}.',
      notUrl: 'The info of this video:uploader is no absolute URL: {text}.',
    },
  },
  ({ tags, entry: { loc } }, report) => {
    const uploader = tags.get('uploader')
    if (uploader === undefined) return
    const { value, attributes, attributeAts, at } = uploader
    const limit = UPLOADER_LIMIT
    const length = value.isDamaged ? 0 : lengthBeyond(value.text, limit)
    if (length > 0) report('tooLong', value, { length, limit })
    const info = attributes['info']
    if (info === undefined) return
    const place = attributeAts['info'] ?? at
    const text = info.trim()
    const url = readListedUrl(text)
    if (url.kind !== 'http') return report('notUrl', place, { text }, { value: info })
    const page = loc === null ? null : readListedUrl(loc.text)
    if (page?.kind !== 'http') return
    const domain = domainOf(url.host)
    const own = domainOf(page.host)
    if (domain !== own) report('otherDomain', place, { domain, own }, { value: info, subject: domain })
  },
)

/** The registrable domain; of what has none (an address, a single label), the host. */
function domainOf(host: string): string {
  const name = host.endsWith('.') ? host.slice(0, -1) : host
  return registrableDomain(name) ?? name
}

export const videoTextRules: readonly DefinedRule[] = [
  videoDescriptionTooLong,
  videoFlagInvalid,
  videoTitleTooLong,
  videoUploaderInvalid,
]
