/** Opens sockets, only to addresses that the guard has judged; one function for undici and for the lenient reader. */
import { connect as connectPlain, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net'
import {
  checkServerIdentity,
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  type SecureContext,
} from 'node:tls'
import type { AddressGuard } from './address-guard.ts'
import { CONNECT_TIMEOUT_CODE, codedError, DNS_CODE, type Phase, REFUSED_CODE } from './failure.ts'

/**
 * One address of several may be dead without a sign; after so long the next is tried. Longer than Node's 250 ms, which
 * gives up on addresses that are merely far away.
 */
const ATTEMPT_TIMEOUT_MS = 2_500

export interface Target {
  protocol: string
  /** As in the URL; IPv6 in brackets or not. */
  hostname: string
  port: number
  /** The one protocol that is offered in a TLS handshake. Default: HTTP/1.1. */
  alpn?: 'h2'
}

/** What is known of the connections to one host, over the whole audit. */
export interface HostConnections {
  /** How far the newest connection has come. */
  phase: Phase
  /** Family of the address connected to last. */
  family: 4 | 6 | null
  hasBothFamilies: boolean
  /** Leave IPv6 aside: it dropped connections, or accepted one and did not answer. */
  ipv4Only: boolean
  /** It refused HTTP/1.1 in the handshake. */
  http2Only: boolean
}

export interface Connector {
  /** Calls back once, with a socket ready for HTTP (after the TLS handshake) or an error with a code. */
  connect(target: Target, done: (error: Error | null, socket: Socket | null) => void): void
  /** State by host name and port. */
  of(target: Target): HostConnections
  /** What was read last from a socket of this connector: while a parser runs, what it is parsing. */
  lastRead(): Uint8Array | null
}

/** Makes the connector of one audit. */
export function createConnector(
  guard: AddressGuard,
  settings: { connectTimeoutMs: number; extraCa: string[] },
): Connector {
  const known = new Map<string, HostConnections>()
  let lastRead: Uint8Array | null = null
  const secureContext = settings.extraCa.length > 0 ? trustBesides(settings.extraCa) : undefined

  function of({ protocol, hostname, port }: Target): HostConnections {
    const id = `${protocol}//${hostname}:${port}`
    let state = known.get(id)
    if (!state) {
      state = { phase: 'resolve', family: null, hasBothFamilies: false, ipv4Only: false, http2Only: false }
      known.set(id, state)
    }
    return state
  }

  function watchReads(socket: Socket): Socket {
    const readOn = socket.read.bind(socket)
    socket.read = (size?: number) => {
      lastRead = readOn(size)
      return lastRead
    }
    return socket
  }

  return {
    of,
    lastRead: () => lastRead,
    connect(target, done) {
      const state = of(target)
      state.phase = 'resolve'
      let socket: Socket | null = null
      let isDone = false
      const finish = (error: Error | null) => {
        if (isDone) return
        isDone = true
        clearTimeout(timer)
        if (error) socket?.destroy()
        done(error, error ? null : socket)
      }
      const timer = setTimeout(() => finish(codedError(CONNECT_TIMEOUT_CODE, state.phase)), settings.connectTimeoutMs)

      guard.route(target.hostname, target.port).then((outcome) => {
        if (isDone) return
        if (outcome.kind === 'refused') return finish(codedError(REFUSED_CODE, outcome.detail))
        if (outcome.kind === 'dns') return finish(codedError(DNS_CODE, outcome.code))
        let { addresses } = outcome.route
        state.hasBothFamilies = addresses.some(isIPv6) && !addresses.every(isIPv6)
        if (state.ipv4Only && state.hasBothFamilies) addresses = addresses.filter((address) => !isIPv6(address))
        state.phase = 'connect'
        socket = watchReads(open(target, addresses, outcome.route.port, secureContext))
        socket.on('connectionAttemptTimeout', (_address: string, _port: number, family: number) => {
          // Not told: that we have no way out by IPv6 ourselves looks the same.
          if (family === 6) state.ipv4Only = true
        })
        socket.once('connect', () => {
          state.family = socket?.remoteFamily === 'IPv6' ? 6 : 4
          state.phase = target.protocol === 'https:' ? 'handshake' : 'answer'
        })
        socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          state.phase = 'answer'
          finish(null)
        })
        // A socket closed in the handshake may say so by its end alone.
        socket.on('error', finish)
        socket.once('close', () => finish(codedError('ECONNRESET', 'closed')))
      }, finish)
    },
  }
}

function open(target: Target, addresses: string[], port: number, secureContext: SecureContext | undefined): Socket {
  const hostname = target.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const [first = ''] = addresses
  const lookup: LookupFunction = (_host, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, first, isIP(first))
  }
  const options = {
    port,
    // An address is never looked up, and a name only in the list of judged addresses.
    host: addresses.length === 1 ? first : 'judged.invalid',
    lookup,
    autoSelectFamily: addresses.length > 1,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
    noDelay: true,
  }
  if (target.protocol !== 'https:') return connectPlain(options)
  return connectTls({
    ...options,
    // RFC 6066, 3: no addresses in SNI.
    servername: isIP(hostname) ? '' : hostname,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(hostname, certificate),
    ALPNProtocols: [target.alpn ?? 'http/1.1'],
    ...(secureContext ? { secureContext } : {}),
  })
}

/** Reading Node's list of authorities takes milliseconds: once for each set of further ones. */
const contexts = new Map<string, SecureContext>()

function trustBesides(extraCa: string[]): SecureContext {
  const id = extraCa.join('\n')
  let context = contexts.get(id)
  if (!context) {
    context = createSecureContext({ ca: [...getCACertificates('default'), ...extraCa] })
    contexts.set(id, context)
  }
  return context
}
