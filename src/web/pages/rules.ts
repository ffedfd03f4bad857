/** The catalogue of rules: search and filters, all in the address, so that a view can be sent to somebody. */
import type { Basis, Breaks, Rule, Severity } from '../../model/report.ts'
import { call, type Page, withQuery } from '../parts/api.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { group, html, useMemo, useState } from '../parts/html.ts'
import { SeverityMark } from '../parts/marks.ts'
import { mountPage } from '../parts/mount.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { BASES, BREAKS, SEVERITIES } from '../parts/rule-words.ts'
import { useLoaded } from '../parts/use-loaded.ts'

interface Filter {
  q: string
  severity: string
  breaks: string
  basis: string
}

const FIELDS = ['q', 'severity', 'breaks', 'basis'] as const

function RulesPage() {
  const { value, problem, reload } = useLoaded((signal) => call<Page<Rule>>('/rules', { signal }), [])
  const [filter, setFilter] = useState(readFilter)
  const rules = value?.items ?? []
  const shown = useMemo(() => rules.filter((rule) => isWanted(rule, filter)), [value, filter])
  const change = (name: keyof Filter) => (event: Event) => {
    const next = { ...filter, [name]: (event.currentTarget as HTMLInputElement | HTMLSelectElement).value }
    setFilter(next)
    history.replaceState(null, '', withQuery(location.pathname, { ...next }))
  }
  return group(
    html`<h1>Rules</h1>`,
    html`<p>What is checked, why it matters, and what to do. Every rule has a page with examples.</p>`,
    html`<form class="fields" role="search" onSubmit=${(event: Event) => event.preventDefault()}>
      <div><label for="q">Search</label><input id="q" type="search" value=${filter.q} onInput=${change('q')} /></div>
      <${Choice} name="severity" label="Severity" words=${SEVERITIES} value=${filter.severity} onChange=${change('severity')} />
      <${Choice} name="breaks" label="Breaks the rules of" words=${BREAKS} value=${filter.breaks} onChange=${change('breaks')} />
      <${Choice} name="basis" label="Basis" words=${BASES} value=${filter.basis} onChange=${change('basis')} />
    </form>`,
    problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`,
    value === null && !problem && html`<p class="waiting" role="status">Loading the rules.</p>`,
    value !== null &&
      html`<p class="hint number" role="status">
        ${shown.length === rules.length ? formatCounted(rules.length, 'rule') : `${formatCount(shown.length)} of ${formatCounted(rules.length, 'rule')}`}
      </p>`,
    html`<ul class="catalogue">
      ${shown.map(
        (rule) => html`<li key=${rule.id}>
          <div class="row"><a href=${`/rules/${rule.id}`}>${rule.id}</a><${SeverityMark} severity=${rule.severity} /></div>
          <p>${rule.title}</p>
          ${
            rule.breaks.length > 0 &&
            html`<p class="row">${rule.breaks.map((name) => html`<span key=${name} class="chip">${BREAKS[name]}</span>`)}</p>`
          }
        </li>`,
      )}
    </ul>`,
  )
}

interface ChoiceProps {
  name: string
  label: string
  words: Record<string, string>
  value: string
  onChange: (event: Event) => void
}

function Choice({ name, label, words, value, onChange }: ChoiceProps) {
  return html`<div>
    <label for=${name}>${label}</label>
    <select id=${name} value=${value} onChange=${onChange}>
      <option value="">any</option>
      ${Object.entries(words).map(([word, text]) => html`<option key=${word} value=${word}>${text}</option>`)}
    </select>
  </div>`
}

function readFilter(): Filter {
  const query = new URLSearchParams(location.search)
  const [q = '', severity = '', breaks = '', basis = ''] = FIELDS.map((name) => query.get(name) ?? '')
  return { q, severity, breaks, basis }
}

/** Every word of the search stands somewhere in the rule. */
function isWanted(rule: Rule, { q, severity, breaks, basis }: Filter): boolean {
  const { id, title, why, fix, searchConsole } = rule
  const text = [id, title, why, fix, searchConsole ?? ''].join(' ').toLowerCase()
  return (
    (severity === '' || rule.severity === (severity as Severity)) &&
    (breaks === '' || rule.breaks.includes(breaks as Breaks)) &&
    (basis === '' || rule.basis === (basis as Basis)) &&
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}

mountPage(RulesPage)
