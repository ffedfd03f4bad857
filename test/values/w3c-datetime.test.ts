import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DatetimeFaultKind } from '#src/values/datetime-fault.ts'
import { readDatetime } from '#src/values/w3c-datetime.ts'

describe('readDatetime', () => {
  it.each([
    ['2025', 'year', null, Date.UTC(2025, 0)],
    ['2025-06', 'month', null, Date.UTC(2025, 5)],
    ['2025-06-01', 'day', null, Date.UTC(2025, 5, 1)],
    ['2025-06-01T09:30Z', 'minute', 0, Date.UTC(2025, 5, 1, 9, 30)],
    ['2025-06-01T09:30:15+02:00', 'second', 120, Date.UTC(2025, 5, 1, 7, 30, 15)],
    ['2025-06-01T09:30:15.123456-05:30', 'fraction', -330, Date.UTC(2025, 5, 1, 15, 0, 15, 123)],
    ['0001-01-01', 'day', null, Date.parse('0001-01-01')],
    ['1969-12-31T23:59:59Z', 'second', 0, -1000],
    ['2025-06-01T00:00:00+14:00', 'second', 840, Date.UTC(2025, 4, 31, 10)],
    ['2025-06-01T00:00:00-00:00', 'second', 0, Date.UTC(2025, 5, 1)],
  ])('reads %s', (text, precision, zone, epochMs) => {
    expect(readDatetime(text)).toMatchObject({ isValid: true, precision, zone, epochMs })
  })

  it.each([
    ['2025', false],
    ['2025-06', false],
    ['2025-06-01', true],
    ['2025-06-01T09:30Z', false],
    ['2025-06-01T09:30:15Z', true],
    ['2025-06-01T09:30:15', true],
    ['2025-06-01T09:30', false],
    ['2025-06-01Z', true],
    ['2025-06-01+14:00', true],
    ['2025-06-01T24:00:00', true],
    ['2025-06-01T24:00:00.000Z', true],
    ['2025-06-01T24:00:01Z', false],
    ['-0001-12-01T00:00:00Z', true],
    ['12025-06-01', true],
    ['02025-06-01', false],
    ['0000-01-01', false],
    ['2025-02-30', false],
    ['2025-06-01T09:30:60Z', false],
    ['2025-06-01T09:30:15+14:01', false],
    ['2025-06-01 09:30:15', false],
    ['2025-06-01T09:30:15+0200', false],
  ])('knows of %s whether the XSD takes it: %s', (text, isXsdValid) => {
    expect(readDatetime(text).isXsdValid).toBe(isXsdValid)
  })

  const faults: [string, DatetimeFaultKind, string | null][] = [
    ['2025-02-29', 'impossible', null],
    ['2025-00-10', 'impossible', null],
    ['2025-06-00', 'impossible', null],
    ['2025-06-01T09:60:00Z', 'impossible', null],
    ['2025-06-01T09:30:00+14:01', 'impossible', null],
    ['2025-06-01T09:30:00-00:60', 'impossible', null],
    ['2025-02-30T09:30:00', 'impossible', null],
    ['2025-06-01T24:00:00', 'impossible', null],
    ['2025-06-01T09:30:00', 'zone-missing', '2025-06-01T09:30:00Z'],
    ['2025-06-01T09:30', 'zone-missing', '2025-06-01T09:30Z'],
    ['2025-06-01T09:30:00.5', 'zone-missing', '2025-06-01T09:30:00.5Z'],
    ['2025-06-01 09:30:00', 'blank', '2025-06-01T09:30:00Z'],
    ['2025-06-01 09:30:00 +0200', 'blank', '2025-06-01T09:30:00+02:00'],
    ['2025-06-01T09:30:00 +02:00', 'blank', '2025-06-01T09:30:00+02:00'],
    ['2025-06-01T09:30:00+0200', 'offset', '2025-06-01T09:30:00+02:00'],
    ['2025-06-01T09:30:00+02', 'offset', '2025-06-01T09:30:00+02:00'],
    ['2025-06-01T09:30:00+2:00', 'offset', '2025-06-01T09:30:00+02:00'],
    ['2025-06-01T09:30:00UTC', 'zone-name', '2025-06-01T09:30:00Z'],
    ['2025-06-01T09:30:00 EST', 'zone-name', null],
    ['2025-06-01Z', 'zone-on-date', '2025-06-01'],
    ['2025-06-01+02:00', 'zone-on-date', '2025-06-01'],
    ['1748770200', 'epoch', '2025-06-01T09:30:00Z'],
    ['1748770200123', 'epoch', '2025-06-01T09:30:00Z'],
    ['20250601', 'compact', '2025-06-01'],
    ['20250601T093000Z', 'compact', '2025-06-01T09:30:00Z'],
    ['20250601093000', 'compact', '2025-06-01T09:30:00Z'],
    ['2025/06/01', 'separator', '2025-06-01'],
    ['01.06.2025', 'day-first', '2025-06-01'],
    ['13/06/2025', 'day-first', '2025-06-13'],
    ['06/13/2025', 'day-first', '2025-06-13'],
    ['03/04/2025', 'day-first', null],
    ['2025-6-1', 'one-digit', '2025-06-01'],
    ['2025-06-01T9:30:00Z', 'one-digit', '2025-06-01T09:30:00Z'],
    ['2025-02-03 07:15:00 PM', 'twelve-hour', '2025-02-03T19:15:00Z'],
    ['2025-02-03 12:15:00 am', 'twelve-hour', '2025-02-03T00:15:00Z'],
    ['2025-02-03 13:15:00 PM', 'twelve-hour', null],
    ['Sun, 01 Jun 2025 09:30:00 GMT', 'month-name', '2025-06-01T09:30:00Z'],
    ['Sun Jun 01 2025 09:30:00 GMT+0200 (CEST)', 'month-name', '2025-06-01T09:30:00+02:00'],
    ['June 1, 2025', 'month-name', '2025-06-01'],
    ['1 May 2025 9:05 pm', 'month-name', '2025-05-01T21:05Z'],
    ['2025-06-01t09:30:00z', 'lower-case', '2025-06-01T09:30:00Z'],
    ['2025-06-01T09:30:00,5Z', 'comma', '2025-06-01T09:30:00.5Z'],
    ['2025-06-01T09Z', 'time-incomplete', '2025-06-01T09:00Z'],
    ['2025-06-01T09:30:00Z 2025-05-01T09:30:00Z', 'two-stamps', null],
    ['-0001-12-01T00:00:00Z', 'year-form', null],
    ['12025-06-01', 'year-form', null],
    ['NaN-NaN-NaN', 'placeholder', null],
    ['Invalid date', 'placeholder', null],
    ['null', 'placeholder', null],
    ['', 'other', null],
    ['25-06-01', 'other', null],
    ['2025-06-01T', 'other', null],
    ['2025-06-01T09:30:00.Z', 'other', null],
    ['last week', 'other', null],
    [`2025-06-01${' '.repeat(200)}`, 'other', null],
  ]
  it.each(faults)('says of %s: %s, %s', (text, fault, expected) => {
    expect(readDatetime(text)).toMatchObject({ isValid: false, fault, expected })
  })

  it('proposes only what it takes itself', () => {
    for (const [, , expected] of faults) if (expected !== null) expect(readDatetime(expected).isValid).toBe(true)
  })

  it('says when a proposal assumes UTC', () => {
    expect(readDatetime('2025-06-01 09:30:00')).toMatchObject({ isZoneAssumed: true })
    expect(readDatetime('2025-06-01 09:30:00Z')).toMatchObject({ isZoneAssumed: false })
  })

  it('agrees with Date on every date that Date writes', () => {
    const dates = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(dates, (date) => {
        expect(readDatetime(date.toISOString())).toMatchObject({ isValid: true, epochMs: date.getTime() })
      }),
    )
  })

  it('takes any text, and never proposes what it would refuse', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789-:.TZ+ /apmAPMJunNtz'), maxLength: 40 })
    fc.assert(
      fc.property(text, (value) => {
        const reading = readDatetime(value)
        if (!reading.isValid && reading.expected !== null) expect(readDatetime(reading.expected).isValid).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
