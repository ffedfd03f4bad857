/** An entry as it stands in the text, of which only what somebody asks for is made. */
import type { At, Entry, PlainEntry, Value } from '../model/document.ts'
import { createEntry } from './reading.ts'
import type { XmlRecord } from './xml-reader.ts'

/** Plain state: one is used for all entries of a document, one after the other. */
export interface ReusedEntry extends PlainEntry {
  source: string
  /** `<` of each element, and where the rarer ones' texts stand. Of those that are missing it tells nothing. */
  locElementAt: At
  lastmodElementAt: At
  changefreqElementAt: At
  changefreqFrom: number
  changefreqTo: number
  priorityElementAt: At
  priorityFrom: number
  priorityTo: number
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
    whole,
  }
}

/** @param ranks of the record's leaves, as coreRank has them; the first is a loc */
export function setPlain(plain: ReusedEntry, number: number, at: At, record: XmlRecord, ranks: readonly number[]) {
  const { count, source, base, units, words, ats, starts, ends } = record
  plain.number = number
  plain.at = at
  plain.bytes = units
  plain.words = words
  plain.base = base
  plain.source = source
  plain.made = null
  plain.locElementAt = ats[0] as At
  plain.locFrom = starts[0] as number
  plain.locTo = ends[0] as number
  plain.lastmodFrom = -1
  plain.hasChangefreq = false
  plain.hasPriority = false
  for (let i = 1; i < count; i++) {
    switch (ranks[i]) {
      case 2:
        plain.lastmodElementAt = ats[i] as At
        plain.lastmodFrom = starts[i] as number
        plain.lastmodTo = ends[i] as number
        break
      case 3:
        plain.hasChangefreq = true
        plain.changefreqElementAt = ats[i] as At
        plain.changefreqFrom = starts[i] as number
        plain.changefreqTo = ends[i] as number
        break
      default:
        plain.hasPriority = true
        plain.priorityElementAt = ats[i] as At
        plain.priorityFrom = starts[i] as number
        plain.priorityTo = ends[i] as number
    }
  }
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
