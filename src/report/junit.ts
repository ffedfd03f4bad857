/**
 * JUnit XML as CI servers read it: a suite for each document, a case for each rule that found something in it. Errors are
 * failures, and nothing else is; what is suppressed or could not be read is skipped. There is no standard: the names
 * are those of the Ant task, which all readers know.
 */
import type { DocumentReport, Finding, Report } from '../model/report.ts'
import { printable } from './printable.ts'
import { groupByRule, type ReportSource, type RuleGroup } from './source.ts'
import { describeDocument, describePlace, partialSentence } from './words.ts'
import { escapeXml } from './xml-text.ts'

interface Case {
  name: string
  /** Why it is skipped. */
  skipped: string | null
  failure: { message: string; type: string } | null
  /** What is said besides; made when it is written, for there may be much of it. */
  tell: (() => string) | null
  line: number | null
}

interface Suite {
  name: string
  cases: Case[]
}

/** Findings of one case that are told with their places; the rest is counted. */
const FINDINGS_OF_CASE = 20

/** Pieces of one XML document. */
export function* renderJunit({ audit, report, rules }: ReportSource): Generator<string, void, void> {
  const suites = toSuites(report, (id) => rules.get(id)?.title)
  const partial = partialSentence(audit)
  if (partial !== null) suites.unshift({ name: report.origin, cases: [passed('audit', partial)] })
  const all = suites.flatMap(({ cases }) => cases)
  const seconds = (report.timing.totalMs / 1000).toFixed(3)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<testsuites name="${escapeXml(`Sitemap audit of ${audit.domain}`)}" ${countsOf(all)} time="${seconds}">\n`
  const timestamp = (audit.startedAt ?? audit.createdAt).replace(/\.\d+Z$/, '')
  for (const [index, { name, cases }] of suites.entries()) {
    yield `  <testsuite name="${escapeXml(name)}" id="${index}" ${countsOf(cases)} time="0" timestamp="${escapeXml(timestamp)}">\n`
    for (const one of cases) yield formatCase(name, one)
    yield '  </testsuite>\n'
  }
  yield '</testsuites>\n'
}

function toSuites({ origin, documents, findings }: Report, titleOf: (rule: string) => string | undefined): Suite[] {
  const byDocument = Map.groupBy(findings, ({ document }) => document)
  const casesOf = (url: string | null) =>
    groupByRule(byDocument.get(url) ?? []).map((group) => toCase(group, titleOf(group.rule)))
  const suites = documents.map((document): Suite => {
    const cases = casesOf(document.url)
    byDocument.delete(document.url)
    return { name: document.url, cases: [readCase(document), ...cases] }
  })
  // Of the site, of robots.txt, of places that nothing was found at.
  for (const url of byDocument.keys()) suites.unshift({ name: url ?? origin, cases: casesOf(url) })
  return suites
}

/** So that a document without findings is seen to have been read, and one that was not is no success. */
function readCase(document: DocumentReport): Case {
  if (document.outcome === 'read') return passed('read', describeDocument(document))
  return { ...passed('read', null), skipped: `Not read: ${describeDocument(document)}.` }
}

function passed(name: string, out: string | null): Case {
  return { name, skipped: null, failure: null, tell: out === null ? null : () => out, line: null }
}

function toCase({ rule, severity, isSuppressed, findings }: RuleGroup, title: string | undefined): Case {
  const [first] = findings
  const name = title === undefined ? rule : `${rule}: ${title}`
  const line = first?.examples[0]?.line ?? null
  const tell = () => tellFindings(findings)
  if (isSuppressed) return { name, line, skipped: `Suppressed: ${first?.suppressed}`, failure: null, tell }
  if (severity !== 'error') return { name, line, skipped: null, failure: null, tell: () => `${severity}\n${tell()}` }
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return { name, line, skipped: null, failure: { message: `${first?.message}${more}`, type: rule }, tell }
}

function tellFindings(findings: readonly Finding[]): string {
  const told = findings.slice(0, FINDINGS_OF_CASE).map(({ message, fix, examples, occurrences }) => {
    const places = examples.map((example) => {
      const shown = example.value ?? example.loc
      return `  ${[describePlace(example), shown].filter(Boolean).join(': ')}`
    })
    const left = occurrences - examples.length
    return [message, ...places, ...(left > 0 && examples.length > 0 ? [`  and ${left} more`] : []), `Fix: ${fix}`]
  })
  const left = findings.length - told.length
  const lines = told.flat().map(printable)
  return [...lines, ...(left > 0 ? [`${left} more findings of this rule are left out.`] : [])].join('\n')
}

function countsOf(cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure !== null).length
  const skipped = cases.filter((one) => one.skipped !== null).length
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`
}

function formatCase(document: string, { name, skipped, failure, tell, line }: Case): string {
  const place = `file="${escapeXml(document)}"${line === null ? '' : ` line="${line}"`}`
  const text = tell === null ? '' : escapeLines(tell())
  const inside = [
    skipped === null ? '' : `      <skipped message="${escapeXml(skipped)}"/>\n`,
    failure === null
      ? ''
      : `      <failure message="${escapeXml(failure.message)}" type="${escapeXml(failure.type)}">${text}</failure>\n`,
    failure !== null || text === '' ? '' : `      <system-out>${text}</system-out>\n`,
  ].join('')
  return `    <testcase name="${escapeXml(name)}" classname="${escapeXml(document)}" ${place} time="0">\n${inside}    </testcase>\n`
}

/** The line ends are ours: foreign ones were escaped before. */
function escapeLines(text: string): string {
  return text.split('\n').map(escapeXml).join('\n')
}
