/** The sampler of documents that are there at once; an audit gathers their candidates one by one, as they are read. */
import { createCandidateGatherer } from '#src/audit/gather-candidates.ts'
import type { Candidates } from '#src/audit/pick-candidates.ts'
import { type Sampler, sampleGathered } from '#src/audit/sample.ts'

export interface SampledDocument {
  url: string
  candidates: Candidates
}

/** @param documents in walking order */
export function createSampler(documents: readonly SampledDocument[], pages: number): Sampler {
  const gatherer = createCandidateGatherer(pages)
  for (const { url, candidates } of documents) gatherer.add(url, candidates)
  return sampleGathered(gatherer.finish(), pages)
}
