/** An audit beside an earlier one of the same site: what the rules of history judge. */
import type { DocumentChange, HistoryFacts, UrlChanges } from '../model/facts.ts'
import type { DocumentReport, Report } from '../model/report.ts'
import { createBreath } from './breath.ts'
import { compareUrls } from './compare-urls.ts'
import { findMoved } from './find-moved.ts'
import { type LocSample, unpackLocSample } from './loc-sample.ts'
import { type TracedAudit, traceDocuments } from './trace-documents.ts'

export interface ComparedAudit extends TracedAudit {
  /** When it began to read; RFC 3339. */
  at: string
  /** Packed, by the URL of the document; those of documents with other bytes than the other audit's will do. */
  samples: ReadonlyMap<string, string>
  /** When documents were read that are from an audit before it, by URL; RFC 3339. */
  readAt?: ReadonlyMap<string, string>
}

/** @param maxEntryDrop share of entries that a document may lose */
export async function compareAudits(
  before: ComparedAudit,
  after: ComparedAudit,
  maxEntryDrop: number,
): Promise<HistoryFacts> {
  const breathe = createBreath()
  const documents: DocumentChange[] = []

  for (const { document, fate } of traceDocuments(before, after)) {
    if (document.outcome !== 'read') continue
    const urls = fate.kind === 'read' ? urlsOf(document, before, fate.report, after) : null
    const readAt = before.readAt?.get(document.url)
    documents.push({ before: document, fate, urls, movedTo: null, ...(readAt && { readAt }) })
    await breathe()
  }
  await findMoved(documents, before, after, maxEntryDrop)
  return { baselineAt: before.at, robotsUrl: after.report.robots.url, maxEntryDrop, documents }
}

/** null where the bytes are the same, or where there is nothing to compare. */
export function urlsOf(
  document: DocumentReport,
  before: Pick<ComparedAudit, 'samples'>,
  now: DocumentReport,
  after: Pick<ComparedAudit, 'samples'>,
): UrlChanges | null {
  if (document.sha256 === now.sha256 || isIndex(document) !== isIndex(now)) return null
  const [old, fresh] = [sampleOf(before, document.url), sampleOf(after, now.url)]
  return old && fresh && compareUrls(old, fresh)
}

export function sampleOf({ samples }: Pick<ComparedAudit, 'samples'>, url: string): LocSample | null {
  const packed = samples.get(url)
  return packed === undefined ? null : unpackLocSample(packed)
}

export function isIndex({ kind }: Pick<DocumentReport, 'kind'>): boolean {
  return kind === 'sitemapindex'
}

/** The documents of either report whose samples a comparison may ask for: not those that are in both with the same bytes. */
export function urlsToCompare(own: Pick<Report, 'documents'>, other: Pick<Report, 'documents'>): string[] {
  const known = new Map(other.documents.map(({ url, sha256 }) => [url, sha256]))
  return own.documents
    .filter(({ url, outcome, sha256 }) => outcome === 'read' && known.get(url) !== sha256)
    .map(({ url }) => url)
}
