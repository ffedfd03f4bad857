/**
 * Finds the locs that several documents list, in bounded memory: one document at a time, by fingerprints. Where there are
 * more of them than are held at once, those of one part of the hashes are compared after the other: that stays exact.
 */
import type { DocumentFingerprints } from '../model/checked-document.ts'
import type { SharedLocs, SiteDocument } from '../model/facts.ts'
import { createFingerprintTable } from '../values/fingerprint-table.ts'
import { HASHES_END } from '../values/hash.ts'
import { createBreath } from './breath.ts'
import type { HashRange } from './heavy-part.ts'

/** A document that lists pages. */
export interface ComparedLocs extends SiteDocument {
  /** How many fingerprints it has. */
  count: number
  /** At least those of the range. */
  hashes(range: HashRange): Promise<ArrayLike<number>>
  known(): Promise<Pick<DocumentFingerprints, 'smallest'>>
}

/** Fingerprints compared at once: the table has room for 2,097,151, 50 MB. */
const AT_ONCE = 2_000_000
/** Where there are more, each part has so many on average. */
const PART_SIZE = 1_500_000
/** Fingerprints whose places are brought near together: one by one, the processor mostly waits for memory. */
const RUN = 256
/** Parts that are compared; of further ones nothing is said. */
const PARTS_LIMIT = 8
/** Pairs of documents that are told of. */
const PAIRS_LIMIT = 10_000
const EXAMPLES_LIMIT = 10

/** @param count of all fingerprints of an audit */
export function partsOf(count: number): { parts: number; compared: number } {
  const parts = count <= AT_ONCE ? 1 : Math.ceil(count / PART_SIZE)
  return { parts, compared: Math.min(parts, PARTS_LIMIT) }
}

interface Shared extends SharedLocs {
  owner: number
}

/**
 * @param documents in walking order: the first to list a loc has it
 * @param pairsLimit pairs of documents that are told of
 * @returns for each document, in their order, what it shares with earlier ones; and how many pairs there was no room for
 */
export async function compareLocs(
  documents: readonly ComparedLocs[],
  pairsLimit = PAIRS_LIMIT,
): Promise<{ shared: SharedLocs[]; untold: number }> {
  const all = documents.reduce((sum, { count }) => sum + count, 0)
  const { parts, compared } = partsOf(all)
  const found = documents.map(() => new Map<number, Shared>())
  const run = new Float64Array(RUN)
  let pairs = 0
  let untold = 0
  const breathe = createBreath()

  for (let part = 0; part < compared; part++) {
    const owners = createFingerprintTable(AT_ONCE, all / parts)
    // By their size, not by a remainder: to divide each of them takes longer than all the rest.
    const range = { from: (HASHES_END / parts) * part, to: (HASHES_END / parts) * (part + 1) }
    const { from, to } = range
    for (const [index, document] of documents.entries()) {
      // Asked for once for each part: to hold them all would take more room than the table.
      const hashes = await document.hashes(range)
      await breathe()
      const counts = new Map<number, number>()
      for (let i = 0; i < hashes.length; ) {
        let count = 0
        for (; count < RUN && i < hashes.length; i++) {
          const hash = hashes[i] as number
          if (hash >= from && hash < to) run[count++] = hash
        }
        owners.touch(run, count)
        for (let n = 0; n < count; n++) {
          const owner = owners.put(run[n] as number, index + 1)
          if (owner !== 0 && owner !== index + 1) counts.set(owner, (counts.get(owner) ?? 0) + 1)
        }
      }
      if (counts.size > 0)
        await note(index, document, counts, (hash) => (hash >= from && hash < to ? owners.get(hash) : 0))
    }
  }
  return { shared: found.flatMap((one) => [...one.values()]), untold }

  async function note(
    index: number,
    document: ComparedLocs,
    counts: ReadonlyMap<number, number>,
    ownerOf: (hash: number) => number,
  ): Promise<void> {
    const own = found[index] as Map<number, Shared>
    for (const [owner, count] of counts) {
      const other = documents[owner - 1]
      if (!other || isMeantToRepeat(document, other)) continue
      const shared = own.get(owner)
      if (shared !== undefined) shared.count += count
      else if (pairs >= pairsLimit) untold++
      else {
        pairs++
        const { url, count: of } = document
        own.set(owner, { owner, document: url, other: other.url, count, of, examples: [] })
      }
    }
    if (own.size === 0) return
    const { smallest } = await document.known()
    for (const { hash, loc, entry } of smallest) own.get(ownerOf(hash))?.examples.push({ loc, entry })
    for (const shared of own.values()) {
      shared.examples = shared.examples.sort((a, b) => a.entry - b.entry).slice(0, EXAMPLES_LIMIT)
    }
  }
}

/** A news or media sitemap repeats pages by its nature; two copies of one file have a finding of their own. */
function isMeantToRepeat(one: SiteDocument, other: SiteDocument): boolean {
  return other.purpose !== one.purpose || (one.sha256 !== null && other.sha256 === one.sha256)
}
