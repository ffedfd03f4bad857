/** The part of a host that somebody registered, by the Public Suffix List. */
import { getDomain } from 'tldts'

/**
 * "example.co.uk" for "shop.example.co.uk". @param host ASCII or Unicode, without port; a trailing dot is allowed
 * @returns null for addresses, public suffixes and single labels
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { extractHostname: false, allowPrivateDomains: true })
}
