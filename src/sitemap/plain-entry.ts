/** An entry as it stands in the text, of which only what somebody asks for is made. */
import { Buffer } from 'node:buffer'
import type { At, Entry, PlainEntry, Value } from '../model/document.ts'
import { createEntry } from './reading.ts'
import type { XmlRecord } from './xml-reader.ts'

/** Plain state: one is used for all entries of a document, one after the other. */
export interface ReusedEntry extends PlainEntry {
  source: string
  /** `<` of each element; of those that are missing it tells nothing. */
  locElementAt: At
  lastmodElementAt: At
  changefreqElementAt: At
  priorityElementAt: At
  made: Entry | null
}

export function createPlainEntry(): ReusedEntry {
  return {
    number: 0,
    at: 0,
    bytes: new Uint8Array(0),
    words: new Int32Array(0),
    base: 0,
    locFrom: 0,
    locTo: 0,
    lastmodFrom: 0,
    lastmodTo: 0,
    hasChangefreq: false,
    hasPriority: false,
    source: '',
    locElementAt: 0,
    lastmodElementAt: 0,
    changefreqElementAt: 0,
    changefreqFrom: 0,
    changefreqTo: 0,
    priorityElementAt: 0,
    priorityFrom: 0,
    priorityTo: 0,
    made: null,
    copyLoc,
    whole,
  }
}

/** Which leaf of a record is what; -1: none. The first is a loc. */
export interface PlainLeaves {
  lastmod: number
  changefreq: number
  priority: number
}

export function setPlain(plain: ReusedEntry, number: number, at: At, record: XmlRecord, leaves: PlainLeaves) {
  const { starts, ends, ats } = record
  const { lastmod, changefreq, priority } = leaves
  plain.number = number
  plain.at = at
  plain.bytes = record.units
  plain.words = record.words
  plain.base = record.base
  plain.source = record.source
  plain.made = null
  plain.locElementAt = ats[0] as At
  plain.locFrom = starts[0] as number
  plain.locTo = ends[0] as number
  plain.lastmodFrom = -1
  if (lastmod >= 0) {
    plain.lastmodElementAt = ats[lastmod] as At
    plain.lastmodFrom = starts[lastmod] as number
    plain.lastmodTo = ends[lastmod] as number
  }
  plain.hasChangefreq = changefreq >= 0
  if (changefreq >= 0) {
    plain.changefreqElementAt = ats[changefreq] as At
    plain.changefreqFrom = starts[changefreq] as number
    plain.changefreqTo = ends[changefreq] as number
  }
  plain.hasPriority = priority >= 0
  if (priority >= 0) {
    plain.priorityElementAt = ats[priority] as At
    plain.priorityFrom = starts[priority] as number
    plain.priorityTo = ends[priority] as number
  }
}

function copyLoc(this: ReusedEntry): string {
  const { bytes, locFrom, locTo } = this
  // Without a view of the bytes, which would cost more than the text.
  return Buffer.prototype.latin1Slice.call(bytes, locFrom, locTo)
}

function whole(this: ReusedEntry): Entry {
  this.made ??= createEntry(
    this.number,
    this.at,
    valueIn(this, this.locFrom, this.locTo, this.locElementAt),
    this.lastmodFrom < 0 ? null : valueIn(this, this.lastmodFrom, this.lastmodTo, this.lastmodElementAt),
    this.hasChangefreq ? valueIn(this, this.changefreqFrom, this.changefreqTo, this.changefreqElementAt) : null,
    this.hasPriority ? valueIn(this, this.priorityFrom, this.priorityTo, this.priorityElementAt) : null,
  )
  return this.made
}

function valueIn({ source, base }: ReusedEntry, from: number, to: number, elementAt: At): Value {
  return { text: source.slice(from, to), at: base + from, elementAt, isDamaged: false, padding: 0 }
}
