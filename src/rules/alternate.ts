/** The rules of alternates: one page in several languages. */
import { alternateCodeRules } from './alternate-code.ts'
import { alternateLinkRules } from './alternate-link.ts'
import { alternateSetRules } from './alternate-set.ts'
import type { DefinedRule } from './define-rule.ts'

export const alternateRules: readonly DefinedRule[] = [
  ...alternateCodeRules,
  ...alternateLinkRules,
  ...alternateSetRules,
]
