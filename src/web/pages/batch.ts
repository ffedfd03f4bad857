/** One batch: how far it is, what its sites have in common, and every site in a table that can be sorted. */
import type { Problem } from '../../model/audit.ts'
import type { Batch } from '../../model/batch.ts'
import { call, partOfPath } from '../parts/api.ts'
import { BatchTable } from '../parts/batch-table.ts'
import { BatchTotals } from '../parts/batch-totals.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { html, useEffect, useState } from '../parts/html.ts'
import { mountPage } from '../parts/mount.ts'
import { ProblemNote, toProblem } from '../parts/problem-note.ts'
import { Time } from '../parts/time.ts'
import { useLoaded } from '../parts/use-loaded.ts'

const AGAIN_MS = 3_000
const TABLE_STATES = 20
const path = `/batches/${encodeURIComponent(partOfPath('batches'))}`

function BatchPage() {
  const { value: batch, problem, isLoading, reload } = useLoaded((signal) => call<Batch>(path, { signal }), [])
  const isRunning = batch !== null && batch.finishedAt === null
  useEffect(() => {
    if (!isRunning || isLoading || problem) return undefined
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isRunning, isLoading, problem])
  return html`
    <p class="crumbs"><a href="/batches">Batches</a></p>
    <h1>${batch === null ? 'Batch' : `Batch of ${formatCounted(batch.progress[1], 'domain')}`}</h1>
    ${problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`}
    ${batch === null && !problem && html`<p class="waiting" role="status">Loading the batch.</p>`}
    ${batch !== null && html`<${State} batch=${batch} onCancelled=${reload} />`}
    ${batch !== null && html`<${BatchTotals} totals=${batch.totals} />`}
    ${
      batch !== null &&
      html`<section aria-labelledby="sites">
        <div class="heading"><h2 id="sites">Sites</h2><a href=${`${path}.csv`} download>Download as CSV</a></div>
        <${BatchTable} path=${`${path}.csv`} state=${tableState(batch)} />
      </section>`
    }
  `
}

/** The whole table is asked for anew: not whenever one of thousands of audits has ended. */
function tableState({ progress: [done, known], finishedAt }: Batch): string {
  return finishedAt ?? String(Math.floor((TABLE_STATES * done) / Math.max(1, known)))
}

function State({
  batch: { status, progress, duplicates, createdAt, finishedAt },
  onCancelled,
}: {
  batch: Batch
  onCancelled: () => void
}) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [done, known] = progress
  const cancel = () =>
    call(path, { method: 'DELETE' }).then(onCancelled, (error: unknown) => setProblem(toProblem(error)))
  const ended = { succeeded: 'Done', cancelled: 'Cancelled', running: 'Done' }[status]
  return html`<div class="stack">
    ${
      finishedAt === null
        ? html`<div class="row">
            <progress value=${done} max=${known} aria-label="Domains audited"></progress>
            <span class="number" role="status">${formatCount(done)} of ${formatCounted(known, 'domain')} audited${status === 'cancelled' ? '; it is being cancelled' : ''}</span>
            ${status === 'running' && html`<button type="button" class="small" onClick=${cancel}>Cancel</button>`}
          </div>`
        : html`<p>${ended} <${Time} value=${finishedAt} />: ${formatCount(done)} of ${formatCounted(known, 'domain')} audited.</p>`
    }
    <p class="hint">Asked for <${Time} value=${createdAt} />.${duplicates > 0 ? ` ${formatCounted(duplicates, 'domain was', 'domains were')} named again and left out.` : ''}</p>
    ${problem && html`<${ProblemNote} problem=${problem} />`}
  </div>`
}

mountPage(BatchPage)
