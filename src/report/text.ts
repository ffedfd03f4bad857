/** An audit as a person reads it in a terminal. The verdict comes last: that is where one looks. */
import type { Audit, Progress } from '../model/audit.ts'
import type { DocumentReport, Example, Finding, PageReport, Report } from '../model/report.ts'
import { caretLine, markLine } from './caret.ts'
import { createPaint, type Paint, SEVERITY_COLOURS, VERDICT_COLOURS } from './paint.ts'
import { printable, shorten } from './printable.ts'
import { sortByHarm } from './source.ts'
import {
  countOf,
  describeDocument,
  describePlace,
  formatBytes,
  formatDuration,
  formatNumber,
  outcomeWord,
  partialSentence,
  percent,
  placeInDocument,
  SEVERITY_HEADINGS,
  SEVERITY_ORDER,
  uncheckedSentence,
  VERDICT_WORDS,
  verdictSentence,
} from './words.ts'

/** What a terminal is shown of a report, and not more; the rest is counted. */
const DOCUMENTS_SHOWN = 60
const PAGES_SHOWN = 30
const FINDINGS_SHOWN = 100
const EXAMPLES_SHOWN = 3
const VALUE_LENGTH = 300

export interface TextSettings {
  isColoured: boolean
}

/** Pieces of text, each with its line ends. What runs still is said to. */
export function* renderText(audit: Audit, { isColoured }: TextSettings): Generator<string, void, void> {
  const paint = createPaint(isColoured)
  const { report, error, id } = audit
  if (report !== null) yield* reportLines(report, paint)
  const partial = report === null ? null : partialSentence(audit)
  if (partial !== null) yield `${paint('bold', partial)}\n`
  if (error !== null) yield `${printable(error.detail)}\n`
  if (audit.status === 'running' || audit.status === 'queued') yield `${paint('bold', 'Now:')} ${progressLine(audit)}\n`
  else if (report !== null) yield verdictLine(report, paint)
  else yield `The audit ended as ${audit.status}, and there is no report.\n`
  yield* gateLines(audit, paint)
  yield paint('dim', `\nMore: /audits/${id} as JSON, /audits/${id}/report.html, .md, .csv, .sarif, .junit.xml`)
  yield '\n'
}

const STAGES: Record<Progress['stage'], string> = {
  discover: 'looking for sitemaps',
  walk: 'reading sitemaps',
  pages: 'fetching listed pages',
  done: 'done',
}

/** Where an audit stands, in one line. */
export function progressLine({ status, progress }: Pick<Audit, 'status' | 'progress'>): string {
  if (status === 'queued') return 'waiting for its turn'
  const { stage, documents, pages, entries, bytes } = progress
  const parts = [
    STAGES[stage],
    ...(documents[1] > 0 ? [`${formatNumber(documents[0])} of ${countOf(documents[1], 'document')}`] : []),
    ...(entries > 0 ? [countOf(entries, 'entry', 'entries')] : []),
    ...(pages[1] > 0 ? [`${formatNumber(pages[0])} of ${countOf(pages[1], 'page')}`] : []),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
  ]
  return parts.join(', ')
}

function* reportLines(report: Report, paint: Paint): Generator<string, void, void> {
  const { documents, pages, findings, notes, origin, robots, structure } = report
  const heading = (text: string) => `${paint('bold', text)}\n`
  yield heading(printable(origin))
  const lines = robots.outcome === 'read' ? `, ${countOf(robots.sitemaps.length, 'Sitemap line')}` : ''
  yield `robots.txt ${outcomeWord(robots.outcome)}${lines}; form ${structure.form}, partition ${structure.partition}\n\n`

  yield heading('Documents')
  for (const document of documents.slice(0, DOCUMENTS_SHOWN)) yield documentLine(document, paint)
  yield leftOut(documents.length - DOCUMENTS_SHOWN, paint)
  if (documents.length === 0) yield '  none\n'

  yield `\n${heading('Pages')}`
  // Those that are no plain 200 are why one looks.
  const shown = pages.toSorted((a, b) => Number(isPlain(a)) - Number(isPlain(b))).slice(0, PAGES_SHOWN)
  for (const page of shown) yield pageLine(page)
  yield leftOut(pages.length - PAGES_SHOWN, paint)
  if (pages.length === 0) yield '  none\n'

  const sorted = sortByHarm(findings)
  const limited = sorted.slice(0, FINDINGS_SHOWN)
  for (const severity of SEVERITY_ORDER) {
    const these = limited.filter((finding) => finding.severity === severity)
    if (these.length === 0) continue
    yield `\n${heading(SEVERITY_HEADINGS[severity])}`
    for (const finding of these) yield `\n${findingLines(finding, paint)}`
  }
  yield leftOut(sorted.length - FINDINGS_SHOWN, paint, 'findings')

  if (notes.length > 0) yield `\n${heading('How it was done')}`
  for (const note of notes) yield `  ${printable(note)}\n`
  yield '\n'
}

function leftOut(number: number, paint: Paint, what = ''): string {
  return number > 0 ? paint('dim', `  and ${formatNumber(number)} more${what && ` ${what}`}\n`) : ''
}

function documentLine(document: DocumentReport, paint: Paint): string {
  const { url, via, index, limit, depth } = document
  const indent = '  '.repeat(depth + 1)
  const full = limit ? Math.max(limit.entries, limit.bytes) : 0
  const share = full >= 0.01 ? `, ${percent(full)} of the limit` : ''
  const name = `${indent}${printable(shorten(url, VALUE_LENGTH))}  ${paint('dim', `(${printable(shorten(via, VALUE_LENGTH))})`)}`
  const dates =
    index && index.verdict !== 'not-compared'
      ? `${indent}  index says ${printable(index.lastmod ?? 'nothing')}, newest entry is of ${printable(index.newest ?? 'no date')}: ${index.verdict}\n`
      : ''
  return `${name}  ${describeDocument(document)}${share}\n${dates}`
}

function isPlain({ status, hops }: PageReport): boolean {
  return status === 200 && hops.length === 0
}

function pageLine({ url, outcome, status, finalUrl, hops }: PageReport): string {
  const led = hops.length > 0 && finalUrl ? ` -> ${hops.map((hop) => hop.status).join(', ')} -> ${finalUrl}` : ''
  return `  ${String(status ?? outcome).padEnd(10)}  ${printable(shorten(`${url}${led}`, 2 * VALUE_LENGTH))}\n`
}

function findingLines(finding: Finding, paint: Paint): string {
  const { rule, severity, message, document, fix, occurrences, examples, suppressed, pattern } = finding
  const times = occurrences > 1 ? `  ${countOf(occurrences, 'time')}` : ''
  const lines = [
    `  ${paint(SEVERITY_COLOURS[severity], printable(rule))}${times}${suppressed === null ? '' : paint('dim', `  suppressed: ${printable(suppressed)}`)}`,
    `    ${printable(message)}`,
  ]
  const shown = examples.slice(0, EXAMPLES_SHOWN)
  for (const example of shown) lines.push(...exampleLines(example, document, paint))
  if (occurrences > shown.length && shown.length > 0) {
    lines.push(paint('dim', `    and ${formatNumber(occurrences - shown.length)} more`))
  }
  if (shown.length === 0 && document !== null) lines.push(paint('dim', `    in ${printable(document)}`))
  if (pattern !== null) lines.push(`    Pattern: ${printable(pattern)}`)
  lines.push(`    ${paint('bold', 'Fix:')} ${printable(fix)}`)
  return `${lines.join('\n')}\n`
}

function exampleLines(example: Example, document: string | null, paint: Paint): string[] {
  const { value, loc, expected } = example
  const place = document === null ? describePlace(example) : placeInDocument(document, example)
  const lines = place === '' ? [] : [paint('dim', `    ${printable(place)}`)]
  const marked = markLine(example)
  if (marked) {
    lines.push(`      ${marked.before}${marked.at}${marked.after}`, `      ${paint('bold', caretLine(marked))}`)
  } else {
    const shown = value ?? loc
    if (shown !== null) lines.push(`      ${printable(shorten(shown, VALUE_LENGTH))}`)
  }
  if (expected !== null) lines.push(`      expected: ${printable(shorten(expected, VALUE_LENGTH))}`)
  return lines
}

function verdictLine(report: Report, paint: Paint): string {
  const word = paint([VERDICT_COLOURS[report.verdict], 'bold'], VERDICT_WORDS[report.verdict].toUpperCase())
  const { totalMs, requests } = report.timing
  const unchecked = uncheckedSentence(report.summary)
  const work = `${countOf(requests, 'request')} in ${formatDuration(totalMs)}.`
  return `${word}  ${verdictSentence(report)}${unchecked === null ? '' : ` ${unchecked}`} ${work}\n`
}

function* gateLines({ gate }: Pick<Audit, 'gate'>, paint: Paint): Generator<string, void, void> {
  if (gate === null) return
  yield gate.passed ? `${paint(['green', 'bold'], 'Gate: passed')}\n` : `${paint(['red', 'bold'], 'Gate: closed')}\n`
  for (const reason of gate.reasons) yield `  ${printable(reason)}\n`
}
