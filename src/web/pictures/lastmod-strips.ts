/** On which days the lastmods of several documents lie, one below the other on one axis. */
import type { DocumentReport, LastmodHistogram } from '../../model/report.ts'
import { documentPath } from '../parts/finding-source.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { documentName } from './document-name.ts'
import { Picture } from './picture.ts'
import { createScale, DAY_MS, formatDay } from './scale.ts'

const SHOWN = 10
const HEIGHT = 28
const LEAST_DAYS = 30
/** A day among years is still seen. */
const LEAST_WIDTH = 0.6

interface Dated {
  url: string
  histogram: LastmodHistogram
  valid: number
  distinct: number
}

export function LastmodStrips({ documents, audit }: { documents: readonly DocumentReport[]; audit: string }) {
  const dated = documents
    .flatMap(({ url, kind, lastmod }): Dated[] =>
      kind === 'sitemapindex' || !lastmod?.histogram
        ? []
        : [{ url, histogram: lastmod.histogram, valid: lastmod.valid, distinct: lastmod.distinct }],
    )
    .sort((a, b) => b.valid - a.valid)
  if (dated.length === 0) return null
  const shown = dated.slice(0, SHOWN)
  const high = Math.max(...shown.map(({ histogram }) => endOf(histogram)))
  const first = Math.min(...shown.map(({ histogram }) => Date.parse(histogram.from)))
  // One day alone would fill the axis, and look like many.
  const low = Math.min(first, high - LEAST_DAYS * DAY_MS)
  const single = dated.filter(({ distinct, valid }) => distinct === 1 && valid > 1).length
  const says =
    single === 0
      ? 'Entries by the day of their lastmod.'
      : `Entries by the day of their lastmod: ${formatCounted(single, 'file has', 'files have')} one date for all.`
  return html`<${Picture} title="Lastmod of the entries" says=${says}>
    <ul class="rows">
      ${shown.map(
        (document) => html`<li key=${document.url} class="time-row">
          <span class="row-name url" title=${document.url}><a href=${documentPath(audit, document)}>${documentName(document.url)}</a></span>
          <${Strip} histogram=${document.histogram} low=${low} high=${high} />
          <span class="row-text number">${tell(document)}</span>
        </li>`,
      )}
    </ul>
    <p class="ends hint number" aria-hidden="true"><span>${formatDay(low)}</span><span>${formatDay(high - DAY_MS)}</span></p>
    ${dated.length > SHOWN && html`<p class="hint">The ${SHOWN} with the most dates of ${formatCount(dated.length)} files are shown.</p>`}
  <//>`
}

/** Every file by its own height: how its dates are spread is what counts. */
function Strip({
  histogram: { from, days, counts },
  low,
  high,
}: {
  histogram: LastmodHistogram
  low: number
  high: number
}) {
  const place = createScale(low, high, 0, 100)
  const most = Math.max(...counts)
  const start = Date.parse(from)
  return html`<svg class="strip" height=${HEIGHT} aria-hidden="true" focusable="false">
    ${counts.map((count, index) => {
      if (count === 0) return null
      const x = place(start + index * days * DAY_MS)
      const width = Math.max(LEAST_WIDTH, place(start + (index + 1) * days * DAY_MS) - x)
      const height = Math.max(2, (count / most) * HEIGHT)
      return html`<rect key=${index} class="column" x=${`${Math.min(x, 100 - width)}%`} y=${HEIGHT - height} width=${`${width}%`} height=${height} />`
    })}
    <line class="axis" x1="0" x2="100%" y1=${HEIGHT} y2=${HEIGHT} />
  </svg>`
}

function tell({ histogram: { from, days, counts }, valid, distinct }: Dated): string {
  if (distinct === 1) return valid === 1 ? `one date, ${from}` : `all ${formatCount(valid)} have the same date`
  const last = formatDay(Date.parse(from) + (days * counts.length - 1) * DAY_MS)
  const first = formatDay(Date.parse(from))
  const span = first === last ? `all on ${first}` : `${first} to ${last}`
  return `${formatCount(valid)} dates, ${formatCount(distinct)} different, ${span}`
}

function endOf({ from, days, counts }: LastmodHistogram): number {
  return Date.parse(from) + days * counts.length * DAY_MS
}
