/** The tables as Kysely knows them. `migrations/` makes them. */
import type { ColumnType, Generated } from 'kysely'
import type { Audit, AuditHistory, AuditOptions, AuditStatus, Problem, Progress } from '../model/audit.ts'
import type { DocumentReport, Finding, PageReport, Report, Severity, Verdict } from '../model/report.ts'
import type { BatchDomainsTable, BatchesTable } from './batch-tables.ts'
import type { EarlierDocumentsTable } from './earlier-documents.ts'
import type { EventsTable } from './events.ts'
import type { HostSharesTable, HostTimesTable } from './hosts.ts'
import type { PartClaimsTable, PartsTable, PlansTable } from './parts.ts'

/** Read as the value, written as its text: both drivers take a string for `json` as it is. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>
type Time = ColumnType<Date, Date, Date>
/** Read as text by one driver and as a number by the other. */
type Big = ColumnType<string | number, number, number>
type TimeOrNull = ColumnType<Date | null, Date | null, Date | null>

/** A report without the lists that have their own tables. */
export type ReportHead = Omit<Report, 'documents' | 'pages' | 'findings'>

export interface AuditsTable {
  id: string
  domain: string
  options: Json<AuditOptions>
  status: AuditStatus
  created_at: Time
  started_at: TimeOrNull
  finished_at: TimeOrNull
  progress: Json<Progress>
  /** Only of an ended audit; its lists are in their own tables. */
  report: JsonOrNull<ReportHead>
  /** The whole report so far; only while running. */
  partial: JsonOrNull<Report>
  verdict: Verdict | null
  summary: JsonOrNull<Report['summary']>
  error: JsonOrNull<Problem>
  gate: JsonOrNull<NonNullable<Audit['gate']>>
  sealed_headers: string | null
  idempotency_key: string | null
  /** How often a worker has begun it and not handed it back. */
  attempts: Generated<number>
  cancel_requested: Generated<boolean>
  /** See audit/options-key.ts. */
  options_key: Generated<string>
  /** Higher ones run first. */
  priority: Generated<number>
  batch_id: string | null
  schedule_id: string | null
  /** The audit that this one was compared with. */
  baseline_id: string | null
  /** How far its lists can be trusted in a comparison. */
  history: JsonOrNull<Omit<AuditHistory, 'samples'>>
  /** null: none was asked for, or it has not ended yet. */
  webhook_state: 'due' | 'sent' | 'failed' | null
  /** See events.ts. */
  event_seq: Generated<number>
}

interface Piece<T> {
  audit_id: string
  /** Its place in the report, from 0. */
  ordinal: number
  body: Json<T>
}

export interface FindingsTable extends Piece<Finding> {
  rule: string
  severity: Severity
  document: string | null
  fingerprint: string
  occurrences: Big
  is_suppressed: boolean
}

/** The documents of the report, and behind them, with ordinals that go on, the children that were not attempted. */
export interface DocumentsTable extends Omit<Piece<DocumentReport>, 'body'> {
  in_report: boolean
  url: string
  /** null of one that was not attempted. */
  final_url: string | null
  parent: string | null
  /** Its number in the parent; 0 where there is none. */
  entry: number
  /** Of one that is not in the report: only what the columns do not say. */
  body: Json<Partial<DocumentReport>>
  outcome: DocumentReport['outcome']
}

export interface PagesTable extends Piece<PageReport> {
  url: string
  document: string
}

export interface SchedulesTable {
  id: string
  domain: string
  options: Json<AuditOptions>
  cron: string
  timezone: string
  paused: boolean
  sealed_headers: string | null
  /** The audit that its options name as their baseline. */
  baseline_id: string | null
  created_at: Time
  updated_at: Time
  /** Since when its times hold: what was due before is none of it. */
  planned_at: Time
  last_skipped_at: TimeOrNull
}

export interface LocSamplesTable {
  audit_id: string
  ordinal: number
  /** Of the document. */
  url: string
  /** See audit/loc-sample.ts. */
  sample: string
}

export interface Schema {
  audits: AuditsTable
  batches: BatchesTable
  batch_domains: BatchDomainsTable
  findings: FindingsTable
  documents: DocumentsTable
  pages: PagesTable
  events: EventsTable
  earlier_documents: EarlierDocumentsTable
  host_shares: HostSharesTable
  host_times: HostTimesTable
  loc_samples: LocSamplesTable
  part_claims: PartClaimsTable
  parts: PartsTable
  plans: PlansTable
  schedules: SchedulesTable
}
