/** What a batch keeps of an audit that ends. */
import { describeDomain } from '../audit/describe-domain.ts'
import type { Db } from './pieces.ts'
import type { AuditEnding } from './store.ts'

/**
 * Inside the transaction that ends the audit, so that it is kept exactly once, and whatever becomes of the report.
 * Without effect where the batch has been removed.
 */
export async function recordBatchEnd(on: Db, auditId: string, { status, report }: AuditEnding): Promise<void> {
  // What was not audited to its end has shown nothing.
  const traits = status === 'succeeded' && report !== null ? describeDomain(report) : null
  await on
    .updateTable('batch_domains')
    .set({
      ended_at: new Date(),
      status,
      verdict: traits && (report?.verdict ?? null),
      traits: traits && JSON.stringify(traits),
      share: traits && Math.max(traits.limits.entries, traits.limits.bytes),
    })
    .where('audit_id', '=', auditId)
    .where('ended_at', 'is', null)
    .execute()
}
