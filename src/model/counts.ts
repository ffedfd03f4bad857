/** The findings of an audit counted, so that a reader knows what there is before it asks for any of them. */
import type { Severity } from './report.ts'

/** What one rule has found, with one severity; suppressed findings are counted apart. */
export interface RuleCount {
  rule: string
  severity: Severity
  isSuppressed: boolean
  /** Of its first finding. */
  message: string
  findings: number
  occurrences: number
  /** Documents that they stand in. */
  documents: number
}

/** Findings in one document by severity; what is suppressed does not count. */
export interface DocumentCount {
  document: string
  error: number
  warning: number
  note: number
}

export interface AuditCounts {
  /** In the order of the report: worst first. */
  rules: RuleCount[]
  /** Those with the most errors first, then with the most warnings; at most COUNTED_DOCUMENTS_LIMIT. */
  documents: DocumentCount[]
}

export const COUNTED_DOCUMENTS_LIMIT = 1_000
