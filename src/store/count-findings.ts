/** The findings of an audit, counted by rule and by document. */
import { type Kysely, sql } from 'kysely'
import { type AuditCounts, COUNTED_DOCUMENTS_LIMIT, type DocumentCount, type RuleCount } from '../model/counts.ts'
import type { Finding } from '../model/report.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'

/**
 * Of an ended audit.
 * @param document counts by rule only what stands in it; undefined: everything
 */
export async function countFindings(
  db: Kysely<Schema>,
  auditId: string,
  document: string | undefined,
): Promise<AuditCounts> {
  return { rules: await countByRule(db, auditId, document), documents: await countByDocument(db, auditId) }
}

async function countByRule(db: Kysely<Schema>, auditId: string, document: string | undefined): Promise<RuleCount[]> {
  const findings = db.selectFrom('findings').where('audit_id', '=', auditId)
  const counted = document === undefined ? findings : findings.where('document', '=', toStorable(document))
  const groups = await counted
    .select(({ fn }) => [
      'rule',
      'severity',
      'is_suppressed',
      fn.min('ordinal').as('first'),
      fn.countAll().as('findings'),
      fn.sum('occurrences').as('occurrences'),
      fn.count('document').distinct().as('documents'),
    ])
    .groupBy(['rule', 'severity', 'is_suppressed'])
    .orderBy('first')
    .execute()
  if (groups.length === 0) return []
  const firsts = await findings
    .select(['ordinal', 'body'])
    .where(
      'ordinal',
      'in',
      groups.map(({ first }) => first),
    )
    .execute()
  const messages = new Map(firsts.map(({ ordinal, body }) => [ordinal, body.message]))
  return groups.map((row) => ({
    rule: row.rule,
    severity: row.severity,
    isSuppressed: row.is_suppressed,
    message: messages.get(row.first) ?? '',
    findings: Number(row.findings),
    occurrences: Number(row.occurrences),
    documents: Number(row.documents),
  }))
}

async function countByDocument(db: Kysely<Schema>, auditId: string): Promise<DocumentCount[]> {
  const { rows } = await sql<{ document: string; error: string; warning: string; note: string }>`
    select document,
      count(*) filter (where severity = 'error') as error,
      count(*) filter (where severity = 'warning') as warning,
      count(*) filter (where severity = 'note') as note
    from findings
    where audit_id = ${auditId} and document is not null and not is_suppressed
    group by document
    order by error desc, warning desc, note desc, document
    limit ${COUNTED_DOCUMENTS_LIMIT}`.execute(db)
  return rows.map((row) => ({
    document: row.document,
    error: Number(row.error),
    warning: Number(row.warning),
    note: Number(row.note),
  }))
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
