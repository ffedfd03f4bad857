/** One hop: a request to one URL, repeated where that may help, within the patience of the exchange. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Notice } from '../model/exchange.ts'
import { hash53 } from '../values/hash.ts'
import { CANCELLED, DEADLINE } from './body.ts'
import { findChallengeInHeaders } from './challenge.ts'
import { describeFailure, type Failure, REFUSED_CODE, timeoutOf } from './failure.ts'
import { retryAfterOf } from './http-date.ts'
import { ownFaultOf } from './own-fault.ts'
import type { Request, Sent } from './send.ts'
import type { Transport } from './transport.ts'

export type Attempted =
  | { kind: 'answer'; sent: Extract<Sent, { kind: 'answer' }>; retryAfterS: number | null }
  | { kind: 'unreachable'; failure: Failure }
  | { kind: 'refused'; detail: string }
  /** By our own fault it could not be asked for. */
  | { kind: 'unable'; detail: string }
  | { kind: 'cancelled' }

/** What one exchange may still spend; shared by its hops. */
export interface Patience {
  retriesLeft: number
  /** Time that Retry-After may still cost, ms. */
  waitLeftMs: number
  retryDelayMs: number
  /** Ends with the exchange; its reason is DEADLINE or CANCELLED. */
  signal: AbortSignal
  /** Until the deadline of the exchange. */
  leftMs(): number
  /** For how long a host is to be left alone, whoever it told so. */
  pausedMs(hostname: string): number
  now(): number
}

/** More than that nobody waits for; a longer Retry-After is shown as this. */
const RETRY_AFTER_SHOWN_S = 86_400

/** A host that wants fewer requests and does not say when to come back gets longer than one that fails by chance. */
const UNTOLD_WAIT_FACTOR = 10

/** What we lack ourselves may be there again soon: pauses before it is tried again, ms. They cost the site nothing. */
const OWN_PAUSES_MS = [100, 300, 1_000, 3_000]

const DISCARD_BYTES = 16_384
const DISCARD_MS = 200

/** Never rejects. Notices are added to `notices`. */
export async function attempt(
  transport: Transport,
  url: URL,
  headers: Record<string, string>,
  patience: Patience,
  notices: Notice[],
): Promise<Attempted> {
  const causes: string[] = []
  for (let times = 0; ; times++) {
    const { sent, phase, ownFault } = await sendWhenAble(transport, { url, headers, signal: patience.signal }, notices)
    if (ownFault !== null) return finish({ kind: 'unable', detail: ownFault.detail })
    let cause: string
    let pauseMs = pause(url, times, patience.retryDelayMs)
    let result: Attempted
    if (sent.kind === 'failed') {
      if (sent.error === CANCELLED) return { kind: 'cancelled' }
      if ((sent.error as NodeJS.ErrnoException)?.code === REFUSED_CODE)
        return { kind: 'refused', detail: (sent.error as Error).message }
      const failure = sent.error === DEADLINE ? timeoutOf(phase) : describeFailure(sent.error, phase)
      result = { kind: 'unreachable', failure }
      const isOnceOnly = failure.reason === 'dns' && times > 0
      if (!failure.isTransient || isOnceOnly) return finish(result)
      cause = failure.detail
    } else {
      const askedS = retryAfterOf(sent.headers, patience.now())
      result = { kind: 'answer', sent, retryAfterS: askedS === null ? null : Math.min(askedS, RETRY_AFTER_SHOWN_S) }
      const isWorthIt = (sent.status >= 500 && sent.status < 600) || sent.status === 429
      if (!isWorthIt || findChallengeInHeaders(sent.headers)) return finish(result)
      if (sent.status === 429 && askedS === null) pauseMs *= UNTOLD_WAIT_FACTOR
      if (askedS !== null) pauseMs = Math.max(pauseMs, askedS * 1000)
      if (pauseMs > Math.min(patience.waitLeftMs, patience.leftMs())) return finish(result)
      patience.waitLeftMs -= pauseMs
      cause = `status ${sent.status}`
    }
    if (patience.retriesLeft === 0) return finish(result)
    const heldMs = patience.pausedMs(url.hostname)
    if (heldMs > pauseMs) {
      if (heldMs - pauseMs > Math.min(patience.waitLeftMs, patience.leftMs() - pauseMs)) return finish(result)
      patience.waitLeftMs -= heldMs - pauseMs
      pauseMs = heldMs
    }
    patience.retriesLeft--
    causes.push(cause)
    if (sent.kind === 'answer') await discard(sent)
    try {
      await wait(pauseMs, undefined, { signal: patience.signal })
    } catch {
      return patience.signal.reason === CANCELLED ? { kind: 'cancelled' } : finish(result)
    }
  }

  function finish(result: Attempted): Attempted {
    if (causes.length > 0) notices.push({ kind: 'retried', times: causes.length, detail: causes.join(', then ') })
    return result
  }
}

/** The same as `transport.send`, again and again while what it needs is not to be had on this machine. */
async function sendWhenAble(transport: Transport, request: Request, notices: Notice[]) {
  for (let tries = 0; ; tries++) {
    const { sent, phase } = await transport.send(request, notices)
    const ownFault = sent.kind === 'failed' ? ownFaultOf(sent.error) : null
    const pauseMs = OWN_PAUSES_MS[tries]
    if (!ownFault?.isPassing || pauseMs === undefined) return { sent, phase, ownFault }
    try {
      await wait(pauseMs, undefined, { signal: request.signal })
    } catch {
      const isCancelled = request.signal.reason === CANCELLED
      return {
        sent: isCancelled ? { ...sent, error: CANCELLED } : sent,
        phase,
        ownFault: isCancelled ? null : ownFault,
      }
    }
  }
}

/** Frees the connection of an answer whose body is of no use; a short one is read, so that it can serve again. */
export async function discard(sent: Extract<Sent, { kind: 'answer' }>): Promise<void> {
  const timer = setTimeout(() => sent.stop(), DISCARD_MS)
  let length = 0
  try {
    for await (const chunk of sent.body) {
      length += chunk.length
      if (length > DISCARD_BYTES) break
    }
  } catch {
    // How a body that nobody wants ends is of no interest.
  } finally {
    clearTimeout(timer)
  }
}

/** Back-off with a jitter that is the same in every run: from a half up to the whole of 1, 3, 9 ... delays. */
function pause(url: URL, times: number, delayMs: number): number {
  const share = (hash53(`${times} ${url.href}`) % 1000) / 1000
  return delayMs * 3 ** times * (0.5 + share / 2)
}
