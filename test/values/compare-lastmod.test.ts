import { describe, expect, it } from 'vitest'
import { compareLastmod } from '#src/values/compare-lastmod.ts'

describe('compareLastmod', () => {
  it.each([
    // Both with a time, at the coarser precision.
    ['2025-06-01T09:30:00Z', '2025-06-01T09:30:00Z', 'equal'],
    ['2025-06-01T09:30Z', '2025-06-01T09:30:59Z', 'equal'],
    ['2025-06-01T09:30:00Z', '2025-06-01T09:30:00.999Z', 'equal'],
    ['2025-06-01T09:30:00.12Z', '2025-06-01T09:30:00.123456Z', 'equal'],
    ['2025-06-01T09:30:00.12Z', '2025-06-01T09:30:00.13Z', 'stale'],
    ['2025-06-01T11:30:00+02:00', '2025-06-01T09:30:00Z', 'equal'],
    ['2025-06-01T09:30:00Z', '2025-06-01T09:30:01Z', 'stale'],
    ['2025-06-02T09:30:00Z', '2025-06-01T09:30:00Z', 'equal'],
    ['2025-06-02T09:30:01Z', '2025-06-01T09:30:00Z', 'ahead'],
    // A zone label: quarter hours up to 14 h, and another label or the same minute and second.
    ['2025-06-01T09:30:00+02:00', '2025-06-01T09:30:00Z', 'zone'],
    ['2025-06-01T09:30:00+05:45', '2025-06-01T09:30:00+00:00', 'zone'],
    ['2025-06-01T07:13:42Z', '2025-06-01T09:13:42Z', 'zone'],
    ['2025-06-01T07:00:00Z', '2025-06-01T09:00:00Z', 'stale'],
    ['2025-06-01T07:13:42Z', '2025-06-01T09:28:42Z', 'stale'],
    ['2025-06-01T07:13:42Z', '2025-06-01T21:13:42Z', 'zone'],
    ['2025-06-01T07:13:42Z', '2025-06-01T22:13:42Z', 'stale'],
    ['2025-06-01T07:13:42+02:00', '2025-06-01T09:14:00Z', 'stale'],
    ['2025-06-01T09:30:00Z', '2025-06-01T09:30:00+02:00', 'equal'],
    // One with a time: on its own calendar day, one day either way.
    ['2025-06-01', '2025-06-02T23:00:00+02:00', 'equal'],
    ['2025-06-01', '2025-06-03T00:30:00+02:00', 'stale'],
    ['2025-06-03T10:00:00Z', '2025-06-02', 'equal'],
    ['2025-06-04T00:00:00+14:00', '2025-06-02', 'ahead'],
    ['2025-06-01T10:00:00Z', '2025-06-02', 'equal'],
    ['2025-06-01T10:00:00Z', '2025-06-03', 'stale'],
    // Both bare.
    ['2025-06-01', '2025-06-01', 'equal'],
    ['2025-06-02', '2025-06-01', 'equal'],
    ['2025-06-03', '2025-06-01', 'ahead'],
    ['2025-06-01', '2025-06-02', 'stale'],
    ['2025-06', '2025-06-20', 'equal'],
    ['2025-06', '2025-07-01', 'stale'],
    ['2025', '2025-12-31', 'equal'],
    ['2024-12', '2025', 'stale'],
    ['2025-12', '2025', 'equal'],
    // What cannot be compared.
    [null, '2025-06-01', 'not-compared'],
    ['2025-06-01', null, 'not-compared'],
    ['2025-06-01 10:00:00', '2025-06-01', 'not-compared'],
    ['2025-06-01', 'NaN', 'not-compared'],
    ['2025-06-01T09:30:00Z', 'Sun, 01 Jun 2025 09:30:00 GMT', 'equal'],
    ['Sun, 01 Jun 2025 09:30:00 GMT', '2025-06-01', 'not-compared'],
  ])('an index of %s against a newest entry of %s is %s', (index, newest, verdict) => {
    expect(compareLastmod(index, newest)).toBe(verdict)
  })

  it('tells of a child that was cut only what is proved by what was read', () => {
    expect(compareLastmod('2025-06-01', '2025-06-02', false)).toBe('stale')
    expect(compareLastmod('2025-06-01', '2025-06-01', false)).toBe('not-compared')
    expect(compareLastmod('2025-07-01', '2025-06-01', false)).toBe('not-compared')
  })
})
