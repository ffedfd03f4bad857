/** Audits of one site beside each other. All plain JSON. */
import type { Audit } from './audit.ts'
import type { Finding, Report, Verdict } from './report.ts'

/** What is different between two audits of one site. */
export interface Diff {
  audit: string
  against: string
  findings: { new: Finding[]; fixed: Finding[]; unchanged: Finding[] }
  documents: {
    added: string[]
    lost: string[]
    changed: { url: string; entries: [before: number, after: number]; addedUrls: string[]; removedUrls: string[] }[]
  }
}

/** An audit in the history of its domain. */
export interface DomainAudit extends Pick<Audit, 'id' | 'status' | 'createdAt' | 'finishedAt' | 'gate'> {
  verdict: Verdict | null
  /** null where there is no report. */
  summary: Report['summary'] | null
  /** The audit that it was compared with. */
  baseline: string | null
  /** The same for audits with the same options, whose numbers can be compared. */
  optionsKey: string
}

/** One page of the audits of a domain, newest first. */
export interface DomainHistory {
  domain: string
  items: DomainAudit[]
  next: string | null
}
