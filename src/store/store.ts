/** What the rest of the service asks of the store. */
import type { Audit, AuditHistory, AuditOptions, AuditStatus, Problem, Progress } from '../model/audit.ts'
import type { AuditCounts } from '../model/counts.ts'
import type { DocumentReport, Finding, PageReport, Report, Severity, Verdict } from '../model/report.ts'
import type { BatchStore } from './batches.ts'
import type { EarlierDocumentStore } from './earlier-documents.ts'
import type { EventStore, NewEvent } from './events.ts'
import type { HistoryStore } from './history.ts'
import type { HostStore } from './hosts.ts'
import type { PartStore } from './parts.ts'
import type { RetentionStore } from './retention.ts'
import type { ScheduleStore } from './schedules.ts'
import type { WebhookStore } from './webhooks.ts'

export interface Page<T> {
  items: T[]
  /** Opaque; null at the end. */
  next: string | null
}

export interface PageRequest {
  /** 1 to 1,000. */
  limit: number
  cursor: string | null
}

/** An audit in a list: without its report, with what a table shows of it. */
export interface AuditSummary extends Omit<Audit, 'report' | 'options'> {
  verdict: Verdict | null
  summary: Report['summary'] | null
}

export interface AuditFilter {
  domain?: string
  status?: AuditStatus
  verdict?: Verdict
  /** RFC 3339: created at or after. */
  since?: string
}

export interface NewAudit {
  domain: string
  /** Header values are replaced by `***` before they are stored; the sealed ones travel beside them. */
  options: AuditOptions
  sealedHeaders: string | null
  /** A repeat with the same key answers the audit of the first. */
  idempotencyKey: string | null
  /** Default: PRIORITIES.waiting. */
  priority?: number
  batchId?: string
  scheduleId?: string
}

/** Which of the waiting audits runs first. */
export const PRIORITIES = { waiting: 20, asked: 10, scheduled: 5, batch: 0 } as const

export interface AuditEnding {
  status: 'succeeded' | 'failed' | 'cancelled'
  report: Report | null
  /** Children that were listed and not attempted; kept beside the report. */
  unread?: readonly DocumentReport[]
  history?: AuditHistory
  /** The audit that it was compared with. */
  baselineId?: string | null
  /** Of one that succeeded, beside its baseline; see gateAtEnd. */
  gate?: Audit['gate']
  error: Problem | null
}

export interface AuditStore {
  /** @returns the audit, and whether it is new (false: found by its idempotency key) */
  insert(audit: NewAudit): Promise<{ audit: Audit; isNew: boolean }>
  find(id: string): Promise<Audit | undefined>
  /** The same, with no documents, pages and findings in its report: those are read page by page. */
  findHead(id: string): Promise<Audit | undefined>
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditSummary>>
  findings(
    id: string,
    filter: { rule?: string; severity?: Severity; document?: string },
    page: PageRequest,
  ): Promise<Page<Finding>>
  /** Over all documents of an audit, or of one. @returns undefined where there is no such audit */
  counts(id: string, filter: { document?: string }): Promise<AuditCounts | undefined>
  pages(id: string, page: PageRequest): Promise<Page<PageReport>>
  /**
   * The documents of the report, in its order. With `parent` the children of that index in the order of its entries,
   * those that were not attempted among them once the audit has ended; with '' those that have no parent. `isAttempted`
   * takes of the children only those that were, or were not. `url` takes the one with this URL, where no parent is named.
   */
  documents(
    id: string,
    filter: { parent?: string; url?: string; isAttempted?: boolean | null },
    page: PageRequest,
  ): Promise<Page<DocumentReport>>
  sealedHeaders(id: string): Promise<string | null>
  /**
   * queued or running (again) -> running; false when it was cancelled or has ended. One whose cancelling its dead worker
   * could not obey ends here as cancelled, and one over which workers keep dying ends as failed.
   */
  start(id: string): Promise<boolean>
  /** running -> queued: its worker stops without having ended it. */
  handBack(id: string): Promise<void>
  /** While running; ignored once it has ended. `events` are told to those who follow the audit. */
  saveProgress(id: string, progress: Progress, partial: Report | null, events?: readonly NewEvent[]): Promise<void>
  /** running -> ended, exactly once: false when it had ended before. Forgets the sealed headers. */
  finish(id: string, ending: AuditEnding): Promise<boolean>
  /** queued -> cancelled at once; running -> its worker is told. @returns the status before */
  cancel(id: string): Promise<AuditStatus | undefined>
  /** Removes an ended audit. */
  remove(id: string): Promise<boolean>
  /** Queued audits; a batch that has not ended counts as one, whatever it holds. */
  countWaiting(): Promise<number>
  /** Queued and running ones, or those of them that were made in this time; oldest first. */
  listUnended(made?: { from: Date; until: Date }): Promise<{ id: string; domain: string; priority: number }[]>
  /** Also true where there is no such audit. */
  hasEnded(id: string): Promise<boolean>
  isCancelRequested(id: string): Promise<boolean>
}

export interface Store {
  audits: AuditStore
  batches: BatchStore
  webhooks: WebhookStore
  events: EventStore
  schedules: ScheduleStore
  retention: RetentionStore
  hosts: HostStore
  earlier: EarlierDocumentStore
  parts: PartStore
  history: HistoryStore
  /** Resolves when the audit has ended, or when the signal fires. Told by notification, not by polling. */
  whenEnded(id: string, signal: AbortSignal): Promise<void>
  /**
   * Calls back when any audit has ended, in whatever process, and with null after a gap in the listening. A hint to look:
   * none is repeated, and what ended while nobody listened is not told. @returns the way to stop listening
   */
  onEnded(listener: (auditId: string | null) => void): () => void
  /** Calls back when someone asks to cancel this audit. @returns the way to stop listening */
  onCancel(id: string, listener: () => void): Promise<() => Promise<void>>
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
