/** Entries and findings over the last audits of a domain. */
import type { Report } from '../../model/report.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { Picture } from './picture.ts'
import { createScale, formatDay, roundUp } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface HistoryPoint {
  id: string
  createdAt: string
  summary: Report['summary']
}

const LEFT = 56
const RIGHT = 12
const HEIGHT = 96
const TOP = 22
const BETWEEN = 34
const SEVERITIES = ['error', 'warning', 'note'] as const
const WORDS = { error: ['error', 'errors'], warning: ['warning', 'warnings'], note: ['note', 'notes'] } as const

/** @param points of audits with the same options, oldest first; the table of audits stands below it */
export function HistoryChart({ points }: { points: readonly HistoryPoint[] }) {
  const { ref, width } = useWidth<HTMLDivElement>()
  if (points.length === 0) return null
  const says = describe(points)
  const entries = points.map(({ summary }) => summary.entries)
  const sums = points.map(({ summary: { findings } }) => findings.error + findings.warning + findings.note)
  const [entriesTop, findingsTop] = [roundUp(Math.max(...entries)), roundUp(Math.max(...sums))]
  const x = createScale(0, points.length - 1, LEFT + 8, width - RIGHT - 8)
  const y = createScale(0, entriesTop, TOP + HEIGHT, TOP)
  const floor = TOP + HEIGHT + BETWEEN + HEIGHT
  const [step, most] = [
    (width - LEFT - RIGHT) / points.length,
    Math.max(2, Math.min(18, (width - LEFT - RIGHT) / points.length - 3)),
  ]
  const path = entries
    .map((count, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(count).toFixed(1)}`)
    .join('')
  return html`<${Picture} title="Entries and findings over the audits" says=${says}>
    <ul class="legend" aria-hidden="true">
      ${SEVERITIES.map(
        (severity) => html`<li key=${severity}>
          <svg width="12" height="12" focusable="false"><rect class=${`kind severity-${severity}`} width="12" height="12" /></svg>${WORDS[severity][1]}
        </li>`,
      )}
    </ul>
    <div class="drawing" ref=${ref}>
      <svg width=${width} height=${floor + 24} role="img" aria-label=${says}>
        <text class="name" x="0" y="12">Entries</text>
        <${Frame} top=${TOP} width=${width} end=${entriesTop} />
        <path class="line" d=${path} />
        ${points.map(
          (
            { id, createdAt, summary },
            index,
          ) => html`<circle key=${id} class="dot" cx=${x(index)} cy=${y(summary.entries)} r=${step > 10 ? 3.5 : 2}>
            <title>${`${formatDay(Date.parse(createdAt))}: ${formatCounted(summary.entries, 'entry', 'entries')}`}</title>
          </circle>`,
        )}
        <text class="name" x="0" y=${TOP + HEIGHT + BETWEEN - 10}>Findings</text>
        <${Frame} top=${TOP + HEIGHT + BETWEEN} width=${width} end=${findingsTop} />
        ${points.map(({ id, createdAt, summary: { findings } }, index) => {
          let at = floor
          return html`<g key=${id}>
            <title>${`${formatDay(Date.parse(createdAt))}: ${tellFindings(findings)}`}</title>
            ${SEVERITIES.map((severity) => {
              const height = (findings[severity] / findingsTop) * HEIGHT
              at -= height
              return (
                height > 0 &&
                html`<rect key=${severity} class=${`kind severity-${severity}`} x=${x(index) - most / 2} y=${at} width=${most} height=${height} />`
              )
            })}
          </g>`
        })}
        <text x=${LEFT} y=${floor + 17}>${formatDay(Date.parse(points[0]?.createdAt ?? ''))}</text>
        ${
          points.length > 1 &&
          html`<text x=${width - RIGHT} y=${floor + 17} text-anchor="end">${formatDay(Date.parse(points.at(-1)?.createdAt ?? ''))}</text>`
        }
      </svg>
    </div>
  <//>`
}

function Frame({ top, width, end }: { top: number; width: number; end: number }) {
  const floor = top + HEIGHT
  return html`<g>
    <line class="grid" x1=${LEFT} x2=${width - RIGHT} y1=${top} y2=${top} />
    <line class="axis" x1=${LEFT} x2=${width - RIGHT} y1=${floor} y2=${floor} />
    <text x=${LEFT - 6} y=${top + 4} text-anchor="end">${formatCount(end)}</text>
    <text x=${LEFT - 6} y=${floor + 4} text-anchor="end">0</text>
  </g>`
}

function tellFindings(findings: Report['summary']['findings']): string {
  return SEVERITIES.map((severity) => formatCounted(findings[severity], WORDS[severity][0])).join(', ')
}

function describe(points: readonly HistoryPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  const now = `${formatCounted(last.summary.entries, 'entry', 'entries')} and ${tellFindings(last.summary.findings)}`
  if (points.length === 1) return `One audit so far: ${now}.`
  return `${formatCount(points.length)} audits. The newest has ${now}; the first of them had ${formatCount(first.summary.entries)} entries and ${tellFindings(first.summary.findings)}.`
}
