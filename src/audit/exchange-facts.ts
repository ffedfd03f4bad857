/** An exchange as the rules see it. */

import type { Exchange } from '../model/exchange.ts'
import type { ExchangeFacts } from '../model/facts.ts'
import { DAY_MS } from '../values/calendar.ts'

export function factsOf(exchange: Exchange): ExchangeFacts {
  const { url, finalUrl, hops, status, headers, ending, notices, challenge, retryAfterS } = exchange
  return { url, finalUrl, hops, status, headers, ending, notices, challenge, retryAfterS, nowMs: nowOf(exchange) }
}

/** "Now": the answer's Date header when it is within a day of our own clock, else our own. */
export function nowOf({ dateMs, receivedAtMs }: Pick<Exchange, 'dateMs' | 'receivedAtMs'>): number {
  return dateMs !== null && Math.abs(dateMs - receivedAtMs) <= DAY_MS ? dateMs : receivedAtMs
}
