/** What an audit leaves for later ones to be compared with. */
import type { AuditHistory } from '../model/audit.ts'
import type { Child, DocumentFingerprints } from '../model/checked-document.ts'
import type { RobotsFacts } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { CHILDREN_LIMIT } from '../model/standards.ts'
import type { HeavyShelf } from './heavy-shelf.ts'
import { type LocSample, packLocSample, sampleChildren, sampleLocs } from './loc-sample.ts'
import type { ReadDocument } from './read-document.ts'
import type { Walk } from './walk.ts'

/** Kept of one audit. */
const ALIASES_LIMIT = 10_000

/** @param isCut the list of unread children was */
export async function keepHistory(
  { documents, byUrl }: Pick<Walk, 'documents' | 'byUrl'>,
  shelf: HeavyShelf,
  { cut, robots }: Pick<RobotsFacts, 'cut' | 'robots'>,
  isCut: boolean,
): Promise<AuditHistory> {
  const samples: AuditHistory['samples'] = []
  for (const document of documents) {
    const sample = await sampleOf(document, shelf)
    if (sample !== null) samples.push({ url: document.node.url, sample })
  }
  const aliases: string[] = []
  for (const [url, { node, report }] of byUrl) if (url !== node.url && url !== report.finalUrl) aliases.push(url)
  return {
    samples,
    aliases: aliases.slice(0, ALIASES_LIMIT),
    isListWhole: !isCut && aliases.length <= ALIASES_LIMIT,
    // A page in the place of the file says nothing of what the file would name.
    isRobotsWhole: cut === undefined && !robots?.isHtml,
  }
}

async function sampleOf(document: ReadDocument, shelf: HeavyShelf): Promise<string | null> {
  const { check, report } = document
  if (check === null || report.outcome !== 'read') return null
  const known = report.kind === 'sitemapindex' ? null : await shelf.load(document, 'known')
  const sample = sampleDocument(report, check.children, known, check.fingerprints.count)
  return sample && (await packLocSample(sample))
}

/**
 * @param known fingerprints of its locs; of no account for an index
 * @param count how many distinct locs it has
 */
export function sampleDocument(
  { kind, complete }: Pick<DocumentReport, 'kind' | 'complete'>,
  children: readonly Child[],
  known: Pick<DocumentFingerprints, 'smallest' | 'isCapped'> | null,
  count: number,
): LocSample | null {
  if (kind === 'sitemapindex') return sampleChildren(children, complete && children.length < CHILDREN_LIMIT)
  // Behind what was read there may be more.
  return known && sampleLocs(complete ? known : { ...known, isCapped: true }, count)
}
