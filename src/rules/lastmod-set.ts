/** What the lastmods of one document say together. */
import type { DocumentBodyFacts, DocumentContext } from '../model/document.ts'
import { type DefinedRule, defineRule, type Report, type RuleData } from './define-rule.ts'
import { attachLastmodDesk, type LastmodDesk } from './lastmod-desk.ts'

const GOOGLE = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#xml'

/** With fewer dated entries one date for all may well be true. */
const ENTRIES_FOR_PATTERN = 20
const IDENTICAL_SHARE = 0.9
const GENERATED_SHARE = 0.5

/**
 * News change within minutes of each other. Some generators declare the news namespace in every file, so a document
 * counts as news when it holds some.
 */
const isNews = ({ head, tail }: DocumentBodyFacts): boolean => head.isNews && tail.extensions.news > 0

/** A rule of the lastmods of a urlset that is no news sitemap, judged when all are counted. */
function defineSetRule<const M extends Record<string, string>>(
  data: RuleData<M>,
  judge: (desk: LastmodDesk, tail: DocumentBodyFacts['tail'], report: Report<M>, document: DocumentContext) => void,
): DefinedRule {
  return defineRule(data, ({ report, document }) => {
    if (document === undefined) return {}
    const desk = attachLastmodDesk(document, data.id)
    return {
      end(facts) {
        if (facts.tail.kind === 'urlset' && !isNews(facts)) judge(desk, facts.tail, report, document)
      },
    }
  })
}

const lastmodIdentical = defineSetRule(
  {
    id: 'lastmod-identical',
    severity: 'warning',
    breaks: ['google', 'bing'],
    basis: 'documented',
    title: 'Entries have lastmods of their own',
    why: 'One date for all says when the file was written, not when the pages changed; search engines learn to ignore it.',
    fix: "Write the time of each page's last significant change, or leave lastmod out.",
    source: GOOGLE,
    searchConsole: null,
    messages: {
      identical:
        '{count} of {dated} dated entries have the one lastmod {value}; there are {distinct} different values.',
      all: 'All {dated} dated entries have the one lastmod {value}.',
    },
  },
  ({ values }, _tail, report) => {
    const dated = values.total
    const commonest = values.commonest()
    if (dated < ENTRIES_FOR_PATTERN || commonest === null) return
    const { value, count } = commonest
    if (count < dated * IDENTICAL_SHARE) return
    const extra = { value, occurrences: count, of: dated }
    if (count === dated) report('all', null, { dated, value }, extra)
    else report('identical', null, { count, dated, value, distinct: values.distinct() }, extra)
  },
)

const lastmodGenerated = defineSetRule(
  {
    id: 'lastmod-generated',
    severity: 'warning',
    breaks: ['google', 'bing'],
    basis: 'documented',
    title: 'A lastmod is the time of a change, not of the request',
    why: 'Dates made when the file is asked for say that everything has just changed; search engines learn to ignore them.',
    fix: "Write the time of each page's last significant change, or leave lastmod out.",
    source: GOOGLE,
    searchConsole: null,
    messages: {
      generated:
        '{count} of {dated} dated entries have a lastmod within 5 minutes before {now}, the time of the answer.',
    },
  },
  ({ values: { total: dated }, fresh: count }, _tail, report, { nowMs }) => {
    if (dated < ENTRIES_FOR_PATTERN || count <= dated * GENERATED_SHARE) return
    const now = `${new Date(nowMs).toISOString().slice(0, 19)}Z`
    report('generated', null, { count, dated, now }, { occurrences: count, of: dated })
  },
)

const lastmodAbsent = defineSetRule(
  {
    id: 'lastmod-absent',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'Entries have a lastmod',
    why: 'It is the one optional tag that Google and Bing read: it tells which pages to fetch again.',
    fix: "Write the time of each page's last significant change, where it is known.",
    source: GOOGLE,
    searchConsole: null,
    messages: { absent: 'There is no lastmod in any entry ({entries} in all).' },
  },
  ({ elements }, { entries, isComplete }, report) => {
    if (entries > 0 && elements === 0 && isComplete) report('absent', null, { entries })
  },
)

const lastmodPartial = defineSetRule(
  {
    id: 'lastmod-partial',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'All entries have a lastmod',
    why: 'Changes of the pages without one are found late.',
    fix: 'Write the lastmod of the other entries too, where it is known.',
    source: null,
    searchConsole: null,
    messages: { partial: 'There is no lastmod in {missing} of {entries} entries.' },
  },
  ({ elements }, { entries }, report) => {
    const missing = entries - elements
    if (elements === 0 || missing <= 0) return
    report('partial', null, { missing, entries }, { occurrences: missing, of: entries })
  },
)

export const lastmodSetRules: readonly DefinedRule[] = [
  lastmodAbsent,
  lastmodGenerated,
  lastmodIdentical,
  lastmodPartial,
]
