/** The forms of W3C Datetime that nearly every lastmod has, read without making an object. */
import { asciiBytes, takeAscii } from './ascii-bytes.ts'
import { DAY_MS, dayNumber, daysInMonth, MINUTE_MS } from './calendar.ts'

const ZERO = 48
const PLUS = 43
const DASH = 45
const POINT = 46
const COLON = 58
const T = 84
const Z = 90

/**
 * Reads YYYY-MM-DD, and YYYY-MM-DDThh:mm:ss with up to three digits of a fraction and Z or an offset. All of them pass
 * the XSD too. The text is in asciiBytes afterwards, if it can be there.
 * @returns Unix ms, of a date at midnight UTC; NaN for anything else: readDatetime knows whether that is valid
 */
export function readUsualDatetime(text: string): number {
  const length = takeAscii(text)
  if (length < 10 || asciiBytes[4] !== DASH || asciiBytes[7] !== DASH) return Number.NaN
  const year = two(0) * 100 + two(2)
  const month = two(5)
  const day = two(8)
  if (year < 1 || month < 1 || month > 12 || day < 1 || (day > 28 && day > daysInMonth(year, month))) return Number.NaN
  const dateMs = dayNumber(year, month, day) * DAY_MS
  if (length === 10) return dateMs
  if (length < 20 || asciiBytes[10] !== T || asciiBytes[13] !== COLON || asciiBytes[16] !== COLON) return Number.NaN
  const hour = two(11)
  const minute = two(14)
  const second = two(17)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN
  let at = 19
  let ms = second * 1000
  if (asciiBytes[at] === POINT) {
    const digits = digitsFrom(at + 1, length)
    if (digits < 1 || digits > 3) return Number.NaN
    for (let i = 1, scale = 100; i <= digits; i++, scale /= 10) ms += ((asciiBytes[at + i] as number) - ZERO) * scale
    at += digits + 1
  }
  const zone = zoneAt(at, length)
  return zone === NO_ZONE ? Number.NaN : dateMs + (hour * 60 + minute - zone) * MINUTE_MS + ms
}

function digitsFrom(at: number, length: number): number {
  let end = at
  while (end < length && isDigit(asciiBytes[end] as number)) end++
  return end - at
}

const NO_ZONE = 10_000

/** Minutes east of UTC when Z or an offset of at most 14 hours ends the text here; else NO_ZONE. */
function zoneAt(at: number, length: number): number {
  const sign = asciiBytes[at]
  if (sign === Z) return length === at + 1 ? 0 : NO_ZONE
  if ((sign !== PLUS && sign !== DASH) || length !== at + 6 || asciiBytes[at + 3] !== COLON) return NO_ZONE
  const hours = two(at + 1)
  const minutes = two(at + 4)
  if (hours < 0 || minutes < 0 || minutes > 59 || hours * 60 + minutes > 840) return NO_ZONE
  return sign === DASH ? -(hours * 60 + minutes) : hours * 60 + minutes
}

/** The number of two digits; far below zero where other characters stand. */
function two(at: number): number {
  const tens = asciiBytes[at] as number
  const ones = asciiBytes[at + 1] as number
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : -1_000_000
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9
