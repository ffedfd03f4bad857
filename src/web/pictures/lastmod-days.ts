/** On which days the lastmods of a document lie: one spike tells a generated date at a glance. */
import type { DocumentReport, LastmodHistogram } from '../../model/report.ts'
import { DataTable } from '../parts/data-table.ts'
import { formatCount, formatCounted, formatShare } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { Picture } from './picture.ts'
import { DAY_MS, formatDay, readTime, roundUp } from './scale.ts'
import { useWidth } from './use-width.ts'

const HEIGHT = 120
const LEFT = 48
const TOP = 8
const GAP = 2
const WIDEST = 48

type Lastmod = NonNullable<DocumentReport['lastmod']>

export function LastmodDays({
  document: { lastmod, entries, kind },
}: {
  document: Pick<DocumentReport, 'lastmod' | 'entries' | 'kind'>
}) {
  if (lastmod === null || lastmod.present === 0) return null
  const title = kind === 'sitemapindex' ? 'Lastmod of the children' : 'Lastmod of the entries'
  const says = describe(lastmod, entries ?? 0)
  const { histogram } = lastmod
  if (!histogram) return html`<${Picture} title=${title} says=${says} />`
  const rows = spansOf(histogram, readTime(lastmod.newest))
  const table = html`<${DataTable}
    name="Entries by the day of their lastmod"
    keyOf=${({ name }: Span) => name}
    rows=${rows.filter(({ count }) => count > 0)}
    columns=${[
      { title: 'Days (UTC)', cell: ({ name }: Span) => name, isHead: true },
      { title: 'Entries', cell: ({ count }: Span) => formatCount(count), isNumber: true },
    ]}
  />`
  return html`<${Picture} title=${title} says=${says} table=${table}>
    <${Bars} rows=${rows} label=${says} />
  <//>`
}

function Bars({ rows, label }: { rows: Span[]; label: string }) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const top = roundUp(Math.max(...rows.map(({ count }) => count)))
  const space = width - LEFT
  const step = Math.min(WIDEST, space / rows.length)
  const floor = TOP + HEIGHT
  const [first, last] = [rows[0], rows.at(-1)]
  // One spike stands in the middle, not at an edge where it could be overlooked.
  const from = LEFT + (space - step * rows.length) / 2
  return html`<div class="drawing" ref=${ref}>
    <svg width=${width} height=${floor + 24} role="img" aria-label=${label}>
      <line class="grid" x1=${LEFT} x2=${width} y1=${TOP} y2=${TOP} />
      <line class="axis" x1=${LEFT} x2=${width} y1=${floor} y2=${floor} />
      <text x=${LEFT - 6} y=${TOP + 4} text-anchor="end">${formatCount(top)}</text>
      <text x=${LEFT - 6} y=${floor + 4} text-anchor="end">0</text>
      ${rows.map(({ name, count }, index) => {
        const height = count === 0 ? 0 : Math.max(2, (count / top) * HEIGHT)
        return html`<rect key=${name} class="column" x=${from + index * step} y=${floor - height} width=${Math.max(1, step - GAP)} height=${height}>
          <title>${`${name}: ${formatCount(count)}`}</title>
        </rect>`
      })}
      ${
        rows.length === 1
          ? html`<text x=${LEFT + space / 2} y=${floor + 17} text-anchor="middle">${first?.name}</text>`
          : html`<text x=${LEFT} y=${floor + 17}>${first?.from}</text>
              <text x=${width} y=${floor + 17} text-anchor="end">${last?.to}</text>`
      }
    </svg>
  </div>`
}

interface Span {
  name: string
  from: string
  to: string
  count: number
}

/**
 * The days that each number stands for.
 * @param newest Unix ms of the newest date, NaN where it is not known: the last days end there
 */
function spansOf({ from, days, counts }: LastmodHistogram, newest: number): Span[] {
  const start = Date.parse(from)
  return counts.map((count, index) => {
    const firstMs = start + index * days * DAY_MS
    const lastMs = firstMs + (days - 1) * DAY_MS
    const last = formatDay(newest >= firstMs && newest < lastMs ? newest : lastMs)
    const first = formatDay(firstMs)
    return { name: first === last ? first : `${first} to ${last}`, from: first, to: last, count }
  })
}

function describe(
  { present, valid, distinct, commonest, histogram, oldest, newest }: Lastmod,
  entries: number,
): string {
  const parts = [
    `${formatCounted(present, 'entry has a', 'entries have a')} lastmod${entries > 0 ? `, of ${formatCount(entries)}` : ''}.`,
  ]
  if (commonest === null) return [...parts, 'None of them can be read as a date.'].join(' ')
  if (distinct === 1) parts.push(`All have the same, ${commonest.value}.`)
  else {
    parts.push(`There are ${formatCount(distinct)} different values, from ${oldest} to ${newest}.`)
    if (commonest.share >= 0.5) parts.push(`${formatShare(commonest.share)} have ${commonest.value}.`)
    else if (histogram?.counts.length === 1 && valid > 1) parts.push('All lie on one day.')
  }
  const shown = histogram ? histogram.counts.reduce((sum, count) => sum + count, 0) : 0
  if (histogram && shown < valid)
    parts.push(`${formatCount(valid - shown)} before 1990 or in the future are not drawn.`)
  return parts.join(' ')
}
