/** The forms of W3C Datetime that nearly every lastmod has, read without making an object. */
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
 * the XSD too.
 * @returns Unix ms, of a date at midnight UTC; NaN for anything else: readDatetime knows whether that is valid
 */
export function readUsualDatetime(text: string): number {
  const { length } = text
  if (length < 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return Number.NaN
  const year = two(text, 0) * 100 + two(text, 2)
  const month = two(text, 5)
  const day = two(text, 8)
  // A digit that is none makes NaN, which no comparison lets through.
  if (!(year > 0 && month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysInMonth(year, month))))
    return Number.NaN
  const dateMs = dayNumber(year, month, day) * DAY_MS
  if (length === 10) return dateMs
  if (length < 20 || text.charCodeAt(10) !== T || text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON)
    return Number.NaN
  const hour = two(text, 11)
  const minute = two(text, 14)
  const second = two(text, 17)
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return Number.NaN
  let at = 19
  let ms = second * 1000
  if (text.charCodeAt(at) === POINT) {
    let scale = 100
    for (at++; scale >= 1; at++, scale /= 10) {
      const digit = text.charCodeAt(at) - ZERO
      if (!(digit >= 0 && digit <= 9)) break
      ms += digit * scale
    }
    if (scale === 100) return Number.NaN
  }
  return dateMs + (hour * 60 + minute - zoneAt(text, at)) * MINUTE_MS + ms
}

/** Minutes east of UTC when Z or an offset of at most 14 hours ends the text here; else NaN. */
function zoneAt(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if (sign === Z) return text.length === at + 1 ? 0 : Number.NaN
  if ((sign !== PLUS && sign !== DASH) || text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON) return Number.NaN
  const minutes = two(text, at + 4)
  const zone = two(text, at + 1) * 60 + minutes
  if (!(minutes <= 59 && zone <= 840)) return Number.NaN
  return sign === DASH ? -zone : zone
}

/** The number of two digits; NaN where other characters stand. */
function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}
