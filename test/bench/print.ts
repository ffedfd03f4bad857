/** How the benchmarks print their figures: name, figure, and beside it what it should be. Nothing is asserted. */

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

/** @param width of the names in this table */
export function row(name: string, figure: string, target = '', width = 18): void {
  console.log(`    ${name.padEnd(width)}${figure.padStart(12)}   ${target}`.trimEnd())
}

/** A table in which the names are long. */
export const wideRow = (name: string, figure: string, target = ''): void => row(name, figure, target, 44)

export function heading(text: string): void {
  console.log(`\n  ${text}`)
}

export const milliseconds = (ms: number): string => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`

/** Of the figures in order, the one below which this share of them lies; 0.5: the median of an odd number of them. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5)
