/** The forms of W3C Datetime that nearly every lastmod has, read without making an object. */
import { asciiBytes, takeAscii, wordAt } from './ascii-bytes.ts'
import { DAY_MS, dayNumber, daysInMonth, KNOWN_FROM_YEAR, MINUTE_MS, MONTH_STARTS } from './calendar.ts'

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

/** Of bytes by words of four, the first one lowest: a dash at both ends; T and a colon. */
const DASHES = 0x2d00002d
const T_COLON = 0x3a000054
const ENDS = 0xff0000ff | 0
const ZEROS = 0x30303030
const DATE_LENGTH = 10
const WITH_Z_LENGTH = 20
const WITH_OFFSET_LENGTH = 25

/**
 * The same of the first `count` of many texts, four bytes at once where a text has one of the three forms that nearly all
 * have: a date, or with seconds, and Z or an offset.
 * @param words the same memory as `bytes`, as hashAscii has it
 * @param times takes them
 */
export function readUsualEach(
  bytes: Readonly<Uint8Array>,
  words: Readonly<Int32Array>,
  froms: Readonly<Int32Array>,
  tos: Readonly<Int32Array>,
  times: Float64Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const [from, to] = [froms[i] as number, tos[i] as number]
    if (!readWords(words, from, to - from, times, i)) times[i] = readUsualAscii(bytes, from, to)
  }
}

/** Puts the time into its place, which makes no number that is garbage afterwards. @returns false: it has none of the forms */
function readWords(
  words: Readonly<Int32Array>,
  from: number,
  length: number,
  times: Float64Array,
  place: number,
): boolean {
  if (length !== DATE_LENGTH && length !== WITH_Z_LENGTH && length !== WITH_OFFSET_LENGTH) {
    return false
  }
  const [dashed, days] = [wordAt(words, from + 4), wordAt(words, from + 8)]
  const years = wordAt(words, from) - ZEROS
  // Month and day.
  const rest = (((dashed >>> 8) & 0xffff) | (days << 16)) - ZEROS
  if ((dashed & ENDS) !== DASHES || hasOther(years) || hasOther(rest)) return false
  const year = (years & 15) * 1000 + ((years >>> 8) & 15) * 100 + lastTwo(years)
  const month = firstTwo(rest)
  const day = lastTwo(rest)
  const index = (year - KNOWN_FROM_YEAR) * 12 + month - 1
  if (month < 1 || month > 12 || index < 0 || index + 1 >= MONTH_STARTS.length) return false
  const start = MONTH_STARTS[index] as number
  if (day < 1 || day > (MONTH_STARTS[index + 1] as number) - start) return false
  const seconds = length === DATE_LENGTH ? 0 : timeAt(words, from, length)
  if (seconds === NO_TIME) return false
  times[place] = (start + day - 1) * DAY_MS + seconds * 1000
  return true
}

const NO_TIME = 1_000_000

/** Seconds from the beginning of the day, UTC; an integer, which makes no garbage. */
function timeAt(words: Readonly<Int32Array>, from: number, length: number): number {
  // "Thh:", "mm:s", and "sZ" or "s+hh".
  const [first, second, third] = [wordAt(words, from + 10), wordAt(words, from + 14), wordAt(words, from + 18)]
  const clock = (((first >>> 8) & 0xffff) | (second << 16)) - ZEROS
  const seconds = ((second >>> 24) | ((third & 0xff) << 8) | (ZEROS << 16)) - ZEROS
  const isFormed = (first & ENDS) === T_COLON && ((second >>> 16) & 0xff) === COLON
  if (!isFormed || hasOther(clock) || hasOther(seconds)) return NO_TIME
  const hour = firstTwo(clock)
  const minute = lastTwo(clock)
  if (hour > 23 || minute > 59 || firstTwo(seconds) > 59) return NO_TIME
  const sign = (third >>> 8) & 0xff
  let zone = 0
  if (length === WITH_Z_LENGTH) {
    if (sign !== Z) return NO_TIME
  } else {
    const fourth = wordAt(words, from + 22)
    const offset = ((third >>> 16) | ((fourth & 0xffff00) << 8)) - ZEROS
    if ((sign !== PLUS && sign !== DASH) || (fourth & 0xff) !== COLON || hasOther(offset)) return NO_TIME
    zone = firstTwo(offset) * 60 + lastTwo(offset)
    if (lastTwo(offset) > 59 || zone > 840) return NO_TIME
    if (sign === DASH) zone = -zone
  }
  return (hour * 60 + minute - zone) * 60 + firstTwo(seconds)
}

/** One of the four is no digit. @param digits four bytes less ZEROS */
const hasOther = (digits: number): boolean => (((digits + 0x76767676) | digits) & 0x80808080) !== 0
const firstTwo = (digits: number): number => (digits & 15) * 10 + ((digits >>> 8) & 15)
const lastTwo = (digits: number): number => ((digits >>> 16) & 15) * 10 + (digits >>> 24)
