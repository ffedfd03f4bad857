/** Whether an audit lets a release pass. */
import type { Audit, GateOptions } from '../model/audit.ts'
import type { Finding, Report, Severity } from '../model/report.ts'

export type GateResult = NonNullable<Audit['gate']>

/** Rules that are told one by one; the rest is counted. */
const REASONS_LIMIT = 20

/**
 * Judges a finished report. No baseline is known here: every error is new, and no drop of entries can be seen.
 * @returns the reasons why the gate is closed, one for each rule; none when it is passed
 */
export function judgeGate(report: Report, gate: GateOptions): GateResult {
  const reasons: string[] = []
  if (gate.unchecked === 'fail' && report.verdict === 'unchecked') {
    reasons.push('Nothing could be judged: the verdict is unchecked.')
  }
  // Cut short by a deadline, a cancellation or a host that gave up: what was not asked cannot vouch for the release.
  const skipped = [...report.documents, ...report.pages].filter(({ outcome }) => outcome === 'skipped').length
  if (gate.unchecked === 'fail' && report.verdict !== 'unchecked' && skipped > 0) {
    const what = skipped === 1 ? '1 document or page was' : `${skipped} documents or pages were`
    reasons.push(`Not everything was checked: ${what} skipped; the notes say why.`)
  }
  const closing = report.findings.filter((finding) => finding.suppressed === null && closes(finding.severity, gate))
  if (closing.length > 0 && gate.failOn === 'new-error') {
    reasons.push('There is no baseline to compare with, so every error counts as new.')
  }
  const byRule = Map.groupBy(closing, (finding) => finding.rule)
  const told = [...byRule.values()].slice(0, REASONS_LIMIT).map(describe)
  const left = byRule.size - told.length
  return {
    passed: reasons.length + told.length === 0,
    reasons: [...reasons, ...told, ...(left > 0 ? [more(left)] : [])],
  }
}

function closes(severity: Severity, gate: GateOptions): boolean {
  switch (gate.failOn) {
    case 'never':
      return false
    case 'warning':
      return severity !== 'note'
    case 'error':
    case 'new-error':
      return severity === 'error'
  }
}

function describe(findings: Finding[]): string {
  const [first] = findings
  if (!first) return ''
  const others = findings.length > 1 ? ` (and ${findings.length - 1} more of this rule)` : ''
  return `${first.severity} ${first.rule}: ${first.message}${others}`
}

function more(rules: number): string {
  return `${rules} more ${rules === 1 ? 'rule has' : 'rules have'} findings that close the gate.`
}
