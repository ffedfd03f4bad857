/** Numbers and states as people read them. The same sentences stand in every form of a report. */
import type { Audit } from '../model/audit.ts'
import type { DocumentReport, Example, Outcome, Report, Severity, Verdict } from '../model/report.ts'

export const SEVERITY_ORDER = ['error', 'warning', 'note'] as const satisfies Severity[]
export const SEVERITY_HEADINGS: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', note: 'Notes' }
export const VERDICT_WORDS: Record<Verdict, string> = {
  fail: 'Fail',
  warn: 'Warnings',
  pass: 'Pass',
  unchecked: 'Unchecked',
}

const OUTCOME_WORDS: Record<Outcome | 'disallowed', string> = {
  read: 'read',
  absent: 'absent',
  blocked: 'blocked',
  unreachable: 'unreachable',
  'server-error': 'server error',
  'not-a-sitemap': 'not a sitemap',
  refused: 'refused by this service',
  skipped: 'skipped',
  disallowed: 'disallowed by robots.txt',
}

export function outcomeWord(outcome: Outcome | 'disallowed'): string {
  return OUTCOME_WORDS[outcome]
}

export function formatNumber(number: number): string {
  return number.toLocaleString('en')
}

/** "1 page", "2,000 pages". */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`
}

/** "420 ms", "12.3 s". */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`
}

/** Of a share: "12 %", "0.4 %"; never 0 or 100 where it is neither. */
export function percent(share: number): string {
  const value = share * 100
  if (value > 0 && value < 0.1) return 'under 0.1 %'
  const text = value.toLocaleString('en', { maximumFractionDigits: value < 10 || value > 99 ? 1 : 0 })
  if (text === '100' && value < 100) return 'over 99.9 %'
  return `${text} %`
}

/** Binary units, as the protocol's limit of 52,428,800 bytes is 50 of them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return countOf(bytes, 'byte')
  const [size, unit] = bytes < 1_048_576 ? [bytes / 1_024, 'KiB'] : [bytes / 1_048_576, 'MiB']
  return `${size.toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`
}

/** What was found, in a sentence or two. */
export function verdictSentence({
  verdict,
  summary,
  findings,
}: Pick<Report, 'verdict' | 'summary' | 'findings'>): string {
  const suppressed = findings.filter((finding) => finding.suppressed !== null).length
  const left =
    suppressed === 0
      ? ''
      : ` ${countOf(suppressed, 'suppressed finding')} ${suppressed === 1 ? 'does' : 'do'} not count.`
  const found = foundPhrase(summary.findings)
  if (verdict === 'unchecked') {
    const onTheWay = found === null ? '' : ` ${found} on the way.`
    return `Nothing could be judged: no sitemap could be read.${onTheWay}${left}`
  }
  const what = found ?? (suppressed === 0 ? 'Nothing was found' : 'Nothing that counts was found')
  return `${what}${summary.read === 0 ? '; no sitemap was read' : ` in ${readSentence(summary)}`}.${left}`
}

/** "1 error and 2 notes were found"; null for none. */
function foundPhrase({ error, warning, note }: Report['summary']['findings']): string | null {
  const counts = [
    ...(error > 0 ? [countOf(error, 'error')] : []),
    ...(warning > 0 ? [countOf(warning, 'warning')] : []),
    ...(note > 0 ? [countOf(note, 'note')] : []),
  ]
  const last = counts.pop()
  if (last === undefined) return null
  const verb = error + warning + note === 1 ? 'was' : 'were'
  return `${counts.length > 0 ? `${counts.join(', ')} and ` : ''}${last} ${verb} found`
}

/** What was read of what there is; no full stop. */
function readSentence({ documents, read, entries, pages }: Report['summary']): string {
  const what =
    read === documents ? countOf(read, 'document') : `${formatNumber(read)} of ${countOf(documents, 'document')}`
  const sample = pages === 0 ? '' : ` and a sample of ${countOf(pages, 'page')}`
  return `${what} with ${countOf(entries, 'entry', 'entries')}${sample}`
}

/** Of what is not known; null where all is. */
export function uncheckedSentence({ unchecked }: Report['summary']): string | null {
  if (unchecked === 0) return null
  return `${countOf(unchecked, 'document or page', 'documents and pages')} could not be checked.`
}

/** Why a report is not whole; null where it is. */
export function partialSentence({ status }: Pick<Audit, 'status'>): string | null {
  switch (status) {
    case 'succeeded':
      return null
    case 'cancelled':
      return 'The audit was cancelled: this is what had been found by then, and what is not here was not looked at.'
    case 'failed':
      return 'The audit failed, which is not the fault of the site: this is what had been found by then.'
    default:
      return 'The audit still runs: this is what has been found so far.'
  }
}

/** What a document is and holds: "urlset, 1,000 entries", "sitemapindex, 3 of 120 children", "blocked (403)". */
export function describeDocument({ outcome, kind, entries, children, complete, http, reused }: DocumentReport): string {
  if (outcome !== 'read') {
    const status = http && http.status !== 200 ? ` (${http.status})` : ''
    return `${outcomeWord(outcome)}${status}`
  }
  const atLeast = complete ? '' : 'at least '
  const holds = children
    ? `${formatNumber(children.chosen.length)} of ${atLeast}${countOf(children.listed, 'child', 'children')}`
    : entries === null
      ? ''
      : `${atLeast}${countOf(entries, 'entry', 'entries')}`
  return [kind ?? 'unknown', holds, reused ? 'as before' : ''].filter(Boolean).join(', ')
}

/** "line 3, column 10", "entry 7", "entry 7, line 3"; empty where no place is known. */
export function describePlace({ line, column, entry }: Pick<Example, 'line' | 'column' | 'entry'>): string {
  const parts = [
    ...(line === null ? [] : [`line ${formatNumber(line)}`]),
    ...(column === null ? [] : [`column ${formatNumber(column)}`]),
    ...(entry === null ? [] : [`entry ${formatNumber(entry)}`]),
  ]
  return parts.join(', ')
}

/** As editors and terminals take it: "https://a.example/sitemap.xml:3:10". */
export function placeInDocument(document: string, { line, column }: Pick<Example, 'line' | 'column'>): string {
  return `${document}${line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`}`
}

/** Occurrences, with their share of what was looked at. */
export function describeOccurrences({ occurrences, share }: { occurrences: number; share: number | null }): string {
  return `${countOf(occurrences, 'time')}${share === null ? '' : ` (${percent(share)})`}`
}
