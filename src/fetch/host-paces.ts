/** The paces of all hosts that one audit meets, and a transport that tells them how each request went. */
import type { Fetcher, FetchOptions } from '../model/exchange.ts'
import { DEADLINE } from './body.ts'
import { isTimeout } from './failure.ts'
import type { HostLimits } from './host-limits.ts'
import { createHostPace, type HostPace, type PaceSettings } from './host-pace.ts'
import { retryAfterOf } from './http-date.ts'
import type { Sent } from './send.ts'
import type { Transport } from './transport.ts'

export interface HostPaces {
  /** By host name, whatever the scheme and port. */
  of(hostname: string): HostPace
  /**
   * Waits for a place at the pace of this audit and within the limits of all, unless the host is given up.
   * @param isVisit of a page: the crawl delay holds. A page and its redirects are one visit
   * @param isUnderWay a redirect: before what has not begun
   * @returns what gives the place back; null where the signal ended the wait
   */
  take(
    hostname: string,
    ask: { isVisit: boolean; isUnderWay: boolean; signal: AbortSignal },
  ): Promise<(() => void) | null>
  givenUp: Fetcher['givenUpHosts']
  /** The transport for requests of one kind. */
  watch(transport: Transport, as: FetchOptions['as']): Transport
}

/**
 * @param limits what holds for all audits together
 * @param now Unix ms, for a Retry-After that is a date
 */
export function createHostPaces(settings: PaceSettings, limits: HostLimits, now: () => number): HostPaces {
  const paces = new Map<string, HostPace>()

  function of(hostname: string): HostPace {
    let pace = paces.get(hostname)
    if (!pace) {
      pace = createHostPace(settings)
      paces.set(hostname, pace)
    }
    return pace
  }

  function tell(hostname: string, as: FetchOptions['as'], sent: Sent, ms: number): void {
    const pace = of(hostname)
    if (sent.kind === 'failed') {
      if (sent.error === DEADLINE || isTimeout(sent.error)) pace.timedOut()
      return
    }
    const askedS = retryAfterOf(sent.headers, now())
    const isLimit = sent.status === 429 || (sent.status === 503 && askedS !== null)
    if (!isLimit) {
      pace.answered(as, ms)
      return
    }
    pace.overloaded(askedS === null ? null : askedS * 1000)
    limits.pause(hostname, askedS === null ? pace.state.pauseMs : Math.min(askedS * 1000, settings.waitLimitMs))
  }

  return {
    of,
    async take(hostname, { isVisit, isUnderWay, signal }) {
      const pace = of(hostname)
      const leave = await pace.take(signal)
      if (!leave || pace.givenUp() !== null) return leave
      const giveBack = await limits.take(hostname, {
        turnDelayMs: isVisit ? pace.crawlDelayMs : 0,
        isUnderWay,
        signal,
      })
      if (!giveBack) {
        leave()
        return null
      }
      return () => {
        giveBack()
        leave()
      }
    },
    givenUp: () =>
      [...paces].flatMap(([hostname, pace]) => {
        const because = pace.givenUp()
        return because === null ? [] : [{ hostname, because }]
      }),
    watch: (transport, as) => ({
      ...transport,
      async send(request, notices) {
        const before = performance.now()
        const result = await transport.send(request, notices)
        tell(request.url.hostname, as, result.sent, performance.now() - before)
        return result
      },
    }),
  }
}
