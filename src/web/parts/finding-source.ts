/** Where the findings of an audit come from: the API once it has ended, and before that what it has told. */
import type { AuditCounts, RuleCount } from '../../model/counts.ts'
import type { DocumentReport, Finding, Severity } from '../../model/report.ts'
import { call, type Page, withQuery } from './api.ts'
import { inReportOrder, type Told } from './use-audit.ts'

/** null: whatever. */
export interface Wanted {
  severity: Severity | null
  document: string | null
  rule: string | null
}

export interface FindingSource {
  counts: AuditCounts
  /** Findings of one group, page by page. */
  load: (
    group: RuleCount,
    document: string | null,
    cursor: string | null,
    signal: AbortSignal,
  ) => Promise<Page<Finding>>
}

const FINDINGS_LOADED = 10

let counted: { id: string; counts: Promise<AuditCounts> } | null = null

/** Of an ended audit, whose counts stay as they are: several parts of a page ask for them. */
export function loadCounts(id: string): Promise<AuditCounts> {
  if (counted?.id === id) return counted.counts
  const counts = call<AuditCounts>(`/audits/${id}/counts`)
  counted = { id, counts }
  counts.catch(() => {
    counted = null
  })
  return counts
}

export function sourceOfApi(id: string, counts: AuditCounts): FindingSource {
  return {
    counts,
    async load({ rule, severity, isSuppressed }, document, cursor, signal) {
      const limit = String(FINDINGS_LOADED)
      const path = withQuery(`/audits/${id}/findings`, { rule, severity, document, cursor, limit })
      const { items, next } = await call<Page<Finding>>(path, { signal })
      return { items: items.filter(({ suppressed }) => (suppressed !== null) === isSuppressed), next }
    },
  }
}

/** @param document counts by rule only what stands in it */
export function sourceOfTold({ findings }: Told, document: string | null): FindingSource {
  const all = inReportOrder(findings.values())
  const groups = new Map<string, RuleCount & { seen: Set<string | null> }>()
  const documents = new Map<string, AuditCounts['documents'][number]>()
  for (const finding of all) {
    if (finding.document !== null && finding.suppressed === null) {
      const counts = documents.get(finding.document) ?? { document: finding.document, error: 0, warning: 0, note: 0 }
      counts[finding.severity]++
      documents.set(finding.document, counts)
    }
    if (document !== null && finding.document !== document) continue
    const { rule, severity, message } = finding
    const isSuppressed = finding.suppressed !== null
    const key = `${rule} ${severity} ${isSuppressed}`
    const group = groups.get(key) ?? {
      rule,
      severity,
      isSuppressed,
      message,
      findings: 0,
      occurrences: 0,
      documents: 0,
      seen: new Set<string | null>(),
    }
    groups.set(key, group)
    group.findings++
    group.occurrences += finding.occurrences
    if (finding.document !== null) group.seen.add(finding.document)
  }
  return {
    counts: {
      rules: [...groups.values()].map(({ seen, ...group }) => ({ ...group, documents: seen.size })),
      documents: [...documents.values()],
    },
    async load({ rule, severity, isSuppressed }, wanted, cursor) {
      const from = Number(cursor ?? 0)
      const ofGroup = all.filter(
        (one) =>
          one.rule === rule &&
          one.severity === severity &&
          (one.suppressed !== null) === isSuppressed &&
          (wanted === null || one.document === wanted),
      )
      const next = from + FINDINGS_LOADED < ofGroup.length ? String(from + FINDINGS_LOADED) : null
      return { items: ofGroup.slice(from, from + FINDINGS_LOADED), next }
    },
  }
}

/** A document by the end of its address: what is the same for all of them is left out. */
export function shortUrl(url: string, origin: string | null): string {
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
}

export function documentPath(auditId: string, { url }: Pick<DocumentReport, 'url'>): string {
  return withQuery(`/audits/${auditId}/document`, { url })
}
