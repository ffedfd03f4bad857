/**
 * Where a request may go. Judged anew for every hop: by the text of the URL before anything is sent, and by every
 * address its name has at the moment of connecting; the addresses judged are the ones connected to.
 */
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { isPrivateHost } from '../values/private-host.ts'
import { isPublicAddress, parseAddress } from '../values/public-address.ts'
import type { ConnectTo, FetchSettings } from './settings.ts'

/** Where to connect for a URL: addresses in the order to try, all judged. */
export interface Route {
  addresses: string[]
  port: number
}

export type RouteOutcome =
  | { kind: 'route'; route: Route }
  | { kind: 'refused'; detail: string }
  | { kind: 'dns'; code: string }

type GuardSettings = Pick<FetchSettings, 'allowNetworks' | 'connectTo' | 'allowPorts' | 'resolve'>

export interface AddressGuard {
  /**
   * What the text of a URL alone forbids, as one phrase; null where nothing does. A name that is not private may still
   * turn out to be so.
   * @param origin the audited origin, whose own port is allowed
   */
  refusal(url: URL, origin: string | null): string | null
  /** Resolves and judges the addresses; to be called for each new connection. Never rejects. */
  route(hostname: string, port: number): Promise<RouteOutcome>
}

const SCHEME_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Makes the guard for an operator's settings. */
export function createAddressGuard(settings: GuardSettings): AddressGuard {
  const networks = settings.allowNetworks.map((cidr) => ipaddr.parseCIDR(cidr))
  const resolve = settings.resolve ?? resolveBySystem

  function isAllowedByOperator(address: string): boolean {
    const parsed = parseAddress(address)
    if (!parsed) return false
    const plain = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed
    return networks.some(([network, bits]) => plain.kind() === network.kind() && plain.match(network as never, bits))
  }

  /** Named by the operator, host for host; an entry for any host names none. */
  function isNamed(host: string, port: number): boolean {
    return settings.connectTo.some((entry) => entry.host1 === host && matches(entry, host, port))
  }

  return {
    refusal(url, origin) {
      const schemePort = SCHEME_PORTS[url.protocol]
      if (schemePort === undefined) return `the scheme ${url.protocol.slice(0, -1)} is neither http nor https`
      const port = url.port === '' ? schemePort : Number(url.port)
      if (port !== 80 && port !== 443 && port !== portOf(origin) && !settings.allowPorts.includes(port))
        return `port ${port} is not among the ports that may be used`
      const host = bareHost(url.hostname)
      if (!isPrivateHost(host) || isNamed(host, port)) return null
      if (parseAddress(host)) return isAllowedByOperator(host) ? null : `${host} is not a public address`
      return networks.length > 0 ? null : `${host} is not a public host`
    },

    async route(hostname, port) {
      const host = bareHost(hostname)
      const isPrivate = isPrivateHost(host)
      const isTrusted = isNamed(host, port)
      if (isPrivate && !isTrusted && !parseAddress(host) && networks.length === 0)
        return { kind: 'refused', detail: `${host} is not a public host` }
      if (isPrivate && !isTrusted && parseAddress(host) && !isAllowedByOperator(host))
        return { kind: 'refused', detail: `${host} is not a public address` }

      const entry = settings.connectTo.find((candidate) => matches(candidate, host, port))
      const target = entry?.host2 ?? host
      const targetPort = entry?.port2 ?? port
      let addresses: string[]
      try {
        addresses = parseAddress(target) ? [target] : await resolve(target)
      } catch (error) {
        return { kind: 'dns', code: (error as NodeJS.ErrnoException).code ?? 'ENOTFOUND' }
      }
      addresses = addresses.filter((address) => parseAddress(address) !== null)
      if (addresses.length === 0) return { kind: 'dns', code: 'ENODATA' }

      // The target of an entry is the operator's own word; a private name must be private throughout.
      if (entry?.host2 == null && !isTrusted) {
        const bad = addresses.find(
          (address) => !isAllowedByOperator(address) && (isPrivate || !isPublicAddress(address)),
        )
        if (bad !== undefined) {
          const detail = isPrivate
            ? `${host} is not a public host, and not all its addresses are in the networks allowed`
            : `${host} has an address that is not public`
          return { kind: 'refused', detail: bad === host ? `${host} is not a public address` : detail }
        }
      }
      return { kind: 'route', route: { addresses, port: targetPort } }
    },
  }
}

function matches(entry: ConnectTo, host: string, port: number): boolean {
  return (entry.host1 === null || entry.host1 === host) && (entry.port1 === null || entry.port1 === port)
}

function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

function portOf(origin: string | null): number | null {
  if (origin === null || !URL.canParse(origin)) return null
  const url = new URL(origin)
  return url.port === '' ? (SCHEME_PORTS[url.protocol] ?? null) : Number(url.port)
}

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}
