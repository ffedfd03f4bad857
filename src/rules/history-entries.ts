/** Entries that are many fewer or more, or new under a lastmod that says they are not. */
import type { DocumentReport } from '../model/report.ts'
import { readDatetime } from '../values/w3c-datetime.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { countsOf, dateOf, isRead, type ReadAgain, tellExamples, wordFor } from './history-change.ts'

/** Growth that is told: more than twice as many. */
const JUMP_SHARE = 1
/** A bare date may be meant in any zone, and its day must be over in all of them: 24 h, and 12 h of zones to the west. */
const DAY_EVERYWHERE_MS = 36 * 3_600_000
/** A lastmod is as coarse as a minute where it has a time. */
const MINUTE_MS = 60_000

const historyEntriesDropped = defineRule(
  {
    id: 'history-entries-dropped',
    severity: 'warning',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap does not lose many entries at once',
    why: 'URLs that are listed no more are crawled ever more rarely, and a sudden drop is mostly a fault of the export.',
    fix: 'Look whether the URLs that are missing shall be gone; if so, the next audit compares with the new number.',
    source: null,
    searchConsole: null,
    messages: {
      dropped: 'The document has {after} {what} and had {before} on {date}: {percent} % fewer, where {limit} % may go.',
    },
  },
  ({ report }) => ({
    history({ documents, baselineAt, maxEntryDrop }) {
      for (const change of documents) {
        const counts = countsOf(change)
        // What was not read to its end may have the rest behind it.
        if (counts === null || !isRead(change) || !change.fate.report.complete) continue
        const { before, after } = counts
        const lost = before - after
        // What is exactly the share may go, also where its product is not exact.
        if (lost <= before * maxEntryDrop + before * 1e-9) continue
        const data = {
          ...counts,
          what: wordFor(change.before),
          date: dateOf(change.readAt ?? baselineAt),
          percent: (100 * lost) / before,
          limit: 100 * maxEntryDrop,
        }
        const extra = { document: change.fate.report.url, occurrences: lost, of: before }
        tellExamples((more) => report('dropped', null, data, more), change.urls?.removed, extra)
      }
    },
  }),
)

const historyEntriesJumped = defineRule(
  {
    id: 'history-entries-jumped',
    severity: 'note',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap does not double at once',
    why: 'Filters, parameters or a trap for crawlers can fill a sitemap with URLs that nobody means to have indexed.',
    fix: 'Look whether the URLs that are new shall be indexed.',
    source: null,
    searchConsole: null,
    messages: { jumped: 'The document has {after} {what} and had {before} on {date}: {times} times as many.' },
  },
  ({ report }) => ({
    history({ documents, baselineAt }) {
      for (const change of documents) {
        const counts = countsOf(change)
        // A count from then that is a lower bound says nothing of growth.
        if (counts === null || !isRead(change) || !change.before.complete) continue
        const { before, after } = counts
        if (after - before <= before * JUMP_SHARE) continue
        const data = {
          ...counts,
          what: wordFor(change.before),
          date: dateOf(change.readAt ?? baselineAt),
          times: after / before,
        }
        const extra = { document: change.fate.report.url, occurrences: after - before, of: after }
        tellExamples((more) => report('jumped', null, data, more), change.urls?.added, extra)
      }
    },
  }),
)

const historyLastmodUnchanged = defineRule(
  {
    id: 'history-lastmod-unchanged',
    severity: 'warning',
    breaks: ['google'],
    basis: 'documented',
    title: 'The lastmod of a child changes when the child does',
    why: 'Crawlers skip a child whose lastmod says that nothing is new, and find its new URLs late.',
    fix: 'Write the moment of its newest change into the lastmod of a child, each time the child is made anew.',
    source: 'https://www.sitemaps.org/protocol.html#sitemapIndexTagDefinitions',
    searchConsole: null,
    messages: { unchanged: 'The child {child} has changed since {date}, and its lastmod is still {lastmod}.' },
  },
  ({ report }) => ({
    history({ documents, baselineAt }) {
      for (const change of documents) {
        if (!isRead(change) || !hasNewContent(change)) continue
        const { report: now } = change.fate
        const lastmod = now.index?.lastmod
        const isSameParent = now.parent !== null && now.parent === change.before.parent
        if (!lastmod || !isSameParent || lastmod !== change.before.index?.lastmod) continue
        if (!isOver(lastmod, Date.parse(change.readAt ?? baselineAt))) continue
        const data = { child: now.url, date: dateOf(change.readAt ?? baselineAt), lastmod }
        report('unchanged', null, data, { document: now.parent, loc: now.url, value: lastmod, entry: entryOf(now) })
      }
    },
  }),
)

/** Not its bytes alone, which a comment with the time of its making changes: something that it lists. */
function hasNewContent({ before, fate, urls }: ReadAgain): boolean {
  const { report: now } = fate
  if (before.sha256 === null || before.sha256 === now.sha256 || !before.complete || !now.complete) return false
  if (urls !== null && !urls.isSame) return true
  const listed = ({ entries, lastmod, extensions }: DocumentReport) => JSON.stringify([entries, lastmod, extensions])
  return listed(before) !== listed(now)
}

/** Whether the time that the lastmod names was over: a change on the same day may be the one that it means. */
function isOver(lastmod: string, atMs: number): boolean {
  const reading = readDatetime(lastmod)
  if (!reading.isValid) return false
  if (reading.precision === 'year' || reading.precision === 'month') return false
  return reading.epochMs + (reading.precision === 'day' ? DAY_EVERYWHERE_MS : MINUTE_MS) < atMs
}

/** Its number in the index. */
function entryOf({ via, parent }: DocumentReport): number | null {
  const number = parent !== null && via.startsWith(`${parent}#`) ? Number(via.slice(parent.length + 1)) : Number.NaN
  return Number.isInteger(number) ? number : null
}

export const historyEntryRules: readonly DefinedRule[] = [
  historyEntriesDropped,
  historyEntriesJumped,
  historyLastmodUnchanged,
]
