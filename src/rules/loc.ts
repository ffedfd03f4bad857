/** All rules of locs. */
import type { DefinedRule } from './define-rule.ts'
import { locContentRules } from './loc-content.ts'
import { locFormRules } from './loc-form.ts'
import { locHostRules } from './loc-host.ts'

export const locRules: readonly DefinedRule[] = [...locContentRules, ...locFormRules, ...locHostRules]
