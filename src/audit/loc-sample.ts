/**
 * The URLs of one document that are kept for comparisons: those with the smallest hashes, at most 1,000. Two documents
 * that list the same URLs keep the same ones, so that what is missing below both thresholds is missing.
 */
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import type { Child, DocumentFingerprints } from '../model/checked-document.ts'
import { createSmallest } from '../values/smallest.ts'
import { urlFingerprint } from '../values/url-fingerprint.ts'

export interface LocSample {
  /** All URLs of the document are in it. */
  isWhole: boolean
  /** The largest hash in it: of the URLs with a smaller one none is left out. */
  threshold: number
  /** As listed, sorted. */
  locs: string[]
}

/** Samples made with another hash are not comparable. To be raised when urlFingerprint gives other numbers. */
const HASH_VERSION = 1
const SAMPLE_LIMIT = 1_000

const deflate = promisify(deflateRaw)

/** @param count distinct locs of the document */
export function sampleLocs(
  { smallest, isCapped }: Pick<DocumentFingerprints, 'smallest' | 'isCapped'>,
  count: number,
): LocSample {
  return {
    isWhole: !isCapped && smallest.length === count,
    threshold: smallest.at(-1)?.hash ?? 0,
    // Neighbours that look alike pack well.
    locs: smallest.map(({ loc }) => loc).sort(),
  }
}

/** The same of an index: its children. @param isWhole the list has all of them */
export function sampleChildren(children: readonly Pick<Child, 'loc' | 'url'>[], isWhole: boolean): LocSample {
  const smallest = createSmallest<string>(SAMPLE_LIMIT)
  const hashes = new Set<number>()
  for (const child of children) {
    const loc = child.url ?? child.loc
    const hash = urlFingerprint(loc)
    if (hashes.has(hash)) continue
    hashes.add(hash)
    if (smallest.wants(hash)) smallest.add(hash, loc)
  }
  const kept = smallest.sorted()
  return {
    isWhole: isWhole && kept.length === hashes.size,
    threshold: kept.at(-1)?.key ?? 0,
    locs: kept.map(({ item }) => item).sort(),
  }
}

export async function packLocSample(sample: LocSample): Promise<string> {
  const packed = await deflate(JSON.stringify({ version: HASH_VERSION, ...sample }))
  return packed.toString('base64')
}

/** @returns null for one that was made with another hash */
export function unpackLocSample(text: string): LocSample | null {
  const { version, ...sample } = JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as LocSample & {
    version: number
  }
  return version === HASH_VERSION ? sample : null
}

/** Whether a URL with this hash would be in the sample if it were in the document. */
export function wouldHave({ isWhole, threshold }: Pick<LocSample, 'isWhole' | 'threshold'>, hash: number): boolean {
  return isWhole || hash <= threshold
}
