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
export const readUsualDatetime = (text: string): number => readUsualAscii(asciiBytes, 0, takeAscii(text))

/** The same of a text that is bytes already. @param to behind its last byte */
export function readUsualAscii(bytes: Readonly<Uint8Array>, from: number, to: number): number {
  const length = to - from
  if (length < 10 || bytes[from + 4] !== DASH || bytes[from + 7] !== DASH) return Number.NaN
  const year = two(bytes, from) * 100 + two(bytes, from + 2)
  const month = two(bytes, from + 5)
  const day = two(bytes, from + 8)
  if (year < 1 || month < 1 || month > 12 || day < 1 || (day > 28 && day > daysInMonth(year, month))) return Number.NaN
  const dateMs = dayNumber(year, month, day) * DAY_MS
  if (length === 10) return dateMs
  if (length < 20 || bytes[from + 10] !== T || bytes[from + 13] !== COLON || bytes[from + 16] !== COLON) {
    return Number.NaN
  }
  const hour = two(bytes, from + 11)
  const minute = two(bytes, from + 14)
  const second = two(bytes, from + 17)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return Number.NaN
  let at = from + 19
  let ms = second * 1000
  if (bytes[at] === POINT) {
    const digits = digitsFrom(bytes, at + 1, to)
    if (digits < 1 || digits > 3) return Number.NaN
    for (let i = 1, scale = 100; i <= digits; i++, scale /= 10) ms += ((bytes[at + i] as number) - ZERO) * scale
    at += digits + 1
  }
  const zone = zoneAt(bytes, at, to)
  return zone === NO_ZONE ? Number.NaN : dateMs + (hour * 60 + minute - zone) * MINUTE_MS + ms
}

function digitsFrom(bytes: Readonly<Uint8Array>, at: number, to: number): number {
  let end = at
  while (end < to && isDigit(bytes[end] as number)) end++
  return end - at
}

const NO_ZONE = 10_000

/** Minutes east of UTC when Z or an offset of at most 14 hours ends the text here; else NO_ZONE. */
function zoneAt(bytes: Readonly<Uint8Array>, at: number, to: number): number {
  const sign = bytes[at]
  if (sign === Z) return to === at + 1 ? 0 : NO_ZONE
  if ((sign !== PLUS && sign !== DASH) || to !== at + 6 || bytes[at + 3] !== COLON) return NO_ZONE
  const hours = two(bytes, at + 1)
  const minutes = two(bytes, at + 4)
  if (hours < 0 || minutes < 0 || minutes > 59 || hours * 60 + minutes > 840) return NO_ZONE
  return sign === DASH ? -(hours * 60 + minutes) : hours * 60 + minutes
}

/** The number of two digits; far below zero where other characters stand. */
function two(bytes: Readonly<Uint8Array>, at: number): number {
  const tens = (bytes[at] as number) - ZERO
  const ones = (bytes[at + 1] as number) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1_000_000
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9
