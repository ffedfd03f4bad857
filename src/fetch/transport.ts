/**
 * How one request travels: over undici's pool, by IPv4 alone where IPv6 is silent, over HTTP/2 where HTTP/1.1 is refused,
 * and once more with the lenient reader where the strict parser refuses the answer, its head or the framing of its body.
 */
import { Agent, errors } from 'undici'
import type { Notice } from '../model/exchange.ts'
import type { Connector } from './connect.ts'
import { isFramingFault, isProtocolRefusal, type Phase } from './failure.ts'
import { targetOf } from './open-socket.ts'
import { readOn } from './read-on.ts'
import { type Request, type Sent, send } from './send.ts'
import { sendLeniently } from './send-leniently.ts'
import { sendOverHttp2 } from './send-over-http2.ts'

export interface Transport {
  /** Never rejects. `phase` is how far a failed request came. */
  send(request: Request, notices: Notice[]): Promise<{ sent: Sent; phase: Phase }>
  close(): Promise<void>
}

/** An IPv6 address that accepts a connection gets this share of the exchange to answer before IPv4 is tried. */
const IPV6_PATIENCE_SHARE = 1 / 3
const IPV6_PATIENCE_LIMIT_MS = 8_000

const IPV6_SILENT = new Error('The IPv6 address does not answer.')

export function createTransport(
  connector: Connector,
  settings: { hostConcurrency: number; requestTimeoutMs: number },
): Transport {
  const ipv6PatienceMs = Math.min(settings.requestTimeoutMs * IPV6_PATIENCE_SHARE, IPV6_PATIENCE_LIMIT_MS)
  const agents = new Map<'any' | 'ipv4', Agent>()

  function agentFor(family: 'any' | 'ipv4'): Agent {
    let agent = agents.get(family)
    if (!agent) {
      agent = new Agent({
        connections: settings.hostConcurrency,
        pipelining: 1,
        // Our own clock holds all deadlines: undici's are between bytes, not from end to end.
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: 4_000,
        keepAliveMaxTimeout: 10_000,
        connect: (target, callback) => {
          connector.connect(targetOf(target), (error, socket) => {
            if (socket) callback(null, socket)
            else callback(error ?? new Error('No socket was made.'), null)
          })
        },
      })
      agents.set(family, agent)
    }
    return agent
  }

  /** Sends by whatever family answers; tells where IPv6 did not and IPv4 did. */
  async function sendByFamily(request: Request, notices: Notice[]): Promise<Sent> {
    const state = connector.of(targetOf(request.url))
    if (state.http2Only) return sendOverHttp2(connector, request)
    if (state.ipv4Only) return send(agentFor('ipv4'), request, connector.lastRead)

    const patience = new AbortController()
    const timer = setTimeout(() => {
      if (state.hasBothFamilies && state.family === 6 && state.phase !== 'connect') patience.abort(IPV6_SILENT)
    }, ipv6PatienceMs)
    const sent = await send(
      agentFor('any'),
      { ...request, signal: AbortSignal.any([request.signal, patience.signal]) },
      connector.lastRead,
    )
    clearTimeout(timer)
    if (sent.kind === 'answer' || sent.error !== IPV6_SILENT) return sent

    state.ipv4Only = true
    const before = performance.now()
    const second = await send(agentFor('ipv4'), request, connector.lastRead)
    // As slow by IPv4: the server is slow, and IPv6 is not to blame.
    if (second.kind === 'answer' && performance.now() - before < ipv6PatienceMs)
      notices.push({
        kind: 'ipv6-broken',
        host: request.url.hostname,
        detail: `the IPv6 address took the connection and did not answer within ${Math.round(ipv6PatienceMs / 100) / 10} s; IPv4 did`,
      })
    else state.ipv4Only = false
    return second
  }

  return {
    async send(request, notices) {
      let sent = await sendByFamily(request, notices)
      const state = connector.of(targetOf(request.url))
      if (sent.kind === 'failed' && !state.http2Only && isProtocolRefusal(sent.error)) {
        state.http2Only = true
        sent = await sendOverHttp2(connector, request)
      }
      const tell = (faults: string[]) => {
        const detail = faults.slice(0, 3).join('; ')
        const isTold = notices.some((notice) => notice.kind === 'header-invalid' && notice.detail === detail)
        if (detail !== '' && !isTold) notices.push({ kind: 'header-invalid', detail })
      }
      if (sent.kind === 'failed' && isParserError(sent.error)) {
        sent = await sendLeniently(connector, request)
        if (sent.kind === 'answer') tell(sent.faults)
      } else if (sent.kind === 'answer' && isSuccess(sent)) {
        // The body of any other answer is not worth a second request.
        sent = readOn(sent, {
          isFaulty: isFramingFault,
          again: () => sendLeniently(connector, request),
          signal: request.signal,
          onRescued: tell,
        })
      }
      const isUnsent = sent.kind === 'failed' && !sent.wasSent
      return { sent, phase: isUnsent ? state.phase : 'answer' }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}

/** llhttp and undici's own checks of the head. */
function isParserError(error: unknown): boolean {
  const code = codeOf(error)
  // Before an answer a mismatch of lengths is one inside the head: two Content-Length lines.
  const isHeadFault = code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  return isHeadFault || error instanceof errors.HTTPParserError
}

function isSuccess({ status }: { status: number }): boolean {
  return status >= 200 && status < 300
}

function codeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return typeof code === 'string' ? code : ''
}
