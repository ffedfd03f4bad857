/** Entries of a urlset or sitemapindex that are read whole. */
import type { At, Entry, Value } from '../model/document.ts'
import { setPlain } from './plain-entry.ts'
import { createEntry } from './reading.ts'
import { CONTAINER, CORE, deliver, type RecordLeaves, type UrlsetState } from './urlset-state.ts'
import { VALUE_LENGTH_LIMIT } from './value-collector.ts'
import { coreRank } from './vocabulary.ts'
import type { XmlRecord, XmlTag } from './xml-reader.ts'

/** The same as the tags and texts come to: an entry of core children, each once and in the order of the XSD. */
export function record(this: UrlsetState, tag: XmlTag, at: At, end: At, record: XmlRecord): boolean {
  const { reading, leaves } = this
  if (this.depth !== 1 || this.roles[0] !== CONTAINER) return false
  if (end - at > VALUE_LENGTH_LIMIT || reading.hasInvalidBytes()) return false
  if (record.shape === 0 || record.shape !== leaves.shape) {
    leaves.shape = record.shape
    if (!readRecord(this, tag, record)) {
      leaves.shape = 0
      return false
    }
  }
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
  if (leaves.loc < 0) leaves.isPlain = false
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
