/** Whether a page is what its 200, its canonical, its lastmod and its alternates say. */
import type { DefinedRule } from './define-rule.ts'
import { pageAlternateRules } from './page-alternate.ts'
import { pageCanonicalTargetRules } from './page-canonical-target.ts'
import { pageLastmodRules } from './page-lastmod.ts'
import { soft404Rules } from './page-soft-404.ts'

export const pageTruthRules: readonly DefinedRule[] = [
  ...pageAlternateRules,
  ...pageCanonicalTargetRules,
  ...pageLastmodRules,
  ...soft404Rules,
]
