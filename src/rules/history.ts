/** What changed since an earlier audit of the same site that was good enough to compare with. */
import type { DocumentChange, Fate, HistoryFacts, UrlChanges } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import { readDatetime } from '../values/w3c-datetime.ts'
import { type DefinedRule, defineRule, type Extra } from './define-rule.ts'

/** Growth that is told: more than twice as many. */
const JUMP_SHARE = 1
/** Most: more than half. */
const MOST = 0.5
/** A bare date may be meant in any zone, and its day must be over in all of them: 24 h, and 12 h of zones to the west. */
const DAY_EVERYWHERE_MS = 36 * 3_600_000
/** A lastmod is as coarse as a minute where it has a time. */
const MINUTE_MS = 60_000

type Read = DocumentChange & { fate: Extract<Fate, { kind: 'read' }> }

const isRead = (change: DocumentChange): change is Read => change.fate.kind === 'read'
const isIndex = ({ kind }: DocumentReport) => kind === 'sitemapindex'

/** A news sitemap lists two days, however many articles there were in them. */
const isNews = ({ extensions, entries }: DocumentReport) => extensions.news > 0 && extensions.news === entries

function wordFor(document: DocumentReport): string {
  return isIndex(document) ? 'children' : 'entries'
}

/** "2026-11-30 20:15 UTC" */
function dateOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}

/** null where it cannot be told: no longer the same kind of list, or a count that is a lower bound only. */
function isEmptied(change: DocumentChange): boolean {
  const { before, fate } = change
  if (!before.entries || isNews(before)) return false
  if (fate.kind === 'gone') return fate.bytes === 0
  return fate.kind === 'read' && fate.report.complete && fate.report.entries === 0
}

/** Entries then and now, of documents that can be compared by them. */
function countsOf(change: DocumentChange): { before: number; after: number } | null {
  if (!isRead(change) || isEmptied(change) || isNews(change.before)) return null
  const [before, after] = [change.before.entries, change.fate.report.entries]
  if (before === null || after === null || before === 0) return null
  return isIndex(change.before) === isIndex(change.fate.report) ? { before, after } : null
}

const historyEmptied = defineRule(
  {
    id: 'history-emptied',
    severity: 'error',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap that had entries still has some',
    why: 'Search engines lose sight of all of them at once, and nearly always the making of the file failed.',
    fix: 'Look at what makes the file and serve it with its entries, or take the file out of robots.txt or the index.',
    source: null,
    searchConsole: null,
    messages: {
      emptied: 'The document had {before} {what} on {date} and has none now.',
      noBytes: 'The document had {before} {what} on {date} and has no bytes now.',
    },
  },
  ({ report }) => ({
    history({ documents, baselineAt }) {
      for (const change of documents) {
        if (!isEmptied(change)) continue
        const { before, urls } = change
        const data = { before: before.entries ?? 0, what: wordFor(before), date: dateOf(baselineAt) }
        const message = isRead(change) ? 'emptied' : 'noBytes'
        const document = isRead(change) ? change.fate.report.url : before.url
        const extra = { document, occurrences: before.entries ?? 1 }
        tellExamples((more) => report(message, null, data, more), urls?.removed, extra)
      }
    },
  }),
)

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
          date: dateOf(baselineAt),
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
        const data = { ...counts, what: wordFor(change.before), date: dateOf(baselineAt), times: after / before }
        const extra = { document: change.fate.report.url, occurrences: after - before, of: after }
        tellExamples((more) => report('jumped', null, data, more), change.urls?.added, extra)
      }
    },
  }),
)

const historyDocumentLost = defineRule(
  {
    id: 'history-document-lost',
    severity: 'error',
    breaks: [],
    basis: 'convention',
    title: 'A sitemap that was read before is still listed and readable',
    why: 'Its entries lose the file that announces them, and nothing else may list them.',
    fix: 'Serve and list the sitemap again; if it shall be gone, the next audit does not look for it any more.',
    source: null,
    searchConsole: null,
    messages: {
      absent: 'The document had {before} {what} on {date} and answers {status} now.',
      notASitemap: 'The document had {before} {what} on {date} and answers {status} now with what is no sitemap.',
      noSitemap: 'The document had {before} {what} on {date} and is no sitemap now.',
      unlisted: 'The index lists {url} no more, which had {before} {what} on {date}.',
      unnamed: 'The file robots.txt names {url} no more, which had {before} {what} on {date}.',
    },
  },
  ({ report }) => ({
    history(facts) {
      const { documents, baselineAt, robotsUrl } = facts
      const hasOtherCause = parentsWithCause(facts)
      for (const change of documents) {
        const { before, fate, movedTo } = change
        if (movedTo !== null || isEmptied(change)) continue
        const { url } = before
        const data = { before: before.entries ?? 0, what: wordFor(before), date: dateOf(baselineAt) }
        if (fate.kind === 'gone') {
          const { status } = fate
          const message = fate.outcome === 'absent' ? 'absent' : 'notASitemap'
          // An upload has no status.
          if (status === null) report('noSitemap', null, data, { document: url })
          else report(message, null, { ...data, status }, { document: url })
        } else if (fate.kind === 'unlisted' && !hasOtherCause.has(before.parent)) {
          const isNamed = fate.by === robotsUrl
          report(isNamed ? 'unnamed' : 'unlisted', null, { ...data, url }, { document: fate.by, loc: url })
        }
      }
    },
  }),
)

const historyHostChanged = defineRule(
  {
    id: 'history-host-changed',
    severity: 'error',
    breaks: [],
    basis: 'convention',
    title: 'The entries of a sitemap stay on their scheme and host',
    why: 'A staging host or http in the place of https makes every entry another URL, which redirects or is not there.',
    fix: 'Make the sitemap with the public address of the site; if the site has moved, the next audit knows it.',
    source: null,
    searchConsole: null,
    messages: {
      moved:
        'Of the {what} looked at, {percent} % are on {to} now; on {date} it was {percentBefore} %, and {from} had most.',
    },
  },
  ({ report }) => ({
    history({ documents, baselineAt }) {
      for (const change of documents) {
        const move = isRead(change) ? moveOf(change.urls) : null
        if (move === null || !isRead(change)) continue
        const { report: now } = change.fate
        const data = {
          what: wordFor(now),
          percent: 100 * move.after,
          percentBefore: 100 * move.before,
          to: move.to,
          from: move.from,
          date: dateOf(baselineAt),
        }
        const moved = change.urls?.added.filter((loc) => loc.toLowerCase().startsWith(move.to))
        const occurrences = Math.max(1, Math.round(move.after * (now.entries ?? 1)))
        const extra = { document: now.url, subject: move.to, occurrences, of: now.entries ?? 1 }
        tellExamples((more) => report('moved', null, data, more), moved, extra)
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
        if (!isOver(lastmod, Date.parse(baselineAt))) continue
        const data = { child: now.url, date: dateOf(baselineAt), lastmod }
        report('unchanged', null, data, { document: now.parent, loc: now.url, value: lastmod, entry: entryOf(now) })
      }
    },
  }),
)

/** Says one report a URL, the first of which stands for all that are not shown. */
function tellExamples(
  say: (extra: Extra) => void,
  urls: readonly string[] = [],
  extra: Extra & { occurrences: number },
) {
  const shown = urls.slice(0, 10)
  const [first, ...others] = shown
  const more = others.slice(0, Math.max(0, extra.occurrences - 1))
  say({ ...extra, loc: first ?? null, occurrences: extra.occurrences - more.length })
  for (const loc of more) say({ ...extra, loc, occurrences: 1 })
}

/** Indexes whose own finding says why their children are listed no more. */
function parentsWithCause({ documents }: HistoryFacts): Set<string | null> {
  const causes = documents.filter((change) => isEmptied(change) || (isRead(change) && moveOf(change.urls) !== null))
  return new Set(causes.map(({ before }) => before.url))
}

/** The scheme and host that has won most of the entries. */
function moveOf(urls: UrlChanges | null) {
  if (urls === null) return null
  const { before, after } = urls.origins
  const all = { before: sum(before), after: sum(after) }
  if (all.before === 0 || all.after === 0) return null
  for (const [to, count] of Object.entries(after)) {
    const shares = { before: (before[to] ?? 0) / all.before, after: count / all.after }
    if (shares.after - shares.before <= MOST) continue
    const [from = ''] = Object.entries(before).reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])
    return { ...shares, to, from }
  }
  return null
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

/** Not its bytes alone, which a comment with the time of its making changes: something that it lists. */
function hasNewContent({ before, fate, urls }: Read): boolean {
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

export const historyRules: readonly DefinedRule[] = [
  historyDocumentLost,
  historyEmptied,
  historyEntriesDropped,
  historyEntriesJumped,
  historyHostChanged,
  historyLastmodUnchanged,
]
