/**
 * Where the heavy parts of the documents of one audit are kept until they are asked for: with the document while there
 * are few of them, packed beyond that.
 */
import { setImmediate } from 'node:timers/promises'
import type { DocumentAlternates, DocumentFingerprints } from '../model/checked-document.ts'
import {
  type HashRange,
  type HeavyPart,
  packHeavy,
  rangeOf,
  rangeOfHashes,
  unpackAlternates,
  unpackCandidates,
  unpackHashes,
  unpackKnown,
} from './heavy-part.ts'
import type { Candidates } from './pick-candidates.ts'
import type { ReadDocument } from './read-document.ts'

/** What each section is once it is unpacked. */
export interface HeavySections {
  known: Omit<DocumentFingerprints, 'locs'>
  alternates: DocumentAlternates | null
  candidates: Candidates
}

export interface HeavyShelf {
  /** One section of one document; null where no body was read. Nothing of it is kept by the shelf's doing. */
  load<S extends keyof HeavySections>(document: ReadDocument, section: S): Promise<HeavySections[S] | null>
  /** At least the fingerprints of the range; null where no body was read. */
  loadHashes(document: ReadDocument, range: HashRange): Promise<ArrayLike<number> | null>
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

  async function fetchPacked(document: ReadDocument): Promise<Uint8Array | null> {
    // Whoever goes through thousands of them lets others in between.
    await setImmediate()
    return packed.get(document) ?? null
  }

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
      const bytes = await fetchPacked(document)
      return bytes && unpackSection(section, cut(bytes, rangeOf(bytes, section)))
    },
    async loadHashes(document, range) {
      if (document.heavy !== null) return document.heavy.fingerprints.locs
      const bytes = await fetchPacked(document)
      return bytes && unpackHashes(cut(bytes, rangeOfHashes(bytes, range)))
    },
  }
}

const cut = (bytes: Uint8Array, [from, length]: [from: number, length: number]) => bytes.subarray(from, from + length)

export function unpackSection<S extends keyof HeavySections>(section: S, bytes: Uint8Array): HeavySections[S] {
  return UNPACK[section](bytes)
}

const UNPACK: { [S in keyof HeavySections]: (bytes: Uint8Array) => HeavySections[S] } = {
  known: unpackKnown,
  alternates: unpackAlternates,
  candidates: unpackCandidates,
}

function openSection<S extends keyof HeavySections>(heavy: HeavyPart, section: S): HeavySections[S] {
  return OPEN[section](heavy)
}

const OPEN: { [S in keyof HeavySections]: (heavy: HeavyPart) => HeavySections[S] } = {
  known: ({ fingerprints }) => fingerprints,
  alternates: ({ alternates }) => alternates,
  candidates: ({ candidates }) => candidates,
}
