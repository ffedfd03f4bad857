/** The audited site as audit/ meets it: one exchange at a time, guarded, paced, within its deadline. */
import type { Ending, Exchange, Fetcher, FetchOptions, HeaderLines, Notice } from '../model/exchange.ts'
import type { Hop } from '../model/report.ts'
import {
  PAGE_READ_LIMIT_BYTES,
  REDIRECT_LIMIT,
  ROBOTS_REDIRECT_LIMIT,
  ROBOTS_SIZE_LIMIT_BYTES,
} from '../model/standards.ts'
import { createAddressGuard } from './address-guard.ts'
import { type Attempted, attempt, discard, type Patience } from './attempt.ts'
import { CANCELLED, createBody, DEADLINE } from './body.ts'
import { CHALLENGE_PEEK_BYTES, findChallengeInHeaders, findChallengeInHtml, mayBeChallengePage } from './challenge.ts'
import { createConnector } from './connect.ts'
import { createChainCookies } from './cookies.ts'
import { createHostLimits, type HostLimits } from './host-limits.ts'
import { createHostPaces } from './host-paces.ts'
import { parseHttpDate } from './http-date.ts'
import { holdToMinimumRate, MINIMUM_RATE } from './minimum-rate.ts'
import { readRedirect, withoutUserInfo } from './redirect.ts'
import type { Sent } from './send.ts'
import type { FetchSettings } from './settings.ts'
import { createTransport, type Transport } from './transport.ts'

/** What belongs to one audit. */
export interface AuditIdentity {
  /** Instead of the setting's. */
  userAgent?: string | null
  /** Sent to the audited origin and nowhere else. */
  headers?: Record<string, string>
  /** Cancels every exchange of the audit. */
  signal?: AbortSignal
  /** Unix ms; default the system's clock. */
  now?: () => number
  /** What all audits of this process share. Default: of this fetcher alone. */
  limits?: HostLimits
  /** Told once, in one phrase, when a request could not be made by our own fault. */
  onOwnFault?: (detail: string) => void
}

export interface ClosableFetcher extends Fetcher {
  /** Ends the idle connections at once; without it they end by themselves within seconds. */
  close(): Promise<void>
}

const ACCEPT: Record<FetchOptions['as'], string> = {
  robots: 'text/plain, */*;q=0.5',
  sitemap: 'application/xml, text/xml, text/plain;q=0.9, */*;q=0.8',
  page: 'text/html, application/xhtml+xml, */*;q=0.8',
}
type Answered = Extract<Sent, { kind: 'answer' }>

const RETRIES = 2

/**
 * Makes the fetcher of one audit. An exchange holds one of its host's places (`hostConcurrency`) until its body was read
 * or cancelled, and its deadline does not count the waiting for places.
 */
export function createFetcher(settings: FetchSettings, audit: AuditIdentity = {}): ClosableFetcher {
  const now = audit.now ?? Date.now
  const guard = createAddressGuard(settings)
  const connectTimeoutMs = Math.min(settings.connectTimeoutMs ?? 10_000, settings.requestTimeoutMs)
  const connector = createConnector(guard, { connectTimeoutMs, extraCa: settings.extraCa ?? [] })
  const transport = createTransport(connector, settings)
  const retryDelayMs = settings.retryDelayMs ?? 300
  const waitLimitMs = settings.retryAfterLimitMs ?? 10_000
  const concurrency = settings.hostConcurrency
  const limits = audit.limits ?? createHostLimits({ concurrency })
  const paces = createHostPaces({ concurrency, firstPauseMs: retryDelayMs, waitLimitMs }, limits, now)
  const totals = { requests: 0, bytes: 0, ms: 0 }
  let unmade: ReturnType<NonNullable<Fetcher['unmade']>> = null
  const counted: Transport = {
    ...transport,
    send(request, notices) {
      totals.requests++
      return transport.send(request, notices)
    },
  }

  function headersFor(
    url: URL,
    { as, userAgent, condition }: FetchOptions,
    cookie: string | null,
  ): Record<string, string> {
    const headers: Record<string, string> & { cookie?: string; 'user-agent': string } = {
      'user-agent': audit.userAgent ?? settings.userAgent,
      accept: ACCEPT[as],
      'accept-encoding': 'gzip, deflate, br',
    }
    if (condition?.finalUrl === url.href) {
      if (condition.etag !== null) headers['if-none-match'] = condition.etag
      if (condition.lastModified !== null) headers['if-modified-since'] = condition.lastModified
    }
    if (url.origin === fetcher.origin)
      for (const [name, value] of Object.entries(audit.headers ?? {})) headers[name.toLowerCase()] = value
    if (userAgent !== undefined) headers['user-agent'] = userAgent
    if (cookie !== null) headers.cookie = headers.cookie ? `${headers.cookie}; ${cookie}` : cookie
    return headers
  }

  async function get(given: string, options: FetchOptions): Promise<Exchange> {
    let start = performance.now()
    const stop = new AbortController()
    const signals = [audit.signal, options.signal].filter((signal) => signal !== undefined)
    const onCancel = () => stop.abort(CANCELLED)
    for (const signal of signals) signal.addEventListener('abort', onCancel)
    if (signals.some((signal) => signal.aborted)) onCancel()
    let timer: NodeJS.Timeout | undefined
    let deadlineAt = Number.POSITIVE_INFINITY
    const patience: Patience = {
      retriesLeft: RETRIES,
      waitLeftMs: waitLimitMs,
      retryDelayMs,
      signal: stop.signal,
      leftMs: () => deadlineAt - performance.now(),
      pausedMs: (hostname) => limits.pausedMs(hostname),
      now,
    }
    let giveBack = () => {}
    const onDeadline = () => {
      stop.abort(DEADLINE)
      // A body that nobody has begun to read keeps no place.
      giveBack()
      giveBack = () => {}
    }
    const release = () => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', onCancel)
      giveBack()
      giveBack = () => {}
      // Ends what is still under way; without effect on what has ended.
      stop.abort(CANCELLED)
      totals.ms += Math.round(performance.now() - start)
    }

    const hops: Hop[] = []
    const notices: Notice[] = []
    const cookies = createChainCookies()
    const seen = new Set<string>()
    let isSendingCookies = false
    /** The host at which this exchange has a place: it keeps it over redirects within the host. */
    let placeAt: string | null = null
    let last: { status: number | null; headers: HeaderLines } = { status: null, headers: [] }
    const asked = URL.parse(given)
    let url = asked && withoutUserInfo(asked)

    function exchangeOf(ending: Ending): Exchange {
      const date = last.headers.find(([name]) => name === 'date')?.[1]
      return {
        url: given,
        finalUrl: url?.href ?? given,
        hops,
        ...last,
        ending,
        notices,
        challenge: findChallengeInHeaders(last.headers),
        retryAfterS: null,
        body: null,
        receivedAtMs: now(),
        dateMs: date === undefined ? null : parseHttpDate(date),
        ms: Math.round(performance.now() - start),
      }
    }
    const finish = (ending: Ending) => {
      release()
      return exchangeOf(ending)
    }

    if (!url) return finish({ kind: 'refused', url: given, detail: 'this is no absolute URL' })
    const limit = options.as === 'robots' ? ROBOTS_REDIRECT_LIMIT : REDIRECT_LIMIT

    while (true) {
      url.hash = ''
      last = { status: null, headers: [] }
      const refusal = guard.refusal(url, fetcher.origin)
      if (refusal !== null) return finish({ kind: 'refused', url: url.href, detail: refusal })
      seen.add(url.href)
      if (url.hostname !== placeAt || limits.pausedMs(url.hostname) > 0) {
        giveBack()
        giveBack = () => {}
        // Neither the deadline nor the time it took counts what was waited for out of politeness.
        clearTimeout(timer)
        const from = performance.now()
        const isVisit = options.as === 'page' && hops.length === 0
        const place = await paces.take(url.hostname, { isVisit, isUnderWay: hops.length > 0, signal: stop.signal })
        if (place) giveBack = place
        if (!place || stop.signal.aborted || paces.of(url.hostname).givenUp()) return finish({ kind: 'cancelled' })
        placeAt = url.hostname
        const at = performance.now()
        start += at - from
        deadlineAt = Math.min(deadlineAt + (at - from), at + settings.requestTimeoutMs)
        timer = setTimeout(onDeadline, Math.max(0, deadlineAt - at))
      }

      const headers = headersFor(url, options, isSendingCookies ? cookies.for(url) : null)
      const attempted: Attempted = await attempt(paces.watch(counted, options.as), url, headers, patience, notices)
      if (attempted.kind === 'cancelled') return finish({ kind: 'cancelled' })
      if (attempted.kind === 'refused') return finish({ ...attempted, url: url.href })
      if (attempted.kind === 'unable') {
        if (unmade === null) audit.onOwnFault?.(attempted.detail)
        unmade = { requests: (unmade?.requests ?? 0) + 1, detail: attempted.detail }
        return finish({ kind: 'cancelled' })
      }
      if (attempted.kind === 'unreachable') {
        const { reason, detail } = attempted.failure
        return finish({ kind: 'unreachable', reason, detail })
      }
      const { sent, retryAfterS } = attempted
      last = { status: sent.status, headers: sent.headers }
      cookies.keep(url, sent.headers)

      if (sent.status === 304 && options.condition?.finalUrl === url.href) {
        await discard(sent)
        return finish({ kind: 'answer' })
      }
      const redirect = readRedirect(url, sent.status, sent.headers)
      if (redirect.kind === 'none') {
        if (isSendingCookies) notices.push({ kind: 'cookie-needed', url: hops[0]?.url ?? url.href })
        return await answer(sent, retryAfterS)
      }
      await discard(sent)
      if (redirect.kind === 'broken') return finish({ kind: 'redirect-broken', detail: redirect.detail })
      notices.push(...redirect.notices)
      const target = redirect.url
      target.hash = ''
      if (seen.has(target.href)) {
        if (isSendingCookies || cookies.isEmpty())
          return finish({ kind: 'redirect-loop', detail: `the redirects lead back to ${target.href}` })
        isSendingCookies = true
        seen.clear()
      }
      if (hops.length >= limit) return finish({ kind: 'redirect-limit', detail: `more than ${limit} redirects` })
      hops.push({ status: sent.status, url: url.href })
      url = target
    }

    async function answer(sent: Answered, retryAfterS: number | null): Promise<Exchange> {
      const exchange = exchangeOf({ kind: 'answer' })
      const held = holdToMinimumRate(sent.body, settings.minimumRate ?? MINIMUM_RATE, (reason) => stop.abort(reason))
      const body = createBody(held, {
        headers: last.headers,
        maxBytes: options.maxBytes ?? budgetOf(options.as, settings),
        timeoutMs: settings.requestTimeoutMs,
        surplus: sent.surplus,
        onBytes: (count) => {
          totals.bytes += count
        },
        onEnd: release,
      })
      if (exchange.challenge === null && mayBeChallengePage(last.headers))
        exchange.challenge = findChallengeInHtml(await body.peek(CHALLENGE_PEEK_BYTES))
      return { ...exchange, retryAfterS, body }
    }
  }

  const fetcher: ClosableFetcher = {
    get,
    setPace: (hostname, { crawlDelayS }) => paces.of(hostname).setCrawlDelay(crawlDelayS),
    givenUpHosts: paces.givenUp,
    unmade: () => unmade,
    origin: null,
    totals,
    close: () => transport.close(),
  }
  return fetcher
}

function budgetOf(as: FetchOptions['as'], settings: FetchSettings): number {
  switch (as) {
    // Lines behind the limit are still looked at, to say that they may be ignored.
    case 'robots':
      return Math.min(8 * ROBOTS_SIZE_LIMIT_BYTES, settings.maxDocumentBytes)
    case 'page':
      return Math.min(PAGE_READ_LIMIT_BYTES, settings.maxDocumentBytes)
    case 'sitemap':
      return settings.maxDocumentBytes
  }
}
