/** What the report says of how the hosts were asked. */
import { CRAWL_DELAY_LIMIT_S } from '../fetch/host-pace.ts'
import type { Unmade } from '../model/exchange.ts'
import type { RobotsFacts } from '../model/facts.ts'
import type { DocumentReader } from './document-reader.ts'
import type { AuditTools } from './tools.ts'

/**
 * A crawl delay that made the audit slow, or that was not kept in full; hosts that were not asked any more;
 * what we could not ask for ourselves.
 * @param elsewhere what others than the audit's own fetcher have met
 */
export function paceNotes(
  { robots }: RobotsFacts,
  pages: number,
  { agent, fetcher }: Pick<AuditTools, 'agent' | 'fetcher'>,
  elsewhere: Pick<DocumentReader, 'givenUpHosts' | 'unmade'>,
): string[] {
  const notes: string[] = []
  const delayS = pages > 0 ? (robots?.crawlDelayS(agent) ?? 0) : 0
  if (delayS > CRAWL_DELAY_LIMIT_S)
    notes.push(`robots.txt asks for ${delayS} s between requests: pages were asked for every ${CRAWL_DELAY_LIMIT_S} s.`)
  else if (delayS > 0) notes.push(`robots.txt asks for ${delayS} s between requests: pages were asked for as slowly.`)
  const givenUp = new Map([...elsewhere.givenUpHosts(), ...fetcher.givenUpHosts()].map((host) => [host.hostname, host]))
  for (const { hostname, because } of givenUp.values()) {
    const answer = because === 'silent' ? 'gave no answer to several requests' : 'asked for fewer requests many times'
    notes.push(`${hostname} ${answer} in a row: what else is listed there was not asked for, and is not judged.`)
  }
  const unmade = addUnmade(elsewhere.unmade(), fetcher.unmade?.() ?? null)
  if (unmade !== null) {
    const requests = unmade.requests === 1 ? '1 request' : `${unmade.requests} requests`
    notes.push(
      `${requests} could not be made, by our own fault (${unmade.detail}): what they would have read is not judged.`,
    )
  }
  return notes
}

/** Of one audit by two processes; the first one's reason stands for both. */
export function addUnmade(one: Unmade | null, other: Unmade | null): Unmade | null {
  if (one === null || other === null) return one ?? other
  return { ...one, requests: one.requests + other.requests }
}
