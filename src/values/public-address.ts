/**
 * Which IP addresses are globally routable, by the special-purpose registries of IANA:
 * https://www.iana.org/assignments/iana-ipv4-special-registry/ and
 * https://www.iana.org/assignments/iana-ipv6-special-registry/
 */
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** "Globally Reachable: false", multicast, and the retired 6to4 relays. */
const CLOSED_IPV4: Range[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(toRange)

const FOUR_PARTS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Everything global that is handed out lies in here (RFC 4291, 2.4). */
const GLOBAL_UNICAST = toRange('2000::/3')

/** Inside 2000::/3: protocol assignments (benchmarking, ORCHID, ...) and documentation. */
const CLOSED_IPV6: Range[] = ['2001::/23', '2001:db8::/32', '3fff::/20'].map(toRange)

/** IPv6 ranges that carry an IPv4 address, and the octets where it stands (inverted for the client of Teredo). */
const EMBEDDING: { range: Range; at: number; isInverted?: true }[] = [
  // IPv4-mapped and -compatible (RFC 4291, 2.5.5); ::1 and :: are 0.0.0.1 and 0.0.0.0 here, closed as they should be.
  { range: toRange('::ffff:0:0/96'), at: 12 },
  { range: toRange('::/96'), at: 12 },
  // NAT64 (RFC 6052). The local-use prefix 64:ff9b:1::/48 is not globally reachable (RFC 8215) and stays closed.
  { range: toRange('64:ff9b::/96'), at: 12 },
  // 6to4 (RFC 3056) and Teredo (RFC 4380): server and client.
  { range: toRange('2002::/16'), at: 2 },
  { range: toRange('2001::/32'), at: 4 },
  { range: toRange('2001::/32'), at: 12, isInverted: true },
]

/**
 * True for an address that is globally routable, judged by the IPv4 address inside where there is one.
 * @param address IPv4 or IPv6 as text, with or without brackets; what is no address is not public
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && isPublic(parsed)
}

/** The address that a text stands for: brackets and a zone are taken off. null where it is none. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  // Only the four-part form: 0x7f.1 and the like are names until a URL parser has read them. And a name must not come
  // to the library, which makes an error with a stack of each.
  if (!bare.includes(':') && !(FOUR_PARTS.test(bare) && ipaddr.IPv4.isValidFourPartDecimal(bare))) return null
  return ipaddr.isValid(bare) ? ipaddr.parse(bare) : null
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) return !CLOSED_IPV4.some((range) => matches(address, range))
  const carriers = EMBEDDING.filter(({ range }) => matches(address, range))
  if (carriers.length > 0) {
    const bytes = address.toByteArray()
    return carriers.every(({ at, isInverted }) =>
      isPublic(new ipaddr.IPv4(bytes.slice(at, at + 4).map((byte) => (isInverted ? byte ^ 0xff : byte)))),
    )
  }
  return matches(address, GLOBAL_UNICAST) && !CLOSED_IPV6.some((range) => matches(address, range))
}

function matches(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network as never, bits)
}

function toRange(cidr: string): Range {
  return ipaddr.parseCIDR(cidr)
}
