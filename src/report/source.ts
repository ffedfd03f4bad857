/** What every form of a report is made from. */
import type { Audit } from '../model/audit.ts'
import type { Finding, Report, Rule, Severity } from '../model/report.ts'
import { SEVERITY_ORDER } from './words.ts'

export interface ReportSource {
  audit: Omit<Audit, 'report'>
  report: Report
  /** The catalogue, by id. A finding may name a rule that is not in it any more. */
  rules: ReadonlyMap<string, Rule>
  tool: { version: string; homepage: string }
  /** The audit it was compared with; null where that is not known. */
  baseline: { id: string; had(finding: Finding): boolean } | null
}

/** The worst first: what counts before what is suppressed, by severity, then by how often it occurs. */
export function sortByHarm(findings: readonly Finding[]): Finding[] {
  const weightOf = ({ suppressed, severity }: Finding) =>
    (suppressed === null ? 0 : SEVERITY_ORDER.length) + SEVERITY_ORDER.indexOf(severity)
  return findings.toSorted((a, b) => weightOf(a) - weightOf(b) || b.occurrences - a.occurrences)
}

export interface RuleGroup {
  rule: string
  severity: Severity
  isSuppressed: boolean
  findings: Finding[]
}

/** Findings of one rule with one severity stand together, in the order of their worst. */
export function groupByRule(findings: readonly Finding[]): RuleGroup[] {
  const groups = new Map<string, RuleGroup>()
  for (const finding of sortByHarm(findings)) {
    const { rule, severity, suppressed } = finding
    const isSuppressed = suppressed !== null
    const key = `${isSuppressed} ${severity} ${rule}`
    const group = groups.get(key)
    if (group) group.findings.push(finding)
    else groups.set(key, { rule, severity, isSuppressed, findings: [finding] })
  }
  return [...groups.values()]
}
