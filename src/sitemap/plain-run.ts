/** Entries that are written alike, as they stand in the text: told many at once. */
import type { PlainEntry, PlainRun } from '../model/document.ts'
import { type PlainLeaves, type ReusedEntry, setPlain } from './plain-entry.ts'
import { createRun, setRecord } from './record-run.ts'
import type { XmlRun } from './xml-reader.ts'
import { createRecord } from './xml-records.ts'

const NO_LEAVES: PlainLeaves = { lastmod: -1, changefreq: -1, priority: -1 }

/** Plain state: one is used for all runs of a document, one after the other. */
export interface ReusedRun extends PlainRun {
  source: XmlRun
  leaves: PlainLeaves
  one: ReusedEntry
}

/** @param one that its entries are told as */
export function createPlainRun(one: ReusedEntry): ReusedRun {
  const none = new Int32Array(0)
  return {
    count: 0,
    number: 0,
    bytes: one.bytes,
    words: one.words,
    base: 0,
    lines: 0,
    locFrom: none,
    locTo: none,
    hasLastmod: false,
    lastmodFrom: none,
    lastmodTo: none,
    hasChangefreq: false,
    changefreqFrom: none,
    changefreqTo: none,
    hasPriority: false,
    priorityFrom: none,
    priorityTo: none,
    source: createRun(createRecord()),
    leaves: NO_LEAVES,
    one,
    entry,
  }
}

/** @param number of the first entry */
export function setPlainRun(plain: ReusedRun, number: number, run: XmlRun, leaves: PlainLeaves) {
  const { record, starts, ends } = run
  const { lastmod, changefreq, priority } = leaves
  plain.count = run.count
  plain.number = number
  plain.bytes = record.units
  plain.words = record.words
  plain.base = record.base
  plain.lines = run.lines
  plain.source = run
  plain.leaves = leaves
  plain.locFrom = starts[0] as Int32Array
  plain.locTo = ends[0] as Int32Array
  plain.hasLastmod = lastmod >= 0
  if (lastmod >= 0) {
    plain.lastmodFrom = starts[lastmod] as Int32Array
    plain.lastmodTo = ends[lastmod] as Int32Array
  }
  plain.hasChangefreq = changefreq >= 0
  if (changefreq >= 0) {
    plain.changefreqFrom = starts[changefreq] as Int32Array
    plain.changefreqTo = ends[changefreq] as Int32Array
  }
  plain.hasPriority = priority >= 0
  if (priority >= 0) {
    plain.priorityFrom = starts[priority] as Int32Array
    plain.priorityTo = ends[priority] as Int32Array
  }
}

function entry(this: ReusedRun, index: number): PlainEntry {
  const { source, one, leaves } = this
  const number = this.number + index
  if (one.number === number) return one
  setRecord(source, index)
  setPlain(one, number, this.base + (source.froms[index] as number), source.record, leaves)
  return one
}
