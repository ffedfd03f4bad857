/** The pages that were sampled: where each led to, and what it says of itself. */
import type { PageReport } from '../../model/report.ts'
import { call, type Page, withQuery } from './api.ts'
import { type Column, DataTable } from './data-table.ts'
import { shortUrl } from './finding-source.ts'
import { ForeignLink } from './foreign-link.ts'
import { formatCount } from './format.ts'
import { html, useMemo } from './html.ts'
import { OutcomeMark } from './marks.ts'
import { MoreButton } from './more-button.ts'
import { usePages } from './use-pages.ts'

const PAGES_LOADED = '50'

export function PageTable({ auditId, origin, of }: { auditId: string; origin: string; of: number }) {
  const pages = usePages<PageReport>(
    (cursor, signal) =>
      call<Page<PageReport>>(withQuery(`/audits/${auditId}/pages`, { limit: PAGES_LOADED, cursor }), { signal }),
    [auditId],
  )
  const columns = useMemo(() => columnsFor(origin), [origin])
  return html`<div class="stack">
    ${
      pages.items.length > 0 &&
      html`<${DataTable} name="Pages that were sampled" columns=${columns} rows=${pages.items} keyOf=${({ url, document, entry }: PageReport) => `${url} ${document} ${entry}`} />`
    }
    <${MoreButton} pages=${pages} of=${of} noun="pages" />
  </div>`
}

function columnsFor(origin: string): Column<PageReport>[] {
  return [
    {
      title: 'Listed URL',
      isHead: true,
      cell: ({ url, hops, finalUrl }) => html`
        <${ForeignLink} url=${url} text=${shortUrl(url, origin)} />
        ${hops.length > 0 && html`<${Hops} hops=${hops} finalUrl=${finalUrl} origin=${origin} />`}
      `,
    },
    {
      title: 'Answer',
      sortBy: ({ outcome, status }) => `${outcome} ${status ?? ''}`,
      cell: ({ outcome, status }) => html`<${OutcomeMark} outcome=${outcome} status=${status} />`,
    },
    { title: 'Indexable', cell: (page) => html`<${Indexable} page=${page} />` },
    { title: 'Canonical', cell: (page) => html`<${Canonical} page=${page} origin=${origin} />` },
    { title: 'Lastmod: sitemap, page', cell: (page) => html`<${Dates} page=${page} />` },
    {
      title: 'Time',
      isNumber: true,
      sortBy: ({ ms }) => ms,
      cell: ({ ms, status }) => (status === null ? '' : `${formatCount(ms)} ms`),
    },
  ]
}

/** Each redirect with its status, in the order they were followed. */
function Hops({ hops, finalUrl, origin }: Pick<PageReport, 'hops' | 'finalUrl'> & { origin: string }) {
  const targets = [...hops.slice(1).map(({ url }) => url), finalUrl]
  return html`<ol class="hops" aria-label="Redirects">
    ${hops.map(
      ({ status }, index) => html`<li key=${index}>
        <span class="number">${status}</span> to${' '}
        ${targets[index] ? html`<span class="url mono">${shortUrl(targets[index], origin)}</span>` : 'nowhere'}
      </li>`,
    )}
  </ol>`
}

function Indexable({ page: { indexable, noindex } }: { page: PageReport }) {
  if (indexable === null) return html`<span class="muted">not judged</span>`
  if (noindex.length === 0) return indexable ? 'yes' : 'no'
  const statements = noindex.map(
    ({ source, agent, value }) => `${source === 'meta' ? 'meta' : 'X-Robots-Tag'} ${agent}: ${value}`,
  )
  return html`${indexable ? 'yes' : 'no'} <span class="hint url">(${statements.join('; ')})</span>`
}

function Canonical({ page: { canonical, finalUrl, outcome }, origin }: { page: PageReport; origin: string }) {
  if (canonical.length === 0) return html`<span class="muted">${outcome === 'read' ? 'none' : ''}</span>`
  return canonical.map(({ href, resolved, source }, index) =>
    resolved !== null && resolved === finalUrl
      ? html`<span key=${index}>itself </span>`
      : html`<span key=${index} class="url mono">${shortUrl(resolved ?? href, origin)}${source === 'header' ? ' (Link header)' : ''} </span>`,
  )
}

function Dates({ page: { lastmod } }: { page: PageReport }) {
  const { sitemap, page, pageSource } = lastmod
  return html`<span class="number dates">
    <span>${sitemap ?? html`<span class="muted">none</span>`}</span>
    <span title=${pageSource ?? undefined}>${page ?? html`<span class="muted">unknown</span>`}</span>
  </span>`
}
