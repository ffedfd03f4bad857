/** What an index says of a child's last change, against the newest entry in that child. */
import { DAY_MS, dayNumber, MINUTE_MS } from './calendar.ts'
import { readFeedDate } from './feed-date.ts'
import type { Datetime } from './w3c-datetime.ts'
import { readDatetime } from './w3c-datetime.ts'

export type LastmodVerdict = 'equal' | 'stale' | 'ahead' | 'zone' | 'not-compared'

/** An index is written after its children: so much later is no contradiction. */
const AHEAD_TOLERANCE_MS = DAY_MS
/** Clocks on earth differ by multiples of this, and by no more than 14 hours. */
const ZONE_STEP_MS = 15 * MINUTE_MS
const ZONE_MAX_MS = 14 * 60 * MINUTE_MS

/**
 * Compares at the coarser precision of the two. Both with a time: up to 24 h ahead is equal, behind is stale, or zone
 * where it looks like a wrong zone label. One with a time: on each one's own calendar day, one day either way is equal.
 * Both without: ahead by one day is equal, behind by one is stale.
 * @param index lastmod of the child in its index, white space cut off; null: none
 * @param newest newest valid lastmod among the child's entries (a feed's may be RFC 822)
 * @param isComplete false where the child was not read to its end: entries behind the cut may be newer, so only what is
 * older than something that was read can be told
 */
export function compareLastmod(index: string | null, newest: string | null, isComplete = true): LastmodVerdict {
  if (index === null || newest === null) return 'not-compared'
  const ours = readDatetime(index)
  const theirs = readFeedDate(newest)
  if (!ours.isValid || theirs === null) return 'not-compared'
  const verdict = ours.zone !== null && theirs.zone !== null ? compareTimes(ours, theirs) : compareDays(ours, theirs)
  return isComplete || verdict === 'stale' || verdict === 'zone' ? verdict : 'not-compared'
}

function compareTimes(index: Datetime, newest: Datetime): LastmodVerdict {
  const unit = Math.max(unitMs(index), unitMs(newest))
  const behind = (Math.floor(newest.epochMs / unit) - Math.floor(index.epochMs / unit)) * unit
  if (behind <= 0) return -behind > AHEAD_TOLERANCE_MS ? 'ahead' : 'equal'
  return looksLikeZone(index, newest, behind) ? 'zone' : 'stale'
}

/** The one instant printed with two labels, or a clock that was read in one zone and labelled with another. */
function looksLikeZone(index: Datetime, newest: Datetime, behind: number): boolean {
  if (behind > ZONE_MAX_MS || behind % ZONE_STEP_MS !== 0) return false
  if (index.zone !== newest.zone) return true
  // Posts appear on the full hour, so equal zeros prove nothing.
  const ours = secondOfHour(index)
  return ours === secondOfHour(newest) && ours !== 0
}

function secondOfHour({ epochMs, zone }: Datetime): number {
  const seconds = Math.floor(epochMs / 1000) + (zone ?? 0) * 60
  return ((seconds % 3600) + 3600) % 3600
}

function unitMs({ precision, fractionDigits }: Datetime): number {
  if (precision === 'minute') return MINUTE_MS
  return precision === 'second' ? 1000 : 10 ** (3 - Math.min(3, fractionDigits))
}

function compareDays(index: Datetime, newest: Datetime): LastmodVerdict {
  const isBare = index.zone === null && newest.zone === null
  const [firstOfIndex, lastOfIndex] = daysOf(index)
  const [firstOfNewest, lastOfNewest] = daysOf(newest)
  if (firstOfNewest - lastOfIndex > (isBare ? 0 : 1)) return 'stale'
  return firstOfIndex - lastOfNewest > 1 ? 'ahead' : 'equal'
}

/** First and last day, in its own calendar, of what the value may mean. */
function daysOf({ precision, epochMs, zone, year }: Datetime): [first: number, last: number] {
  const first = Math.floor((epochMs + (zone ?? 0) * MINUTE_MS) / DAY_MS)
  if (precision === 'year') return [first, dayNumber(year, 12, 31)]
  if (precision !== 'month') return [first, first]
  const nextMonth = new Date(epochMs)
  return [first, Math.floor(nextMonth.setUTCMonth(nextMonth.getUTCMonth() + 1) / DAY_MS) - 1]
}
