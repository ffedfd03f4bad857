/** What only several documents together can tell. */
import type { SiteFacts } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'

const locDuplicateAcross = defineRule(
  {
    id: 'loc-duplicate-across',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'A URL is listed in one sitemap only',
    why: 'Two entries for one URL can contradict each other, and both count towards the limits.',
    fix: 'List each URL in one sitemap.',
    source: null,
    searchConsole: null,
    messages: { across: '{other} lists {count} of the locs here as well.' },
  },
  ({ report }) => ({
    site({ shared }: SiteFacts) {
      for (const { document, other, count, of, examples } of shared) {
        const data = { count, other }
        const extra = { document, subject: other, of }
        const [first, ...more] = examples
        report('across', null, data, {
          ...extra,
          loc: first?.loc ?? null,
          entry: first?.entry ?? null,
          occurrences: count - more.length,
        })
        for (const { loc, entry } of more) report('across', null, data, { ...extra, loc, entry })
      }
    },
  }),
)

export const acrossRules: readonly DefinedRule[] = [locDuplicateAcross]
