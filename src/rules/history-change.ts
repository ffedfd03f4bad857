/** What the rules of history ask of a document and of what became of it. */
import type { DocumentChange, Fate, UrlChanges } from '../model/facts.ts'
import type { DocumentReport } from '../model/report.ts'
import type { Extra } from './define-rule.ts'

/** Most: more than half. */
const MOST = 0.5

/** Read then and now. */
export type ReadAgain = DocumentChange & { fate: Extract<Fate, { kind: 'read' }> }

export const isRead = (change: DocumentChange): change is ReadAgain => change.fate.kind === 'read'
const isIndex = ({ kind }: DocumentReport) => kind === 'sitemapindex'

/** A news sitemap lists two days, however many articles there were in them. */
const isNews = ({ extensions, entries }: DocumentReport) => extensions.news > 0 && extensions.news === entries

export function wordFor(document: DocumentReport): string {
  return isIndex(document) ? 'children' : 'entries'
}

/** "2026-11-30 20:15 UTC" */
export function dateOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`
}

/** It had entries, and what was read of it now, to its end, has none. */
export function isEmptied(change: DocumentChange): boolean {
  const { before, fate } = change
  if (!before.entries || isNews(before)) return false
  if (fate.kind === 'gone') return fate.bytes === 0
  return fate.kind === 'read' && fate.report.complete && fate.report.entries === 0
}

/** Entries then and now; null where they say nothing: emptied, news, or no longer the same kind of list. */
export function countsOf(change: DocumentChange): { before: number; after: number } | null {
  if (!isRead(change) || isEmptied(change) || isNews(change.before)) return null
  const [before, after] = [change.before.entries, change.fate.report.entries]
  if (before === null || after === null || before === 0) return null
  return isIndex(change.before) === isIndex(change.fate.report) ? { before, after } : null
}

/** The scheme and host that has won most of the entries. */
export function moveOf(urls: UrlChanges | null) {
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

/** Says one report a URL, the first of which stands for all that are not shown. */
export function tellExamples(
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
