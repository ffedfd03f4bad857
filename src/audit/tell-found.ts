/** Tells documents and findings as they are found, each once, in the form that the report will give them. */
import type { AuditOptions } from '../model/audit.ts'
import type { DocumentReport, Finding } from '../model/report.ts'
import { judgeByProfile } from '../rules/profile.ts'
import { CAUSES_IN_ONE_DOCUMENT, suppressCauses, TAKEN_FROM_OTHERS } from '../rules/suppress-causes.ts'
import type { AuditState } from './gather-report.ts'
import type { ReadDocument } from './read-document.ts'
import { viewsOfSearchConsole } from './search-console.ts'
import { applySuppressions } from './summarise.ts'
import type { AuditTools } from './tools.ts'

/** Nobody but the document itself is concerned: what others may take is not told before the end. */
const NOBODY = { of: () => new Set<string>() }

/**
 * @returns to be called whenever something may have been found; costs next to nothing when nothing was. What the report
 * may yet leave out (a consequence whose cause comes later, a fallback that nobody named) is not told here: whoever
 * listens gets it from the report.
 */
export function createFoundTeller(
  state: Pick<AuditState, 'documents' | 'findings'>,
  { profile, suppress }: Pick<AuditOptions, 'profile' | 'suppress'>,
  { onFound, now }: Pick<AuditTools, 'onFound' | 'now'>,
): () => void {
  if (!onFound) return () => {}
  const told = new WeakSet<ReadDocument>()
  let list = state.documents
  let documentsSeen = 0
  let findingsSeen = 0
  const causes = new Map<string | null, Finding[]>()

  function takeDocuments(): ReadDocument[] {
    // The walk puts its documents in order when it is over: another list, of the same documents.
    if (state.documents !== list) {
      list = state.documents
      documentsSeen = 0
    }
    const fresh: ReadDocument[] = []
    for (; documentsSeen < list.length; documentsSeen++) {
      const document = list[documentsSeen]
      if (document === undefined || told.has(document)) continue
      told.add(document)
      if (document.report.outcome === 'read' || !document.node.via.startsWith('/')) fresh.push(document)
    }
    return fresh
  }

  /** What stands by itself beside the causes told before in the same documents. */
  function withoutConsequences(findings: readonly Finding[]): Finding[] {
    const known = [...new Set(findings.map(({ document }) => document))].flatMap((url) => causes.get(url) ?? [])
    const standing = new Set(suppressCauses([...known, ...findings], NOBODY))
    const fresh = findings.filter((finding) => standing.has(finding))
    for (const finding of fresh) {
      if (!CAUSES_IN_ONE_DOCUMENT.has(finding.rule)) continue
      causes.set(finding.document, [...(causes.get(finding.document) ?? []), finding])
    }
    return fresh
  }

  return () => {
    if (state.documents === list && documentsSeen === list.length && findingsSeen === state.findings.length) return
    const documents = takeDocuments()
    const found = [...documents.flatMap(({ findings }) => findings), ...state.findings.slice(findingsSeen)]
    findingsSeen = state.findings.length
    const concerned = new Set(found.map(({ document }) => document))
    const verdicts: DocumentReport[] =
      profile === 'xsd' ? list.map(({ report }) => report).filter(({ url }) => concerned.has(url)) : []
    const profiled = judgeByProfile(withoutConsequences(found), profile, { documents: verdicts })
    const judged = applySuppressions(profiled, { profile, suppress, nowMs: now() }).findings
    const reports = viewsOfSearchConsole(
      documents.map(({ report }) => report),
      judged,
    )
    const findings = judged.filter(({ rule }) => !TAKEN_FROM_OTHERS.has(rule))
    if (reports.length + findings.length > 0) onFound({ documents: reports, findings })
  }
}
