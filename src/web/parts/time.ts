/** A moment in the reader's own time zone, with the UTC behind it. */
import { html } from './html.ts'

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** @param value RFC 3339, or null for what has not happened: then `none` is said */
export function Time({ value, none = 'not yet' }: { value: string | null; none?: string }) {
  if (value === null) return html`<span class="muted">${none}</span>`
  const date = new Date(value)
  // Not every date that a site writes exists.
  if (Number.isNaN(date.getTime())) return html`<span>${value}</span>`
  return html`<time class="number" datetime=${value} title=${`${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`}>
    ${FULL.format(date)}
  </time>`
}
