/** Which listed URLs are fetched: first, middle and last of each document, then by seed over all of them. */
import type { PageCandidate } from '../model/document.ts'
import type { ReadDocument } from './read-document.ts'

export interface Sampled {
  candidate: PageCandidate
  /** The sitemap that lists it first. */
  document: ReadDocument
}

/**
 * Same seed and site: same sample. With fewer pages than three a document, the first ones come first, then the middle
 * ones. The seeded picks are those with the smallest hashes over all documents: a uniform sample of the entries.
 * @param pages how many at most
 */
export function samplePages(documents: readonly ReadDocument[], pages: number): Sampled[] {
  const sampled: Sampled[] = []
  const taken = new Set<string>()
  const take = (candidate: PageCandidate | undefined, document: ReadDocument) => {
    if (!candidate || sampled.length >= pages || taken.has(candidate.url)) return
    taken.add(candidate.url)
    sampled.push({ candidate, document })
  }
  for (const nth of [0, 1, 2]) {
    for (const document of documents) take(document.check?.candidates.fixed[nth], document)
  }
  const seeded = documents.flatMap((document) =>
    (document.check?.candidates.seeded ?? []).map((one) => ({ ...one, document })),
  )
  seeded.sort((a, b) => a.order - b.order || a.candidate.entry - b.candidate.entry)
  for (const { candidate, document } of seeded) take(candidate, document)
  return sampled
}
