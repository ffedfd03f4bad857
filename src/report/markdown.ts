/** A report as Markdown that fits a comment on a pull request: what matters most comes first, and the rest is counted. */
import type { DocumentReport, Example, PageReport, Rule, Severity } from '../model/report.ts'
import { caretLine, markLine } from './caret.ts'
import { toCellCode, toCode, toProse } from './markdown-text.ts'
import { groupByRule, type ReportSource, type RuleGroup } from './source.ts'
import {
  countOf,
  describeDocument,
  describeOccurrences,
  describePlace,
  formatNumber,
  partialSentence,
  percent,
  SEVERITY_HEADINGS,
  uncheckedSentence,
  VERDICT_WORDS,
  verdictSentence,
} from './words.ts'

/** GitHub takes 65,536 characters; some room is left for whoever writes a line above it. */
const LENGTH_LIMIT = 65_000
/** Of that, at most, for the documents and pages, which come behind the findings and notes. */
const TABLES_SHARE = 0.25
const EXAMPLES_SHOWN: Record<Severity, number> = { error: 3, warning: 2, note: 1 }
const NOTES_SHOWN = 30
const FINDINGS_OF_RULE_SHOWN = 10

export function renderMarkdown(source: ReportSource): string {
  const { audit, report, rules } = source
  const head = headOf(source)
  const tail = tailOf(source)
  const tables = Math.floor((LENGTH_LIMIT - head.length - tail.length) * TABLES_SHARE)
  const documents = fitTable(DOCUMENT_HEAD, report.documents.map(documentRow), tables / 2, 'documents')
  const pages = fitTable(PAGE_HEAD, report.pages.filter(isNotable).map(pageRow), tables / 2, 'pages')
  const behind = [
    documents === '' ? '' : fold(`Documents (${formatNumber(report.documents.length)})`, documents),
    pages === '' ? '' : fold('Pages that are no plain 200', pages),
    tail,
  ].join('')
  const groups = groupByRule(report.findings)
  const isGrave = ({ severity, isSuppressed }: RuleGroup) => severity !== 'note' && !isSuppressed
  const room = LENGTH_LIMIT - head.length - behind.length
  const grave = findingsOf(groups.filter(isGrave), rules, room, audit.id)
  const others = groups.filter((group) => !isGrave(group))
  const number = others.reduce((sum, { findings }) => sum + findings.length, 0)
  const rest = number === 0 ? '' : findingsOf(others, rules, room - grave.length, audit.id)
  const folded =
    rest === '' ? '' : fold(`${countOf(number, 'note or suppressed finding', 'notes and suppressed findings')}`, rest)
  return `${head}${grave}${folded}${behind}`
}

function headOf({ audit, report }: ReportSource): string {
  const unchecked = uncheckedSentence(report.summary)
  const partial = partialSentence(audit)
  const lines = [
    `## Sitemaps of ${toCode(audit.domain)}: ${VERDICT_WORDS[report.verdict].toLowerCase()}`,
    `${verdictSentence(report)}${unchecked === null ? '' : ` ${unchecked}`}`,
    ...(partial === null ? [] : [`**${partial}**`]),
    ...(audit.gate === null
      ? []
      : [
          `**Gate: ${audit.gate.passed ? 'passed' : 'closed'}.**`,
          audit.gate.reasons.map((reason) => `- ${toProse(reason)}`).join('\n'),
        ]),
  ]
  return `${lines.filter(Boolean).join('\n\n')}\n\n`
}

function findingsOf(
  groups: readonly RuleGroup[],
  rules: ReadonlyMap<string, Rule>,
  room: number,
  auditId: string,
): string {
  // The sentence about the rest, and the fold round it all, have to fit in any case.
  const roomForAll = room - 500
  let text = ''
  let heading = ''
  let left = 0
  for (const group of groups) {
    const above = group.isSuppressed ? 'Suppressed' : SEVERITY_HEADINGS[group.severity]
    const part = `${above === heading ? '' : `### ${above}\n\n`}${groupOf(group, rules.get(group.rule))}`
    // A shorter one behind it might fit, but the order is what tells the harm.
    if (left > 0 || text.length + part.length > roomForAll) {
      left += group.findings.length
      continue
    }
    text += part
    heading = above
  }
  if (left > 0)
    text += `${countOf(left, 'more finding')} did not fit: \`GET /audits/${auditId}/findings\` has all of them.\n\n`
  return text
}

function groupOf({ rule, findings }: RuleGroup, known: Rule | undefined): string {
  const title = known ? ` ${known.title}` : ''
  const shown = findings.slice(0, FINDINGS_OF_RULE_SHOWN)
  const left = findings.length - shown.length
  const [first] = findings
  const source = known?.source ? ` ([source](${known.source}))` : ''
  return [
    `#### ${toCode(rule)}${title}\n\n`,
    known ? `${known.why}${source}\n\n` : '',
    ...shown.map(findingOf),
    left > 0 ? `- and ${countOf(left, 'more finding')} of this rule\n` : '',
    first ? `\n**Fix:** ${toProse(first.fix)}\n\n` : '',
  ].join('')
}

function findingOf(finding: RuleGroup['findings'][number]): string {
  const { severity, message, document, examples, occurrences, suppressed, pattern } = finding
  const times = occurrences > 1 ? ` ${describeOccurrences(finding)}.` : ''
  const reason = suppressed === null ? '' : ` Suppressed: ${toProse(suppressed)}`
  const where = document === null ? '' : ` In ${toCode(document)}`
  const shape = pattern === null ? '' : `, all like ${toCode(pattern)}`
  return `- ${toProse(message)}${times}${reason}${where}${shape}\n${examples.slice(0, EXAMPLES_SHOWN[severity]).map(exampleOf).join('')}`
}

function exampleOf(example: Example): string {
  const place = describePlace(example)
  const marked = markLine(example)
  if (marked) {
    const line = `${marked.before}${marked.at}${marked.after}`
    const longest = Math.max(2, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length))
    const fence = '`'.repeat(longest + 1)
    return `  - ${place}\n    ${fence}text\n    ${line}\n    ${caretLine(marked)}\n    ${fence}\n`
  }
  const shown = example.value ?? example.loc
  if (shown === null) return place === '' ? '' : `  - ${place}\n`
  return `  - ${[place, toCode(shown)].filter(Boolean).join(': ')}\n`
}

function tailOf({ audit, report, tool }: ReportSource): string {
  const { notes } = report
  const left = notes.length - NOTES_SHOWN
  const lines = [
    ...notes.slice(0, NOTES_SHOWN).map((note) => `- ${toProse(note)}`),
    ...(left > 0 ? [`- and ${countOf(left, 'more note')}`] : []),
  ]
  const how = lines.length === 0 ? '' : fold('How it was done', `${lines.join('\n')}\n`)
  return `${how}<sub>Audit ${audit.id} by Sitemap auditor ${tool.version}</sub>\n`
}

const DOCUMENT_HEAD = '| document | what it is | of the limits |\n| --- | --- | ---: |\n'
const PAGE_HEAD = '| page | status | leads to |\n| --- | ---: | --- |\n'

function documentRow(document: DocumentReport): string {
  const { url, limit, depth } = document
  const share = limit ? percent(Math.max(limit.entries, limit.bytes)) : ''
  return `| ${'&nbsp;&nbsp;'.repeat(depth)}${toCellCode(url)} | ${describeDocument(document)} | ${share} |\n`
}

function isNotable({ status, hops }: PageReport): boolean {
  return status !== 200 || hops.length > 0
}

function pageRow({ url, status, outcome, finalUrl, hops }: PageReport): string {
  const to = hops.length > 0 && finalUrl !== null ? toCellCode(finalUrl) : ''
  return `| ${toCellCode(url)} | ${status ?? outcome} | ${to} |\n`
}

/** As many rows as fit. */
function fitTable(head: string, rows: readonly string[], room: number, what: string): string {
  if (rows.length === 0) return ''
  let text = head
  for (const [index, row] of rows.entries()) {
    if (text.length + row.length > room - 60)
      return `${text}\n${formatNumber(rows.length - index)} more ${what} did not fit.\n`
    text += row
  }
  return text
}

function fold(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n</details>\n\n`
}
