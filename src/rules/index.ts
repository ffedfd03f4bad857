/** Every rule, by subject. test/rules holds ids, files, tests and README together. */
import type { DefinedRule } from './define-rule.ts'

export const RULES: readonly DefinedRule[] = []
