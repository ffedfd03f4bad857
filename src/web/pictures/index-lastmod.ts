/** What an index says of its children beside the newest entry of each. */
import type { DocumentReport } from '../../model/report.ts'
import { documentPath } from '../parts/finding-source.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { html } from '../parts/html.ts'
import { documentName } from './document-name.ts'
import { Picture } from './picture.ts'
import { createScale, formatDay, readTime } from './scale.ts'

const SHOWN = 20

const VERDICTS = {
  equal: { word: 'equal', tone: 'pass' },
  stale: { word: 'index is behind', tone: 'warning' },
  ahead: { word: 'index is ahead', tone: 'warning' },
  zone: { word: 'differs by a time zone', tone: 'warning' },
  'not-compared': { word: 'not compared', tone: 'note' },
} as const

/** Those that differ come first: many equal ones would hide them. */
const ORDER = { stale: 0, ahead: 1, zone: 2, equal: 3, 'not-compared': 4 } as const

interface Child {
  url: string
  verdict: keyof typeof VERDICTS
  index: string | null
  newest: string | null
}

/** @param documents among which are children of indexes */
export function IndexLastmod({ documents, audit }: { documents: readonly DocumentReport[]; audit: string | null }) {
  const children = documents.flatMap(({ url, index, outcome }): Child[] =>
    index === null || outcome !== 'read' || (index.lastmod === null && index.newest === null)
      ? []
      : [{ url, verdict: index.verdict, index: index.lastmod, newest: index.newest }],
  )
  if (children.every(({ index }) => index === null)) return null
  const sorted = children.toSorted((a, b) => ORDER[a.verdict] - ORDER[b.verdict])
  const shown = sorted.slice(0, SHOWN)
  const times = shown.flatMap(({ index, newest }) => [readTime(index), readTime(newest)]).filter(Number.isFinite)
  const [low, high] = [Math.min(...times), Math.max(...times)]
  return html`<${Picture} title="Index lastmod beside the newest entry" says=${describe(children)}>
    <ul class="legend" aria-hidden="true">
      <li><svg width="12" height="12" focusable="false"><path class="point index" d="M6 1 11 6 6 11 1 6z" /></svg>what the index says</li>
      <li><svg width="12" height="12" focusable="false"><circle class="ring" cx="6" cy="6" r="4.5" /></svg>newest entry in the file</li>
    </ul>
    <ul class="rows">
      ${shown.map(
        (child) => html`<li key=${child.url} class="time-row">
          <span class="row-name url" title=${child.url}>
            ${audit === null ? documentName(child.url) : html`<a href=${documentPath(audit, child)}>${documentName(child.url)}</a>`}
          </span>
          <${Pair} child=${child} low=${low} high=${high} />
          <span class="row-text number"><strong class=${`tone-${VERDICTS[child.verdict].tone}`}>${VERDICTS[child.verdict].word}</strong>:
            ${' '}index ${child.index ?? 'says nothing'}, newest ${child.newest ?? 'not known'}</span>
        </li>`,
      )}
    </ul>
    ${
      Number.isFinite(low) &&
      high > low &&
      html`<p class="ends hint number" aria-hidden="true"><span>${formatDay(low)}</span><span>${formatDay(high)}</span></p>`
    }
    ${sorted.length > SHOWN && html`<p class="hint">${SHOWN} of ${formatCount(sorted.length)} children are shown, those that differ first.</p>`}
  <//>`
}

/** Both times on one line; the words beside it say the same. */
function Pair({ child, low, high }: { child: Child; low: number; high: number }) {
  const place = createScale(low, high, 3, 97)
  const at = (value: string | null) => {
    const time = readTime(value)
    return Number.isFinite(time) ? place(time) : null
  }
  const [index, newest] = [at(child.index), at(child.newest)]
  return html`<svg class="strip pair" height="20" aria-hidden="true" focusable="false">
    <line class="axis" x1="0" x2="100%" y1="10" y2="10" />
    ${
      index !== null &&
      newest !== null &&
      html`<line class=${`between ${VERDICTS[child.verdict].tone}`} x1=${`${index}%`} x2=${`${newest}%`} y1="10" y2="10" />`
    }
    ${newest !== null && html`<circle class="ring" cx=${`${newest}%`} cy="10" r="7.5" />`}
    ${
      index !== null &&
      html`<svg x=${`${index}%`} y="10" overflow="visible"><path class="point index" d="M0 -5 5 0 0 5 -5 0z" /></svg>`
    }
  </svg>`
}

function describe(children: readonly Child[]): string {
  const counts = Object.keys(VERDICTS).flatMap((verdict) => {
    const count = children.filter((child) => child.verdict === verdict).length
    return count === 0 ? [] : [`${formatCount(count)} ${VERDICTS[verdict as Child['verdict']].word}`]
  })
  return `${formatCounted(children.length, 'child', 'children')} read: ${counts.join(', ')}.`
}
