/** Holds the alternates of several documents against each other: who does not link back, which codes contradict. */
import type { DocumentAlternates } from '../model/checked-document.ts'
import type { ComparedAlternates, ToldLink, ToldLinks } from '../model/facts.ts'
import { createFingerprintTable, type FingerprintTable } from '../values/fingerprint-table.ts'
import { hash53, pairHash } from '../values/hash.ts'
import { unpackFloat64, unpackUint16, unpackUint32 } from '../values/packed.ts'
import { drawBelow, linkHash } from './draw-links.ts'
import { CODE_BITS, OPEN_HERE } from './settle-links.ts'

/** Links compared at once. Above it documents are left out, and the audit says so. */
export const COMPARED_LINKS_LIMIT = 2_000_000

/** @returns one for each document, in their order */
export function compareAlternates(documents: readonly DocumentAlternates[]): ComparedAlternates[] {
  const comparison = createAlternateComparison()
  for (const document of documents) comparison.takeEntries(document)
  for (const document of documents) comparison.takeLinks(document)
  return documents.map((document) => comparison.compare(document))
}

/** The same in three passes, so that no more than one document need be held at once: each takes all, in one order. */
export interface AlternateComparison {
  takeEntries(document: DocumentAlternates): void
  takeLinks(document: DocumentAlternates): void
  compare(document: DocumentAlternates): ComparedAlternates
}

export function createAlternateComparison(): AlternateComparison {
  /** By document: links with a hash from here on were not kept. */
  const belows: number[] = []
  const owners = createFingerprintTable(COMPARED_LINKS_LIMIT)
  const pairs = createFingerprintTable(COMPARED_LINKS_LIMIT)
  const targets = createFingerprintTable(COMPARED_LINKS_LIMIT)

  return {
    takeEntries(document) {
      const { sources, below } = open(document)
      belows.push(below)
      takeOwners(owners, sources, belows.length)
    },

    takeLinks(document) {
      // All links that may answer another: those to entries that have alternates themselves.
      eachLink(open(document), ({ source, target }) => {
        if (owners.get(target) !== 0) pairs.put(pairHash(source, target), 1)
      })
    },

    compare(given) {
      const document = open(given)
      const least = Math.min(...belows)
      const isDefault = document.codes.indexOf('x-default')
      const unanswered = createTold()
      const contradictions = new Map<number, Told>()
      const codes = document.codes.map((code) => hash53(code))
      eachLink(document, (link) => {
        const { source, target, mark } = link
        const owner = owners.get(source)
        const code = mark & CODE_BITS
        if (owner % OWNER_STEP !== 0 && code !== 0) compareCode(link, code)
        if (mark <= CODE_BITS || code === 0 || code === isDefault) return
        // What its other documents settled among themselves is not known here.
        if (owner & IN_SEVERAL) return
        const asked = owners.get(target)
        const isRead = (mark & OPEN_HERE) !== 0 || asked !== 0
        if (isRead && isKeptThere(link, asked) && pairs.get(pairHash(target, source)) === 0)
          unanswered.add(document, link)
      })
      return {
        unanswered: unanswered.finish(),
        contradictions: new Map([...contradictions].map(([other, told]) => [other, told.finish()])),
      }

      /** Whether an answer would have been kept, by the owner of the target. */
      function isKeptThere({ source, target }: Link, asked: number): boolean {
        if (least === document.below) return true
        const others = asked & IN_SEVERAL ? least : belows[Math.floor(asked / OWNER_STEP) - 1]
        return others === undefined || linkHash(source, target) < others
      }

      function compareCode(link: Link, code: number) {
        const key = pairHash(link.source, codes[code] as number)
        const known = targets.put(key, link.target)
        if (known === 0 || known === link.target) return
        const other = Math.floor(owners.get(link.source) / OWNER_STEP) - 1
        const told = contradictions.get(other) ?? createTold()
        contradictions.set(other, told)
        told.add(document, link)
      }
    },
  }
}

interface OpenDocument {
  sources: Float64Array
  numbers: Uint32Array
  counts: Uint32Array
  targets: Float64Array
  lines: Uint32Array
  marks: Uint16Array
  codes: readonly string[]
  /** Links with a hash from here on were not kept. */
  below: number
  samples: Map<number, DocumentAlternates['samples'][0]>
}

interface Link {
  source: number
  entry: number
  target: number
  line: number
  mark: number
}

function open(document: DocumentAlternates): OpenDocument {
  return {
    sources: unpackFloat64(document.sources),
    numbers: unpackUint32(document.numbers),
    counts: unpackUint32(document.counts),
    targets: unpackFloat64(document.targets),
    lines: unpackUint32(document.lines),
    marks: unpackUint16(document.marks),
    codes: document.codes,
    below: drawBelow(document.halvings),
    samples: new Map(document.samples.map((sample) => [pairHash(sample.source, sample.target), sample])),
  }
}

/** @param visit gets one object again and again */
function eachLink(document: OpenDocument, visit: (link: Link) => void): void {
  const { sources, numbers, counts, targets, lines, marks } = document
  const current: Link = { source: 0, entry: 0, target: 0, line: 0, mark: 0 }
  let at = 0
  for (let i = 0; i < sources.length; i++) {
    current.source = sources[i] as number
    current.entry = numbers[i] as number
    current.line = lines[i] as number
    for (const end = at + (counts[i] as number); at < end; at++) {
      current.target = targets[at] as number
      current.mark = marks[at] as number
      visit(current)
    }
  }
}

/** An owner is the number of the first document that has the entry with alternates, times four, and these bits. */
const OWNER_STEP = 4
const IN_SEVERAL = 1
const TWICE_IN_ONE = 2

/** @param nth number of the document, from 1 */
function takeOwners(owners: FingerprintTable, sources: Float64Array, nth: number): void {
  const own = nth * OWNER_STEP
  for (const source of sources) {
    const known = owners.put(source, own)
    if (known === 0) continue
    const isOwn = Math.floor(known / OWNER_STEP) === nth
    owners.set(source, known | (isOwn ? TWICE_IN_ONE : IN_SEVERAL))
  }
}

/** Examples kept of one kind. */
const EXAMPLES_LIMIT = 10

type Told = ReturnType<typeof createTold>

function createTold() {
  let count = 0
  const known: ToldLink[] = []
  const others: ToldLink[] = []
  return {
    add({ samples }: OpenDocument, { source, target, entry, line }: Link) {
      count++
      if (known.length >= EXAMPLES_LIMIT) return
      const sample = samples.get(pairHash(source, target))
      if (sample !== undefined) known.push({ entry, line: sample.line, loc: sample.loc, href: sample.href })
      else if (others.length < EXAMPLES_LIMIT) others.push({ entry, line, loc: null, href: null })
    },
    finish: (): ToldLinks => ({
      count,
      examples: [...known, ...others].slice(0, EXAMPLES_LIMIT).sort((a, b) => a.line - b.line),
    }),
  }
}
