/** Answers of the API whose types the server keeps elsewhere than in its model. */
import type { Audit, AuditStatus } from '../../model/audit.ts'
import type { Finding, Report, Verdict } from '../../model/report.ts'

/** GET /domains/{domain} */
export interface DomainHistory {
  domain: string
  items: {
    id: string
    status: AuditStatus
    createdAt: string
    finishedAt: string | null
    verdict: Verdict | null
    summary: Report['summary'] | null
    gate: Audit['gate']
    baseline: string | null
    /** The same for audits with the same options. */
    optionsKey: string
  }[]
  next: string | null
}

/** GET /audits/{id}/diff */
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
