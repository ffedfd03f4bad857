/** A batch as a table: one row a domain, in the order in which they were asked for. */
import type { AuditStatus } from '../model/audit.ts'
import type { DomainTraits } from '../model/batch.ts'
import type { Verdict } from '../model/report.ts'
import { toCsvRow } from './csv.ts'

export interface BatchCsvRow {
  domain: string
  auditId: string | null
  /** null: its turn has not come. */
  status: AuditStatus | null
  verdict: Verdict | null
  traits: DomainTraits | null
}

export const BATCH_CSV_COLUMNS = [
  'domain',
  'status',
  'verdict',
  'state',
  'form',
  'partition',
  'entries',
  'share_of_entry_limit',
  'share_of_byte_limit',
  'near_limit',
  'out_of_scope',
  'hints',
  'one_lastmod',
  'no_lastmod',
  'rules',
  'audit',
] as const

export function batchCsvHeader(): string {
  return toCsvRow(BATCH_CSV_COLUMNS)
}

/** What only holds of a domain that was read is empty for the others: not known is not false. */
export function toBatchCsvRow({ domain, auditId, status, verdict, traits }: BatchCsvRow): string {
  const read = traits?.state === 'read' ? traits : null
  const cells = {
    domain,
    status: status ?? 'waiting',
    verdict,
    state: traits?.state ?? null,
    form: read?.form ?? null,
    partition: read?.partition ?? null,
    entries: read?.entries ?? null,
    share_of_entry_limit: read?.limits.entries ?? null,
    share_of_byte_limit: read?.limits.bytes ?? null,
    near_limit: read?.nearLimit ?? null,
    out_of_scope: read?.outOfScope ?? null,
    hints: read?.hints ?? null,
    one_lastmod: read?.oneLastmod ?? null,
    no_lastmod: read?.noLastmod ?? null,
    rules: traits?.rules.join(' ') ?? null,
    audit: auditId,
  }
  return toCsvRow(BATCH_CSV_COLUMNS.map((column) => cells[column]))
}
