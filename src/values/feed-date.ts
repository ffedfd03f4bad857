/** Dates of feeds, as far as lastmod needs them: RFC 822 of RSS, RFC 3339 of Atom. */
import { DAY_MS, dayNumber, daysInMonth, MINUTE_MS, monthOfName } from './calendar.ts'
import { type Datetime, readDatetime } from './w3c-datetime.ts'

/** RFC 822, 5.1, with the years of four digits that RFC 1123, 5.2.14 asks for. */
const ZONES: Record<string, number> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}

/**
 * What is read: the parts of RFC 822 in their order, laxer than it is. Each part is bounded: linear. The comment at the
 * end, "(UTC)", is RFC 822's own (3.1.4).
 */
export const RFC_822 =
  /^(?:(?<weekday>[A-Za-z]{3,9}),?\s{0,5})?(?<day>\d{1,2})\s{1,5}(?<month>[A-Za-z]{3,9})\s{1,5}(?<year>\d{2}|\d{4})(?:\s{1,5}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s{0,5}(?<zone>[A-Za-z]{1,5}|[+-]\d\d:?\d\d)?(?:\s{0,5}\([^()]{0,20}\))?)?$/

/**
 * A date of RFC 822 as feeds write it: the weekday may be missing, the year have two or four digits.
 * @returns null for anything else, an impossible date and an unknown zone included
 */
export function readRfc822(text: string): Datetime | null {
  const parts = text.length > 100 ? undefined : RFC_822.exec(text)?.groups
  if (parts === undefined) return null
  const { day: dayText, month: monthText = '', year: yearText = '', hour, minute, second, zone: zoneText } = parts
  const month = monthOfName(monthText)
  const day = Number(dayText)
  const year = yearText.length === 4 ? Number(yearText) : Number(yearText) + (Number(yearText) < 70 ? 2000 : 1900)
  if (month === 0 || year === 0 || day < 1 || day > daysInMonth(year, month)) return null
  const start = dayNumber(year, month, day) * DAY_MS
  const base = { isValid: true, fractionDigits: 0, year, isXsdValid: false } as const
  if (hour === undefined) return { ...base, precision: 'day', zone: null, epochMs: start }

  const zone = zoneOf(zoneText)
  if (zone === null || Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null
  const time = Number(hour) * 3_600_000 + (Number(minute) - zone) * MINUTE_MS + Number(second ?? 0) * 1000
  return { ...base, precision: second === undefined ? 'minute' : 'second', zone, epochMs: start + time }
}

/**
 * A date-time of RFC 3339, which is stricter than W3C Datetime (seconds must be there) and laxer (`t`, `z`).
 * @returns null for anything else
 */
export function readRfc3339(text: string): Datetime | null {
  const reading = readDatetime(text.length < 40 ? text.toUpperCase() : text)
  return reading.isValid && (reading.precision === 'second' || reading.precision === 'fraction') ? reading : null
}

/**
 * The date of a feed's entry, whichever of the forms it is written in: a feed in the other's form is a fault of its
 * own, and its dates still count. @returns null where no form fits
 */
export function readFeedDate(text: string): Datetime | null {
  const reading = readDatetime(text)
  if (reading.isValid) return reading
  return readRfc822(text) ?? readRfc3339(text)
}

function zoneOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const sign = text.charAt(0)
  if (sign !== '+' && sign !== '-') return ZONES[text.toUpperCase()] ?? null
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(-2))
  if (minutes > 59 || hours > 14) return null
  return sign === '-' ? 0 - (hours * 60 + minutes) : hours * 60 + minutes
}
