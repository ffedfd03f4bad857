/** One audit: live while it runs, and its report when it has ended. */
import type { Audit } from '../../model/audit.ts'
import type { Report } from '../../model/report.ts'
import { partOfPath } from '../parts/api.ts'
import { AuditHead } from '../parts/audit-head.ts'
import { AuditProgress } from '../parts/audit-progress.ts'
import { requestOf } from '../parts/audit-request.ts'
import { CopyLine, curlLine } from '../parts/copy-line.ts'
import { DocumentTree } from '../parts/document-tree.ts'
import { loadCounts } from '../parts/finding-source.ts'
import { FindingsSection } from '../parts/findings-section.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { html, useEffect, useMemo } from '../parts/html.ts'
import { LiveDocuments } from '../parts/live-documents.ts'
import { mountPage, setTitle } from '../parts/mount.ts'
import { PageTable } from '../parts/page-table.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { useAudit } from '../parts/use-audit.ts'
import { useLoaded } from '../parts/use-loaded.ts'
import { AuditPictures } from '../pictures/audit-pictures.ts'

const FORMS = {
  single: 'one sitemap',
  'robots-list': 'several sitemaps, named by robots.txt',
  index: 'a sitemap index',
  'nested-index': 'nested sitemap indexes',
  none: 'none',
} as const
const PARTITIONS = {
  none: null,
  sequence: 'numbered in sequence',
  type: 'by type of page',
  language: 'by language',
  date: 'by date',
  mixed: 'in mixed ways',
} as const

function AuditPage() {
  const id = partOfPath('audits')
  const { audit, told, problem, reload } = useAudit(id)
  useEffect(() => {
    if (audit) setTitle(`Audit of ${audit.domain}`)
  }, [audit?.domain])
  if (!audit) {
    return html`<h1>Audit</h1>
      ${problem ? html`<${ProblemNote} problem=${problem} onRetry=${reload} />` : html`<p class="waiting" role="status">Loading the audit.</p>`}`
  }
  const isLive = audit.status === 'queued' || audit.status === 'running'
  const hasFindings = isLive ? told !== null : audit.report !== null
  return html`
    <${AuditHead} audit=${audit} />
    ${problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`}
    ${isLive && html`<${AuditProgress} progress=${told?.progress ?? audit.progress} />`}
    ${!isLive && audit.report && html`<${Scope} report=${audit.report} />`}
    ${hasFindings && html`<${FindingsSection} auditId=${id} origin=${audit.report?.origin ?? null} told=${isLive ? told : null} />`}
    ${isLive && told && html`<${LiveDocuments} documents=${told.documents} auditId=${id} />`}
    ${!isLive && audit.report && html`<${Rest} audit=${audit} report=${audit.report} />`}
  `
}

/** What was read of what there is. */
function Scope({ report: { summary, structure, robots } }: { report: Report }) {
  const { documents, read, entries, pages, unchecked } = summary
  const partition = PARTITIONS[structure.partition]
  return html`<section aria-labelledby="scope">
    <h2 id="scope">What was read</h2>
    <dl class="tiles">
      <${Tile} name="Documents read" value=${`${formatCount(read)} of ${formatCount(documents)} tried`} />
      <${Tile} name="URLs listed in them" value=${formatCount(entries)} />
      <${Tile} name="Pages sampled" value=${formatCount(pages)} />
      <${Tile} name="Not checkable" value=${formatCount(unchecked)} />
      <${Tile} isWide name="Form" value=${`${FORMS[structure.form]}${partition === null ? '' : `, divided ${partition}`}`} />
    </dl>
    ${robots.outcome !== 'read' && robots.outcome !== 'absent' && html`<p class="hint">robots.txt could not be read: what it names is not known.</p>`}
  </section>`
}

function Tile({ name, value, isWide }: { name: string; value: string; isWide?: boolean }) {
  return html`<div class=${isWide ? 'wide' : undefined}><dt>${name}</dt><dd class="number">${value}</dd></div>`
}

/** Behind the findings: the tree, the pages, and how it was done. */
function Rest({ audit: { id, options }, report }: { audit: Audit; report: Report }) {
  const { value, problem } = useLoaded(() => loadCounts(id), [id])
  const counts = useMemo(() => new Map((value?.documents ?? []).map((one) => [one.document, one])), [value])
  const hasHeaders = Object.keys(options.headers).length > 0
  // What stands above is on its way: nothing shall move when it comes.
  if (!value && !problem) return null
  return html`
    <section aria-labelledby="pictures"><h2 id="pictures">At a glance</h2><${AuditPictures} auditId=${id} report=${report} /></section>
    <section aria-labelledby="documents">
      <h2 id="documents">Documents</h2>
      <${DocumentTree} report=${report} auditId=${id} counts=${counts} />
    </section>
    ${
      report.summary.pages > 0 &&
      html`<section aria-labelledby="pages">
        <h2 id="pages">Pages</h2>
        <div class="stack">
          <p class="hint">A sample of ${formatCounted(report.summary.entries, 'listed URL')}: what it shows need not hold for the others.</p>
          <${PageTable} auditId=${id} origin=${report.origin} of=${report.summary.pages} />
        </div>
      </section>`
    }
    <section aria-labelledby="how">
      <h2 id="how">How it was done</h2>
      <div class="stack">
        ${report.notes.length > 0 && html`<ul class="bullets">${report.notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul>`}
        <p class="label">The same audit from a terminal</p>
        <${CopyLine} text=${curlLine('/audit', requestOf(options))} label="The same audit with curl" />
        ${hasHeaders && html`<p class="hint">It was made with request headers of which only the names are kept: put your values in.</p>`}
      </div>
    </section>
  `
}

mountPage(() => html`<${AuditPage} />`)
