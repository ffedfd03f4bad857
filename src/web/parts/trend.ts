/** How the last audits of a domain went, oldest first: a bar each, and in words what has changed. */
import type { Verdict } from '../../model/report.ts'
import { formatCount, formatCounted } from './format.ts'
import { html } from './html.ts'

export interface Point {
  id: string
  verdict: Verdict | null
  errors: number | null
}

const BAR = 6
const GAP = 2
const HEIGHT = 20

export function Trend({ points }: { points: readonly Point[] }) {
  const most = Math.max(1, ...points.map(({ errors }) => errors ?? 0))
  const width = points.length * (BAR + GAP)
  return html`<span class="trend">
    <svg width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${describe(points)}>
      ${points.map(({ id, errors, verdict }, index) => {
        const height = errors ? Math.max(4, (errors / most) * HEIGHT) : 2
        return html`<rect
          key=${id}
          class=${verdict ?? 'unchecked'}
          x=${index * (BAR + GAP)}
          y=${HEIGHT - height}
          width=${BAR}
          height=${height}
        />`
      })}
    </svg>
    <span class="muted">${change(points)}</span>
  </span>`
}

function describe(points: readonly Point[]): string {
  const counts = points.map(({ errors }) => (errors === null ? 'no report' : formatCount(errors)))
  return `Errors in the last ${formatCounted(points.length, 'audit')}: ${counts.join(', ')}`
}

/** Against the audit before. */
function change(points: readonly Point[]): string {
  const [before, now] = points.slice(-2).map(({ errors }) => errors)
  if (points.length < 2) return 'first audit'
  if (before === null || now === null || before === undefined || now === undefined) return ''
  if (now === before) return 'no change'
  const difference = Math.abs(now - before)
  return `${formatCount(difference)} ${difference === 1 ? 'error' : 'errors'} ${now > before ? 'more' : 'fewer'}`
}
