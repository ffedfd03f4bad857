/** One POST to an address that a caller named: guarded like every request of an audit, and read no further than its status. */
import { Agent } from 'undici'
import { createAddressGuard } from './address-guard.ts'
import { createConnector } from './connect.ts'
import { describeFailure, REFUSED_CODE } from './failure.ts'
import { targetOf } from './open-socket.ts'
import type { FetchSettings } from './settings.ts'

/** How a POST ended. `detail` is one phrase in our own words, and says nothing of path, query or user info. */
export type PostOutcome =
  /** Redirects are not followed: they are an answer like every other. */
  | { kind: 'answer'; status: number }
  /** By the address guard; nothing was sent. */
  | { kind: 'refused'; detail: string }
  | { kind: 'unreachable'; detail: string }
  /** The caller's signal. */
  | { kind: 'cancelled' }

export interface PostRequest {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

export interface Poster {
  /** Never rejects. */
  post(url: string, request: PostRequest): Promise<PostOutcome>
  close(): Promise<void>
}

type Settings = Pick<
  FetchSettings,
  'allowNetworks' | 'connectTo' | 'allowPorts' | 'resolve' | 'userAgent' | 'connectTimeoutMs' | 'extraCa'
>

/** Wall clock from the first try to connect to the status line, ms. */
const DEADLINE_MS = 10_000
/** So much of an answer is read, so that the connection can be kept; what is longer is cut off. */
const ANSWER_LIMIT_BYTES = 16_384
const ANSWER_LIMIT_MS = 1_000
const DEADLINE = new Error('The deadline has passed.')

/** @param deadlineMs wall clock for each POST */
export function createPoster(settings: Settings, deadlineMs = DEADLINE_MS): Poster {
  const guard = createAddressGuard(settings)
  const connector = createConnector(guard, {
    connectTimeoutMs: Math.min(settings.connectTimeoutMs ?? deadlineMs, deadlineMs),
    extraCa: settings.extraCa ?? [],
  })
  const agent = new Agent({
    pipelining: 1,
    // Our own clock holds the deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 4_000,
    connect: (target, callback) => {
      connector.connect(targetOf(target), (error, socket) => {
        if (socket) callback(null, socket)
        else callback(error ?? new Error('No socket was made.'), null)
      })
    },
  })

  return {
    async post(given, { headers, body, signal }) {
      const url = URL.parse(given)
      if (!url) return { kind: 'refused', detail: 'this is no absolute URL' }
      const refusal = guard.refusal(url, null)
      if (refusal !== null) return { kind: 'refused', detail: refusal }
      if (signal.aborted) return { kind: 'cancelled' }

      const stop = new AbortController()
      const cancel = () => stop.abort(signal.reason)
      signal.addEventListener('abort', cancel)
      const timer = setTimeout(() => stop.abort(DEADLINE), deadlineMs)
      try {
        const answer = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          headers: { 'user-agent': settings.userAgent, ...headers },
          body,
          signal: stop.signal,
        })
        const limits = AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)])
        // The status is the answer; how the rest of it ends says nothing.
        await answer.body.dump({ limit: ANSWER_LIMIT_BYTES, signal: limits }).catch(() => {})
        return { kind: 'answer', status: answer.statusCode }
      } catch (error) {
        if (signal.aborted) return { kind: 'cancelled' }
        if (stop.signal.aborted) return { kind: 'unreachable', detail: `no answer came within ${deadlineMs / 1000} s` }
        if (isRefusal(error)) return { kind: 'refused', detail: error.message }
        return { kind: 'unreachable', detail: describeFailure(error, connector.of(targetOf(url)).phase).detail }
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
      }
    },
    close: () => agent.destroy(),
  }
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === REFUSED_CODE
}
