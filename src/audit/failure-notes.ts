/** Sentences about rules that threw: what they would have found is unknown, and that is told. */
import type { RuleFailure } from '../rules/judge.ts'

export function failureNotes(failures: readonly RuleFailure[]): string[] {
  return failures.map(({ rule, error }) => `The rule ${rule} failed (our fault) and was left out: ${error}.`)
}
