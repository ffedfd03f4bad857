/** Batches: those there are, and asking for one. */
import type { Problem } from '../../model/audit.ts'
import type { Batch, BatchSummary } from '../../model/batch.ts'
import { call, type Page, withQuery } from '../parts/api.ts'
import { type Column, DataTable } from '../parts/data-table.ts'
import { formatCount } from '../parts/format.ts'
import { html, useState } from '../parts/html.ts'
import { MoreButton } from '../parts/more-button.ts'
import { mountPage } from '../parts/mount.ts'
import { ProblemNote, toProblem } from '../parts/problem-note.ts'
import { Time } from '../parts/time.ts'
import { usePages } from '../parts/use-pages.ts'

const AT_ONCE = '50'

const COLUMNS: Column<BatchSummary>[] = [
  {
    title: 'Asked for',
    isHead: true,
    cell: ({ id, createdAt }) => html`<a href=${`/batches/${id}`}><${Time} value=${createdAt} /></a>`,
  },
  { title: 'Status', cell: ({ status }) => STATUSES[status] },
  { title: 'Domains', isNumber: true, cell: ({ progress: [, known] }) => formatCount(known) },
  { title: 'Done', isNumber: true, cell: ({ progress: [done] }) => formatCount(done) },
  { title: 'Ended', cell: ({ finishedAt }) => html`<${Time} value=${finishedAt} />` },
]
const STATUSES = { running: 'running', succeeded: 'done', cancelled: 'cancelled' } as const

function BatchesPage() {
  const pages = usePages<BatchSummary>(
    (cursor, signal) => call<Page<BatchSummary>>(withQuery('/batches', { limit: AT_ONCE, cursor }), { signal }),
    [],
  )
  const isEmpty = pages.items.length === 0 && !pages.isLoading && pages.problem === null
  return html`
    <h1>Batches</h1>
    <p>Many sites audited alike, and what they have in common.</p>
    <${BatchForm} />
    <section aria-labelledby="batches">
      <h2 id="batches">Asked for so far</h2>
      ${isEmpty && html`<p class="empty">There is none yet.</p>`}
      ${pages.items.length > 0 && html`<${DataTable} name="Batches, newest first" columns=${COLUMNS} rows=${pages.items} keyOf=${({ id }: BatchSummary) => id} />`}
      <${MoreButton} pages=${pages} noun="batches" />
    </section>
  `
}

function BatchForm() {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    const domains = String(data.get('domains'))
      .split(/[\s,;]+/)
      .filter(Boolean)
    setBusy(true)
    setProblem(null)
    try {
      const body = { domains, options: { pages: Number(data.get('pages')) } }
      const { id } = await call<Batch>('/batches', { method: 'POST', body })
      location.assign(`/batches/${id}`)
    } catch (error) {
      setProblem(toProblem(error))
      setBusy(false)
    }
  }
  return html`<form class="panel stack" onSubmit=${submit}>
    <div>
      <label for="domains">Domains, one a line</label>
      <textarea id="domains" name="domains" rows="4" class="mono" required spellcheck=${false} aria-describedby="domains-hint"></textarea>
      <p class="hint" id="domains-hint">Up to 10,000. One that is named again is audited once.</p>
    </div>
    <div class="fields">
      <div><label for="pages">Pages fetched of each</label><input id="pages" name="pages" type="number" min="0" max="10000" required defaultValue="20" /></div>
      <div><button class="chief" disabled=${isBusy}>Audit them</button></div>
    </div>
    ${problem && html`<${ProblemNote} problem=${problem} />`}
  </form>`
}

mountPage(BatchesPage)
