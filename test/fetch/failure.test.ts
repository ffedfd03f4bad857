import { describe, expect, it } from 'vitest'
import { codedError, describeFailure, timeoutOf } from '#src/fetch/failure.ts'

const coded = (code: string) => codedError(code, `${code} 192.0.2.1:443 - secret detail`)

describe('describeFailure', () => {
  it.each([
    [coded('ENETUNREACH'), 'other'],
    [coded('ETIMEDOUT'), 'timeout-connect'],
    [coded('EPIPE'), 'reset'],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
    [coded('CERT_NOT_YET_VALID'), 'tls-expired'],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'tls-self-signed'],
    [coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'tls-incomplete-chain'],
    [new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]), 'refused-connection'],
    [
      Object.assign(new AggregateError([coded('ENETUNREACH'), coded('ETIMEDOUT')]), { code: 'ENETUNREACH' }),
      'timeout-connect',
    ],
    [new TypeError('failed', { cause: coded('ECONNRESET') }), 'reset'],
    [new Error('no code'), 'other'],
    ['a string', 'other'],
    [null, 'other'],
  ] as const)('names %s as %s, and says nothing of what the message held', (error, reason) => {
    const failure = describeFailure(error, 'answer')
    expect(failure.reason).toBe(reason)
    expect(failure.detail).not.toContain('secret')
    expect(failure.detail).not.toContain('192.0.2.1')
  })

  it('tells a connection that is closed in the TLS handshake from one that is closed later', () => {
    expect(describeFailure(coded('ECONNRESET'), 'handshake').reason).toBe('tls')
    expect(describeFailure(coded('ECONNRESET'), 'answer').reason).toBe('reset')
  })

  it('quotes the name that OpenSSL has for a fault', () => {
    const error = codedError(
      'EPROTO',
      'write EPROTO 40:error:0A000410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:../deps/x.c:1:',
    )
    expect(describeFailure(error, 'handshake').detail).toBe('the TLS handshake failed (sslv3 alert handshake failure)')
  })
})

describe('timeoutOf', () => {
  it.each([
    ['resolve', 'dns'],
    ['connect', 'timeout-connect'],
    ['handshake', 'timeout-connect'],
    ['answer', 'timeout-answer'],
  ] as const)('in the phase %s is %s', (phase, reason) => expect(timeoutOf(phase).reason).toBe(reason))
})
