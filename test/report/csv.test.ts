import { describe, expect, it } from 'vitest'
import { toCsvRow } from '#src/report/csv.ts'

describe('a row of CSV', () => {
  it.each([
    [['a', 1, true, null, ''], 'a,1,true,,\r\n'],
    [['a,b', 'say "x"'], '"a,b","say ""x"""\r\n'],
    [[-1, 0.5], '-1,0.5\r\n'],
    [['ü€😀'], 'ü€😀\r\n'],
  ])('writes %j', (cells, row) => {
    expect(toCsvRow(cells)).toBe(row)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\uff1d1', '=cmd|"/c calc"!A1'])(
    'guards %s against spreadsheets',
    (text) => {
      expect(toCsvRow([text]).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('shows control characters as escapes, so that a row is one line', () => {
    expect(toCsvRow(['a\nb\r\n\t\u0000\u0085\u2028\u001b[31m'])).toBe(
      'a\\u000ab\\u000d\\u000a\\u0009\\u0000\\u0085\\u2028\\u001b[31m\r\n',
    )
    expect(toCsvRow(['\t=1'])).toBe("'\\u0009=1\r\n")
  })
})
