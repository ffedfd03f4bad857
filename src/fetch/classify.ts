/** Exchange -> outcome, as far as the status and the ending tell; what the bytes are is judged elsewhere. */
import type { Exchange } from '../model/exchange.ts'
import type { Outcome } from '../model/report.ts'

/**
 * 401 and 403 are refusals of us, 407 and 451 of our way, 429 of our pace: nothing is known of the site. Statuses beyond
 * all classes (999 and the like) are only ever used to turn bots away.
 */
const BLOCKED_STATUSES = [401, 403, 407, 429, 451]

/**
 * - `read`: 2xx (a challenge page is blocked instead, whatever its status);
 * - `absent`: 404, 410 and every other 4xx that is no refusal (400, 405, 406, ...): the site answered plainly that there
 *   is nothing for this request; the status is shown beside it;
 * - `unreachable`: no answer, or redirects that lead to none (loop, too many, broken): their own rules say why;
 * - `blocked`, `server-error` (5xx), `refused` (by our own address policy), `skipped` (cancelled).
 *
 * A 503 that says when to come back (RFC 9110, 15.6.4) is a limit of requests like 429: later is another answer.
 */
export function outcomeOf(
  exchange: Pick<Exchange, 'status' | 'ending' | 'challenge'> & Partial<Pick<Exchange, 'retryAfterS'>>,
): Outcome {
  switch (exchange.ending.kind) {
    case 'unreachable':
      return 'unreachable'
    case 'refused':
      return 'refused'
    case 'cancelled':
      return 'skipped'
    case 'redirect-loop':
    case 'redirect-limit':
    case 'redirect-broken':
      return exchange.challenge ? 'blocked' : 'unreachable'
    case 'answer':
      if (exchange.status === 503 && exchange.retryAfterS != null) return 'blocked'
      return outcomeOfStatus(exchange.status ?? 0, exchange.challenge !== null)
  }
}

function outcomeOfStatus(status: number, isChallenge: boolean): Outcome {
  if (isChallenge || BLOCKED_STATUSES.includes(status) || status >= 600) return 'blocked'
  if (status >= 500) return 'server-error'
  if (status >= 200 && status < 300) return 'read'
  return 'absent'
}
