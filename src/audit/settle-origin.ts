/** Which origin is audited: https first, http only when https cannot be connected. */
import type { UnreachableReason } from '../model/exchange.ts'
import type { RobotsFacts } from '../model/facts.ts'
import type { Domain } from '../values/domain.ts'
import { fetchRobots, type RobotsReading } from './host-robots.ts'

export interface SettledOrigin {
  origin: string
  robots: RobotsFacts
  notes: string[]
}

/**
 * There was a connection, and its TLS handshake succeeded: a robots.txt that hangs says nothing of https. And a host
 * without an address has none for http either.
 */
const NOT_OF_HTTPS: readonly UnreachableReason[] = ['dns', 'timeout-answer', 'reset', 'header-invalid']

/** Reads robots.txt on the way: the first answer settles the origin. */
export async function settleOrigin(domain: Domain, reading: RobotsReading): Promise<SettledOrigin> {
  const { fetcher, signal } = reading
  const notes: string[] = []
  if (domain.ignored !== null) notes.push(`An audit is of a whole host: ${domain.ignored} in the domain was ignored.`)
  const authority = (scheme: string) =>
    new URL(`${scheme}://${domain.host}${domain.port === null ? '' : `:${domain.port}`}`).origin
  const read = (origin: string) => {
    fetcher.origin = origin
    return fetchRobots(origin, reading)
  }

  const first = authority(domain.scheme ?? 'https')
  const robots = await read(first)
  const { ending } = robots.exchange
  // A scheme that was asked for is kept. What failed behind a redirect is another address.
  const isOfHttps = ending.kind === 'unreachable' && robots.exchange.hops.length === 0
  if (domain.scheme !== null || !isOfHttps || NOT_OF_HTTPS.includes(ending.reason) || signal.aborted)
    return { origin: first, robots, notes }

  const second = authority('http')
  const plain = await read(second)
  if (plain.exchange.ending.kind !== 'answer') {
    fetcher.origin = first
    return { origin: first, robots, notes }
  }
  notes.push(`${first} could not be connected (${ending.detail}); the audit was done over http.`)
  return { origin: second, robots: { ...plain, httpsFailure: ending.detail }, notes }
}
