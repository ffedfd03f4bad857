/**
 * A report as one HTML file that opens offline: nothing is loaded, nothing is run, and its own policy forbids both. Text
 * of the audited site is text only; no URL of it is a link.
 */
import { createHash } from 'node:crypto'
import { findingsSection } from './html-findings.ts'
import { HTML_STYLE } from './html-style.ts'
import { documentsSection, pagesSection } from './html-tables.ts'
import type { ReportSource } from './source.ts'
import {
  countOf,
  formatBytes,
  formatDuration,
  formatNumber,
  outcomeWord,
  partialSentence,
  uncheckedSentence,
  VERDICT_WORDS,
  verdictSentence,
} from './words.ts'
import { escapeXml } from './xml-text.ts'

const STYLE_HASH = `sha256-${createHash('sha256').update(HTML_STYLE).digest('base64')}`
/** For the header as well as for the file itself. */
export const HTML_POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`

/** Notes of an audit are bounded already; this is for whatever was kept before they were. */
const NOTES_SHOWN = 200

const VERDICT_SHAPES = { fail: '\u2715', warn: '\u25b2', pass: '\u2713', unchecked: '?' } as const

/** Pieces of the file. */
export function* renderHtml(source: ReportSource): Generator<string, void, void> {
  const { audit, report, rules, tool } = source
  yield headOf(source)
  yield gateSection(source)
  yield* findingsSection(report.findings, rules, audit.id)
  yield* documentsSection(report.documents)
  yield* pagesSection(report.pages, report.estimates)
  yield notesSection(source)
  yield `</main>
<footer><p class="faint">Audit <code>${escapeXml(audit.id)}</code> by Sitemap auditor ${escapeXml(tool.version)}.</p></footer>
</body>
</html>
`
}

function headOf({ audit, report }: ReportSource): string {
  const domain = escapeXml(audit.domain)
  const { verdict, summary } = report
  const unchecked = uncheckedSentence(summary)
  const partial = partialSentence(audit)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(HTML_POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>Sitemaps of ${domain}: ${VERDICT_WORDS[verdict].toLowerCase()}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<a class="skip" href="#findings">To the findings</a>
<header>
<h1>Sitemaps of ${domain}</h1>
<p class="verdict ${verdict}"><span class="word"><span aria-hidden="true">${VERDICT_SHAPES[verdict]}</span> ${VERDICT_WORDS[verdict]}</span>
${escapeXml(verdictSentence(report))}${unchecked === null ? '' : ` ${escapeXml(unchecked)}`}</p>
${partial === null ? '' : `<p><strong>${escapeXml(partial)}</strong></p>`}
${factsOf({ audit, report })}
<nav aria-label="Parts of the report"><ul>
<li><a href="#findings">Findings (${formatNumber(report.findings.length)})</a></li>
<li><a href="#documents">Documents (${formatNumber(report.documents.length)})</a></li>
<li><a href="#pages">Pages (${formatNumber(report.pages.length)})</a></li>
<li><a href="#notes">How it was done</a></li>
</ul></nav>
</header>
<main>
`
}

function factsOf({ audit, report }: Pick<ReportSource, 'audit' | 'report'>): string {
  const { summary, structure, robots, origin, timing } = report
  const at = audit.finishedAt ?? audit.startedAt ?? audit.createdAt
  const lines = robots.outcome === 'read' ? `, ${countOf(robots.sitemaps.length, 'Sitemap line')}` : ''
  const rows: [string, string][] = [
    ['Site', `<span class="url">${escapeXml(origin)}</span>`],
    [
      'Audited',
      `<time datetime="${escapeXml(at)}">${escapeXml(at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'))}</time>`,
    ],
    ['robots.txt', `${escapeXml(outcomeWord(robots.outcome))}${lines}`],
    [
      'Sitemaps',
      `${formatNumber(summary.read)} of ${countOf(summary.documents, 'document')} read, ${countOf(summary.entries, 'entry', 'entries')}`,
    ],
    ['Structure', `${structure.form}, partition ${structure.partition}`],
    ['Work', `${countOf(timing.requests, 'request')}, ${formatBytes(timing.bytes)}, ${formatDuration(timing.totalMs)}`],
  ]
  return `<dl>\n${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')}\n</dl>`
}

function gateSection({ audit: { gate } }: ReportSource): string {
  if (gate === null) return ''
  const [name, word] = gate.passed ? ['passed', '\u2713</span> Passed'] : ['closed', '\u2715</span> Closed']
  const reasons = gate.reasons.map((reason) => `<li>${escapeXml(reason)}</li>`).join('\n')
  return `<section id="gate"><h2>Gate</h2>
<p class="${name}"><span class="word"><span aria-hidden="true">${word}</span></p>
${reasons === '' ? '' : `<ul>${reasons}</ul>`}
</section>
`
}

function notesSection({ report: { notes } }: ReportSource): string {
  const left = notes.length - NOTES_SHOWN
  const sentences = [
    ...notes.slice(0, NOTES_SHOWN),
    ...(left > 0 ? [`${formatNumber(left)} more notes are left out.`] : []),
  ]
  const list = sentences.map((sentence) => `<li>${escapeXml(sentence)}</li>`).join('\n')
  return `<section id="notes"><h2>How it was done</h2>\n${list === '' ? '<p>Nothing to note.</p>' : `<ul>${list}</ul>`}\n</section>\n`
}
