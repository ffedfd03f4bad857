/** The paces of all hosts that one audit meets, and a transport that tells them how each request went. */
import type { Fetcher, FetchOptions } from '../model/exchange.ts'
import { DEADLINE } from './body.ts'
import { isTimeout } from './failure.ts'
import { createHostPace, type HostPace, type PaceSettings } from './host-pace.ts'
import { retryAfterOf } from './http-date.ts'
import type { Sent } from './send.ts'
import type { Transport } from './transport.ts'

export interface HostPaces {
  /** By host name, whatever the scheme and port. */
  of(hostname: string): HostPace
  givenUp: Fetcher['givenUpHosts']
  /** The transport for requests of one kind. */
  watch(transport: Transport, as: FetchOptions['as']): Transport
}

/** @param now Unix ms, for a Retry-After that is a date */
export function createHostPaces(settings: PaceSettings, now: () => number): HostPaces {
  const paces = new Map<string, HostPace>()

  function of(hostname: string): HostPace {
    let pace = paces.get(hostname)
    if (!pace) {
      pace = createHostPace(settings)
      paces.set(hostname, pace)
    }
    return pace
  }

  function tell(pace: HostPace, as: FetchOptions['as'], sent: Sent, ms: number): void {
    if (sent.kind === 'failed') {
      if (sent.error === DEADLINE || isTimeout(sent.error)) pace.timedOut()
      return
    }
    const askedS = retryAfterOf(sent.headers, now())
    const isLimit = sent.status === 429 || (sent.status === 503 && askedS !== null)
    if (isLimit) pace.overloaded(askedS === null ? null : askedS * 1000)
    else pace.answered(as, ms)
  }

  return {
    of,
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
        tell(of(request.url.hostname), as, result.sent, performance.now() - before)
        return result
      },
    }),
  }
}
