/** A document that was renamed, split or joined with others is not lost: its URLs stand elsewhere now. */
import type { DocumentChange } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { urlFingerprint } from '../values/url-fingerprint.ts'
import { type ComparedAudit, isIndex, sampleOf } from './compare-audits.ts'
import { type LocSample, wouldHave } from './loc-sample.ts'

/** Documents that are looked into for URLs of others. Ours. */
const LOOKED_INTO_LIMIT = 50

interface Place {
  url: string
  sample: LocSample
  hashes: Set<number>
}

/**
 * Fills in `movedTo`. A document has moved where another address has its bytes, or where documents that are new list its
 * URLs but for the share that may be lost; one that nobody named may also have had the URLs of any other.
 */
export function findMoved(
  documents: DocumentChange[],
  before: ComparedAudit,
  after: ComparedAudit,
  maxEntryDrop: number,
): void {
  const left = documents.filter(({ fate }) => fate.kind === 'gone' || fate.kind === 'unlisted')
  if (left.length === 0) return
  const read = after.report.documents.filter(({ outcome }) => outcome === 'read')
  const bySha = new Map(read.map(({ sha256, url }) => [sha256, url]))
  const known = new Set(
    before.report.documents.flatMap(({ url, outcome, kind }) => (outcome === 'read' ? `${kind} ${url}` : [])),
  )
  const fresh = read.filter(({ url, kind }) => !known.has(`${kind} ${url}`))
  const places = createPlaces(after)
  for (const change of left) {
    const { before: document } = change
    change.movedTo = bySha.get(document.sha256) ?? null
    if (change.movedTo !== null) continue
    const sample = sampleOf(before, document.url)
    if (sample === null || sample.locs.length === 0) continue
    const isNamed = !document.via.startsWith('/')
    change.movedTo = holderOf(sample, places(isNamed ? fresh : read, document), maxEntryDrop)
  }
}

function createPlaces(after: ComparedAudit) {
  const made = new Map<string, Place | null>()
  const placeOf = ({ url }: DocumentReport): Place | null => {
    let place = made.get(url)
    if (place === undefined) {
      const sample = sampleOf(after, url)
      place = sample && { url, sample, hashes: new Set(sample.locs.map(urlFingerprint)) }
      made.set(url, place)
    }
    return place
  }
  return (candidates: readonly DocumentReport[], like: DocumentReport) =>
    candidates
      .filter((candidate) => isIndex(candidate) === isIndex(like))
      .slice(0, LOOKED_INTO_LIMIT)
      .flatMap((candidate) => placeOf(candidate) ?? [])
}

/** The place that has most of the sample's URLs, where all places together have enough of them. */
function holderOf({ locs }: LocSample, places: readonly Place[], maxEntryDrop: number): string | null {
  const held = new Map<string, number>()
  let found = 0
  let missing = 0
  for (const loc of locs) {
    const hash = urlFingerprint(loc)
    const holder = places.find(({ hashes }) => hashes.has(hash))
    if (holder) {
      found++
      held.set(holder.url, (held.get(holder.url) ?? 0) + 1)
    } else if (places.every(({ sample }) => wouldHave(sample, hash))) missing++
  }
  if (found === 0 || missing > maxEntryDrop * (found + missing)) return null
  return [...held].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}
