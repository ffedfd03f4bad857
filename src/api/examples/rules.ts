/** Rules, as the catalogue has them. */
import type { Rule } from '../../model/report.ts'
import { RULES_BY_ID } from '../../rules/index.ts'

export const RULE: Rule = {
  ...getRule('index-lastmod-stale'),
  examples: {
    wrong:
      '<sitemap><loc>https://blog.example/post-sitemap.xml</loc><lastmod>2026-09-28T08:15:42+00:00</lastmod></sitemap>',
    right:
      '<sitemap><loc>https://blog.example/post-sitemap.xml</loc><lastmod>2026-10-01T05:30:26+00:00</lastmod></sitemap>',
  },
}

/** In lists rules have no examples. */
export const LISTED_RULES: Rule[] = [getRule('alternate-href-relative'), getRule('index-lastmod-stale')]

function getRule(id: string): Rule {
  const rule = RULES_BY_ID.get(id)
  if (!rule) throw new Error(`there is no rule ${id}`)
  const { severity, title, why, fix, breaks, basis, source, searchConsole } = rule
  return { id, severity, title, why, fix, breaks: [...breaks], basis, source, searchConsole }
}
