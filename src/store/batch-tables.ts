/** The tables of batches as Kysely knows them; part of schema.ts. */
import type { ColumnType } from 'kysely'
import type { AuditOptions, AuditStatus } from '../model/audit.ts'
import type { BatchStatus, DomainTraits } from '../model/batch.ts'
import type { Verdict } from '../model/report.ts'

export interface BatchesTable {
  id: string
  status: BatchStatus
  /** `domain` is empty. */
  options: ColumnType<AuditOptions, string, string>
  /** Forgotten when it has ended. */
  sealed_headers: string | null
  /** How many there are. */
  domains: number
  duplicates: number
  /** Of how many the audit has ended; null until all have that will. */
  done: number | null
  created_at: ColumnType<Date, Date, Date>
  /** When its last audit had ended, also of a cancelled one. */
  finished_at: ColumnType<Date | null, Date | null, Date | null>
  idempotency_key: string | null
  /** Of what was asked for: whether a repeat with the same key is one. */
  digest: string
}

export interface BatchDomainsTable {
  batch_id: string
  /** Its place in the request, from 0, doubles left out. */
  ordinal: number
  domain: string
  /** As it was asked for. */
  given: string
  /** null: its turn has not come. */
  audit_id: string | null
  /** When the audit ended. What follows is written in the transaction that ends it, and is null until then. */
  ended_at: ColumnType<Date | null, Date | null, Date | null>
  status: AuditStatus | null
  verdict: Verdict | null
  /** null too of an audit that failed or was cancelled. */
  traits: ColumnType<DomainTraits | null, string | null, string | null>
  /** The larger one of its limits. */
  share: number | null
}
