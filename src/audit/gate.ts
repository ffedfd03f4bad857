/** Whether an audit lets a release pass. */
import type { Audit, GateOptions } from '../model/audit.ts'
import type { HistoryFacts } from '../model/facts.ts'
import type { Finding, Report, Severity } from '../model/report.ts'
import { isUnchecked } from './summarise.ts'

export type GateResult = NonNullable<Audit['gate']>

/** What is told one by one; the rest is counted. */
const REASONS_LIMIT = 20

/** These close every gate, whatever it fails on. That entries dropped is the gate's own share. */
const CLOSES_ALWAYS: ReadonlySet<string> = new Set([
  'history-document-lost',
  'history-emptied',
  'history-entries-dropped',
  'history-host-changed',
])

/** The audit that this one was compared with. */
export interface GateBaseline {
  /** Whether it had this finding. */
  had(finding: Finding): boolean
  /** Its documents and what became of them. */
  documents: HistoryFacts['documents']
}

/**
 * Judges a finished report that has the findings of its comparison.
 * @param baseline null: there is none, and every error is new
 * @returns the reasons why the gate is closed: one for each document that history tells of, one for each other rule;
 *   none when it is passed
 */
export function judgeGate(
  { verdict, findings, documents, pages }: Pick<Report, 'verdict' | 'findings' | 'documents' | 'pages'>,
  gate: GateOptions,
  baseline: GateBaseline | null = null,
): GateResult {
  const counted = findings.filter(({ suppressed }) => suppressed === null)
  const changes = counted.filter(({ rule }) => CLOSES_ALWAYS.has(rule))
  const isNew = (finding: Finding) => gate.failOn !== 'new-error' || baseline === null || !baseline.had(finding)
  const closing = counted.filter(
    (finding) => !CLOSES_ALWAYS.has(finding.rule) && closes(finding.severity, gate) && isNew(finding),
  )
  const reasons = gate.unchecked === 'fail' ? uncheckedReasons({ verdict, documents, pages }, baseline) : []
  reasons.push(...upTo(changes.map(describeChange), 'more changes since the baseline close'))
  if (closing.length > 0 && gate.failOn === 'new-error' && baseline === null) {
    reasons.push('There is no baseline to compare with, so every error counts as new.')
  }
  const byRule = Map.groupBy(closing, (finding) => finding.rule)
  const word = byRule.size - REASONS_LIMIT === 1 ? 'more rule has' : 'more rules have'
  reasons.push(...upTo([...byRule.values()].map(describe), `${word} findings that close`))
  return { passed: reasons.length === 0, reasons }
}

/**
 * What is kept of the gate when an audit ends, so that whoever asks gets the same answer.
 * @param judged beside the baseline; undefined: nobody did, and the report is judged alone
 */
export function gateAtEnd(
  gate: GateOptions | null,
  status: 'succeeded' | 'failed' | 'cancelled',
  report: Report | null,
  judged: GateResult | null | undefined,
): GateResult | null {
  if (gate === null) return null
  if (status === 'succeeded' && report !== null) return judged ?? judgeGate(report, gate)
  // What was not audited to its end has not been shown to be good.
  const reason = `The audit has not been carried through: it has ${status === 'failed' ? 'failed' : 'been cancelled'}.`
  return { passed: false, reasons: [reason] }
}

function uncheckedReasons(
  { verdict, documents, pages }: Pick<Report, 'verdict' | 'documents' | 'pages'>,
  baseline: GateBaseline | null,
): string[] {
  if (verdict === 'unchecked') return ['Nothing could be judged: the verdict is unchecked.']
  const reasons: string[] = []
  // Cut short by a deadline, a cancellation or a host that gave up: what was not asked cannot vouch for the release.
  const skipped = [...documents, ...pages].filter(({ outcome }) => outcome === 'skipped').length
  if (skipped > 0) {
    const what = skipped === 1 ? '1 document or page was' : `${skipped} documents or pages were`
    reasons.push(`Not everything was checked: ${what} skipped; the notes say why.`)
  }
  // Whether they have lost entries cannot be seen.
  const unseen = (baseline?.documents ?? []).flatMap(({ before, fate }) =>
    fate.kind === 'unknown' && fate.outcome !== null && fate.outcome !== 'skipped' && isUnchecked(fate.outcome)
      ? [`${before.url} was read for the baseline and could not be checked now: ${fate.outcome}.`]
      : [],
  )
  return [...reasons, ...upTo(unseen, 'more documents of the baseline could not be checked now and close')]
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

/** With the documents and numbers, because this is what stops a release. */
function describeChange({ rule, document, message, occurrences, examples }: Finding): string {
  const isGrouped = rule === 'history-document-lost' && occurrences > 1
  const others = examples.slice(1).flatMap(({ loc }) => loc ?? [])
  const unnamed = occurrences - 1 - others.length
  const more = isGrouped ? ` Likewise: ${others.join(', ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}.` : ''
  return `${rule} in ${document}: ${message}${more}`
}

function describe(findings: Finding[]): string {
  const [first] = findings
  if (!first) return ''
  const others = findings.length > 1 ? ` (and ${findings.length - 1} more of this rule)` : ''
  return `${first.severity} ${first.rule}: ${first.message}${others}`
}

/** @param more what the rest does, as in "5 more rules have findings that close the gate." */
function upTo(reasons: readonly string[], more: string): string[] {
  const left = reasons.length - REASONS_LIMIT
  return left > 0 ? [...reasons.slice(0, REASONS_LIMIT), `${left} ${more} the gate.`] : [...reasons]
}
