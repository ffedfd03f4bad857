/** Findings as a table: one row a finding, with the place where it was first seen. */
import type { Finding } from '../model/report.ts'
import { toCsvRow } from './csv.ts'
import { sortByHarm } from './source.ts'

const FINDING_CSV_COLUMNS = [
  'severity',
  'rule',
  'document',
  'line',
  'column',
  'offset',
  'entry',
  'occurrences',
  'share',
  'message',
  'loc',
  'value',
  'expected',
  'pattern',
  'fix',
  'suppressed',
  'fingerprint',
] as const

/** Pieces of whole rows, the worst findings first. */
export function* renderFindingsCsv(findings: readonly Finding[]): Generator<string, void, void> {
  yield toCsvRow(FINDING_CSV_COLUMNS)
  for (const finding of sortByHarm(findings)) {
    const [example] = finding.examples
    const cells = {
      severity: finding.severity,
      rule: finding.rule,
      document: finding.document,
      line: example?.line ?? null,
      column: example?.column ?? null,
      offset: example?.offset ?? null,
      entry: example?.entry ?? null,
      occurrences: finding.occurrences,
      share: finding.share,
      message: finding.message,
      loc: example?.loc ?? null,
      value: example?.value ?? null,
      expected: example?.expected ?? null,
      pattern: finding.pattern,
      fix: finding.fix,
      suppressed: finding.suppressed,
      fingerprint: finding.fingerprint,
    }
    yield toCsvRow(FINDING_CSV_COLUMNS.map((column) => cells[column]))
  }
}
