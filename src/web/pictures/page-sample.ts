/** The sampled pages by what came of them, and what that says of all entries. */
import type { Estimate, PageReport } from '../../model/report.ts'
import { formatCount, formatCounted, formatShare } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { Picture } from './picture.ts'
import { roundUp } from './scale.ts'

const WHATS: Record<Estimate['what'], string> = {
  redirected: 'Redirect elsewhere',
  noindex: 'Say noindex',
  'canonical-other': 'Name another canonical',
  broken: 'Are broken',
}

const OUTCOMES = {
  fine: 'answered 200',
  redirected: 'redirected',
  broken: 'broken',
  unchecked: 'not checked',
} as const

export function PageSample({ pages, estimates }: { pages: readonly PageReport[]; estimates: readonly Estimate[] }) {
  if (pages.length === 0 && estimates.length === 0) return null
  const counts = Map.groupBy(pages, outcomeOf)
  const parts = (Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]).flatMap((kind) => {
    const count = counts.get(kind)?.length ?? 0
    return count === 0 ? [] : [{ kind, count, share: count / pages.length }]
  })
  let from = 0
  const told = parts.map(({ kind, count }) => `${formatCount(count)} ${OUTCOMES[kind]}`).join(', ')
  // Small shares are what matters here: the axis ends where the widest interval does.
  const end = Math.min(1, roundUp(100 * Math.max(0.05, ...estimates.map(({ interval }) => interval[1]))) / 100)
  return html`<${Picture} title="The sampled pages" says=${`${formatCounted(pages.length, 'page')} fetched${told === '' ? '' : `: ${told}`}.`}>
    <svg class="strip stacked" height="22" aria-hidden="true" focusable="false">
      ${parts.map(({ kind, share }) => {
        const x = from
        from += share
        return html`<rect key=${kind} class=${`kind page-${kind}`} x=${`${x * 100}%`} width=${`${share * 100}%`} height="22" />`
      })}
    </svg>
    <ul class="legend">
      ${parts.map(
        ({ kind, count, share }) => html`<li key=${kind}>
          <svg width="12" height="12" aria-hidden="true" focusable="false"><rect class=${`kind page-${kind}`} width="12" height="12" /></svg>
          <span>${OUTCOMES[kind]}</span><span class="number">${formatCount(count)}, ${formatShare(share)}</span>
        </li>`,
      )}
    </ul>
    ${
      estimates.length > 0 &&
      html`<h4>What that says of all entries, at 95 %</h4>
        <ul class="rows">
          ${estimates.map((estimate) => html`<${Interval} key=${estimate.what} estimate=${estimate} end=${end} />`)}
        </ul>
        <p class="ends hint number" aria-hidden="true"><span></span><span>0 %</span><span>${formatShare(end)}</span></p>`
    }
  <//>`
}

function Interval({ estimate: { what, bad, judged, of, interval }, end }: { estimate: Estimate; end: number }) {
  const [low, high] = interval
  const at = (share: number) => `${Math.min(1, share / end) * 100}%`
  return html`<li class="time-row">
    <span class="row-name">${WHATS[what]}</span>
    <svg class="strip pair" height="20" aria-hidden="true" focusable="false">
      <line class="axis" x1="0" x2="100%" y1="10" y2="10" />
      <rect class=${`interval ${bad > 0 ? 'warning' : 'note'}`} x=${at(low)} y="5" width=${at(Math.max(0.004, high - low))} height="10" />
      ${judged > 0 && html`<circle class="point newest" cx=${at(bad / judged)} cy="10" r="4.5" />`}
    </svg>
    <span class="row-text number">${formatCount(bad)} of ${formatCount(judged)} judged; so of ${formatCount(of)} entries between ${formatShare(low)} and ${formatShare(high)}</span>
  </li>`
}

function outcomeOf({ outcome, status, hops }: PageReport): keyof typeof OUTCOMES {
  if (outcome === 'absent') return 'broken'
  if (outcome !== 'read') return outcome === 'server-error' || outcome === 'unreachable' ? 'broken' : 'unchecked'
  if (status !== null && status >= 400) return 'broken'
  return hops.length > 0 ? 'redirected' : 'fine'
}
