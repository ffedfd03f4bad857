/** Faults of a connection as expected endings: an error code of Node, OpenSSL or undici -> reason and one phrase. */
import type { UnreachableReason } from '../model/exchange.ts'

/** Where an attempt stood when it failed or ran out of time. */
export type Phase = 'resolve' | 'connect' | 'handshake' | 'answer'

export interface Failure {
  reason: UnreachableReason
  /** One phrase in our own words, without the site's. */
  detail: string
  /** May end otherwise when it is tried again. */
  isTransient: boolean
}

/** How our own code marks an error that the guard or a deadline made, so that it comes through undici unchanged. */
export const REFUSED_CODE = 'SITEMAP_AUDITOR_REFUSED'
export const DNS_CODE = 'SITEMAP_AUDITOR_DNS'
/** Its message is the phase that took too long. */
export const CONNECT_TIMEOUT_CODE = 'SITEMAP_AUDITOR_CONNECT_TIMEOUT'

/** An error with a code, for what has to travel through someone else's callback. */
export function codedError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code })
}

const CERTIFICATE_REASONS: Record<string, [UnreachableReason, string]> = {
  CERT_HAS_EXPIRED: ['tls-expired', 'the certificate has expired'],
  CERT_NOT_YET_VALID: ['tls-expired', 'the certificate is not valid yet'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls-wrong-host', 'the certificate is for another host'],
  HOSTNAME_MISMATCH: ['tls-wrong-host', 'the certificate is for another host'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls-self-signed', 'the certificate is signed by itself'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls-self-signed', 'the certificate chain ends in an authority that is not trusted'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'tls-incomplete-chain',
    'the server does not send the intermediate certificate, or its authority is not trusted',
  ],
  UNABLE_TO_GET_ISSUER_CERT: ['tls-incomplete-chain', 'a certificate between the server and its authority is missing'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'tls-incomplete-chain',
    'the authority of the certificate is missing from the chain or not trusted',
  ],
  CERT_REVOKED: ['tls', 'the certificate has been revoked'],
  CERT_UNTRUSTED: ['tls', 'the certificate is not trusted'],
  CERT_SIGNATURE_FAILURE: ['tls', 'the signature of the certificate is wrong'],
  INVALID_PURPOSE: ['tls', 'the certificate is not meant for a server'],
  EE_KEY_TOO_SMALL: ['tls', 'the key of the certificate is too short'],
  CA_MD_TOO_WEAK: ['tls', 'the certificate is signed with a weak digest'],
}

/** Names an error that ended an attempt before there was an answer. */
export function describeFailure(error: unknown, phase: Phase): Failure {
  const { code, message } = unwrap(error)
  const certificate = CERTIFICATE_REASONS[code]
  if (certificate) return { reason: certificate[0], detail: certificate[1], isTransient: false }
  if (code === DNS_CODE) return describeDns(message)
  if (code === CONNECT_TIMEOUT_CODE) return timeoutOf(message as Phase)
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return { reason: 'timeout-connect', detail: 'no connection was made in time', isTransient: false }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return timeoutOf(phase)
  if (code === 'ECONNREFUSED')
    return { reason: 'refused-connection', detail: 'the connection was refused', isTransient: false }
  if (isProtocolRefusal(error))
    return {
      reason: 'http2-only',
      detail: 'it refuses HTTP/1.1 in the TLS handshake, and HTTP/2 too',
      isTransient: false,
    }
  if (code.startsWith('ERR_HTTP2_')) {
    const detail = `it refuses HTTP/1.1, and the exchange over HTTP/2 failed: ${code.slice(10).toLowerCase().replaceAll('_', ' ')}`
    return { reason: 'http2-only', detail, isTransient: false }
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW')
    return { reason: 'header-invalid', detail: 'the answer is no HTTP that can be read', isTransient: false }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO')
    return { reason: 'tls', detail: `the TLS handshake failed (${tlsPhrase(code, message)})`, isTransient: false }
  if (NO_WAY_CODES.includes(code))
    return { reason: 'other', detail: 'there is no way to the address', isTransient: false }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') {
    if (phase === 'handshake')
      return { reason: 'tls', detail: 'the connection was closed during the TLS handshake', isTransient: true }
    return { reason: 'reset', detail: 'the connection was closed before an answer came', isTransient: true }
  }
  return { reason: 'other', detail: `the request failed (${code || 'no code'})`, isTransient: false }
}

/** True where the other side kept silent: a wait that our own deadlines or the system's ended. */
export function isTimeout(error: unknown): boolean {
  return ['ETIMEDOUT', CONNECT_TIMEOUT_CODE, 'UND_ERR_CONNECT_TIMEOUT'].includes(unwrap(error).code)
}

/** True where the handshake failed because the server speaks none of the protocols that were offered (RFC 7301, 3.2). */
export function isProtocolRefusal(error: unknown): boolean {
  const { code, message } = unwrap(error)
  return code === 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL' || /no application protocol/i.test(message)
}

/**
 * True where what came of a body is no framing that the reader takes: our lenient reader's code, or undici's parser, which
 * fills in no code of its own. The end of the connection before that of the body is none.
 */
export function isFramingFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code
  if (typeof code === 'string') return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
  return error.name === 'HTTPParserError' && !error.message.includes('Invalid EOF state')
}

/** What ran out of time, by the phase it was in. */
export function timeoutOf(phase: Phase): Failure {
  switch (phase) {
    case 'resolve':
      return { reason: 'dns', detail: 'the name server did not answer in time', isTransient: false }
    case 'connect':
      return { reason: 'timeout-connect', detail: 'no connection was made in time', isTransient: false }
    case 'handshake':
      return { reason: 'timeout-connect', detail: 'the TLS handshake did not end in time', isTransient: false }
    case 'answer':
      return { reason: 'timeout-answer', detail: 'connected, but no answer came in time', isTransient: false }
  }
}

function describeDns(code: string): Failure {
  switch (code) {
    case 'ENOTFOUND':
      return { reason: 'dns', detail: 'the host name has no address', isTransient: false }
    case 'ENODATA':
      return { reason: 'dns', detail: 'the host name exists, but has no address', isTransient: false }
    case 'EAI_AGAIN':
    case 'ESERVFAIL':
    case 'ETIMEOUT':
      return { reason: 'dns', detail: 'the name server gave no answer', isTransient: true }
    default:
      return { reason: 'dns', detail: `the host name could not be resolved (${code})`, isTransient: false }
  }
}

/** No way out of our own network by this family: says nothing of the site where another address was tried too. */
const NO_WAY_CODES = ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL']

/** The cause that says most: attempts at several addresses are gathered in one AggregateError. */
function unwrap(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error.cause]
  const isTelling = (cause: unknown) => !NO_WAY_CODES.includes((cause as NodeJS.ErrnoException | null)?.code ?? '')
  const inner = causes.find(isTelling) ?? causes[0]
  if (inner instanceof Error && (code === undefined || error instanceof AggregateError)) return unwrap(inner)
  return { code: typeof code === 'string' ? code : '', message: error.message }
}

/** OpenSSL's own name for the fault, without its addresses and file names. */
function tlsPhrase(code: string, message: string): string {
  const named = /^ERR_SSL_(\w+)$/.exec(code)?.[1] ?? /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1]
  return named ? named.toLowerCase().replaceAll('_', ' ') : 'no common ground'
}
