/** Reads a document in several cuts, which must all tell the same, and shows what was told. */
import { Buffer } from 'node:buffer'
import { expect } from 'vitest'
import type { DocumentHead, DocumentTail, Entry, Fault, Location, Place } from '#src/model/document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { createDocumentReader } from '#src/sitemap/document-reader.ts'

export const COMPLETE: BodyEnding = {
  transferred: 0,
  state: 'complete',
  detail: null,
  declaredLength: null,
  coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
}

export interface Told {
  head: DocumentHead | null
  entries: Entry[]
  /** "code line:column@offset", with the entry number behind # where there is one. */
  faults: string[]
  /** The same with all their facts. */
  details: (Omit<Fault, 'at'> & { at: Location | null })[]
  /** "line:column@offset" of each loc. */
  locPlaces: string[]
  tail: DocumentTail
}

export interface Cut {
  /** Bytes a write. */
  bytes?: number
  /** Units of text read in one go. */
  units?: number
  maxBytes?: number
  ending?: BodyEnding
  isCareful?: boolean
  /** Plain entries are taken as such, and made whole. */
  takesPlain?: boolean
}

export function readOnce(
  document: Uint8Array | string,
  { bytes, units, maxBytes = 1e9, ending = COMPLETE, isCareful = false, takesPlain = false }: Cut = {},
): Told {
  const input = typeof document === 'string' ? Buffer.from(document) : document
  const told: Omit<Told, 'tail'> = { head: null, entries: [], faults: [], details: [], locPlaces: [] }
  const resolve = (at: Place) => (typeof at === 'number' ? reader.locate(at) : at)
  const take = (entry: Entry) => {
    expect(told.head).not.toBeNull()
    told.entries.push(entry)
    const place = entry.loc ? resolve(entry.loc.at) : null
    told.locPlaces.push(show(place))
    // They are counted in two ways.
    if (place) expectLines([entry.loc?.at, entry.at, entry.lastmod?.at, entry.loc?.elementAt])
  }
  const reader = createDocumentReader(
    {
      head(head) {
        expect(told.head).toBeNull()
        told.head = head
      },
      entry: take,
      // Every third one is refused, as a rule may refuse it.
      plain(entry) {
        if (!takesPlain || entry.number % 3 === 0) return false
        take(entry.whole())
        return true
      },
      plainRun(run) {
        let taken = 0
        while (takesPlain && taken < run.count && (run.number + taken) % 7 !== 0) take(run.entry(taken++).whole())
        return taken
      },
      fault(fault) {
        const at = resolve(fault.at)
        told.details.push({ ...fault, at })
        told.faults.push(`${fault.code} ${show(at)}${fault.entry === null ? '' : `#${fault.entry}`}`)
      },
    },
    { maxBytes, isCareful, ...(units === undefined ? {} : { sliceUnits: units }) },
  )
  function expectLines(places: (number | undefined)[]) {
    for (const at of places) {
      if (at === undefined) continue
      const counted = reader.lineOf(at)
      if (counted !== reader.locate(at).line) expect(counted).toBe(reader.locate(at).line)
    }
  }
  const step = bytes ?? Math.max(1, input.length)
  for (let from = 0; from < input.length; from += step) reader.write(input.subarray(from, from + step))
  const tail = reader.end(ending)
  return { ...told, tail }
}

/** Whole, byte by byte and in sevens, cut as bytes and as text: all must be equal. */
export function read(document: Uint8Array | string, cut: Cut = {}): Told {
  const whole = readOnce(document, cut)
  const shown = comparable(whole)
  for (const other of [
    { bytes: 1 },
    { bytes: 7 },
    { units: 1 },
    { units: 7 },
    { bytes: 7, units: 3 },
    { takesPlain: true },
  ]) {
    expect(comparable(readOnce(document, { ...cut, ...other }))).toEqual(shown)
  }
  return whole
}

/** Snippets end where the text that is known so far ends, so they alone depend on how it is cut. */
function comparable(told: Told): string {
  return JSON.stringify(told, (key, value) => (key === 'snippet' ? undefined : value), 1)
}

export function show(at: Location | null): string {
  return at === null ? '-' : `${at.line}:${at.column}@${at.offset}`
}

export const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
export const urlset = (content: string, more = '') => `<urlset ${NS}${more}>${content}</urlset>`

/** "line:column@offset" of the n-th `needle`, counted naively; `skip` units into it. */
export function placeOf(document: string, needle: string, skip = 0, nth = 1): string {
  let index = -1
  for (let i = 0; i < nth; i++) index = document.indexOf(needle, index + 1)
  expect(index).toBeGreaterThanOrEqual(0)
  const before = document.slice(0, index + skip)
  const lines = before.split(/\r\n|\r|\n/)
  return `${lines.length}:${[...(lines.at(-1) as string)].length + 1}@${Buffer.byteLength(before)}`
}
