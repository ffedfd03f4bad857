/** Puts what a comparison with the baseline found into a report that is otherwise done. */
import type { Suppression } from '../model/audit.ts'
import type { HistoryFacts } from '../model/facts.ts'
import type { Finding, Report } from '../model/report.ts'
import { RULES } from '../rules/index.ts'
import { type Judgement, judgeFacts, type RuleFailure } from '../rules/judge.ts'
import { judgeByProfile } from '../rules/profile.ts'
import { suppressCauses } from '../rules/suppress-causes.ts'
import { failureNotes } from './failure-notes.ts'
import { applySuppressions, countFindings, expiryNotes, type Judging, sortFindings, verdictWith } from './summarise.ts'

/** Of more documents that have moved the notes tell a number. */
const MOVES_SHOWN = 10

/** @returns the report with it, and the rules that threw: they stand in its notes, and are for the log */
export function addHistory(
  report: Report,
  facts: HistoryFacts,
  judging: Judging,
): { report: Report; failures: RuleFailure[] } {
  const { findings, failures, expired } = judgeHistory(report, facts, judging)
  const added = {
    ...report,
    verdict: verdictWith(report.verdict, findings),
    summary: { ...report.summary, findings: countFindings(findings) },
    findings,
    notes: [...report.notes, ...moveNotes(facts), ...expiryNotes(expired), ...failureNotes(failures)],
  }
  return { report: added, failures }
}

/**
 * @returns the findings given and those of history, without what follows from one of them, worst first; and the
 *   suppressions that have expired and for which one of history counts again
 */
export function judgeHistory(
  { documents, findings }: Pick<Report, 'documents' | 'findings'>,
  facts: HistoryFacts,
  judging: Judging,
): Judgement & { expired: Suppression[] } {
  const { findings: found, failures } = judgeFacts(RULES, null, 'history', [facts])
  const profiled = judgeByProfile(found, judging.profile, { documents })
  const { findings: added, expired } = applySuppressions(profiled, judging)
  return { findings: sortFindings(withoutConsequences([...findings, ...added])), failures, expired }
}

/** An index whose empty children are all told to be emptied has no second finding for them. */
function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const emptied = new Set(findings.flatMap(({ rule, document }) => (rule === 'history-emptied' ? [document] : [])))
  return suppressCauses(findings, { of: () => new Set() }).filter(
    ({ rule, occurrences, examples }) =>
      rule !== 'index-child-empty' || occurrences > examples.length || examples.some(({ loc }) => !emptied.has(loc)),
  )
}

function moveNotes({ documents }: HistoryFacts): string[] {
  const moved = documents.filter(({ movedTo }) => movedTo !== null)
  const notes = moved
    .slice(0, MOVES_SHOWN)
    .map(({ before, movedTo }) => `${before.url} of the baseline is not there any more; ${movedTo} has its entries.`)
  const left = moved.length - notes.length
  return left > 0 ? [...notes, `So it is with ${left} more documents of the baseline.`] : notes
}
