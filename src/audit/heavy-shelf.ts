/**
 * Where the heavy parts of the documents of one audit are kept until they are asked for: with the document while there
 * are few of them, packed beyond that.
 */
import { setImmediate } from 'node:timers/promises'
import type { DocumentAlternates, DocumentFingerprints } from '../model/checked-document.ts'
import {
  type HeavyPart,
  type HeavySection,
  packHeavy,
  rangeOf,
  unpackAlternates,
  unpackCandidates,
  unpackHashes,
  unpackKnown,
} from './heavy-part.ts'
import type { Candidates } from './pick-candidates.ts'
import type { ReadDocument } from './read-document.ts'

/** What each section is once it is unpacked. */
export interface HeavySections {
  hashes: ArrayLike<number>
  known: Omit<DocumentFingerprints, 'locs'>
  alternates: DocumentAlternates | null
  candidates: Candidates
}

export interface HeavyShelf {
  /** One section of one document; null where no body was read. Nothing of it is kept by the shelf's doing. */
  load<S extends HeavySection>(document: ReadDocument, section: S): Promise<HeavySections[S] | null>
}

export interface LocalShelf extends HeavyShelf {
  /** Call once a document, when it was read. May take the heavy part away from it. */
  put(document: ReadDocument): void
}

/** Fingerprints of all documents together that stay as they are: with what goes with them, some 30 MB. */
const OPEN_FINGERPRINTS = 500_000

export function createLocalShelf(): LocalShelf {
  const packed = new Map<ReadDocument, Uint8Array>()
  let open = 0
  return {
    put(document) {
      const { heavy } = document
      if (heavy === null) return
      open += heavy.fingerprints.locs.length
      if (open <= OPEN_FINGERPRINTS) return
      packed.set(document, packHeavy(heavy))
      document.heavy = null
    },
    async load(document, section) {
      if (document.heavy !== null) return openSection(document.heavy, section)
      const bytes = packed.get(document)
      if (bytes === undefined) return null
      // Whoever goes through thousands of them lets others in between.
      await setImmediate()
      const [from, length] = rangeOf(bytes, section)
      return unpackSection(section, bytes.subarray(from, from + length))
    },
  }
}

export function unpackSection<S extends HeavySection>(section: S, bytes: Uint8Array): HeavySections[S] {
  return UNPACK[section](bytes)
}

const UNPACK: { [S in HeavySection]: (bytes: Uint8Array) => HeavySections[S] } = {
  hashes: unpackHashes,
  known: unpackKnown,
  alternates: unpackAlternates,
  candidates: unpackCandidates,
}

function openSection<S extends HeavySection>(heavy: HeavyPart, section: S): HeavySections[S] {
  return OPEN[section](heavy)
}

const OPEN: { [S in HeavySection]: (heavy: HeavyPart) => HeavySections[S] } = {
  hashes: ({ fingerprints }) => fingerprints.locs,
  known: ({ fingerprints }) => fingerprints,
  alternates: ({ alternates }) => alternates,
  candidates: ({ candidates }) => candidates,
}
