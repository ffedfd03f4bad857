/** Days of the proleptic Gregorian calendar, in integers: no Date object, which rolls 30 February over. */

export const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** @param month 1 to 12; any other has no days */
export function daysInMonth(year: number, month: number): number {
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return 29
  return MONTH_DAYS[month - 1] ?? 0
}

/**
 * Days since 1970-01-01 of a date that exists. Counts years from March, so that the leap day is the last of its year
 * (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
 */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** Years whose months are known by heart. */
export const KNOWN_FROM_YEAR = 1970
const KNOWN_TO_YEAR = 2100

/** Day numbers of the first days of months from January of KNOWN_FROM_YEAR on, and of the one behind the last. */
export const MONTH_STARTS = Int32Array.from({ length: (KNOWN_TO_YEAR - KNOWN_FROM_YEAR) * 12 + 1 }, (_, month) =>
  dayNumber(KNOWN_FROM_YEAR + Math.floor(month / 12), (month % 12) + 1, 1),
)

/** 1 to 12 for an English month name or its first three letters or more ("Jun", "june", "Sept"); 0 for anything else. */
export function monthOfName(word: string): number {
  const name = word.toLowerCase().replace(/\.$/, '')
  if (name.length < 3) return 0
  const full = FULL_MONTH_NAMES.findIndex((month) => month.startsWith(name))
  return full + 1
}

const FULL_MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

export const pad = (number: number, digits = 2): string => String(number).padStart(digits, '0')

/** "+02:00", "-05:30", "Z". @param zone minutes east of UTC */
export function zoneLabel(zone: number): string {
  if (zone === 0) return 'Z'
  const size = Math.abs(zone)
  return `${zone < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}
