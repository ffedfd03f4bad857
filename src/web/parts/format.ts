/** Numbers as people read them. */

const COUNT = new Intl.NumberFormat('en-GB')
const ONE_DIGIT = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const BYTE_UNITS = ['KB', 'MB', 'GB', 'TB']

/** 1,234,567 */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** "1 page", "1,200 pages" */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Decimal units: 52,428,800 bytes are 52.4 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 'bytes'
  for (const next of BYTE_UNITS) {
    if (value < 1_000) break
    value /= 1_000
    unit = next
  }
  return unit === 'bytes' ? formatCounted(bytes, 'byte') : `${ONE_DIGIT.format(value)} ${unit}`
}

/** A share between 0 and 1 as "12.5 %"; what is not none and not all is never rounded to it. */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return '< 0.1 %'
  if (percent < 100 && percent > 99.9) return '> 99.9 %'
  return `${ONE_DIGIT.format(percent)} %`
}

/** "850 ms", "12.3 s", "4 min 5 s" */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${ONE_DIGIT.format(ms / 1_000)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
