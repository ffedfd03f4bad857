/**
 * What a checked document hands over to the comparisons and to the page sample: most of what is kept of it, and asked for
 * only at the end, kind by kind. Packed, each kind is a section of one run of bytes, so that one can be read alone.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { DocumentAlternates, DocumentFingerprints } from '../model/checked-document.ts'
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

/** Bytes before the first section: the length of each one, as an unsigned 32-bit number. */
const HEADER_BYTES = HEAVY_SECTIONS.length * 4
/** Speed before size: what is packed by one worker is unpacked by another a minute later. */
const LEVEL = 1

/** Packed: the lengths of the sections, then the sections, all little-endian. Empty: there is none of it. */
export function packHeavy({ fingerprints, alternates, candidates }: HeavyPart): Uint8Array {
  const { locs, ...known } = fingerprints
  const hashes = Float64Array.from(locs)
  const sections = [
    // Hashes are as good as random: to compress them costs time and brings nothing.
    Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength),
    deflate(known),
    alternates === null ? Buffer.alloc(0) : deflate(alternates),
    deflate(candidates),
  ]
  const header = Buffer.alloc(HEADER_BYTES)
  for (const [index, section] of sections.entries()) header.writeUInt32LE(section.length, index * 4)
  return Buffer.concat([header, ...sections])
}

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
