/** A stored audit in the form in which it is compared with another one. */

import { urlsToCompare } from '../audit/compare-audits.ts'
import type { DiffedAudit } from '../audit/diff.ts'
import type { Audit } from '../model/audit.ts'
import type { Report } from '../model/report.ts'
import type { HistoryStore } from './history.ts'

/**
 * @param audit one that has succeeded
 * @param other what it is compared with: only what concerns its documents is read
 */
export async function loadCompared(
  history: Pick<HistoryStore, 'findMarks' | 'findListed' | 'findSamples'>,
  audit: Audit,
  other: Pick<Report, 'documents'>,
): Promise<DiffedAudit> {
  const { id, report, options, startedAt, createdAt } = audit
  if (report === null) throw new Error(`audit ${id} has no report to compare`)
  const marks = await history.findMarks(id)
  const listed = await history.findListed(
    id,
    other.documents.flatMap(({ url, finalUrl }) => (finalUrl === url ? url : [url, finalUrl])),
  )
  for (const alias of marks?.aliases ?? []) listed.add(alias)
  return {
    id,
    report,
    at: startedAt ?? createdAt,
    isRequested: options.sitemaps.length > 0,
    isListWhole: marks?.isListWhole ?? false,
    isRobotsWhole: marks?.isRobotsWhole ?? false,
    isListed: (url) => listed.has(url),
    samples: await history.findSamples(id, urlsToCompare(report, other)),
  }
}
