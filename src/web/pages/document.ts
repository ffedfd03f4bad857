/** One document of an audit: figures, pictures, findings, children. */
import type { Audit } from '../../model/audit.ts'
import type { DocumentReport, Finding } from '../../model/report.ts'
import { call, createProblemError, type Page, partOfPath, withQuery } from '../parts/api.ts'
import { DataTable } from '../parts/data-table.ts'
import { DocumentFigures } from '../parts/document-figures.ts'
import { FindingItem } from '../parts/finding-item.ts'
import { documentPath } from '../parts/finding-source.ts'
import { ForeignLink } from '../parts/foreign-link.ts'
import { formatBytes, formatCount, formatCounted } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { OutcomeMark } from '../parts/marks.ts'
import { MoreButton } from '../parts/more-button.ts'
import { mountPage, setTitle } from '../parts/mount.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { useLoaded } from '../parts/use-loaded.ts'
import { usePages } from '../parts/use-pages.ts'
import { ByteKinds } from '../pictures/byte-kinds.ts'
import { documentName } from '../pictures/document-name.ts'
import { IndexLastmod } from '../pictures/index-lastmod.ts'
import { LastmodDays } from '../pictures/lastmod-days.ts'
import { LimitBars } from '../pictures/limit-bars.ts'

const AT_ONCE = '50'
const id = partOfPath('audits')
const url = new URLSearchParams(location.search).get('url') ?? ''
const auditPath = `/audits/${encodeURIComponent(id)}`

function DocumentPage() {
  const { value, problem, reload } = useLoaded(load, [])
  if (problem) return html`<h1>Document</h1><${ProblemNote} problem=${problem} onRetry=${reload} />`
  if (value === null) return html`<h1>Document</h1><p class="waiting" role="status">Loading the document.</p>`
  const { audit, document } = value
  return html`
    <p class="crumbs"><a href=${`/domains/${encodeURIComponent(audit.domain)}`}>${audit.domain}</a> / <a href=${auditPath}>audit</a></p>
    <h1>${documentName(document.url)}</h1>
    <p class="row"><${OutcomeMark} outcome=${document.outcome} status=${document.http?.status ?? null} /><${ForeignLink} url=${document.url} /></p>
    <${DocumentFigures} document=${document} audit=${id} />
    <section aria-labelledby="findings"><h2 id="findings">Findings</h2><${Findings} /></section>
    ${
      document.outcome === 'read' &&
      html`<section aria-labelledby="pictures"><h2 id="pictures">Pictures</h2>
        <div class="pictures">
          <${LimitBars} documents=${[document]} audit=${null} />
          <${ByteKinds} document=${document} />
          <${LastmodDays} document=${document} />
        </div>
      </section>`
    }
    ${document.kind === 'sitemapindex' && html`<${Children} listed=${document.children?.listed ?? null} />`}
  `
}

async function load(signal: AbortSignal): Promise<{ audit: Audit; document: DocumentReport }> {
  const [audit, list] = await Promise.all([
    call<Audit>(`${auditPath}?report=head`, { signal }),
    call<Page<DocumentReport>>(withQuery(`${auditPath}/documents`, { url, limit: '1' }), { signal }),
  ])
  const [document] = list.items
  if (url === '' || !document) {
    throw createProblemError({
      type: 'about:blank',
      title: 'No such document',
      status: 404,
      detail: 'This audit did not try to read a document with this URL.',
      code: 'DOCUMENT_NOT_FOUND',
    })
  }
  setTitle(documentName(document.url))
  return { audit, document }
}

function Findings() {
  const pages = usePages<Finding>(
    (cursor, signal) => call(withQuery(`${auditPath}/findings`, { document: url, limit: AT_ONCE, cursor }), { signal }),
    [],
  )
  const isEmpty = pages.items.length === 0 && !pages.isLoading && pages.problem === null
  return html`<div class="stack">
    ${isEmpty && html`<p class="empty">Nothing was found in this document.</p>`}
    ${pages.items.map((finding) => html`<${FindingItem} key=${finding.fingerprint} finding=${finding} auditId=${id} />`)}
    <${MoreButton} pages=${pages} noun="findings" />
  </div>`
}

const CHILD_COLUMNS = [
  {
    title: 'Child',
    isHead: true,
    cell: (child: DocumentReport) =>
      child.outcome === 'skipped'
        ? html`<span class="url muted">${documentName(child.url)}</span>`
        : html`<a class="url" href=${documentPath(id, child)} title=${child.url}>${documentName(child.url)}</a>`,
  },
  { title: 'Entry', isNumber: true, cell: ({ via }: DocumentReport) => via.slice(via.lastIndexOf('#') + 1) },
  {
    title: 'Outcome',
    cell: ({ outcome, http }: DocumentReport) =>
      html`<${OutcomeMark} outcome=${outcome} status=${http?.status ?? null} />`,
  },
  {
    title: 'Entries',
    isNumber: true,
    cell: ({ entries }: DocumentReport) => (entries === null ? '' : formatCount(entries)),
  },
  {
    title: 'Size',
    isNumber: true,
    cell: ({ bytes }: DocumentReport) => (bytes === null ? '' : formatBytes(bytes.uncompressed)),
  },
  { title: 'Index lastmod', cell: ({ index }: DocumentReport) => index?.lastmod ?? '' },
  { title: 'Newest entry', cell: ({ index }: DocumentReport) => index?.newest ?? '' },
]

function Children({ listed }: { listed: number | null }) {
  const pages = usePages<DocumentReport>(
    (cursor, signal) => call(withQuery(`${auditPath}/documents`, { parent: url, limit: AT_ONCE, cursor }), { signal }),
    [],
  )
  return html`<section class="stack" aria-labelledby="children">
    <h2 id="children">Children</h2>
    <p class="hint">${listed === null ? '' : `The index lists ${formatCounted(listed, 'child', 'children')}.`} Those that were not chosen were not read.</p>
    <${IndexLastmod} documents=${pages.items} audit=${id} />
    <${DataTable}
      name="Children of the index"
      columns=${CHILD_COLUMNS}
      rows=${pages.items}
      keyOf=${({ via }: DocumentReport) => via}
      classOf=${({ outcome }: DocumentReport) => (outcome === 'skipped' ? 'unread' : null)}
    />
    <${MoreButton} pages=${pages} of=${listed} noun="children" />
  </section>`
}

mountPage(DocumentPage)
