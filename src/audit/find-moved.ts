/** A document that was renamed, split or joined with others is not lost: its URLs stand elsewhere now. */
import type { DocumentChange } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { urlFingerprint } from '../values/url-fingerprint.ts'
import { createBreath } from './breath.ts'
import { type ComparedAudit, isIndex, sampleOf } from './compare-audits.ts'

/** URLs of all documents together that are looked through: the more documents, the fewer of each. */
const HELD_LIMIT = 200_000
/** URLs of one document: as many as a sample has at most, and enough to tell a share from them. */
const MOST_OF_ONE = 1_000
const LEAST_OF_ONE = 50

/** Where URLs stand, by their fingerprints. */
interface Holders {
  urlOf: Map<number, string>
  /** A URL with a fingerprint up to this would be known, wherever it stood. */
  threshold: number
}

/**
 * Fills in `movedTo`. A document has moved where another address has its bytes, or where documents that are new list its
 * URLs but for the share that may be lost; one that nobody named may also have had the URLs of any other.
 */
export async function findMoved(
  documents: DocumentChange[],
  before: ComparedAudit,
  after: ComparedAudit,
  maxEntryDrop: number,
): Promise<void> {
  const left = documents.filter(({ fate }) => fate.kind === 'gone' || fate.kind === 'unlisted')
  if (left.length === 0) return
  const breathe = createBreath()
  const read = after.report.documents.filter(({ outcome }) => outcome === 'read')
  const bySha = new Map(read.map(({ sha256, url }) => [sha256, url]))
  const known = new Set(documents.map(({ before: { kind, url } }) => `${kind} ${url}`))
  const isFresh = ({ kind, url }: DocumentReport) => !known.has(`${kind} ${url}`)
  const made = new Map<string, Promise<Holders>>()

  /** Made once for all that ask alike. */
  function holdersFor(document: DocumentReport): Promise<Holders> {
    const isNamed = !document.via.startsWith('/')
    const key = `${isIndex(document)} ${isNamed}`
    const holders =
      made.get(key) ??
      gatherHolders(
        read.filter((one) => isIndex(one) === isIndex(document) && (!isNamed || isFresh(one))),
        after,
        breathe,
      )
    made.set(key, holders)
    return holders
  }

  for (const change of left) {
    const { before: document } = change
    change.movedTo = bySha.get(document.sha256) ?? null
    if (change.movedTo !== null) continue
    const locs = sampleOf(before, document.url)?.locs ?? []
    if (locs.length > 0) change.movedTo = holderOf(locs, await holdersFor(document), maxEntryDrop)
    await breathe()
  }
}

async function gatherHolders(
  documents: readonly DocumentReport[],
  after: ComparedAudit,
  breathe: () => Promise<void>,
): Promise<Holders> {
  const share = Math.floor(HELD_LIMIT / Math.max(1, documents.length))
  const most = Math.min(MOST_OF_ONE, Math.max(LEAST_OF_ONE, share))
  const holders: Holders = { urlOf: new Map(), threshold: Number.POSITIVE_INFINITY }
  for (const { url } of documents) {
    const sample = sampleOf(after, url)
    const hashes = (sample?.locs ?? []).map(urlFingerprint).sort((a, b) => a - b)
    for (const hash of hashes.slice(0, most)) if (!holders.urlOf.has(hash)) holders.urlOf.set(hash, url)
    if (!sample?.isWhole || hashes.length > most) {
      const last = hashes.slice(0, most).at(-1) ?? 0
      holders.threshold = Math.min(holders.threshold, last)
    }
    await breathe()
  }
  return holders
}

/** The document that has most of these URLs, where enough of them stand somewhere. */
function holderOf(locs: readonly string[], { urlOf, threshold }: Holders, maxEntryDrop: number): string | null {
  const held = new Map<string, number>()
  let found = 0
  let missing = 0
  for (const loc of locs) {
    const hash = urlFingerprint(loc)
    const url = urlOf.get(hash)
    if (url !== undefined) {
      found++
      held.set(url, (held.get(url) ?? 0) + 1)
    } else if (hash <= threshold) missing++
  }
  if (found === 0 || missing > maxEntryDrop * (found + missing)) return null
  return [...held].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
