/** Which hosts are private by their text alone. What a public name resolves to is the address guard's matter. */
import { isPublicAddress, parseAddress } from './public-address.ts'

/**
 * Names that never lead to the public Internet: RFC 6761 (localhost, test, invalid), RFC 6762 (local, and the names of
 * its appendix G), RFC 8375 (home.arpa), ICANN's reservation of internal. `.example` is left out: nothing resolves
 * there, and an owner who left it in a sitemap is told so by the rules of hosts.
 */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'test',
  'invalid',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
]

/**
 * True for localhost, a name under it or under another private suffix, a single label, and an address that is not
 * globally routable, in any spelling that a URL may have (0x7f.1, 2130706433, [::ffff:7f00:1], a trailing dot).
 * @param host a host name or address as in a URL, without port
 */
export function isPrivateHost(host: string): boolean {
  const name = canonicalHost(host)
  if (name === null) return false
  if (parseAddress(name)) return !isPublicAddress(name)
  if (!name.includes('.')) return true
  return PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`) || name === suffix)
}

/** Lower-case ASCII without the trailing dot; addresses in their usual form. null for what is no host. */
export function canonicalHost(host: string): string | null {
  const text = host.includes(':') && !host.startsWith('[') ? `[${host.replace(/%.*$/, '')}]` : host
  if (!URL.canParse(`http://${text}/`)) return null
  const url = new URL(`http://${text}/`)
  // More than a host: a path, a port or user info came along.
  if (url.pathname !== '/' || url.username !== '' || url.port !== '') return null
  return url.hostname.replace(/\.$/, '')
}
