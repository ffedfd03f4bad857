/** Counts the lastmods of one document: for its report, for the comparison with its index, and for the rules. */
import type { At, DocumentContext, Entry, Location, PlainEntry, PlainRun, Value } from '../model/document.ts'
import type { DocumentKind, LastmodHistogram } from '../model/report.ts'
import { detachText } from '../values/detach-text.ts'
import { countDay, createDayCounts, type DayCounts, endDays } from './day-histogram.ts'
import { attachLastmodDesk, type LastmodDesk } from './lastmod-desk.ts'

export interface LastmodStats {
  /** Entries with a lastmod that is not empty. */
  present: number
  valid: number
  /** Different valid values, as written. */
  distinct: number
  /** There are more than were kept apart: `distinct` is a lower bound. */
  isCapped: boolean
  oldest: { value: string; entry: number } | null
  newest: { value: string; entry: number; location: Location } | null
  /** The valid value that most entries have, and its share of the valid ones. */
  commonest: { value: string; share: number } | null
  /** null where no date can be shown. */
  histogram: LastmodHistogram | null
}

/** A day a day where there are few, so that one spike is told from a spread. */
const HISTOGRAM_BUCKETS = 24

export interface LastmodCounter {
  /** Call once for each entry, after its rules. @param kind of the document: feeds have dates of other forms */
  add(entry: Entry, kind: DocumentKind): void
  addPlain(entry: PlainEntry): void
  /** The first entries of a run. */
  addRun(run: PlainRun, count: number): void
  finish(): LastmodStats
}

interface State extends LastmodCounter {
  desk: LastmodDesk
  locate: (at: At) => Location
  present: number
  /** Of the oldest and the newest. */
  first: number
  last: number
  oldest: LastmodStats['oldest']
  newest: LastmodStats['newest']
  days: DayCounts
}

/**
 * Shares the reading of the entries with the rules of the same run.
 * @param locate the reader's; asked whenever a newer value than all before turns up
 */
export function createLastmodStats(document: DocumentContext, locate: (at: At) => Location): LastmodCounter {
  const state: State = {
    desk: attachLastmodDesk(document, 'lastmod-stats'),
    locate,
    present: 0,
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    oldest: null,
    newest: null,
    days: createDayCounts(document.nowMs),
    add,
    addPlain,
    addRun,
    finish,
  }
  return state
}

/** No closures: V8 then keeps what it has optimised from one document to the next. */
function add(this: State, entry: Entry, kind: DocumentKind): void {
  const { desk } = this
  const { number, lastmod } = entry
  if (desk.number !== number) desk.read(entry, kind)
  if (lastmod === null || (lastmod.text === '' && !lastmod.isDamaged)) return
  this.present++
  countDay(this.days, desk.epochMs)
  if (isExtreme(this, desk.epochMs)) keep(this, desk.epochMs, number, lastmod)
}

function addPlain(this: State, entry: PlainEntry): void {
  if (entry.lastmodFrom < 0) return
  this.present++
  const { epochMs } = this.desk
  countDay(this.days, epochMs)
  if (isExtreme(this, epochMs)) keep(this, epochMs, entry.number, entry.whole().lastmod as Value)
}

function addRun(this: State, run: PlainRun, count: number): void {
  if (!run.hasLastmod) return
  const { days, desk } = this
  const { times } = desk
  this.present += count
  for (let i = 0; i < count; i++) {
    const epochMs = times[i] as number
    countDay(days, epochMs)
    if (isExtreme(this, epochMs)) {
      const entry = run.entry(i)
      keep(this, epochMs, entry.number, entry.whole().lastmod as Value)
    }
  }
}

/** NaN is neither. */
const isExtreme = ({ first, last }: State, epochMs: number): boolean => epochMs < first || epochMs > last

function keep(state: State, epochMs: number, entry: number, { text, at }: Value): void {
  const value = detachText(text)
  if (epochMs < state.first) {
    state.first = epochMs
    state.oldest = { value, entry }
  }
  if (epochMs > state.last) {
    state.last = epochMs
    state.newest = { value, entry, location: state.locate(at) }
  }
}

function finish(this: State): LastmodStats {
  const { desk, present, oldest, newest } = this
  const { values } = desk
  const commonest = values.commonest()
  return {
    present,
    valid: values.total,
    distinct: values.distinct(),
    isCapped: values.isCapped(),
    oldest,
    newest,
    commonest: commonest && { value: commonest.value, share: commonest.count / values.total },
    histogram: endDays(this.days, { oldest: this.first, newest: this.last }, HISTOGRAM_BUCKETS),
  }
}
