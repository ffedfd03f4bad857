/** Which listed URLs may be asked for. */
import { isPrivateHost } from './private-host.ts'

/**
 * The URL to ask for when this loc is sampled, exactly as listed but for what never goes over the wire.
 * @returns null for what is no absolute http(s) URL, carries credentials, or names a private host on a public site
 */
export function requestUrl(loc: string, isPrivateSite: boolean): string | null {
  if (!/^https?:\/\//i.test(loc) || !URL.canParse(loc)) return null
  const url = new URL(loc)
  if (url.username !== '' || url.password !== '') return null
  if (!isPrivateSite && isPrivateHost(url.hostname)) return null
  url.hash = ''
  return url.href
}
