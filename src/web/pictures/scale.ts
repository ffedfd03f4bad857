/** Axes: where values stand, and which of them are written. */

/** From values to pixels. A domain without extent is put in the middle. */
export function createScale(low: number, high: number, from: number, to: number): (value: number) => number {
  if (high <= low) return () => (from + to) / 2
  return (value) => from + ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * (to - from)
}

/** The smallest of 1, 2, 5, 10, 20, 50, ... that is not below the value: the upper end of an axis from zero. */
export function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= value) ?? value
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 30 Sep 2026, in UTC: the day of the file, not of the reader. */
export function formatDay(ms: number): string {
  return DAY.format(ms)
}

export const DAY_MS = 86_400_000

/** What is there of a W3C Datetime or a feed's date; NaN where browsers read none. */
export function readTime(value: string | null): number {
  return value === null ? Number.NaN : Date.parse(value)
}
