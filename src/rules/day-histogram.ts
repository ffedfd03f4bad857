/** How many dates fall on each day, and what a picture of them needs: at most HISTOGRAM_BUCKETS numbers. */
import type { LastmodHistogram } from '../model/report.ts'
import { FIRST_YEAR } from './lastmod-desk.ts'

const DAY_MS = 86_400_000
const FIRST_MS = Date.UTC(FIRST_YEAR, 0, 1)
/** Dates that lie further ahead are mistakes, and would make everything else narrow. */
const AHEAD_DAYS = 2

/** A number for each day from 1990 on, 54 KB. */
export interface DayCounts {
  counts: Uint32Array<ArrayBuffer>
  /** Behind the last day. */
  endMs: number
}

export function createDayCounts(nowMs: number): DayCounts {
  const days = Math.max(1, Math.ceil((nowMs - FIRST_MS) / DAY_MS) + AHEAD_DAYS)
  return { counts: new Uint32Array(days), endMs: FIRST_MS + days * DAY_MS }
}

/** @param epochMs NaN and what lies outside are left out */
export function countDay({ counts, endMs }: DayCounts, epochMs: number): void {
  if (epochMs >= FIRST_MS && epochMs < endMs) (counts[Math.floor((epochMs - FIRST_MS) / DAY_MS)] as number)++
}

/** @returns null where there is nothing to show */
export function toHistogram({ counts }: DayCounts, buckets: number): LastmodHistogram | null {
  const first = counts.findIndex((count) => count > 0)
  if (first < 0) return null
  const last = counts.findLastIndex((count) => count > 0)
  const days = Math.ceil((last - first + 1) / buckets)
  const sums: number[] = []
  for (let from = first; from <= last; from += days) {
    let sum = 0
    for (let day = from; day < from + days && day <= last; day++) sum += counts[day] as number
    sums.push(sum)
  }
  return { from: new Date(FIRST_MS + first * DAY_MS).toISOString().slice(0, 10), days, counts: sums }
}
