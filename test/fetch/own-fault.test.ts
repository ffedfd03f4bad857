import { describe, expect, it } from 'vitest'
import { codedError, DNS_CODE } from '#src/fetch/failure.ts'
import { ownFaultOf } from '#src/fetch/own-fault.ts'

const coded = (code: string) => codedError(code, 'connect, to wherever')

describe('ownFaultOf', () => {
  it.each([
    [coded('EMFILE'), true],
    [codedError(DNS_CODE, 'EMFILE'), true],
    [new TypeError('failed', { cause: coded('ENOBUFS') }), true],
    [new AggregateError([coded('ECONNREFUSED'), coded('EMFILE')]), true],
    [coded('ENETUNREACH'), false],
    [new AggregateError([coded('ENETUNREACH'), coded('ENETUNREACH')]), false],
    [new AggregateError([coded('ENETUNREACH'), coded('EADDRNOTAVAIL')]), false],
  ])('%s is ours, and may be over soon: %s', (error, isPassing) => {
    expect(ownFaultOf(error)).toEqual({ detail: expect.stringMatching(/^(this|the network of this) /), isPassing })
  })

  it.each([
    [new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')])],
    [new AggregateError([coded('ETIMEDOUT'), coded('ENETUNREACH')])],
    [new AggregateError([])],
    [coded('EHOSTUNREACH')],
    [codedError(DNS_CODE, 'ENOTFOUND')],
    [new Error('no code')],
    ['a string'],
    [null],
  ])('%s may be the fault of the site', (error) => {
    expect(ownFaultOf(error)).toBeNull()
  })
})
