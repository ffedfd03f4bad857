/** HTTP's own dates: RFC 9110, 5.6.7. */
import type { HeaderLines } from '../model/exchange.ts'

const FORMS = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
]
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}:\d{2}:\d{2}) (\d{4})$/

/** Unix ms; null for what is none of the three forms. */
export function parseHttpDate(text: string): number | null {
  const asctime = ASCTIME.exec(text)
  const rewritten = asctime ? `${asctime[2]?.trim()} ${asctime[1]} ${asctime[4]} ${asctime[3]} GMT` : text
  if (!asctime && !FORMS.some((form) => form.test(text))) return null
  const ms = Date.parse(rewritten)
  return Number.isNaN(ms) ? null : ms
}

/** Seconds that Retry-After asks for: a number of seconds or a date; null for anything else (RFC 9110, 10.2.3). */
export function parseRetryAfter(text: string, nowMs: number): number | null {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  const at = parseHttpDate(text)
  return at === null ? null : Math.max(0, Math.ceil((at - nowMs) / 1000))
}

/** The same of an answer's headers; null where there is no such header, or none that can be read. */
export function retryAfterOf(headers: HeaderLines, nowMs: number): number | null {
  const value = headers.find(([name]) => name === 'retry-after')?.[1]
  return value === undefined ? null : parseRetryAfter(value, nowMs)
}
