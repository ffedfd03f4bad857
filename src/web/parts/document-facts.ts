/** One document in a line: outcome, what it is, how large, and what is wrong with it. */
import type { DocumentCount } from '../../model/counts.ts'
import type { DocumentReport } from '../../model/report.ts'
import { documentPath, shortUrl } from './finding-source.ts'
import { formatBytes, formatCount, formatCounted } from './format.ts'
import { html } from './html.ts'
import { OutcomeMark, SeverityMark } from './marks.ts'

const KINDS = {
  urlset: 'sitemap',
  sitemapindex: 'index',
  rss: 'RSS feed',
  atom: 'Atom feed',
  text: 'text sitemap',
  html: 'HTML page',
  unknown: 'unknown',
} as const

interface Props {
  document: DocumentReport
  auditId: string
  origin: string | null
  counts: ReadonlyMap<string, DocumentCount>
}

export function DocumentFacts({ document, auditId, origin, counts }: Props) {
  const { url, outcome, http, kind, reused } = document
  const isUnread = outcome === 'skipped' && http === null
  return html`<span class=${isUnread ? 'document unread' : 'document'}>
    ${
      isUnread
        ? html`<span class="url mono">${shortUrl(url, origin)}</span>`
        : html`<a class="url mono" href=${documentPath(auditId, { url })}>${shortUrl(url, origin)}</a>`
    }
    <span class="about">
      <${OutcomeMark} outcome=${outcome} status=${http?.status ?? null} />
      ${outcome === 'read' && kind !== null && html`<span>${KINDS[kind]}</span>`}
      ${http !== null && http.hops.length > 0 && html`<span>behind ${formatCounted(http.hops.length, 'redirect')}</span>`}
      <${Size} document=${document} />
      ${reused && html`<span class="chip">unchanged since the audit before</span>`}
      <${Harm} count=${counts.get(url)} />
    </span>
  </span>`
}

function Size({ document: { entries, bytes, complete, children } }: Pick<Props, 'document'>) {
  const least = complete ? '' : 'at least '
  return html`
    ${children !== null && html`<span class="number">${formatCounted(children.listed, 'child', 'children')}, ${formatCount(children.chosen.length)} chosen</span>`}
    ${children === null && entries !== null && html`<span class="number">${least}${formatCounted(entries, 'entry', 'entries')}</span>`}
    ${bytes !== null && html`<span class="number">${sizeOf(bytes)}</span>`}
  `
}

function sizeOf({ transferred, uncompressed }: NonNullable<DocumentReport['bytes']>): string {
  const whole = formatBytes(uncompressed)
  return uncompressed > transferred * 1.02 ? `${whole}, ${formatBytes(transferred)} on the way` : whole
}

function Harm({ count }: { count: DocumentCount | undefined }) {
  if (!count) return null
  const { error, warning, note } = count
  return html`
    ${error > 0 && html`<${SeverityMark} severity="error" word=${formatCounted(error, 'error')} />`}
    ${warning > 0 && html`<${SeverityMark} severity="warning" word=${formatCounted(warning, 'warning')} />`}
    ${note > 0 && html`<${SeverityMark} severity="note" word=${formatCounted(note, 'note')} />`}
  `
}
