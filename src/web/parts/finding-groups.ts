/** Findings by their causes, worst first: closed, each is a line; opened, it is read page by page. */
import type { RuleCount } from '../../model/counts.ts'
import type { Finding, Rule } from '../../model/report.ts'
import { FindingCard } from './finding-card.ts'
import type { FindingSource, Wanted } from './finding-source.ts'
import { formatCounted } from './format.ts'
import { html, useState } from './html.ts'
import { SeverityMark } from './marks.ts'
import { MoreButton } from './more-button.ts'
import { loadRules } from './rule-catalogue.ts'
import { useLoaded } from './use-loaded.ts'
import { usePages } from './use-pages.ts'

interface Props {
  source: FindingSource
  wanted: Wanted
  auditId: string
  origin: string | null
}

export function FindingGroups({ source, wanted, auditId, origin }: Props) {
  const groups = source.counts.rules.filter(
    ({ rule, severity }) =>
      (wanted.rule === null || rule === wanted.rule) && (wanted.severity === null || severity === wanted.severity),
  )
  return html`<ul class="groups">
    ${groups.map(
      (group, index) =>
        html`<${Group}
          key=${`${group.rule} ${group.severity} ${group.isSuppressed} ${wanted.document ?? ''}`}
          group=${group}
          source=${source}
          document=${wanted.document}
          auditId=${auditId}
          origin=${origin}
          isFirst=${index === 0}
        />`,
    )}
  </ul>`
}

interface GroupProps {
  group: RuleCount
  source: FindingSource
  document: string | null
  auditId: string
  origin: string | null
  isFirst: boolean
}

function Group({ group, source, document, auditId, origin, isFirst }: GroupProps) {
  // The worst is there to be seen; what was opened once stays as it was left.
  const [isOpen, setOpen] = useState(isFirst && !group.isSuppressed)
  const { rule, severity, isSuppressed, message, findings } = group
  return html`<li class=${`group ${severity}`}>
    <details open=${isOpen} onToggle=${(event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>
        <span class="line">
          <${SeverityMark} severity=${severity} />
          <span class="message">${message}</span>
        </span>
        <span class="about">
          <code>${rule}</code>
          ${isSuppressed && html`<span class="chip">suppressed</span>`}
          <span class="number">${count(group)}</span>
          ${findings > 1 && html`<span class="muted">the first of ${formatCounted(findings, 'finding')}</span>`}
        </span>
      </summary>
      ${isOpen && html`<${GroupBody} group=${group} source=${source} document=${document} auditId=${auditId} origin=${origin} />`}
    </details>
  </li>`
}

function count({ occurrences, documents }: RuleCount): string {
  const times = formatCounted(occurrences, 'occurrence')
  return documents > 1 ? `${times} in ${formatCounted(documents, 'document')}` : times
}

function GroupBody({ group, source, document, auditId, origin }: Omit<GroupProps, 'isFirst'>) {
  const { value: rules } = useLoaded(loadRules, [])
  const rule = rules?.get(group.rule) ?? null
  // The number of findings takes part so that a running audit shows those that come.
  const pages = usePages<Finding>(
    (cursor, signal) => source.load(group, document, cursor, signal),
    [group.rule, group.severity, document, group.findings],
  )
  return html`<div class="body stack">
    <${RuleNote} id=${group.rule} rule=${rule} />
    <ul class="findings">
      ${pages.items.map(
        (finding) =>
          html`<${FindingCard} key=${finding.fingerprint} finding=${finding} auditId=${auditId} origin=${origin} said=${{ message: group.findings === 1 ? group.message : null, fix: rule?.fix ?? null }} />`,
      )}
    </ul>
    <${MoreButton} pages=${pages} of=${group.findings} noun="findings" />
  </div>`
}

/** Why it matters, what to do, and who says so. */
function RuleNote({ id, rule }: { id: string; rule: Rule | null }) {
  // As high as it will be: what stands below does not move when it comes.
  if (!rule) return html`<div class="rule-note waiting">Loading the rule.</div>`
  const { title, why, fix, source, searchConsole, breaks } = rule
  return html`<dl class="rule-note facts">
    <dt>Rule</dt>
    <dd>${title}. <a href=${`/rules/${id}`}>Examples right and wrong</a></dd>
    <dt>Why</dt>
    <dd>${why}</dd>
    <dt>To do</dt>
    <dd>${fix}</dd>
    ${source !== null && html`<dt>Source</dt><dd><a class="url" href=${source} rel="noreferrer noopener" target="_blank">${source}</a></dd>`}
    ${breaks.length > 0 && html`<dt>Breaks</dt><dd>${breaks.join(', ')}</dd>`}
    ${searchConsole !== null && html`<dt>In Search Console</dt><dd>${searchConsole}</dd>`}
  </dl>`
}
