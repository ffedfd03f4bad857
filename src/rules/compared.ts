/** What is compared within bounds: where a document has more, what was found is told to be a part. */
import { FINGERPRINTS_LIMIT } from '../values/fingerprint-table.ts'
import { attachAlternateDesk } from './alternate-desk.ts'
import { LINK_LIMITS } from './alternate-links.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { attachLastmodDesk } from './lastmod-desk.ts'
import { attachDesk } from './loc-desk.ts'

const documentComparedInPart = defineRule(
  {
    id: 'document-compared-in-part',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A document is small enough to be compared whole',
    why: 'Values are compared in memory of a fixed size; behind it repeats are not seen, and counts are lower bounds.',
    fix: 'Split the document: the protocol allows 50,000 entries.',
    source: null,
    searchConsole: null,
    messages: {
      locs: 'The document has more than {limit} distinct locs: the rest was compared with these, not among themselves, so the duplicates found are a lower bound.',
      lastmods:
        'The document has more than {limit} distinct lastmods: how many differ, and how often, is a lower bound.',
      links:
        'The document has more than {limit} alternates: return links were judged for one pair of pages in {share}, drawn evenly.',
      linkedEntries:
        'More than {limit} entries of the document have alternates: return links were judged for the first ones.',
    },
  },
  ({ report, document }) => {
    if (document === undefined) return {}
    const locs = attachDesk(document, 'document-compared-in-part')
    const lastmods = attachLastmodDesk(document, 'document-compared-in-part')
    const { kept } = attachAlternateDesk(document, 'document-compared-in-part')
    return {
      end() {
        if (locs.isCapped()) report('locs', null, { limit: FINGERPRINTS_LIMIT })
        if (lastmods.values.isCapped()) report('lastmods', null, { limit: FINGERPRINTS_LIMIT })
        if (kept.halvings > 0) report('links', null, { limit: LINK_LIMITS.links, share: 2 ** kept.halvings })
        if (kept.leavesEntriesOut) report('linkedEntries', null, { limit: LINK_LIMITS.entries })
      },
    }
  },
)

export const comparedRules: readonly DefinedRule[] = [documentComparedInPart]
