/** Which listed URLs may be asked for. */
import { detachText } from './detach-text.ts'
import { isPrivateHost } from './private-host.ts'

/**
 * The URL to ask for when this loc is sampled, exactly as listed but for what never goes over the wire.
 * @returns null for what is no absolute http(s) URL, carries credentials, or names a private host on a public site
 */
export function requestUrl(loc: string, isPrivateSite: boolean): string | null {
  const url = /^https?:\/\//i.test(loc) ? URL.parse(loc) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  if (!isPrivateSite && isPrivateName(url.hostname)) return null
  if (loc.includes('#')) url.hash = ''
  // What Node returns may be the text it was given, which is cut out of a document.
  return detachText(url.href)
}

let lastHost = ''
let isLastPrivate = false

/** The locs of a document mostly have one host. */
function isPrivateName(host: string): boolean {
  if (host !== lastHost) {
    isLastPrivate = isPrivateHost(host)
    lastHost = detachText(host)
  }
  return isLastPrivate
}
