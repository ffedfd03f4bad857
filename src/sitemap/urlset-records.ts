/** Entries of a urlset or sitemapindex that are read whole. */
import type { At, Entry, Value } from '../model/document.ts'
import { setPlain } from './plain-entry.ts'
import { setPlainRun } from './plain-run.ts'
import { createEntry } from './reading.ts'
import { CONTAINER, CORE, deliver, type RecordLeaves, type UrlsetState } from './urlset-state.ts'
import { VALUE_LENGTH_LIMIT } from './value-collector.ts'
import { coreRank } from './vocabulary.ts'
import type { XmlRecord, XmlRun, XmlTag } from './xml-reader.ts'

/** The same as the tags and texts come to: an entry of core children, each once and in the order of the XSD. */
export function record(this: UrlsetState, tag: XmlTag, at: At, end: At, record: XmlRecord): boolean {
  const { reading, leaves } = this
  if (end - at > VALUE_LENGTH_LIMIT || !isEntry(this, tag, record)) return false
  this.hasEntries = true
  const number = ++reading.number
  reading.openEntry = number
  reading.openEntryAt = at
  this.share = CORE
  if (leaves.isPlain && record.isVerbatim) {
    setPlain(this.plain, number, at, record, leaves)
    if (reading.plain(this.plain)) {
      reading.entries++
      reading.openEntry = null
      reading.openEntryAt = null
      return true
    }
  }
  this.entry = entryOf(number, at, record, leaves)
  deliver(this)
  return true
}

/** Only as they stand, and only those of a urlset: whatever else there is comes one by one. */
export function records(this: UrlsetState, tag: XmlTag, run: XmlRun): number {
  const { reading, leaves, plainRun } = this
  if (!isEntry(this, tag, run.record) || !leaves.isPlain) return 0
  const number = reading.number + 1
  setPlainRun(plainRun, number, run, leaves)
  const taken = reading.plainRun(plainRun)
  if (taken === 0) return 0
  this.hasEntries = true
  reading.number += taken
  reading.entries += taken
  this.share = CORE
  return taken
}

function isEntry(state: UrlsetState, tag: XmlTag, record: XmlRecord): boolean {
  const { leaves } = state
  if (state.depth !== 1 || state.roles[0] !== CONTAINER || state.reading.hasInvalidBytes()) return false
  if (record.shape !== 0 && record.shape === leaves.shape) return true
  leaves.shape = record.shape
  if (readRecord(state, tag, record)) return true
  leaves.shape = 0
  return false
}

/** What the leaves are to an entry. @returns false: it is none that is told whole */
function readRecord(
  { kind, entryName, rootUri, leaves }: UrlsetState,
  { local, uri }: XmlTag,
  { count, tags }: XmlRecord,
): boolean {
  if (local !== entryName || uri !== rootUri) return false
  leaves.loc = -1
  leaves.lastmod = -1
  leaves.changefreq = -1
  leaves.priority = -1
  leaves.isPlain = kind === 'urlset'
  const lastRank = kind === 'urlset' ? 4 : 2
  let rank = 0
  for (let i = 0; i < count; i++) {
    const tag = tags[i] as XmlTag
    const next = coreRank(tag.local)
    if (next <= rank || next > lastRank || tag.uri !== rootUri) return false
    rank = next
    if (rank === 1) leaves.loc = i
    else if (rank === 2) leaves.lastmod = i
    else if (rank === 3) leaves.changefreq = i
    else leaves.priority = i
  }
  if (leaves.loc !== 0) leaves.isPlain = false
  return true
}

function entryOf(number: number, at: At, record: XmlRecord, leaves: RecordLeaves): Entry {
  const { loc, lastmod, changefreq, priority } = leaves
  return createEntry(
    number,
    at,
    leafOf(record, loc),
    leafOf(record, lastmod),
    leafOf(record, changefreq),
    leafOf(record, priority),
  )
}

function leafOf({ source, base, ats, starts, ends, resolved }: XmlRecord, leaf: number): Value | null {
  if (leaf < 0) return null
  const start = starts[leaf] as number
  const text = resolved[leaf] ?? source.slice(start, ends[leaf])
  return { text, at: base + start, elementAt: ats[leaf] as At, isDamaged: false, padding: 0 }
}
