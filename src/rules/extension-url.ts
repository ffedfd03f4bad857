/** How the URLs of images, videos and alternates are escaped. */
import type { At, Value } from '../model/document.ts'
import {
  characterAt,
  escapeUrl,
  findUnescaped,
  firstUnescaped,
  isPlainUrl,
  nameCharacter,
} from '../values/escape-url.ts'
import { readListedUrl } from '../values/listed-url.ts'
import { maskUserInfo } from '../values/mask-user-info.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { oddAlternates } from './entry-traits.ts'
import { nameOddSpace, trimOddSpace } from './loc-patterns.ts'

/** Tags of a video that hold a URL of its own. */
const VIDEO_URLS: ReadonlySet<string> = new Set(['thumbnail_loc', 'content_loc', 'player_loc'])

const extensionUrlUnescaped = defineRule(
  {
    id: 'extension-url-unescaped',
    severity: 'warning',
    breaks: ['protocol'],
    basis: 'documented',
    title: 'Every URL of an image, video or alternate is escaped as RFC 3986 asks',
    why: 'Readers repair such characters in different ways or drop the URL, and what is fetched may differ from what was meant.',
    fix: 'Percent-encode the URL before it is written, then escape it for XML.',
    source: 'https://www.sitemaps.org/protocol.html#escaping',
    searchConsole: null,
    messages: {
      image: 'This image URL holds {what}, which must be escaped in a URL.',
      video: 'This video URL holds {what}, which must be escaped in a URL.',
      alternate: 'This alternate URL holds {what}, which must be escaped in a URL.',
    },
  },
  ({ report }) => {
    function judge(message: 'image' | 'video' | 'alternate', raw: string, at: At) {
      const text = trimOddSpace(raw)
      const what = nameUnescaped(text, raw)
      if (what !== null) report(message, at, { what }, { value: raw, expected: maskUserInfo(escapeUrl(text)) })
    }
    function judgeValue(message: 'image' | 'video', { text, at, isDamaged }: Value) {
      if (!isDamaged && !isPlainUrl(text)) judge(message, text, at)
    }
    return {
      only: ['images', 'videos', 'oddAlternates'],
      entry(entry) {
        const { images, videos } = entry
        const alternates = oddAlternates(entry)
        for (const { children } of images)
          for (const { name, value } of children) if (name === 'loc') judgeValue('image', value)
        for (const { children } of videos)
          for (const { name, value } of children) if (VIDEO_URLS.has(name)) judgeValue('video', value)
        for (let i = 0; i < alternates.length; i++) {
          const { href, hrefAt } = alternates[i] as (typeof alternates)[number]
          // U+FFFD stands for bytes that could not be read: a fault of its own.
          if (href !== null && !isPlainUrl(href) && !href.includes('\uFFFD')) judge('alternate', href, hrefAt)
        }
      },
    }
  },
)

/** The first character that must not stand there, in words. What is no absolute URL has rules of its own. */
function nameUnescaped(text: string, raw: string): string | null {
  const url = readListedUrl(text)
  if (url.kind !== 'http' && !(url.kind === 'other-scheme' && url.scheme === 'ftp')) return null
  const { parts } = url
  const inHost = findUnescaped(parts.host)
  if (inHost >= 0) return nameCharacter(characterAt(parts.host, inHost))
  const character = firstUnescaped(parts)
  if (character !== null) return nameCharacter(character)
  // Invisible characters at the ends are part of the URL; white space of XML is not.
  return nameOddSpace(raw)[0] ?? null
}

export const extensionUrlRules: readonly DefinedRule[] = [extensionUrlUnescaped]
