/** Which origin is audited: https first, http only when https cannot be connected. */
import type { Fetcher } from '../model/exchange.ts'
import type { RobotsFacts } from '../model/facts.ts'
import type { Domain } from '../values/domain.ts'
import { fetchRobots } from './host-robots.ts'

export interface SettledOrigin {
  origin: string
  robots: RobotsFacts
  notes: string[]
}

/** Reads robots.txt on the way: the first answer settles the origin. */
export async function settleOrigin(domain: Domain, fetcher: Fetcher, signal: AbortSignal): Promise<SettledOrigin> {
  const notes: string[] = []
  if (domain.ignored !== null) notes.push(`An audit is of a whole host: ${domain.ignored} in the domain was ignored.`)
  const authority = (scheme: string) =>
    new URL(`${scheme}://${domain.host}${domain.port === null ? '' : `:${domain.port}`}`).origin
  const read = (origin: string) => {
    fetcher.origin = origin
    return fetchRobots(fetcher, origin, signal)
  }

  const first = authority(domain.scheme ?? 'https')
  const robots = await read(first)
  const { ending } = robots.exchange
  // A host without an address has none for http either, and a scheme that was asked for is kept.
  if (domain.scheme !== null || ending.kind !== 'unreachable' || ending.reason === 'dns' || signal.aborted)
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
