/** What is wrong with the URL of an image or a video, which may stand on any host. */
import { isPlainUrl } from './escape-url.ts'
import { readListedUrl } from './listed-url.ts'

export type MediaUrlFault =
  /** No scheme; `expected` is what it comes to on its page, where that can be said. */
  | { kind: 'relative'; expected: string | null }
  | { kind: 'scheme'; scheme: string }
  /** `reason` goes on from "…, because". */
  | { kind: 'invalid'; reason: string }

/**
 * Must be absolute, by http, https or ftp: what Google fetches
 * (https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps).
 * @param text white space at both ends already cut off
 * @param page the loc of its entry; null where there is none
 */
export function findMediaUrlFault(text: string, page: string | null): MediaUrlFault | null {
  if (isPlainUrl(text)) return null
  const url = readListedUrl(text)
  if (url.kind === 'invalid') return { kind: 'invalid', reason: url.reason }
  if (url.kind === 'relative') return { kind: 'relative', expected: absoluteOf(text, url.isNetworkPath, page) }
  if (url.kind === 'http') return null
  if (url.scheme !== 'ftp') return { kind: 'scheme', scheme: url.scheme }
  return url.parts.host === '' ? { kind: 'invalid', reason: 'its host is empty' } : null
}

function absoluteOf(text: string, isNetworkPath: boolean, page: string | null): string | null {
  const base = page !== null && URL.canParse(page) ? new URL(page) : null
  const scheme = base?.protocol ?? 'https:'
  if (isNetworkPath) return scheme + text
  const first = text.split('/', 1)[0]?.toLowerCase() ?? ''
  if (first.startsWith('www.') || first === base?.hostname) return `${scheme}//${text}`
  // A lone word (None, null, TBD) is no path that somebody meant.
  return base !== null && /[/.?]/.test(text) && URL.canParse(text, base.href) ? new URL(text, base.href).href : null
}
