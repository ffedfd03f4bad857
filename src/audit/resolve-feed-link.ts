/** Links of feeds may be relative, other than locs: what they come to is what is judged and sampled. */
import type { Entry } from '../model/document.ts'
import { readListedUrl } from '../values/listed-url.ts'
import { resolveUrl } from '../values/resolve-url.ts'

/**
 * Resolves the link of an entry against its xml:base, or else against the address of the feed (RFC 3986, 5.1). Leaves
 * it as it is where neither is an absolute http(s) URL; `relativeLink` says in both cases that it is relative.
 * @param documentUrl where the feed was read
 */
export function resolveFeedLink(entry: Entry, documentUrl: string): void {
  const { loc, base } = entry
  if (loc === null || loc.text === '' || loc.isDamaged || /^https?:/i.test(loc.text)) return
  const link = readListedUrl(loc.text)
  if (link.kind !== 'relative') return
  entry.relativeLink = loc
  // "example.com:8080/a" has a scheme to a resolver.
  if (link.parts.scheme !== null) return
  const resolved = resolveUrl(loc.text, base ? resolveUrl(base, documentUrl) : documentUrl)
  if (readListedUrl(resolved).kind === 'http') entry.loc = { ...loc, text: resolved }
}
