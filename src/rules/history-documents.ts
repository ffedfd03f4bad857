/** Documents that are not there any more, have nothing in them, or list another host. */
import type { HistoryFacts } from '../model/facts.ts'
import { type DefinedRule, defineRule } from './define-rule.ts'
import { dateOf, isEmptied, isRead, moveOf, tellExamples, wordFor } from './history-change.ts'

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
        const data = { before: before.entries ?? 0, what: wordFor(before), date: dateOf(change.readAt ?? baselineAt) }
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
        const data = { before: before.entries ?? 0, what: wordFor(before), date: dateOf(change.readAt ?? baselineAt) }
        const message = isRead(change) ? 'emptied' : 'noBytes'
        const document = isRead(change) ? change.fate.report.url : before.url
        const extra = { document, occurrences: before.entries ?? 1 }
        tellExamples((more) => report(message, null, data, more), urls?.removed, extra)
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
          date: dateOf(change.readAt ?? baselineAt),
        }
        const moved = change.urls?.added.filter((loc) => loc.toLowerCase().startsWith(move.to))
        const occurrences = Math.max(1, Math.round(move.after * (now.entries ?? 1)))
        const extra = { document: now.url, subject: move.to, occurrences, of: now.entries ?? 1 }
        tellExamples((more) => report('moved', null, data, more), moved, extra)
      }
    },
  }),
)

/** Indexes whose own finding says why their children are listed no more. */
function parentsWithCause({ documents }: HistoryFacts): Set<string | null> {
  const causes = documents.filter((change) => isEmptied(change) || (isRead(change) && moveOf(change.urls) !== null))
  return new Set(causes.map(({ before }) => before.url))
}

export const historyDocumentRules: readonly DefinedRule[] = [historyDocumentLost, historyEmptied, historyHostChanged]
