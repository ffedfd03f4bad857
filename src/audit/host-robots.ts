/** robots.txt of every host that the audit meets, read once each. */

import { outcomeOf } from '../fetch/classify.ts'
import type { BodyEnding, Exchange, Fetcher } from '../model/exchange.ts'
import type { RobotsFacts } from '../model/facts.ts'
import type { Outcome } from '../model/report.ts'
import type { RobotsTxt } from '../model/robots.ts'
import { ROBOTS_SIZE_LIMIT_BYTES } from '../model/standards.ts'
import { readRobots } from '../robots/read-robots.ts'
import { isPrivateHost } from '../values/private-host.ts'
import { factsOf } from './exchange-facts.ts'
import { readBody } from './read-body.ts'

/** Read beyond the 500 KiB that crawlers heed, to name the Sitemap lines behind it. */
const ROBOTS_READ_LIMIT_BYTES = 4 * ROBOTS_SIZE_LIMIT_BYTES

export interface RobotsReading {
  fetcher: Fetcher
  signal: AbortSignal
  /** Our own name there: its crawl delay is kept. */
  agent: string
}

export interface HostRobots {
  /** Of this origin (scheme, host, port), read at the first call. */
  of(origin: string): Promise<RobotsFacts>
  /** Puts in what was read already. */
  put(facts: RobotsFacts): void
}

export function createHostRobots(reading: RobotsReading): HostRobots {
  const known = new Map<string, Promise<RobotsFacts>>()
  return {
    of(origin) {
      const facts = known.get(origin) ?? fetchRobots(origin, reading)
      known.set(origin, facts)
      return facts
    },
    put: (facts) => void known.set(facts.origin, Promise.resolve(facts)),
  }
}

/** Reads one robots.txt, and keeps the pace it asks for. Never rejects for what the site does. */
export async function fetchRobots(origin: string, { fetcher, signal, agent }: RobotsReading): Promise<RobotsFacts> {
  const url = `${origin}/robots.txt`
  const exchange = await fetcher.get(url, { as: 'robots', signal, maxBytes: ROBOTS_READ_LIMIT_BYTES })
  const outcome = robotsOutcome(exchange)
  let robots: RobotsTxt | null = null
  let cut: string | null = null
  if (outcome === 'read') {
    const { bytes } = await readBody(exchange, ROBOTS_READ_LIMIT_BYTES)
    cut = exchange.body ? cutOf(exchange.body.ending()) : null
    robots = readRobots(cut === null ? bytes : wholeLines(bytes), url)
    fetcher.setPace(new URL(origin).hostname, { crawlDelayS: robots.crawlDelayS(agent) ?? 0 })
  } else exchange.body?.cancel()
  return {
    url,
    origin,
    exchange: factsOf(exchange),
    outcome,
    robots,
    ...(cut === null ? {} : { cut }),
    httpsFailure: null,
    isPrivateSite: isPrivateHost(new URL(origin).hostname),
  }
}

function cutOf({ state, detail, coding }: BodyEnding): string | null {
  if (state === 'truncated' || state === 'timeout') return detail ?? 'the transfer broke off'
  return coding.state === 'ok' ? null : 'its compressed data are broken'
}

/** Half a line may name half an address. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, Math.max(bytes.lastIndexOf(10), bytes.lastIndexOf(13)) + 1)
}

/**
 * RFC 9309, 2.3.1.2 and 2.3.1.3: too many redirects, and every 4xx that is no refusal of us, are as if there were no
 * robots.txt. To crawlers a 5xx of this file is one, whether or not it says when to come back.
 */
function robotsOutcome(exchange: Exchange): Outcome {
  switch (exchange.ending.kind) {
    case 'redirect-loop':
    case 'redirect-limit':
    case 'redirect-broken':
      return 'absent'
    default:
      return outcomeOf({ ...exchange, retryAfterS: null })
  }
}
