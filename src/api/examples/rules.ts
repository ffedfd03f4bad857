/** Rules, as the catalogue has them. */
import type { Rule } from '../../model/report.ts'
import { EXAMPLES } from '../../rules/examples.ts'
import { RULES_BY_ID } from '../../rules/index.ts'

const SHOWN = 'lastmod-impossible'

export const RULE: Rule = { ...getRule(SHOWN), examples: EXAMPLES[SHOWN] ?? null }

/** In lists rules have no examples. */
export const LISTED_RULES: Rule[] = [getRule('alternate-href-relative'), getRule('index-lastmod-stale')]

export function getRule(id: string): Rule {
  const rule = RULES_BY_ID.get(id)
  if (!rule) throw new Error(`there is no rule ${id}`)
  const { severity, title, why, fix, breaks, basis, source, searchConsole } = rule
  return { id, severity, title, why, fix, breaks: [...breaks], basis, source, searchConsole }
}
