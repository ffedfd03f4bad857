/** The lastmods of an index against the entries of its children. */
import type { ChildFacts } from '../model/facts.ts'
import { compareLastmod, type LastmodVerdict } from '../values/compare-lastmod.ts'
import { type DefinedRule, defineRule, type Report, type RuleData } from './define-rule.ts'

const INDEX_LASTMOD = 'https://www.sitemaps.org/protocol.html#sitemapIndex_lastmod'

/** What the index says of the child, against the child; for the report as well. */
export function judgeIndexLastmod({ child, newest, report }: ChildFacts): LastmodVerdict {
  return compareLastmod(child.lastmod, newest?.value ?? null, report?.complete ?? false)
}

/** A rule that reports each child with this verdict, with both values and both places. */
function defineVerdictRule(verdict: LastmodVerdict, data: RuleData<{ differs: string }>): DefinedRule {
  return defineRule(data, ({ report }) => ({
    index({ children }) {
      let compared = 0
      const found: ChildFacts[] = []
      for (const one of children) {
        const result = one.report === null ? 'not-compared' : judgeIndexLastmod(one)
        if (result !== 'not-compared') compared++
        if (result === verdict) found.push(one)
      }
      for (const { child, newest } of found) {
        if (child.lastmod === null || newest === null) continue
        const at = child.lastmodLocation ?? child.location
        const values = {
          index: child.lastmod,
          child: child.loc,
          newest: newest.value,
          indexPlace: `line ${at.line}, column ${at.column}`,
          childPlace: `line ${newest.location.line}, column ${newest.location.column}`,
        }
        const extra = { entry: child.entry, loc: child.loc, value: child.lastmod, expected: newest.value, of: compared }
        ;(report as Report<Record<string, string>>)('differs', at, values, extra)
      }
    },
  }))
}

const indexLastmodStale = defineVerdictRule('stale', {
  id: 'index-lastmod-stale',
  severity: 'warning',
  breaks: ['google', 'bing'],
  basis: 'documented',
  title: 'The lastmod of a child is no older than its newest entry',
  why: 'Crawlers fetch a child again when its lastmod in the index changes: a stale one hides what is new.',
  fix: 'Write the time at which the child last changed, and write the index after its children.',
  source: INDEX_LASTMOD,
  searchConsole: null,
  messages: {
    differs: 'The index says {index} ({indexPlace}) of {child}, whose newest entry says {newest} ({childPlace}).',
  },
})

const indexLastmodZone = defineVerdictRule('zone', {
  id: 'index-lastmod-zone',
  severity: 'warning',
  breaks: [],
  basis: 'field',
  title: 'Index and child label their times with the right zone',
  why: 'The difference is that of two clocks: one of the two times is labelled with a zone that it is not in.',
  fix: 'Format both times with one clock and its own offset; UTC with Z is safest.',
  source: null,
  searchConsole: null,
  messages: {
    differs:
      'The index says {index} ({indexPlace}) of {child}, whose newest entry says {newest} ({childPlace}): the difference looks like a wrong zone label.',
  },
})

const indexLastmodAhead = defineVerdictRule('ahead', {
  id: 'index-lastmod-ahead',
  severity: 'note',
  breaks: [],
  basis: 'documented',
  title: 'The lastmod of a child is near its newest entry',
  why: 'It is the time at which the file changed, and entries may have been removed; one that only says when the index was written makes crawlers come in vain.',
  fix: 'Nothing, if entries were removed or corrected at that time; else write the time at which the child last changed.',
  source: INDEX_LASTMOD,
  searchConsole: null,
  messages: {
    differs:
      'The index says {index} ({indexPlace}) of {child}, whose newest entry says {newest} ({childPlace}): this cannot be proved wrong.',
  },
})

const indexLastmodIdentical = defineRule(
  {
    id: 'index-lastmod-identical',
    severity: 'warning',
    breaks: [],
    basis: 'field',
    title: 'Children have lastmods of their own',
    why: 'One date for all says when the index was written: crawlers cannot tell which child to fetch again.',
    fix: 'Write the time at which each child last changed.',
    source: null,
    searchConsole: null,
    messages: {
      identical:
        'All {count} children have the one lastmod {value}, although their newest entries differ ({first}, {second}).',
    },
  },
  ({ report }) => ({
    index({ children }) {
      const value = children[0]?.child.lastmod ?? null
      if (value === null || children.length < 2 || children.some(({ child }) => child.lastmod !== value)) return
      const read = children.filter(({ report, newest }) => report?.complete && newest !== null)
      // A date that is true of all of them is no constant.
      if (read.every((one) => judgeIndexLastmod(one) === 'equal')) return
      const first = read[0]?.newest?.value
      const second = read.find(({ newest }) => newest?.value !== first)?.newest?.value
      if (first === undefined || second === undefined) return
      report(
        'identical',
        null,
        { count: children.length, value, first, second },
        { value, occurrences: children.length },
      )
    },
  }),
)

const indexLastmodAbsent = defineRule(
  {
    id: 'index-lastmod-absent',
    severity: 'note',
    breaks: [],
    basis: 'documented',
    title: 'Children have a lastmod in the index',
    why: 'With it crawlers fetch only the children that have changed; without it nothing can be compared.',
    fix: 'Write into the index the time at which each child last changed.',
    source: INDEX_LASTMOD,
    searchConsole: null,
    messages: {
      absent: 'None of the {count} children has a lastmod in the index, although dates stand in {dated} of them.',
    },
  },
  ({ report }) => ({
    index({ children }) {
      const dated = children.filter(({ datedEntries }) => datedEntries > 0).length
      if (dated === 0 || children.some(({ child }) => child.lastmod !== null)) return
      report('absent', null, { count: children.length, dated }, { occurrences: children.length })
    },
  }),
)

export const indexLastmodRules: readonly DefinedRule[] = [
  indexLastmodAbsent,
  indexLastmodAhead,
  indexLastmodIdentical,
  indexLastmodStale,
  indexLastmodZone,
]
