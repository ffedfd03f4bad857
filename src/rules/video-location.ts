/** Where a video, its player and its thumbnail are. */
import { maskUserInfo } from '../values/mask-user-info.ts'
import { findMediaUrlFault } from '../values/media-url.ts'
import { keyOf } from '../values/url-key.ts'
import { splitUrl } from '../values/url-parts.ts'
import type { DefinedRule } from './define-rule.ts'
import { defineItemRule, type ExtensionItem, hasText } from './extension-items.ts'
import { trimOddSpace } from './loc-patterns.ts'
import { VIDEO_REFERENCE } from './video-tags.ts'

const LOCATIONS = ['content_loc', 'player_loc', 'thumbnail_loc'] as const

const videoLocationInvalid = defineItemRule(
  'videos',
  {
    id: 'video-location-invalid',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'The URLs of a video are absolute, by http, https or ftp',
    why: 'Google fetches the file at the address that stands there; it resolves nothing and speaks no streaming protocol.',
    fix: 'Write the whole URL of a file that can be fetched, from https:// on.',
    source: VIDEO_REFERENCE,
    searchConsole: 'Invalid URL',
    messages: {
      relative: 'The value of {tag} is no absolute URL: {text}.',
      scheme: 'The scheme of this {tag} is "{scheme}"; only http, https and ftp can be fetched.',
      invalid: 'The value of {tag} is no URL: {reason}.',
      empty: 'The tag {tag} is empty.',
    },
  },
  (it, report) => {
    for (const name of LOCATIONS) {
      const value = it.tags.get(name)?.value
      if (value === undefined || value.isDamaged) continue
      const tag = `video:${name}`
      const extra = { subject: name }
      if (value.text === '') {
        // Where nothing else says it, what is empty is missing.
        if (hasOtherLocation(it, name)) report('empty', value, { tag }, extra)
        continue
      }
      const text = trimOddSpace(value.text)
      const fault = findMediaUrlFault(text, it.entry.loc?.text ?? null)
      if (fault === null) continue
      if (fault.kind === 'relative') report('relative', value, { tag, text }, { ...extra, expected: fault.expected })
      else if (fault.kind === 'scheme') report('scheme', value, { tag, scheme: fault.scheme }, extra)
      else report('invalid', value, { tag, reason: maskUserInfo(fault.reason) }, extra)
    }
  },
)

function hasOtherLocation({ tags }: ExtensionItem, name: (typeof LOCATIONS)[number]): boolean {
  const other = name === 'content_loc' ? 'player_loc' : name === 'player_loc' ? 'content_loc' : null
  const value = other === null ? undefined : tags.get(other)?.value
  return value !== undefined && hasText(value)
}

const videoLocationIsPage = defineItemRule(
  'videos',
  {
    id: 'video-location-is-page',
    severity: 'error',
    breaks: ['google'],
    basis: 'documented',
    title: 'The location of a video is another URL than its page',
    why: 'The page is an HTML document: at its URL Google finds neither the file nor a player.',
    fix: 'Write the URL of the file into video:content_loc, or that of the embedded player into video:player_loc.',
    source: VIDEO_REFERENCE,
    searchConsole: 'Video location and play page location are the same',
    messages: { same: 'The value of {tag} is the URL of the page that the entry lists.' },
  },
  ({ tags, entry: { loc } }, report) => {
    if (loc === null || loc.isDamaged || loc.text === '') return
    for (const name of ['content_loc', 'player_loc']) {
      const value = tags.get(name)?.value
      if (value === undefined || value.isDamaged || value.text === '') continue
      if (value.text === loc.text || keyOf(value.text) === keyOf(loc.text))
        report('same', value, { tag: `video:${name}` }, { subject: name })
    }
  },
)

/** Endings of what Google takes for no video, each with its name. */
const OTHER_FORMATS: Readonly<Record<string, string>> = { html: 'HTML', htm: 'HTML', xhtml: 'HTML', swf: 'Flash' }

const videoContentUnsupported = defineItemRule(
  'videos',
  {
    id: 'video-content-unsupported',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'No video:content_loc names an HTML page or a Flash file',
    why: 'Google takes neither as a video file.',
    fix: 'Write the URL of the video file, or move this one to video:player_loc if it is a player.',
    source: VIDEO_REFERENCE,
    searchConsole: null,
    messages: { unsupported: 'This video:content_loc ends in .{ending}: {format} is no format of a video file.' },
  },
  ({ tags, entry: { loc } }, report) => {
    const value = tags.get('content_loc')?.value
    if (value === undefined || value.isDamaged || value.text === loc?.text) return
    const ending = /\.(x?html?|swf)$/i.exec(splitUrl(value.text).path)?.[1]
    const format = ending === undefined ? undefined : OTHER_FORMATS[ending.toLowerCase()]
    if (ending === undefined || format === undefined || findMediaUrlFault(value.text, null) !== null) return
    if (loc !== null && keyOf(value.text) === keyOf(loc.text)) return
    report('unsupported', value, { ending, format })
  },
)

export const videoLocationRules: readonly DefinedRule[] = [
  videoContentUnsupported,
  videoLocationInvalid,
  videoLocationIsPage,
]
