/** The findings in the HTML report: a rule is a fold, its findings stand in it with their source lines. */
import type { Example, Finding, Rule, Severity } from '../model/report.ts'
import { caretLine, markLine } from './caret.ts'
import { shorten } from './printable.ts'
import { groupByRule, type RuleGroup } from './source.ts'
import { countOf, describeOccurrences, describePlace, formatNumber, SEVERITY_HEADINGS } from './words.ts'
import { escapeXml } from './xml-text.ts'

/** In the whole file, of one rule, and examples of one finding; the rest is counted. */
const FINDINGS_SHOWN = 2_000
const FINDINGS_OF_RULE_SHOWN = 100
const EXAMPLES_SHOWN = 5
const VALUE_LENGTH = 500

const SHAPES: Record<Severity, string> = { error: '\u2715', warning: '\u25b2', note: 'i' }
const WORDS: Record<Severity, string> = { error: 'Error', warning: 'Warning', note: 'Note' }

export function* findingsSection(
  findings: readonly Finding[],
  rules: ReadonlyMap<string, Rule>,
  auditId: string,
): Generator<string, void, void> {
  yield '<section id="findings"><h2>Findings</h2>\n'
  if (findings.length === 0) yield '<p>Nothing was found.</p>\n'
  let room = FINDINGS_SHOWN
  let heading = ''
  for (const group of groupByRule(findings)) {
    const above = group.isSuppressed ? 'Suppressed' : SEVERITY_HEADINGS[group.severity]
    if (above !== heading) yield `<h3>${above}</h3>\n`
    heading = above
    const shown = group.findings.slice(0, Math.min(room, FINDINGS_OF_RULE_SHOWN))
    room -= shown.length
    yield* groupParts(group, shown, rules.get(group.rule))
  }
  if (findings.length > FINDINGS_OF_RULE_SHOWN) {
    yield `<p class="faint">All findings as JSON: <code>/audits/${escapeXml(auditId)}/findings</code></p>\n`
  }
  yield '</section>\n'
}

function* groupParts(
  { rule, severity, isSuppressed, findings }: RuleGroup,
  shown: readonly Finding[],
  known: Rule | undefined,
): Generator<string, void, void> {
  const isOpen = severity === 'error' && !isSuppressed && findings.length <= 3
  yield `<details class="${severity}"${isOpen ? ' open' : ''}><summary><span class="word"><span aria-hidden="true">${SHAPES[severity]}</span> ${WORDS[severity]}</span> <code>${escapeXml(rule)}</code>
${known ? escapeXml(known.title) : ''} <span class="faint">${countOf(findings.length, 'finding')}</span></summary>
<div>
${known ? aboutRule(known) : ''}
<ol class="findings">
`
  for (const finding of shown) yield findingItem(finding, known)
  yield '</ol>\n'
  const left = findings.length - shown.length
  if (left > 0)
    yield `<p class="faint">${countOf(left, 'more finding')} of this rule ${left === 1 ? 'is' : 'are'} left out.</p>\n`
  yield '</div></details>\n'
}

function aboutRule({ why, fix, source, searchConsole }: Rule): string {
  const link =
    source === null
      ? ''
      : `<p><a href="${escapeXml(source)}" rel="noreferrer noopener nofollow">The sentence it enforces</a></p>`
  const name = searchConsole === null ? '' : `<p>Search Console: ${escapeXml(searchConsole)}</p>`
  return `<p><strong>Why:</strong> ${escapeXml(why)}</p>\n<p><strong>Fix:</strong> ${escapeXml(fix)}</p>\n${link}${name}`
}

function findingItem(finding: Finding, known: Rule | undefined): string {
  const { message, document, occurrences, examples, pattern, suppressed, fix } = finding
  const facts = [
    ...(document === null ? [] : [`in <span class="url">${escapeXml(document)}</span>`]),
    ...(occurrences > 1 ? [escapeXml(describeOccurrences(finding))] : []),
    ...(pattern === null ? [] : [`all like <code>${escapeXml(pattern)}</code>`]),
    ...(suppressed === null ? [] : [`suppressed: ${escapeXml(suppressed)}`]),
  ].join(', ')
  const shown = examples.slice(0, EXAMPLES_SHOWN)
  const left = occurrences - shown.length
  return [
    `<li><p>${escapeXml(message)}</p>\n`,
    facts === '' ? '' : `<p class="faint">${facts}</p>\n`,
    ...shown.map(exampleBlock),
    left > 0 && shown.length > 0 ? `<p class="faint">and ${formatNumber(left)} more</p>\n` : '',
    fix === known?.fix ? '' : `<p><strong>Fix:</strong> ${escapeXml(fix)}</p>\n`,
    '</li>\n',
  ].join('')
}

function exampleBlock(example: Example): string {
  const place = describePlace(example)
  const marked = markLine(example)
  const shown = example.value ?? example.loc
  const caption = place === '' ? '' : `<p class="faint">${place}</p>`
  const expected = example.expected === null ? '' : `\nexpected: ${escapeXml(shorten(example.expected, VALUE_LENGTH))}`
  if (marked) {
    const at = marked.at === '' ? '' : `<mark>${escapeXml(marked.at)}</mark>`
    const line = `${escapeXml(marked.before)}${at}${escapeXml(marked.after)}`
    return `${caption}<pre tabindex="0">${line}\n${caretLine(marked)}${expected}</pre>\n`
  }
  if (shown === null) return `${caption}${expected === '' ? '' : `<pre>${expected.trim()}</pre>`}\n`
  return `${caption}<pre tabindex="0">${escapeXml(shorten(shown, VALUE_LENGTH))}${expected}</pre>\n`
}
