/** The findings of ended audits. */
import type { Finding, Severity } from '../model/report.ts'
import { type Db, inRuns } from './pieces.ts'
import { toStorable } from './storable.ts'

export interface FindingFilter {
  rule?: string
  severity?: Severity
  document?: string
}

export async function insertFindings(db: Db, auditId: string, findings: readonly Finding[]): Promise<void> {
  await inRuns(
    findings,
    (finding, ordinal) => ({
      audit_id: auditId,
      ordinal,
      rule: finding.rule,
      severity: finding.severity,
      document: toStorable(finding.document),
      fingerprint: finding.fingerprint,
      occurrences: finding.occurrences,
      is_suppressed: finding.suppressed !== null,
      body: JSON.stringify(finding),
    }),
    (rows) => db.insertInto('findings').values(rows).execute(),
  )
}

export async function readFindings(db: Db, auditId: string): Promise<Finding[]> {
  const rows = await db
    .selectFrom('findings')
    .select('body')
    .where('audit_id', '=', auditId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => row.body)
}

/** @returns at most `limit + 1` rows after the ordinal, so that the caller sees whether there are more */
export async function listFindings(db: Db, auditId: string, filter: FindingFilter, after: number, limit: number) {
  let query = db
    .selectFrom('findings')
    .select(['ordinal', 'body'])
    .where('audit_id', '=', auditId)
    .where('ordinal', '>', after)
  if (filter.rule !== undefined) query = query.where('rule', '=', toStorable(filter.rule))
  if (filter.severity !== undefined) query = query.where('severity', '=', filter.severity)
  if (filter.document !== undefined) query = query.where('document', '=', toStorable(filter.document))
  return query
    .orderBy('ordinal')
    .limit(limit + 1)
    .execute()
}

export function isWantedFinding(finding: Finding, filter: FindingFilter): boolean {
  return (
    (filter.rule === undefined || finding.rule === filter.rule) &&
    (filter.severity === undefined || finding.severity === filter.severity) &&
    (filter.document === undefined || finding.document === filter.document)
  )
}
