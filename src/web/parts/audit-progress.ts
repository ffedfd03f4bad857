/** How far a running audit is, in words and as bars. */
import type { Progress } from '../../model/audit.ts'
import { formatBytes, formatCount, formatCounted } from './format.ts'
import { html } from './html.ts'

const STAGES = {
  discover: 'Looking for the sitemaps',
  walk: 'Reading the documents',
  pages: 'Fetching a sample of the pages',
  done: 'Writing the report',
} as const

export function AuditProgress({ progress }: { progress: Progress }) {
  const { stage, documents, pages, entries, bytes } = progress
  return html`<section class="panel progress stack" aria-labelledby="progress">
    <h2 id="progress">${STAGES[stage]}</h2>
    <${Bar} label="Documents" done=${documents} />
    ${pages[1] > 0 && html`<${Bar} label="Pages" done=${pages} />`}
    <p class="number muted">${formatCounted(entries, 'entry', 'entries')} read, ${formatBytes(bytes)} received</p>
    <p class="unseen" role="status">${STAGES[stage]}.</p>
  </section>`
}

function Bar({ label, done: [done, known] }: { label: string; done: [number, number] }) {
  return html`<div class="meter">
    <span class="label" id=${`bar-${label}`}>${label}</span>
    <progress aria-labelledby=${`bar-${label}`} max=${Math.max(known, 1)} value=${done}></progress>
    <span class="number">${formatCount(done)} of ${formatCount(known)}</span>
  </div>`
}
