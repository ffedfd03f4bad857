/** What the lastmods of one document say together. */
import type { DocumentBodyFacts } from '../model/document.ts'
import { readDatetime } from '../values/w3c-datetime.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { createValueCounter } from './lastmod-stats.ts'

const GOOGLE = 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#xml'

/** With fewer dated entries one date for all may well be true. */
const ENTRIES_FOR_PATTERN = 20
const IDENTICAL_SHARE = 0.9
const GENERATED_SHARE = 0.5
const GENERATED_WITHIN_MS = 5 * 60_000

/**
 * News change within minutes of each other. Some generators declare the news namespace in every file, so a document
 * counts as news when it holds some.
 */
const isNews = ({ head, tail }: DocumentBodyFacts): boolean => head.isNews && tail.extensions.news > 0

const lastmodIdentical = defineRule(
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
  ({ report }) => {
    const values = createValueCounter()
    return {
      entry({ lastmod }) {
        if (lastmod !== null && !lastmod.isDamaged && readDatetime(lastmod.text).isValid) values.add(lastmod.text)
      },
      end(facts) {
        const { count: dated, commonest, distinct } = values
        if (facts.tail.kind !== 'urlset' || isNews(facts) || dated < ENTRIES_FOR_PATTERN || commonest === null) return
        const { value, count } = commonest
        if (count < dated * IDENTICAL_SHARE) return
        const extra = { value, occurrences: count, of: dated }
        if (count === dated) report('all', null, { dated, value }, extra)
        else report('identical', null, { count, dated, value, distinct }, extra)
      },
    }
  },
)

const lastmodGenerated = defineRule(
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
  ({ report, document }) => {
    if (document === undefined) return {}
    const { nowMs } = document
    let dated = 0
    let count = 0
    return {
      entry({ lastmod }) {
        if (lastmod === null || lastmod.isDamaged) return
        const date = readDatetime(lastmod.text)
        if (!date.isValid) return
        dated++
        // The same tolerance ahead: the clock that writes the file need not be the one that writes the Date header.
        if (date.zone !== null && Math.abs(nowMs - date.epochMs) <= GENERATED_WITHIN_MS) count++
      },
      end(facts) {
        if (facts.tail.kind !== 'urlset' || isNews(facts) || dated < ENTRIES_FOR_PATTERN) return
        if (count <= dated * GENERATED_SHARE) return
        const now = `${new Date(nowMs).toISOString().slice(0, 19)}Z`
        report('generated', null, { count, dated, now }, { occurrences: count, of: dated })
      },
    }
  },
)

const lastmodAbsent = defineRule(
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
  ({ report }) => {
    let present = 0
    return {
      entry({ lastmod }) {
        if (lastmod !== null) present++
      },
      end(facts) {
        const { kind, entries, isComplete } = facts.tail
        if (kind === 'urlset' && entries > 0 && present === 0 && isComplete && !isNews(facts))
          report('absent', null, { entries })
      },
    }
  },
)

const lastmodPartial = defineRule(
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
  ({ report }) => {
    let present = 0
    return {
      entry({ lastmod }) {
        if (lastmod !== null) present++
      },
      end(facts) {
        const { kind, entries } = facts.tail
        const missing = entries - present
        if (kind !== 'urlset' || present === 0 || missing <= 0 || isNews(facts)) return
        report('partial', null, { missing, entries }, { occurrences: missing, of: entries })
      },
    }
  },
)

export const lastmodSetRules: readonly DefinedRule[] = [
  lastmodAbsent,
  lastmodGenerated,
  lastmodIdentical,
  lastmodPartial,
]
