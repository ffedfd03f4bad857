/**
 * The one reader of W3C Datetime (https://www.w3.org/TR/NOTE-datetime): lastmod, and later the dates of news and
 * videos. By character codes, because it is asked once for every entry; what is wrong is explained on a slower path
 * (datetime-fault.ts). Never Date.parse, which rolls 30 February over and accepts blanks and `+0200`.
 */
import { DAY_MS, dayNumber, daysInMonth, MINUTE_MS } from './calendar.ts'
import { type DatetimeFault, explainDatetime, type ImpossiblePart } from './datetime-fault.ts'

export type Precision = 'year' | 'month' | 'day' | 'minute' | 'second' | 'fraction'

/** A valid W3C Datetime. Google documents the same form, so what W3C takes Google takes. */
export interface Datetime {
  isValid: true
  precision: Precision
  /** Minutes east of UTC; null for a date without a time. */
  zone: number | null
  /** Unix ms of its start; a date without a time starts at midnight UTC. */
  epochMs: number
  /** Digits behind the seconds; 0 without a fraction. */
  fractionDigits: number
  year: number
  /** As xsd:date or xsd:dateTime; false for a year, a year and month, and a time without seconds. */
  isXsdValid: boolean
}

export type DatetimeReading = Datetime | DatetimeFault

const ZERO = 48
const DASH = 45
const COLON = 58

let lastText: string | null = null
let lastReading: DatetimeReading | null = null

/**
 * Reads one value, white space already cut off. Several rules ask about the same value one after the other, and many
 * sitemaps repeat one value: the last reading is kept.
 */
export function readDatetime(text: string): DatetimeReading {
  if (text === lastText && lastReading !== null) return lastReading
  lastReading = read(text)
  lastText = text
  return lastReading
}

function read(text: string): DatetimeReading {
  const length = text.length
  const year = length < 4 ? -1 : number(text, 0, 4)
  if (year < 0) return explainDatetime(text, null)
  if (length === 4) return finish(text, 'year', null, year, 1, 1, 0, 0, 0, 0, 0, false)

  const month = text.charCodeAt(4) === DASH ? number(text, 5, 7) : -1
  if (month < 0) return explainDatetime(text, null)
  if (length === 7) return finish(text, 'month', null, year, month, 1, 0, 0, 0, 0, 0, false)

  const day = text.charCodeAt(7) === DASH ? number(text, 8, 10) : -1
  if (day < 0) return explainDatetime(text, null)
  if (length === 10) return finish(text, 'day', null, year, month, day, 0, 0, 0, 0, 0, true)

  if (text.charCodeAt(10) !== 84 /* T */) return explainDatetime(text, null)
  const hour = number(text, 11, 13)
  const minute = text.charCodeAt(13) === COLON ? number(text, 14, 16) : -1
  if (hour < 0 || minute < 0) return explainDatetime(text, null)

  let at = 16
  let second = 0
  let fractionMs = 0
  let fractionDigits = 0
  let precision: Precision = 'minute'
  if (text.charCodeAt(at) === COLON) {
    second = number(text, 17, 19)
    if (second < 0) return explainDatetime(text, null)
    at = 19
    precision = 'second'
    if (text.charCodeAt(at) === 46 /* . */) {
      at++
      let scale = 100
      for (; ; at++, fractionDigits++, scale /= 10) {
        const digit = text.charCodeAt(at) - ZERO
        if (!(digit >= 0 && digit <= 9)) break
        if (fractionDigits < 3) fractionMs += digit * scale
      }
      if (fractionDigits === 0) return explainDatetime(text, null)
      precision = 'fraction'
    }
  }

  const zone = readZone(text, at)
  if (zone === NO_ZONE) return explainDatetime(text, null)
  if (zone === IMPOSSIBLE_ZONE) return explainDatetime(text, 'zone')
  const isXsdValid = precision !== 'minute'
  return finish(text, precision, zone, year, month, day, hour, minute, second, fractionMs, fractionDigits, isXsdValid)
}

function finish(
  text: string,
  precision: Precision,
  zone: number | null,
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  fractionMs: number,
  fractionDigits: number,
  isXsdValid: boolean,
): DatetimeReading {
  const impossible = findImpossible(year, month, day, hour, minute, second)
  if (impossible !== null) return explainDatetime(text, impossible)
  const time = hour * 3_600_000 + minute * MINUTE_MS + second * 1000 + fractionMs - (zone ?? 0) * MINUTE_MS
  const epochMs = dayNumber(year, month, day) * DAY_MS + time
  return { isValid: true, precision, zone, epochMs, fractionDigits, year, isXsdValid }
}

/** The first part, from the year down, that no calendar or clock has. */
function findImpossible(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): ImpossiblePart | null {
  if (year === 0) return 'year'
  if (month < 1 || month > 12) return 'month'
  if (day < 1 || day > daysInMonth(year, month)) return 'day'
  if (hour > 23) return 'hour'
  if (minute > 59) return 'minute'
  return second > 59 ? 'second' : null
}

const NO_ZONE = 10_001
const IMPOSSIBLE_ZONE = 10_002

/** Minutes east of UTC, when `Z` or `+hh:mm` ends the text at this place. */
function readZone(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if (sign === 90 /* Z */) return text.length === at + 1 ? 0 : NO_ZONE
  if ((sign !== 43 && sign !== DASH) || text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON) return NO_ZONE
  const hours = number(text, at + 1, at + 3)
  const minutes = number(text, at + 4, at + 6)
  if (hours < 0 || minutes < 0) return NO_ZONE
  // No clock on earth is more than 14 hours off UTC, and the XSD says the same.
  if (minutes > 59 || hours * 60 + minutes > 840) return IMPOSSIBLE_ZONE
  return sign === DASH ? 0 - (hours * 60 + minutes) : hours * 60 + minutes
}

/** The number that fills text[from, to) with digits; -1 if anything else stands there. */
function number(text: string, from: number, to: number): number {
  let value = 0
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - ZERO
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}
