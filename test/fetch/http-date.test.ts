import { describe, expect, it } from 'vitest'
import { parseHttpDate, parseRetryAfter } from '#src/fetch/http-date.ts'

describe('parseHttpDate', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'reads "%s"',
    (text) => expect(parseHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37)),
  )

  it.each(['', '1994-11-06', 'Sun, 06 Nov 1994 08:49:37', 'Sun, 06 Nov 1994 08:49:37 +0000', 'now', '784111777'])(
    'does not guess at "%s"',
    (text) => expect(parseHttpDate(text)).toBeNull(),
  )
})

describe('parseRetryAfter', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 0)
  it.each([
    ['60', 60],
    ['0', 0],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
    ['1m30s', null],
    ['-1', null],
    ['1.5', null],
    ['', null],
  ])('takes "%s" as %s', (text, seconds) => expect(parseRetryAfter(text, now)).toBe(seconds))
})
