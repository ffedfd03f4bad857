/** What the sites of a batch have in common: numbers of domains, each beside what it is a part of. */
import type { Batch } from '../../model/batch.ts'
import { formatCount, formatShare } from './format.ts'
import { html } from './html.ts'

const STATES = {
  read: 'Read',
  absent: 'No sitemap',
  blocked: 'Blocked',
  unreachable: 'Unreachable',
  skipped: 'Not audited',
} as const
const TRAITS = {
  nearLimit: 'A file is near a limit',
  outOfScope: 'Lists URLs outside its folder',
  hints: 'Uses changefreq or priority',
  oneLastmod: 'One lastmod for all entries of a file',
  noLastmod: 'No entry has a lastmod',
} as const
const FORMS: Record<string, string> = {
  single: 'One sitemap',
  'robots-list': 'Several in robots.txt',
  index: 'An index',
  'nested-index': 'Nested indexes',
  none: 'None',
}
const PARTITIONS: Record<string, string> = {
  none: 'Not divided',
  sequence: 'By number',
  type: 'By type',
  language: 'By language',
  date: 'By date',
  mixed: 'Mixed',
}
const RULES_SHOWN = 15

interface Row {
  name: string
  count: number
  rule?: string
}

export function BatchTotals({ totals }: { totals: Batch['totals'] }) {
  const { read, absent, blocked, unreachable, skipped, findings, form, partition } = totals
  const all = read + absent + blocked + unreachable + skipped
  if (all === 0) return html`<p class="empty">No audit has ended yet.</p>`
  const named = (names: Record<string, string>, counts: Record<string, number>) =>
    Object.entries(counts).map(([key, count]) => ({ name: names[key] ?? key, count }))
  const rules = Object.entries(findings)
    .map(([rule, count]) => ({ name: rule, rule, count }))
    .sort((a, b) => b.count - a.count)
  return html`<section aria-labelledby="common">
    <h2 id="common">In common</h2>
    <div class="pictures">
      <${Group} title="Of all domains" of=${all} rows=${named(STATES, { read, absent, blocked, unreachable, skipped })} />
      <${Group} title="Of those read" of=${read} rows=${(Object.keys(TRAITS) as (keyof typeof TRAITS)[]).map((key) => ({ name: TRAITS[key], count: totals[key] }))} />
      <${Group} title="Form" of=${read} rows=${named(FORMS, form)} />
      <${Group} title="Divided" of=${read} rows=${named(PARTITIONS, partition)} />
      <${Group} title="Rules with findings" of=${all - skipped} rows=${rules.slice(0, RULES_SHOWN)} more=${Math.max(0, rules.length - RULES_SHOWN)} />
    </div>
  </section>`
}

function Group({ title, of, rows, more = 0 }: { title: string; of: number; rows: Row[]; more?: number }) {
  const shown = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  return html`<div class="picture panel">
    <h3>${title}</h3>
    ${shown.length === 0 && html`<p class="empty">None.</p>`}
    <ul class="rows">
      ${shown.map(
        ({ name, count, rule }) => html`<li key=${name} class="count-row">
          <span class="row-name">${rule ? html`<a href=${`/rules/${rule}`}>${name}</a>` : name}</span>
          <span class="number">${formatCount(count)}${of > 0 ? `, ${formatShare(count / of)}` : ''}</span>
          <svg class="strip" height="6" aria-hidden="true" focusable="false">
            <rect class="track" width="100%" height="6" />
            <rect class="column" width=${`${of > 0 ? Math.min(100, (100 * count) / of) : 0}%`} height="6" />
          </svg>
        </li>`,
      )}
    </ul>
    ${more > 0 && html`<p class="hint">${formatCount(more)} further rules in the CSV.</p>`}
  </div>`
}
