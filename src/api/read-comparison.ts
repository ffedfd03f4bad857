/** What the parameters of POST /validate ask to compare the upload with. */
import { findPublished, type PublishedDocument, type UploadGate } from '../audit/compare-upload.ts'
import type { Store } from '../store/store.ts'
import { loadComparable } from './load-audit.ts'
import { createProblem } from './problems.ts'

export interface Wishes extends Partial<UploadGate> {
  baseline?: string
}

export interface Comparison {
  /** The address of the document, as the baseline writes it where that is the same; null where none is known. */
  url: string | null
  published: PublishedDocument | null
  gate: Partial<UploadGate>
}

/**
 * @param url the address that the upload will have; null where it was not said
 * @returns null where no gate is asked for
 * @throws problem PARAMETER_INVALID
 */
export async function readComparison(
  { audits, history }: Pick<Store, 'audits' | 'history'>,
  url: string | null,
  { baseline, ...gate }: Wishes,
): Promise<Comparison | null> {
  if (baseline === undefined) {
    if (gate.maxEntryDrop !== undefined) {
      const detail = 'The parameter "maxEntryDrop" needs a "baseline" to compare with.'
      throw createProblem('PARAMETER_INVALID', detail, { field: 'maxEntryDrop' })
    }
    return gate.failOn === undefined ? null : { url, published: null, gate }
  }
  const audit = await loadComparable(audits, baseline, 'baseline', null)
  const document = findPublished(audit, url)
  if (typeof document === 'string') throw createProblem('PARAMETER_INVALID', document, { field: 'url' })
  const samples = await history.findSamples(audit.id, [document.url])
  return {
    url: url === null || isSame(url, document.url) ? document.url : url,
    published: {
      document,
      sample: samples.get(document.url) ?? null,
      findings: audit.report?.findings ?? [],
      children: (audit.report?.documents ?? []).filter(
        ({ parent, outcome }) => parent === document.url && outcome === 'read',
      ),
      suppress: audit.options.suppress,
      at: audit.startedAt ?? audit.createdAt,
    },
    gate,
  }
}

/** @param url of a request; both are absolute */
function isSame(url: string, other: string): boolean {
  const { href, hash } = new URL(url)
  return href.slice(0, href.length - hash.length) === other
}
