/** Every site of a batch, a row each, sorted by whatever is asked for. */
import type { Verdict } from '../../model/report.ts'
import { callText } from './api.ts'
import { type Column, DataTable } from './data-table.ts'
import { formatCount, formatShare } from './format.ts'
import { html, useMemo, useState } from './html.ts'
import { VerdictMark } from './marks.ts'
import { ProblemNote } from './problem-note.ts'
import { readCsv } from './read-csv.ts'
import { useLoaded } from './use-loaded.ts'

const SHOWN_AT_ONCE = 100

type Row = Record<string, string>

/** Worst first when sorted downwards. */
const VERDICT_ORDER: Record<string, number> = { fail: 3, warn: 2, unchecked: 1, pass: 0 }

/** What is empty is not known. */
const numberOf = (name: string) => (row: Row) => (row[name] ? Number(row[name]) : null)
const countRules = ({ rules }: Row) => (rules ? rules.split(' ').length : 0)

const number = (title: string, name: string, format: (value: number) => string): Column<Row> => ({
  title,
  isNumber: true,
  sortBy: numberOf(name),
  cell: (row) => (row[name] ? format(Number(row[name])) : ''),
})

const COLUMNS: Column<Row>[] = [
  {
    title: 'Domain',
    isHead: true,
    sortBy: ({ domain = '' }) => domain,
    cell: ({ domain = '', audit }) =>
      audit ? html`<a class="url" href=${`/audits/${audit}`}>${domain}</a>` : html`<span class="url">${domain}</span>`,
  },
  {
    title: 'Verdict',
    isNumber: false,
    sortBy: ({ verdict = '' }) => VERDICT_ORDER[verdict] ?? null,
    cell: ({ verdict, status }) =>
      verdict ? html`<${VerdictMark} verdict=${verdict as Verdict} />` : html`<span class="muted">${status}</span>`,
  },
  { title: 'State', sortBy: ({ state }) => state || null, cell: ({ state = '' }) => state },
  { title: 'Form', sortBy: ({ form }) => form || null, cell: ({ form = '' }) => form },
  number('Entries', 'entries', formatCount),
  number('Of 50,000', 'share_of_entry_limit', formatShare),
  number('Of 52.4 MB', 'share_of_byte_limit', formatShare),
  {
    title: 'Rules',
    isNumber: true,
    sortBy: (row) => (row['verdict'] ? countRules(row) : null),
    cell: (row) => (row['verdict'] ? html`<span title=${row['rules']}>${formatCount(countRules(row))}</span>` : ''),
  },
]

/** @param state asked for anew whenever it changes */
export function BatchTable({ path, state }: { path: string; state: string }) {
  const { value, problem, reload } = useLoaded(async (signal) => readCsv(await callText(path, { signal })), [state])
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const rows = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/)
    return (value ?? []).filter(({ domain = '', rules = '' }) =>
      words.every((word) => `${domain} ${rules}`.includes(word)),
    )
  }, [value, search])
  if (problem) return html`<${ProblemNote} problem=${problem} onRetry=${reload} />`
  if (value === null) return html`<p class="waiting" role="status">Loading the sites.</p>`
  return html`<div class="stack">
    <div class="fields">
      <div>
        <label for="search">Only with this in the domain or its rules</label>
        <input id="search" type="search" value=${search} onInput=${(event: Event) => setSearch((event.currentTarget as HTMLInputElement).value)} />
      </div>
    </div>
    <p class="hint number" role="status">${formatCount(rows.length)} of ${formatCount(value.length)} sites</p>
    <${DataTable} name="Sites of the batch" columns=${COLUMNS} rows=${rows} limit=${shown} keyOf=${({ domain = '' }: Row) => domain} />
    ${
      rows.length > shown &&
      html`<p class="row">
        <button type="button" class="small" onClick=${() => setShown(shown + SHOWN_AT_ONCE)}>Show more sites</button>
        <span class="hint number">${formatCount(shown)} of ${formatCount(rows.length)} shown</span>
      </p>`
    }
  </div>`
}
