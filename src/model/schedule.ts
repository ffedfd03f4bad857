/** A site that is audited again and again. */
import type { AuditOptions } from './audit.ts'

/** Options as for one audit; the domain stands beside them. */
export type ScheduleOptions = Omit<AuditOptions, 'domain'>

export interface Schedule {
  id: string
  /** As given. */
  domain: string
  cron: string
  /** IANA name. */
  timezone: string
  options: ScheduleOptions
  paused: boolean
  /** When it is due next; null while paused. */
  next: string | null
  /** The newest audit of it, due or asked for; null: none yet, or it was removed. */
  lastAuditId: string | null
  /** The due time that was passed over last because the audit before had not ended. */
  lastSkippedAt: string | null
  createdAt: string
  updatedAt: string
}
