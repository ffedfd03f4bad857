/** An audit as a person reads it in a terminal. */
import { styleText } from 'node:util'
import type { Audit } from '#src/model/audit.ts'
import type { DocumentReport, Example, Finding, PageReport, Report, Severity } from '#src/model/report.ts'
import { SNIPPET_BEFORE } from '#src/values/snippet.ts'

/** Examples shown of one finding. */
const EXAMPLES_SHOWN = 3
const HEADINGS: Record<Severity, string> = { error: 'Errors', warning: 'Warnings', note: 'Notes' }
const COLOURS = { error: 'red', warning: 'yellow', note: 'cyan' } as const
const VERDICT_COLOURS = { fail: 'red', warn: 'yellow', pass: 'green', unchecked: 'magenta' } as const

/** Lines for stdout; in colour where stdout is a terminal. */
export function showAudit({ domain, status, report, error }: Audit): string {
  if (!report) return `${domain}: the audit ${status}. ${error?.detail ?? 'There is no report.'}`
  const sections = [
    showHead(report),
    `${bold('Documents')}\n${report.documents.map(showDocument).join('\n')}`,
    `${bold('Pages')}\n${report.pages.map(showPage).join('\n') || '  none'}`,
    ...(Object.keys(HEADINGS) as Severity[]).map((severity) => showFindings(severity, report.findings)),
    report.notes.length > 0 ? `${bold('How it was done')}\n${report.notes.map((note) => `  ${note}`).join('\n')}` : '',
  ]
  return sections.filter(Boolean).join('\n\n')
}

function showHead({ origin, verdict, summary, structure, timing }: Report): string {
  const { error, warning, note } = summary.findings
  return [
    `${bold(origin)}  ${styleText([VERDICT_COLOURS[verdict], 'bold'], verdict.toUpperCase())}`,
    `${count(error, 'error')}, ${count(warning, 'warning')}, ${count(note, 'note')} in ${count(summary.documents, 'document')} with ${count(summary.entries, 'entry', 'entries')} and ${count(summary.pages, 'page')} of them; ${summary.unchecked} could not be checked`,
    `form ${structure.form}, partition ${structure.partition}; ${count(timing.requests, 'request')} in ${(timing.totalMs / 1000).toFixed(1)} s`,
  ].join('\n')
}

function showDocument({ outcome, kind, entries, children, url, via, index }: DocumentReport): string {
  const what =
    outcome === 'read' ? `${kind}, ${children ? `${children.listed} children` : `${entries} entries`}` : outcome
  const dates =
    index && index.verdict !== 'not-compared'
      ? `\n    index says ${index.lastmod}, newest entry is of ${index.newest}: ${index.verdict}`
      : ''
  return `  ${url}  ${dim(`(${via})`)}  ${what}${dates}`
}

function showPage({ url, outcome, status, finalUrl, hops }: PageReport): string {
  const led = hops.length > 0 && finalUrl ? ` -> ${hops.map((hop) => hop.status).join(', ')} -> ${finalUrl}` : ''
  return `  ${String(status ?? outcome).padEnd(10)}  ${printable(url)}${led}`
}

function showFindings(severity: Severity, findings: Finding[]): string {
  const these = findings.filter((finding) => finding.severity === severity)
  if (these.length === 0) return ''
  return [bold(HEADINGS[severity]), ...these.map(showFinding)].join('\n\n')
}

function showFinding({ rule, severity, message, document, fix, occurrences, examples, suppressed }: Finding): string {
  const times = occurrences > 1 ? `  ${occurrences} times` : ''
  const lines = [
    `  ${styleText(COLOURS[severity], rule)}${times}${suppressed ? dim(` suppressed: ${suppressed}`) : ''}`,
    `    ${printable(message)}`,
  ]
  for (const example of examples.slice(0, EXAMPLES_SHOWN)) lines.push(...showExample(example, document))
  if (occurrences > EXAMPLES_SHOWN) lines.push(dim(`    and ${occurrences - EXAMPLES_SHOWN} more`))
  if (examples.length === 0 && document) lines.push(dim(`    in ${document}`))
  lines.push(`    ${bold('Fix:')} ${printable(fix)}`)
  return lines.join('\n')
}

function showExample({ line, column, snippet, loc, value, expected }: Example, document: string | null): string[] {
  const lines: string[] = []
  const place = line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`
  if (document) lines.push(dim(`    ${document}${place}`))
  if (snippet !== null && column !== null) {
    lines.push(`      ${printable(snippet)}`, `      ${' '.repeat(Math.min(column - 1, SNIPPET_BEFORE))}^`)
  } else if (value ?? loc) lines.push(`      ${printable((value ?? loc) as string)}`)
  if (expected !== null) lines.push(`      expected: ${printable(expected)}`)
  return lines
}

/** What a site wrote must not move the cursor. One character for one, so that carets stay below what they point at. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}

function bold(text: string): string {
  return styleText('bold', text)
}

function dim(text: string): string {
  return styleText('dim', text)
}
