/** Why a value is no W3C Datetime, and what it should read where that can be told. The slow path of w3c-datetime.ts. */
import { daysInMonth, monthOfName, pad, zoneLabel } from './calendar.ts'

/** What no calendar or clock has: month 13, 30 February, 24:10, second 60, zone +15:00. */
export type ImpossiblePart = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'zone'

export type DatetimeFaultKind =
  /** Well-formed, but there is no such date or time; `part` says what. */
  | 'impossible'
  /** A time without a zone, otherwise right: the XSD takes it. */
  | 'zone-missing'
  /** Blank (or underscore, comma) where the T belongs, or before the zone. */
  | 'blank'
  /** +0200, +02, +2:00. */
  | 'offset'
  /** UTC, GMT, EST: a name for a zone. */
  | 'zone-name'
  /** A zone behind a date without a time: the XSD takes it. */
  | 'zone-on-date'
  /** 9 to 13 digits: seconds or milliseconds since 1970. */
  | 'epoch'
  /** 20250601, 20250601T093000Z: no dashes or colons. */
  | 'compact'
  /** 2025/06/01, 2025.06.01. */
  | 'separator'
  | 'day-first'
  /** 2025-6-1, T9:30. */
  | 'one-digit'
  /** 07:15:00 PM. */
  | 'twelve-hour'
  /** Sun, 01 Jun 2025 09:30:00 GMT; June 1, 2025. */
  | 'month-name'
  /** t or z. */
  | 'lower-case'
  /** A comma before the fraction of the seconds. */
  | 'comma'
  /** T09Z, T09: no minutes. */
  | 'time-incomplete'
  | 'two-stamps'
  /** A negative year, or one of other than four digits; `-0001-11-30` is a database's zero date. */
  | 'year-form'
  /** NaN, Invalid date, undefined, null. */
  | 'placeholder'
  | 'other'

export interface DatetimeFault {
  isValid: false
  fault: DatetimeFaultKind
  /** Only for `impossible`. */
  part: ImpossiblePart | null
  /** The right form, where the value is recognised. */
  expected: string | null
  /** The right form has a Z that the value does not give: it holds only if the time is UTC. */
  isZoneAssumed: boolean
  /** As xsd:date or xsd:dateTime all the same. */
  isXsdValid: boolean
}

/** Values longer than this are not looked at closely: no date has more characters. */
const READ_LENGTH = 100

/** @param part what is impossible in a value whose form is right; null: the form is wrong */
export function explainDatetime(text: string, part: ImpossiblePart | null): DatetimeFault {
  if (part !== null) {
    const isXsdValid = part === 'hour' && /^\d{4}-\d\d-\d\dT24:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
    return { isValid: false, fault: 'impossible', part, expected: null, isZoneAssumed: false, isXsdValid }
  }
  const fault = text.length > READ_LENGTH ? plain('other') : explainForm(text)
  fault.isXsdValid ||= isXsdOnly(text)
  return fault
}

function plain(fault: DatetimeFaultKind, expected: string | null = null): DatetimeFault {
  return { isValid: false, fault, part: null, expected, isZoneAssumed: false, isXsdValid: false }
}

function explainForm(text: string): DatetimeFault {
  if (/nan|invalid date|^(?:undefined|null|none|false|true)$/i.test(text)) return plain('placeholder')
  if (/^\d+$/.test(text)) return explainDigits(text)
  if (/\d{4}-\d\d?-\d\d?.*\d{4}-\d\d?-\d\d?/.test(text)) return plain('two-stamps')
  if (/[a-z]{3}/i.test(text) && /\d{4}/.test(text)) {
    const named = explainMonthName(text)
    if (named !== null) return named
  }
  return explainNumbers(text)
}

/** Digits only: a Unix time, or a date without its dashes. */
function explainDigits(text: string): DatetimeFault {
  if (text.length === 8) {
    const date = dateOf(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6)))
    if (date !== null) return plain('compact', date)
  }
  if (text.length === 14) {
    const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((at, i) =>
      Number(text.slice(at, i === 0 ? 4 : at + 2)),
    ) as [number, number, number, number, number, number]
    const date = dateOf(year, month, day)
    if (date !== null && hour < 24 && minute < 60 && second < 60)
      return { ...plain('compact', `${date}T${pad(hour)}:${pad(minute)}:${pad(second)}Z`), isZoneAssumed: true }
  }
  if (text.length < 9 || text.length > 13) return plain('other')
  const ms = text.length <= 10 ? Number(text) * 1000 : Number(text)
  // 11 and 12 digits are milliseconds of the years before 2001: nobody means them.
  return plain('epoch', text.length === 11 || text.length === 12 ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`)
}

const WORDS = /[\p{L}.]+|\d+(?::\d+)*|[+-]\d{1,2}:?\d\d/gu

/** The forms of RFC 822, of JavaScript's Date and of people: the month is a word. */
function explainMonthName(text: string): DatetimeFault | null {
  let year = 0
  let month = 0
  let day = 0
  let time: string | null = null
  let zone: number | null = null
  let half: string | null = null
  for (const [word] of text.matchAll(WORDS)) {
    if (/^[+-]/.test(word)) zone = time === null ? zone : zoneOf(word)
    else if (word.includes(':')) time ??= word
    else if (/^\d/.test(word)) {
      if (word.length === 4) year ||= Number(word)
      else if (word.length <= 2) day ||= Number(word)
    } else if (/^(?:UT|UTC|GMT|Z)$/.test(word)) zone ??= 0
    else if (/^[ap]\.?m\.?$/i.test(word)) half = word[0] === 'p' || word[0] === 'P' ? 'p' : 'a'
    else if (month === 0 && !/^(?:mon|tue|wed|thu|fri|sat|sun|[md]on?tag)/i.test(word)) month = monthOfName(word)
  }
  if (month === 0) return null
  const date = dateOf(year, month, day)
  if (date === null || time === null) return plain('month-name', date)
  return withTime('month-name', date, time.split(':'), '', half, zone)
}

// Each part is bounded, so that the search stays linear.
const NUMBERS =
  /^(?<sign>[+-]?)(?<first>\d{1,6})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<third>\d{1,4})(?:(?<gap>[Tt]|[\s,_]{1,3}|[\s,]{0,2}T)(?<time>\d{1,2}(?::\d{1,2}){0,2}|\d{4}|\d{6})(?:(?<point>[.,])(?<fraction>\d{1,30}))?(?<half>\s?[AaPp]\.?[Mm]\.?)?)?(?<space>\s{0,2})(?<zone>[Zz]|[A-Z]{2,4}|[+-]\d{1,2}(?::?\d{2})?)?$/u

/** Numbers in some order, with a time and a zone perhaps. */
function explainNumbers(text: string): DatetimeFault {
  const compact = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(.*)$/.exec(text)
  if (compact !== null) {
    const [, year, month, day, hour, minute, second, rest] = compact
    const inner = explainNumbers(`${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}${rest}`)
    return { ...inner, fault: inner.expected === null ? 'other' : 'compact', isXsdValid: false }
  }
  const parts = NUMBERS.exec(text.trim())?.groups
  if (parts === undefined) return plain('other')
  const { sign, first = '', mark, second = '', third = '', gap, time, point, fraction, half, space, zone } = parts
  if (sign !== '' || first.length > 4) return plain('year-form')

  const isYearFirst = first.length === 4 && third.length <= 2
  let kind: DatetimeFaultKind | null = null
  let date: string | null
  if (isYearFirst) {
    if (mark !== '-') kind = 'separator'
    else if (second.length === 1 || third.length === 1) kind = 'one-digit'
    date = dateOf(Number(first), Number(second), Number(third))
  } else if (third.length === 4 && first.length <= 2) {
    kind = 'day-first'
    date = dayFirst(Number(first), Number(second), Number(third), mark === '.')
  } else return plain('other')

  if (time === undefined) {
    if (gap === undefined && zone !== undefined && kind === null) return plain('zone-on-date', date)
    return plain(kind ?? 'other', date)
  }
  const digits = time.includes(':') ? time.split(':') : (time.match(/\d{1,2}/g) ?? [])
  const minutes = zone === undefined ? null : zoneOf(zone)
  if (half !== undefined) kind = 'twelve-hour'
  kind ??= time.length > 2 && !time.includes(':') ? 'compact' : null
  kind ??= digits.length === 1 ? 'time-incomplete' : null
  kind ??= digits.some((part) => part.length === 1) ? 'one-digit' : null
  kind ??= gap !== 'T' && gap !== 't' ? 'blank' : null
  kind ??= point === ',' ? 'comma' : null
  if (zone !== undefined) {
    kind ??= /^[A-Z]{2}/.test(zone) ? 'zone-name' : null
    kind ??= /^[+-]/.test(zone) && zone.length !== 6 ? 'offset' : null
    kind ??= space !== '' ? 'blank' : null
  }
  kind ??= gap === 't' || zone === 'z' ? 'lower-case' : null
  kind ??= zone === undefined ? 'zone-missing' : 'other'
  // EST is another zone in Australia: a name that is not UTC proposes nothing.
  if (kind === 'zone-name' && minutes === null) return plain(kind)
  const shown = half === undefined ? null : /p/i.test(half) ? 'p' : 'a'
  const result = withTime(kind, date, digits, fraction === undefined ? '' : `.${fraction}`, shown, minutes)
  if (kind !== 'zone-missing') return result
  if (date === null || result.expected === null) return impossibleIn(text, result)
  return { ...result, isXsdValid: digits.length === 3 }
}

/** A time without a zone whose date or clock is impossible: that is the graver fault. */
function impossibleIn(text: string, result: DatetimeFault): DatetimeFault {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:.]/).map(Number)
  const part =
    year === 0
      ? 'year'
      : month < 1 || month > 12
        ? 'month'
        : day < 1 || day > daysInMonth(year, month)
          ? 'day'
          : hour > 23
            ? 'hour'
            : minute > 59
              ? 'minute'
              : 'second'
  return { ...result, fault: 'impossible', part, expected: null, isXsdValid: /^[^T]*T24:00:00(?:\.0+)?$/.test(text) }
}

/** Puts the right form together; without one where a part of it is impossible. */
function withTime(
  kind: DatetimeFaultKind,
  date: string | null,
  digits: readonly string[],
  fraction: string,
  half: string | null,
  zone: number | null,
): DatetimeFault {
  let hour = Number(digits[0])
  const minute = Number(digits[1] ?? 0)
  const second = digits[2] === undefined ? null : Number(digits[2])
  if (half !== null) {
    if (hour < 1 || hour > 12) return plain(kind)
    hour = (hour % 12) + (half === 'p' ? 12 : 0)
  }
  if (date === null || hour > 23 || minute > 59 || (second ?? 0) > 59 || Number.isNaN(zone)) return plain(kind)
  const clock = `${pad(hour)}:${pad(minute)}${second === null ? '' : `:${pad(second)}${fraction}`}`
  return { ...plain(kind, `${date}T${clock}${zoneLabel(zone ?? 0)}`), isZoneAssumed: zone === null }
}

/** Day and month in the order of most of the world; null where either order would be a date, unless dots tell. */
function dayFirst(first: number, second: number, year: number, hasDots: boolean): string | null {
  if (hasDots || first > 12 || first === second) return dateOf(year, second, first)
  return second > 12 ? dateOf(year, first, second) : null
}

/** YYYY-MM-DD, null where there is no such day. */
function dateOf(year: number, month: number, day: number): string | null {
  if (year < 1 || year > 9999 || day < 1 || day > daysInMonth(year, month)) return null
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

/** Minutes east of UTC; null for a name that more than one zone bears, NaN for what no clock has. */
function zoneOf(text: string): number | null {
  if (/^(?:z|UT|UTC|GMT)$/i.test(text)) return 0
  const parts = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text)
  if (parts === null) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0)
  if (minutes > 840 || Number(parts[3] ?? 0) > 59) return Number.NaN
  return parts[1] === '-' ? 0 - minutes : minutes
}

/** What xsd:date and xsd:dateTime allow beyond W3C Datetime and the cases above: years of other lengths, zones on dates. */
function isXsdOnly(text: string): boolean {
  const parts = /^(-?)(\d{4,9})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(\.\d{1,60})?)?(?:Z|[+-](\d\d):(\d\d))?$/.exec(
    text,
  )
  if (parts === null) return false
  const [, , year = '', month, day, hour = '0', minute = '0', second = '0', fraction = '', zoneHour, zoneMinute] = parts
  if ((year.length > 4 && year.startsWith('0')) || Number(year) === 0) return false
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return false
  if (Number(zoneMinute ?? 0) > 59 || Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0) > 840) return false
  if (hour === '24') return minute === '00' && second === '00' && /^(?:\.0+)?$/.test(fraction)
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}
