/** What is different between two audits of one site. */
import type { Diff } from '../model/history.ts'
import type { Finding, Report } from '../model/report.ts'
import { createBreath } from './breath.ts'
import { type ComparedAudit, urlsOf } from './compare-audits.ts'
import { createKnown } from './known-findings.ts'
import { isUnchecked } from './summarise.ts'
import { traceDocuments } from './trace-documents.ts'

export interface DiffedAudit extends ComparedAudit {
  id: string
  report: ComparedAudit['report'] & Pick<Report, 'findings'>
}

/**
 * Findings are told apart by their fingerprints. Those of `against` are fixed where their document was looked at again;
 * the findings of history compare with a third audit, and are never fixed. A document is added or lost only where the
 * other audit shows plainly that it was not there: one that was not chosen, or could not be read, is neither.
 */
export async function diffAudits(audit: DiffedAudit, against: DiffedAudit): Promise<Diff> {
  const forth = traceDocuments(against, audit)
  const back = traceDocuments(audit, against)
  const breathe = createBreath()
  const changed: Diff['documents']['changed'] = []
  for (const { document, fate } of forth) {
    if (document.outcome !== 'read' || fate.kind !== 'read' || fate.report.sha256 === document.sha256) continue
    const urls = urlsOf(document, against, fate.report, audit)
    changed.push({
      url: fate.report.url,
      entries: [document.entries ?? 0, fate.report.entries ?? 0],
      addedUrls: urls?.added ?? [],
      removedUrls: urls?.removed ?? [],
    })
    await breathe()
  }
  return {
    audit: audit.id,
    against: against.id,
    findings: diffFindings(audit, against, unseenOf(audit, forth)),
    documents: {
      added: back.filter(isMissing).map(({ document }) => document.url),
      lost: forth.filter(isMissing).map(({ document }) => document.url),
      changed,
    },
  }
}

type Traced = ReturnType<typeof traceDocuments>[number]

function isMissing({ document, fate }: Traced): boolean {
  return document.outcome === 'read' && fate.kind !== 'read' && fate.kind !== 'unknown'
}

/** What was not looked at again: nothing in it is known to be fixed. */
function unseenOf({ report: { robots } }: DiffedAudit, traced: readonly Traced[]): Set<string> {
  const unseen = new Set(traced.flatMap(({ document, fate }) => (fate.kind === 'unknown' ? document.url : [])))
  return isUnchecked(robots.outcome) ? unseen.add(robots.url) : unseen
}

function diffFindings(
  { report: { findings } }: DiffedAudit,
  { report: { findings: before } }: DiffedAudit,
  unseen: ReadonlySet<string>,
): Diff['findings'] {
  const isKnown = createKnown(before)
  const isThere = createKnown(findings)
  const parted = Map.groupBy(findings, (finding) => (isKnown(finding) ? 'unchanged' : 'new'))
  const isFixed = (finding: Finding) =>
    !isThere(finding) &&
    !finding.rule.startsWith('history-') &&
    (finding.document === null || !unseen.has(finding.document))
  return { new: parted.get('new') ?? [], fixed: before.filter(isFixed), unchanged: parted.get('unchanged') ?? [] }
}
