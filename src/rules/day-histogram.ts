/** How many dates fall on each day, and what a picture of them needs: a few numbers. */

import type { LastmodHistogram } from '../model/report.ts'
import { DAY_MS } from '../values/calendar.ts'
import { FIRST_YEAR } from './lastmod-desk.ts'

const FIRST_MS = Date.UTC(FIRST_YEAR, 0, 1)
/** Dates that lie further ahead are mistakes, and would make everything else narrow. */
const AHEAD_MS = 2 * DAY_MS
/** A number for each day from 1990 to 2089, 146 KB. */
const DAYS = 36_525
/** Kept for the documents that come next: clearing what one has used costs less than making another. */
const SPARE_LIMIT = 8
const spare: Uint32Array<ArrayBuffer>[] = []

export interface DayCounts {
  counts: Uint32Array<ArrayBuffer>
  /** Behind the last day that counts. */
  endMs: number
}

export function createDayCounts(nowMs: number): DayCounts {
  return {
    counts: spare.pop() ?? new Uint32Array(DAYS),
    endMs: Math.min(nowMs + AHEAD_MS, FIRST_MS + DAYS * DAY_MS),
  }
}

/** @param epochMs NaN and what lies outside are left out */
export function countDay({ counts, endMs }: DayCounts, epochMs: number): void {
  if (epochMs >= FIRST_MS && epochMs < endMs) (counts[dayOf(epochMs)] as number)++
}

/**
 * Ends the counting: what was counted is given away.
 * @param oldest, newest Unix ms between which all dates lie; infinite where there is none
 * @param buckets most numbers that are made
 * @returns null where there is nothing to show
 */
export function endDays(
  { counts, endMs }: DayCounts,
  { oldest, newest }: { oldest: number; newest: number },
  buckets: number,
): LastmodHistogram | null {
  let first = dayOf(Math.max(FIRST_MS, oldest))
  let last = dayOf(Math.min(newest, endMs - 1))
  while (first <= last && counts[first] === 0) first++
  while (last > first && counts[last] === 0) last--
  const histogram = first <= last ? sumDays(counts, first, last, buckets) : null
  if (first <= last) counts.fill(0, first, last + 1)
  if (spare.length < SPARE_LIMIT) spare.push(counts)
  return histogram
}

function sumDays(counts: Uint32Array, first: number, last: number, buckets: number): LastmodHistogram {
  const days = Math.ceil((last - first + 1) / buckets)
  const sums: number[] = []
  for (let from = first; from <= last; from += days) {
    let sum = 0
    for (let day = from; day < from + days && day <= last; day++) sum += counts[day] as number
    sums.push(sum)
  }
  return { from: new Date(FIRST_MS + first * DAY_MS).toISOString().slice(0, 10), days, counts: sums }
}

function dayOf(epochMs: number): number {
  return Math.floor((epochMs - FIRST_MS) / DAY_MS)
}
