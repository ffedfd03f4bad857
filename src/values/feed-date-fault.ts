/** Why a date of a feed is not in the form that its format asks for, and what it should read where that can be told. */
import { monthOfName, pad } from './calendar.ts'
import { RFC_822, readRfc822 } from './feed-date.ts'
import { readDatetime } from './w3c-datetime.ts'

export type Rfc822FaultKind =
  /** An ISO 8601 date. */
  | 'iso'
  | 'time-missing'
  | 'zone-missing'
  /** +02:00: no colon belongs there. */
  | 'zone-form'
  /** CET, GMT+2: a name that RFC 822 does not have, or that more than one zone bears. */
  | 'zone-name'
  /** Thursday, September: names have three letters. */
  | 'long-name'
  /** Names of days or months in another language. */
  | 'other-language'
  | 'comma'
  | 'one-digit'
  /** Well-formed, but there is no such date or time. */
  | 'impossible'
  | 'other'

export interface Rfc822Fault {
  fault: Rfc822FaultKind
  expected: string | null
  /** The zone in `expected` is a guess: it holds only if the time is UTC. */
  isZoneAssumed: boolean
}

/** RFC 822, 5.1, with years of four digits too, as RSS 2.0 allows them. UTC is written everywhere and read as UT. */
const STRICT =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun),\s{0,5})?\d{1,2}\s{1,5}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\s{1,5}(?:\d{4}|\d{2})\s{1,5}\d{2}:\d{2}(?::\d{2})?\s{1,5}(?:utc?|gmt|[ecmp][sd]t|[a-ik-z]|[+-]\d{4})(?:\s{0,5}\([^()]{0,20}\))?$/i
/** Military zones, which RFC 822 itself got wrong (RFC 1123, 5.2.14): right in form, and what they mean is not known. */
const MILITARY = /\s[a-ik-y](?:\s{0,5}\([^()]{0,20}\))?$/i

/** @returns null for a date of RFC 822 as RSS 2.0 asks for it */
export function findRfc822Fault(text: string): Rfc822Fault | null {
  if (text.length > 100) return plain('other')
  const read = readRfc822(text)
  if (STRICT.test(text)) return read !== null || MILITARY.test(text) ? null : plain('impossible')
  if (/^\d{4}-?\d/.test(text)) {
    const iso = readDatetime(text)
    const hasTime = iso.isValid && iso.zone !== null
    return plain('iso', hasTime ? formatRfc822(iso.epochMs, iso.zone ?? 0) : null)
  }
  const parts = RFC_822.exec(text)?.groups
  if (parts === undefined) return explainWords(text)
  const { weekday, month = '', hour, zone } = parts
  if (monthOfName(month) === 0) return plain('other-language')
  if (hour === undefined) return plain(read === null ? 'impossible' : 'time-missing')
  if (zone === undefined) {
    const isDate = readRfc822(`${text} GMT`) !== null
    return isDate ? { ...plain('zone-missing', `${text} GMT`), isZoneAssumed: true } : plain('impossible')
  }
  if (read === null) {
    const inUtc = `${text.slice(0, text.lastIndexOf(zone))}GMT`
    return plain(/^[a-z]/i.test(zone) && readRfc822(inUtc) !== null ? 'zone-name' : 'impossible')
  }
  const expected = formatRfc822(read.epochMs, read.zone ?? 0)
  if (hour.length === 1) return plain('one-digit', expected)
  if (zone.includes(':')) return plain('zone-form', expected)
  if (month.length > 3 || (weekday !== undefined && weekday.length > 3)) return plain('long-name', expected)
  if (weekday !== undefined && !text.startsWith(`${weekday},`)) return plain('comma', expected)
  return plain('other', expected)
}

function plain(fault: Rfc822FaultKind, expected: string | null = null): Rfc822Fault {
  return { fault, expected, isZoneAssumed: false }
}

/** What has not even the order of parts. */
function explainWords(text: string): Rfc822Fault {
  if (/\b(?:GMT|UTC) ?[+-]\d{1,2}/i.test(text)) return plain('zone-name')
  const words = text.match(/\p{L}{2,20}/gu) ?? []
  const isForeign = words.length > 0 && /\d{4}/.test(text) && words.every((word) => monthOfName(word) === 0)
  return plain(isForeign ? 'other-language' : 'other')
}

/** "Mon, 02 Jun 2025 09:30:00 +0200". @param zone minutes east of UTC */
function formatRfc822(epochMs: number, zone: number): string {
  const local = new Date(epochMs + zone * 60_000).toUTCString()
  if (zone === 0) return local
  const size = Math.abs(zone)
  return `${local.slice(0, -3)}${zone < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`
}
