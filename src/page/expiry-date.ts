/** The date of unavailable_after: "RFC 822, RFC 850, and ISO 8601" says Google, and writes hyphens in its example. */
import { DAY_MS } from '../values/calendar.ts'
import { readRfc822 } from '../values/feed-date.ts'
import { type Datetime, readDatetime } from '../values/w3c-datetime.ts'

/** @returns null for what nobody can read */
export function readExpiryDate(text: string): Datetime | null {
  if (text.length > 60) return null
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i.exec(
    text,
  )
  if (iso) {
    const [, date = '', time, zone = 'Z'] = iso
    const offset = /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d\d):?/, '$1:')
    const reading = readDatetime(time === undefined ? date : `${date}T${time}${offset}`)
    return reading.isValid ? reading : null
  }
  const spaced = text.replace(/(\d{1,2})-([a-z]{3,9})-(\d{2,4})/i, '$1 $2 $3').replace(/\s+/g, ' ')
  // A zone that RFC 822 does not know (CET) is hours off at most, where the date is not.
  return readRfc822(spaced) ?? readRfc822(spaced.replace(/ [A-Za-z]{3,5}$/, ' GMT'))
}

/** A bare date has passed when its day is over. */
export function isPast(date: Datetime, nowMs: number): boolean {
  return nowMs > date.epochMs + (date.precision === 'day' ? DAY_MS : 0)
}
