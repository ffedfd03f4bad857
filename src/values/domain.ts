/** The `domain` of an audit: what people type, and what is meant by it. */
import { asciiHost } from './escape-url.ts'

export interface Domain {
  /** ASCII, lower-case, no trailing dot; IPv6 in brackets. */
  host: string
  /** null for the default of the scheme (443 where none is given, since https is tried first). */
  port: number | null
  /** null where only a host was given. */
  scheme: 'http' | 'https' | null
  /** The host, with a port that is not the default. */
  domain: string
  /** Path, query or fragment that came along and do not count; null where there is none. */
  ignored: string | null
}

/**
 * Reads a bare host, host:port, an internationalised name, or an http(s) origin or URL.
 * @returns `error`, one sentence for people, where it is none of these
 */
export function parseDomain(text: string): Domain | { error: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { error: 'The domain is empty.' }
  if (trimmed.length > 2_048) return { error: 'The domain is longer than 2,048 characters.' }
  const named = /^([a-z][a-z\d+.-]*):\/\//i.exec(trimmed)
  const scheme = named?.[1]?.toLowerCase() ?? null
  if (scheme !== null && scheme !== 'http' && scheme !== 'https')
    return { error: `The domain has the scheme "${scheme}"; only http and https can be audited.` }

  if (named === null && /^https?:(?!\d)/i.test(trimmed)) return { error: 'The domain lacks "//" behind its scheme.' }

  const rest = named === null ? trimmed.replace(/^\/\//, '') : trimmed.slice(named[0].length)
  const end = rest.search(/[/?#\\]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  const behind = end < 0 ? '' : rest.slice(end)
  if (authority.includes('@')) return { error: 'The domain carries user info; give the host alone.' }

  const { hostText, portText } = splitAuthority(authority)
  if (hostText === '') return { error: 'The domain has no host.' }
  const host = readHost(hostText)
  if (host === null) return { error: `"${shown(hostText)}" is no host.` }
  if (portText !== null && !/^\d{1,5}$/.test(portText)) return { error: `"${shown(portText)}" is no port.` }
  const number = portText === null ? null : Number(portText)
  if (number !== null && (number < 1 || number > 65_535))
    return { error: `"${portText}" is no port: ports go from 1 to 65535.` }
  const port = number === (scheme === 'http' ? 80 : 443) ? null : number
  const ignored = behind === '' || behind === '/' ? null : behind
  return { host, port, scheme, domain: port === null ? host : `${host}:${port}`, ignored }
}

function splitAuthority(authority: string): { hostText: string; portText: string | null } {
  const bracket = authority.startsWith('[') ? authority.indexOf(']') : -1
  const colon = authority.indexOf(':', bracket + 1)
  // An IPv6 address without its brackets.
  const isBare = bracket < 0 && colon !== authority.lastIndexOf(':')
  if (colon < 0 || isBare) return { hostText: isBare ? `[${authority}]` : authority, portText: null }
  return { hostText: authority.slice(0, colon), portText: authority.slice(colon + 1) }
}

function readHost(text: string): string | null {
  if (/[\s%,]/.test(text)) return null
  const url = `http://${asciiHost(text)}/`
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  const host = parsed.hostname.replace(/\.$/, '')
  if (parsed.username !== '' || parsed.port !== '' || parsed.pathname !== '/') return null
  if (host.startsWith('[')) return host
  const isName = host.length <= 253 && host.split('.').every((label) => label !== '' && label.length <= 63)
  // What URL parsers let pass, DNS does not.
  return isName && /^[a-z\d_.-]+$/.test(host) ? host : null
}

const shown = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
