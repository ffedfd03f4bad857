/** Many domains audited together, and what they have in common. All plain JSON. */
import type { AuditOptions } from './audit.ts'
import type { Structure, Verdict } from './report.ts'

/**
 * How the audit of a domain ended. read: at least one document was; blocked: none, and a place refused us; unreachable:
 * neither, and a place could not be asked or answered with its own failure; absent: every place said that nothing is
 * there.
 */
export type DomainState = 'read' | 'absent' | 'blocked' | 'unreachable'

/** What a batch keeps of one report. */
export interface DomainTraits {
  state: DomainState
  form: Structure['form']
  partition: Structure['partition']
  /** A document lists URLs outside its folder. */
  outOfScope: boolean
  /** A document uses changefreq or priority. */
  hints: boolean
  /** A document has one lastmod for all. */
  oneLastmod: boolean
  /** No entry in any document read has a lastmod; those of indexes do not count. */
  noLastmod: boolean
  /** A document has NEAR_LIMIT_SHARE of a limit or more. */
  nearLimit: boolean
  /** Page URLs listed. */
  entries: number
  /** Largest shares of 50,000 entries and of 52,428,800 bytes that a document has. */
  limits: { entries: number; bytes: number }
  /** Ids of the rules with findings, sorted; what is suppressed does not count. */
  rules: string[]
}

/** Numbers of domains. */
export interface BatchTotals extends Record<DomainState, number> {
  /** Over the domains read, as all that follows but the findings. */
  form: Record<string, number>
  partition: Record<string, number>
  outOfScope: number
  hints: number
  oneLastmod: number
  noLastmod: number
  nearLimit: number
  /** Rule -> domains with such a finding, over all of them. */
  findings: Record<string, number>
}

/** cancelled: what waited was not audited, and what ran ends as cancelled. */
export type BatchStatus = 'running' | 'succeeded' | 'cancelled'

/** A batch in a list. */
export interface BatchSummary {
  id: string
  status: BatchStatus
  /** Domains whose audit has ended, and all of them. */
  progress: [done: number, known: number]
  /** Domains that were named again, in whatever form, and are audited once. */
  duplicates: number
  createdAt: string
  /** null until its last audit has ended, also where it was cancelled. */
  finishedAt: string | null
}

/** What a batch shows of one audit. */
export interface BatchAudit {
  domain: string
  id: string
  verdict: Verdict | null
  /** Page URLs listed. */
  entries: number
  /** As in DomainTraits. */
  limits: DomainTraits['limits']
}

export interface Batch extends BatchSummary {
  /** Without a domain: they hold for all. */
  options: Omit<AuditOptions, 'domain'>
  /** `skipped`: domains whose audit failed or was cancelled. They count in nothing else. */
  totals: BatchTotals & { skipped: number }
  /** Those with the largest shares of the limits, the largest first. */
  audits: BatchAudit[]
}
