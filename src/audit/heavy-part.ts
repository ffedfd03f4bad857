/**
 * What a checked document hands over to the comparisons and to the page sample: most of what is kept of it, and asked for
 * only at the end, kind by kind. Packed, each kind is a section of one run of bytes, so that one can be read alone.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DocumentAlternates, DocumentFingerprints } from '../model/checked-document.ts'
import { HASHES_END } from '../values/hash.ts'
import type { Candidates } from './pick-candidates.ts'

export interface HeavyPart {
  fingerprints: DocumentFingerprints
  /** null where the document has none. */
  alternates: DocumentAlternates | null
  candidates: Candidates
}

/** The sections, in their order. `hashes` and `known` are the two parts of the fingerprints. */
const HEAVY_SECTIONS = ['hashes', 'known', 'alternates', 'candidates'] as const
export type HeavySection = (typeof HEAVY_SECTIONS)[number]

/** The fingerprints stand in so many runs by their size, so that some can be read without the others. */
const RUNS = 16
/** Bytes before the first section: the length of each, and where each run of fingerprints ends, as 32-bit numbers. */
export const HEADER_BYTES = (HEAVY_SECTIONS.length + RUNS) * 4
const HASH_BYTES = 8

/** Fingerprints of at least `from` and below `to`. */
export interface HashRange {
  from: number
  to: number
}
/** Speed before size: what is packed by one worker is unpacked by another a minute later. */
const LEVEL = 1

/** Packed: header and sections, all little-endian. Empty: there is none of it. The fingerprints come back in another order. */
export function packHeavy({ fingerprints, alternates, candidates }: HeavyPart): Uint8Array {
  const { locs, ...known } = fingerprints
  const { hashes, ends } = partHashes(locs)
  const sections = [
    // Hashes are as good as random: to compress them costs time and brings nothing.
    Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength),
    deflate(known),
    alternates === null ? Buffer.alloc(0) : deflate(alternates),
    deflate(candidates),
  ]
  const header = Buffer.alloc(HEADER_BYTES)
  const numbers = [...sections.map(({ length }) => length), ...ends]
  for (const [index, number] of numbers.entries()) header.writeUInt32LE(number, index * 4)
  return Buffer.concat([header, ...sections])
}

/** @returns the fingerprints run by run, and how many there are up to the end of each run */
function partHashes(locs: readonly number[]): { hashes: Float64Array<ArrayBuffer>; ends: Uint32Array } {
  const ends = new Uint32Array(RUNS)
  for (let i = 0; i < locs.length; i++) {
    const run = runOf(locs[i] as number)
    ends[run] = (ends[run] as number) + 1
  }
  const places = new Uint32Array(RUNS)
  for (let run = 1; run < RUNS; run++) {
    places[run] = ends[run - 1] as number
    ends[run] = (ends[run] as number) + (ends[run - 1] as number)
  }
  const hashes = new Float64Array(locs.length)
  for (let i = 0; i < locs.length; i++) {
    const hash = locs[i] as number
    const run = runOf(hash)
    const place = places[run] as number
    hashes[place] = hash
    places[run] = place + 1
  }
  return { hashes, ends }
}

const runOf = (hash: number) => Math.floor(hash * (RUNS / HASHES_END))

export function unpackHeavy(bytes: Uint8Array): HeavyPart {
  const of = (section: HeavySection) => {
    const [from, length] = rangeOf(bytes, section)
    return bytes.subarray(from, from + length)
  }
  return {
    fingerprints: { ...unpackKnown(of('known')), locs: Array.from(unpackHashes(of('hashes'))) },
    alternates: unpackAlternates(of('alternates')),
    candidates: unpackCandidates(of('candidates')),
  }
}

/** Where a section stands. @param bytes at least the header */
export function rangeOf(bytes: Uint8Array, section: HeavySection): [from: number, length: number] {
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  const index = HEAVY_SECTIONS.indexOf(section)
  let from = HEADER_BYTES
  for (let before = 0; before < index; before++) from += header.getUint32(before * 4, true)
  return [from, header.getUint32(index * 4, true)]
}

/**
 * Where the fingerprints of a range stand, with a few others beside them.
 * @param bytes at least the header
 */
export function rangeOfHashes(bytes: Uint8Array, { from, to }: HashRange): [from: number, length: number] {
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  const endOf = (run: number) => (run < 0 ? 0 : header.getUint32((HEAVY_SECTIONS.length + run) * 4, true) * HASH_BYTES)
  const [section] = rangeOf(bytes, 'hashes')
  const begin = endOf(runOf(from) - 1)
  return [section + begin, endOf(Math.min(RUNS, Math.ceil(to * (RUNS / HASHES_END))) - 1) - begin]
}

export function unpackHashes(section: Uint8Array): Float64Array {
  // A copy, because a section need not start where numbers may.
  const own = new ArrayBuffer(section.length)
  new Uint8Array(own).set(section)
  return new Float64Array(own)
}

export function unpackKnown(section: Uint8Array): Omit<DocumentFingerprints, 'locs'> {
  return inflate(section)
}

export function unpackAlternates(section: Uint8Array): DocumentAlternates | null {
  return section.length === 0 ? null : inflate(section)
}

export function unpackCandidates(section: Uint8Array): Candidates {
  return inflate(section)
}

function deflate(value: object): Buffer {
  return deflateRawSync(JSON.stringify(value), { level: LEVEL })
}

/** What we packed ourselves; lone surrogates come through because JSON escapes them. */
function inflate<T>(section: Uint8Array): T {
  return JSON.parse(inflateRawSync(section).toString()) as T
}
