/** Asks what canonicals name, one step, each URL once. */
import type { Exchange } from '../model/exchange.ts'
import type { CanonicalTarget } from '../model/facts.ts'
import type { PageFacts } from '../model/page.ts'
import { comparableKey } from '../rules/url-difference.ts'
import { requestUrl } from '../values/request-url.ts'
import { factsOf } from './exchange-facts.ts'
import type { HostRobots } from './host-robots.ts'
import type { AuditTools } from './tools.ts'

/** Canonicals of one page that are asked. */
const TARGETS_LIMIT = 3

export interface CanonicalFollower {
  /** @param finalUrl where the page was found */
  follow(facts: PageFacts, finalUrl: string): Promise<CanonicalTarget[]>
}

export function createCanonicalFollower(
  { fetcher, agent }: AuditTools,
  signal: AbortSignal,
  robots: HostRobots,
  respectRobots: boolean,
): CanonicalFollower {
  const asked = new Map<string, Promise<CanonicalTarget | null>>()

  async function ask(url: string): Promise<CanonicalTarget | null> {
    if (respectRobots) {
      const host = await robots.of(new URL(url).origin)
      if (host.outcome === 'server-error' || host.robots?.judge(url, agent).isAllowed === false) return null
    }
    const exchange: Exchange = await fetcher.get(url, { as: 'page', signal })
    exchange.body?.cancel()
    return { url, exchange: factsOf(exchange) }
  }

  return {
    async follow({ canonicals }, finalUrl) {
      const own = comparableKey(finalUrl)
      const targets = new Set<string>()
      for (const { resolved, ignoredBy, fault } of canonicals) {
        const url = resolved === null || fault !== null || ignoredBy.length > 0 ? null : requestUrl(resolved, false)
        if (url !== null && comparableKey(url) !== own) targets.add(url)
      }
      const answers = [...targets].slice(0, TARGETS_LIMIT).map((url) => {
        const answer = asked.get(url) ?? ask(url)
        asked.set(url, answer)
        return answer
      })
      return (await Promise.all(answers)).filter((target) => target !== null)
    },
  }
}
