/** The findings of an audit, counted by rule and by document. */
import { type Kysely, sql } from 'kysely'
import { type AuditCounts, COUNTED_DOCUMENTS_LIMIT, type DocumentCount, type RuleCount } from '../model/counts.ts'
import type { Finding } from '../model/report.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'

/**
 * Of an ended audit.
 * @param document only what stands in it; undefined: everything
 */
export async function countFindings(
  db: Kysely<Schema>,
  auditId: string,
  document: string | undefined,
): Promise<AuditCounts> {
  const isSuppressed = sql<boolean>`(body ->> 'suppressed') is not null`
  let rules = db
    .selectFrom('findings')
    .select([
      'rule',
      'severity',
      isSuppressed.as('is_suppressed'),
      sql<string>`(array_agg(body ->> 'message' order by ordinal))[1]`.as('message'),
      sql<string>`count(*)`.as('findings'),
      sql<string>`sum((body ->> 'occurrences')::bigint)`.as('occurrences'),
      sql<string>`count(distinct document)`.as('documents'),
    ])
    .where('audit_id', '=', auditId)
  const documents = sql<{ document: string; error: string; warning: string; note: string }>`
    select document,
      count(*) filter (where severity = 'error') as error,
      count(*) filter (where severity = 'warning') as warning,
      count(*) filter (where severity = 'note') as note
    from findings
    where audit_id = ${auditId} and document is not null and (body ->> 'suppressed') is null
    group by document
    order by error desc, warning desc, note desc, document
    limit ${COUNTED_DOCUMENTS_LIMIT}`
  if (document !== undefined) rules = rules.where('document', '=', toStorable(document))
  const byRule = await rules.groupBy(['rule', 'severity', isSuppressed]).orderBy(sql`min(ordinal)`).execute()
  const byDocument = await documents.execute(db)
  return {
    rules: byRule.map((row) => ({
      rule: row.rule,
      severity: row.severity,
      isSuppressed: row.is_suppressed,
      message: row.message,
      findings: Number(row.findings),
      occurrences: Number(row.occurrences),
      documents: Number(row.documents),
    })),
    documents: byDocument.rows.map((row) => ({
      document: row.document,
      error: Number(row.error),
      warning: Number(row.warning),
      note: Number(row.note),
    })),
  }
}

/** The same of a report that is still in one piece. */
export function countFindingsOf(findings: readonly Finding[], document: string | undefined): AuditCounts {
  const rules = new Map<string, RuleCount & { seen: Set<string | null> }>()
  const documents = new Map<string, DocumentCount>()
  for (const finding of findings) {
    const isSuppressed = finding.suppressed !== null
    if (finding.document !== null && !isSuppressed) {
      const counts = documents.get(finding.document) ?? { document: finding.document, error: 0, warning: 0, note: 0 }
      counts[finding.severity]++
      documents.set(finding.document, counts)
    }
    if (document !== undefined && finding.document !== document) continue
    const { rule, severity, message } = finding
    const key = `${rule} ${severity} ${isSuppressed}`
    const before = rules.get(key)
    const count = before ?? {
      rule,
      severity,
      isSuppressed,
      message,
      findings: 0,
      occurrences: 0,
      documents: 0,
      seen: new Set(),
    }
    if (!before) rules.set(key, count)
    count.findings++
    count.occurrences += finding.occurrences
    if (finding.document !== null) count.seen.add(finding.document)
  }
  return {
    rules: [...rules.values()].map(({ seen, ...count }) => ({ ...count, documents: seen.size })),
    documents: [...documents.values()].sort(compareHarm).slice(0, COUNTED_DOCUMENTS_LIMIT),
  }
}

function compareHarm(one: DocumentCount, other: DocumentCount): number {
  return (
    other.error - one.error ||
    other.warning - one.warning ||
    other.note - one.note ||
    (one.document < other.document ? -1 : 1)
  )
}
