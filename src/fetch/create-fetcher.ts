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

/** The deadline passed between two hops. */
const OVERDUE = { reason: 'timeout-answer', detail: 'the redirects did not end in time' } as const

/**
 * Makes the fetcher of one audit. An exchange holds one of its host's places (`hostConcurrency`) until its body was read
 * or cancelled, and its deadline counts from the moment it has that place.
 */
export function createFetcher(settings: FetchSettings, audit: AuditIdentity = {}): ClosableFetcher {
  const now = audit.now ?? Date.now
  const guard = createAddressGuard(settings)
  const connectTimeoutMs = Math.min(settings.connectTimeoutMs ?? 10_000, settings.requestTimeoutMs)
  const connector = createConnector(guard, { connectTimeoutMs, extraCa: settings.extraCa ?? [] })
  const transport = createTransport(connector, settings)
  const retryDelayMs = settings.retryDelayMs ?? 300
  const waitLimitMs = settings.retryAfterLimitMs ?? 10_000
  const paces = createHostPaces({ concurrency: settings.hostConcurrency, firstPauseMs: retryDelayMs, waitLimitMs }, now)
  const totals = { requests: 0, bytes: 0, ms: 0 }
  const counted: Transport = {
    ...transport,
    send(request, notices) {
      totals.requests++
      return transport.send(request, notices)
    },
  }

  function headersFor(url: URL, { as, userAgent }: FetchOptions, cookie: string | null): Record<string, string> {
    const headers: Record<string, string> & { cookie?: string; 'user-agent': string } = {
      'user-agent': audit.userAgent ?? settings.userAgent,
      accept: ACCEPT[as],
      'accept-encoding': 'gzip, deflate, br',
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
      now,
    }
    let giveBack = () => {}
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
      giveBack()
      giveBack = () => {}
      const pace = paces.of(url.hostname)
      // A page and its redirects are one visit.
      const place = await pace.take(options.as === 'page' && hops.length === 0, stop.signal)
      if (place) giveBack = place
      if (stop.signal.aborted && stop.signal.reason === CANCELLED) return finish({ kind: 'cancelled' })
      if (!place) return finish({ kind: 'unreachable', ...OVERDUE })
      if (pace.givenUp()) return finish({ kind: 'cancelled' })
      if (!timer) {
        // Neither the deadline nor the time it took counts what was waited for out of politeness.
        start = performance.now()
        deadlineAt = start + settings.requestTimeoutMs
        timer = setTimeout(() => stop.abort(DEADLINE), settings.requestTimeoutMs)
      }

      const headers = headersFor(url, options, isSendingCookies ? cookies.for(url) : null)
      const attempted: Attempted = await attempt(paces.watch(counted, options.as), url, headers, patience, notices)
      if (attempted.kind === 'cancelled') return finish({ kind: 'cancelled' })
      if (attempted.kind === 'refused') return finish({ ...attempted, url: url.href })
      if (attempted.kind === 'unreachable') {
        const { reason, detail } = attempted.failure
        return finish({ kind: 'unreachable', reason, detail })
      }
      const { sent, retryAfterS } = attempted
      last = { status: sent.status, headers: sent.headers }
      cookies.keep(url, sent.headers)

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
