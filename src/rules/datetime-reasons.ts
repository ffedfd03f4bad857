/** Why a value is no W3C Datetime, in words that go on from "…: ". For all rules of dates. */
import type { DatetimeFault, DatetimeFaultKind } from '../values/datetime-fault.ts'

export const REASONS: Record<Exclude<DatetimeFaultKind, 'impossible' | 'zone-missing'>, string> = {
  blank: 'a T belongs between date and time, and no blank anywhere',
  offset: 'an offset has hours, a colon and minutes',
  'zone-name': 'the zone must be Z or an offset, not a name',
  'zone-on-date': 'a date without a time has no zone, though the XSD allows one',
  epoch: 'it is a Unix time',
  compact: 'dashes and colons must be written',
  separator: 'year, month and day are joined by dashes',
  'day-first': 'the year comes first, then month and day',
  'one-digit': 'month, day, hour and minute have two digits each',
  'twelve-hour': 'hours go from 00 to 23, without AM and PM',
  'month-name': 'the month is a number, and nothing else is a word',
  'lower-case': 'T and Z are capitals',
  comma: 'a point belongs before the fraction',
  'time-incomplete': 'a time has hours and minutes at least',
  'two-stamps': 'there are two dates in it',
  'year-form': 'a year has four digits and no sign, and a year like -0001 is the zero date of a database',
  placeholder: 'a value that the generator did not have was printed',
  other: 'the form is YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+hh:mm',
}

export const IMPOSSIBLE = {
  year: 'there is no year 0000; it is the zero date of a database',
  month: 'months go from 01 to 12',
  day: 'that month has no such day',
  hour: 'hours go from 00 to 23, and midnight is 00:00 of the next day',
  minute: 'minutes go from 00 to 59',
  second: 'seconds go from 00 to 59, and leap seconds cannot be written',
  zone: 'no clock is more than 14 hours off UTC',
} as const

/** Of any fault. */
export function reasonOf({ fault, part }: DatetimeFault): string {
  if (part !== null) return IMPOSSIBLE[part]
  if (fault === 'zone-missing') return 'a time needs a zone'
  return REASONS[fault as keyof typeof REASONS]
}
