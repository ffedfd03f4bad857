/** What people would rather look at than read, of one audit that has ended. */
import type { DocumentReport, PageReport, Report } from '../../model/report.ts'
import { callAll } from '../parts/api.ts'
import { html } from '../parts/html.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { useLoaded } from '../parts/use-loaded.ts'
import { ByteKinds } from './byte-kinds.ts'
import { IndexLastmod } from './index-lastmod.ts'
import { LastmodDays } from './lastmod-days.ts'
import { LastmodStrips } from './lastmod-strips.ts'
import { LimitBars } from './limit-bars.ts'
import { PageSample } from './page-sample.ts'

/** Asked for at once, in one call each: pictures show the most telling ones of them. */
const READ_AT_MOST = 1_000

/** @param report its head: the lists are asked for here */
export function AuditPictures({ auditId, report }: { auditId: string; report: Report }) {
  const { value, problem, reload } = useLoaded(
    async (signal) => {
      const [documents, pages] = await Promise.all([
        callAll<DocumentReport>(`/audits/${auditId}/documents`, READ_AT_MOST, signal),
        callAll<PageReport>(`/audits/${auditId}/pages`, READ_AT_MOST, signal),
      ])
      return { documents, pages }
    },
    [auditId],
  )
  if (problem) return html`<${ProblemNote} problem=${problem} onRetry=${reload} />`
  if (value === null) return html`<p class="waiting" role="status">Loading the pictures.</p>`
  const { documents, pages } = value
  const read = documents.filter(({ outcome }) => outcome === 'read')
  if (read.length === 0 && pages.length === 0) return html`<p class="empty">Nothing was read that could be drawn.</p>`
  const listing = read.filter(({ kind }) => kind !== 'sitemapindex')
  const [heaviest] = listing.toSorted((a, b) => (b.bytes?.uncompressed ?? 0) - (a.bytes?.uncompressed ?? 0))
  const [only] = listing
  return html`<div class="pictures">
    <${LimitBars} documents=${read} audit=${auditId} />
    ${
      listing.length === 1 && only
        ? html`<${LastmodDays} document=${only} />`
        : html`<${LastmodStrips} documents=${read} audit=${auditId} />`
    }
    <${IndexLastmod} documents=${read} audit=${auditId} />
    ${heaviest && html`<${ByteKinds} document=${heaviest} isHeaviest=${listing.length > 1} />`}
    <${PageSample} pages=${pages} estimates=${report.estimates} />
  </div>`
}
