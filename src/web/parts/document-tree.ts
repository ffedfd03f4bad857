/** What was found of what there is: the line of robots.txt, the index it names, the index's children. */
import type { DocumentCount } from '../../model/counts.ts'
import type { DiscoveryPlace, DocumentReport, Report } from '../../model/report.ts'
import { call, callAll, type Page, withQuery } from './api.ts'
import { DocumentFacts } from './document-facts.ts'
import { ForeignLink } from './foreign-link.ts'
import { formatCount, formatCounted } from './format.ts'
import { html, useMemo, useState } from './html.ts'
import { OutcomeMark } from './marks.ts'
import { MoreButton } from './more-button.ts'
import { ProblemNote } from './problem-note.ts'
import { useLoaded } from './use-loaded.ts'
import { usePages } from './use-pages.ts'

/** Roots are shown, and children asked for, so many at once. */
const SHOWN_AT_ONCE = 50
/** Roots that are asked for; the others are shown as the places that they were found at. */
const ROOTS_LIMIT = 5_000
/** Indexes are open from the start where there are few. */
const OPEN_INDEXES_LIMIT = 3

interface Props {
  report: Report
  auditId: string
  counts: ReadonlyMap<string, DocumentCount>
}

export function DocumentTree({ report, auditId, counts }: Props) {
  const { robots, origin } = report
  const { value, problem, reload } = useLoaded(
    (signal) => callAll<DocumentReport>(`/audits/${auditId}/documents?parent=`, ROOTS_LIMIT, signal),
    [auditId],
  )
  const byVia = useMemo(() => new Map((value ?? []).map((document) => [document.via, document])), [value])
  const isOpen = (value ?? []).filter(({ children }) => children !== null).length <= OPEN_INDEXES_LIMIT
  const branches = useMemo(() => branchesOf(report), [report])
  const node = { auditId, origin, counts }
  return html`<div>
    ${problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`}
    <ul class="tree panel">
      <li>
        <span class="document">
          <${ForeignLink} url=${robots.url} text="/robots.txt" />
          <span class="about">
            <${OutcomeMark} outcome=${robots.outcome} status=${robots.status} />
            <span>${robots.sitemaps.length === 0 ? 'names no sitemap' : formatCounted(robots.sitemaps.length, 'Sitemap line')}</span>
          </span>
        </span>
        <${Branch} ...${node} places=${branches.robots} byVia=${byVia} isOpen=${isOpen} />
      </li>
      ${
        branches.others.length > 0 &&
        html`<li>
          <span class="document"><span>Asked without being named there</span></span>
          <${Branch} ...${node} places=${branches.others} byVia=${byVia} isOpen=${isOpen} />
        </li>`
      }
    </ul>
  </div>`
}

/** A place that was looked at; `url` null: a Sitemap line that holds no URL. */
interface Place extends Omit<DiscoveryPlace, 'url' | 'outcome'> {
  url: string | null
  value: string
  outcome: DiscoveryPlace['outcome'] | null
}

function branchesOf({ robots, discovery }: Report): { robots: Place[]; others: Place[] } {
  const fromRobots = discovery.filter(({ via }) => via.startsWith('robots.txt:'))
  const known = new Set(fromRobots.map(({ via }) => via))
  const toPlace = (place: DiscoveryPlace): Place => ({ ...place, value: place.url })
  const lost = robots.sitemaps
    .map(({ line, value, url }): Place => ({ via: `robots.txt:${line}`, value, url, outcome: null, status: null }))
    .filter(({ via }) => !known.has(via))
  return {
    robots: [...fromRobots.map(toPlace), ...lost].sort((one, other) => lineOf(one) - lineOf(other)),
    others: discovery.filter(({ via }) => !via.startsWith('robots.txt:')).map(toPlace),
  }
}

function lineOf({ via }: Pick<Place, 'via'>): number {
  return Number(via.slice('robots.txt:'.length))
}

interface NodeProps {
  auditId: string
  origin: string
  counts: ReadonlyMap<string, DocumentCount>
}

function Branch({
  places,
  byVia,
  isOpen,
  ...node
}: NodeProps & { places: Place[]; byVia: ReadonlyMap<string, DocumentReport>; isOpen: boolean }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  if (places.length === 0) return null
  return html`<ul>
    ${places.slice(0, shown).map((place) => {
      const document = byVia.get(place.via)
      return html`<li key=${`${place.via} ${place.value}`}>
        <span class="via">${place.via.startsWith('robots.txt:') ? `line ${lineOf(place)}` : place.via === 'request' ? 'asked for' : 'usual place'}</span>
        ${document ? html`<${Node} ...${node} document=${document} isOpen=${isOpen} />` : html`<${Leaf} place=${place} />`}
      </li>`
    })}
    ${
      places.length > shown &&
      html`<li class="row">
        <button type="button" class="small" onClick=${() => setShown(shown + SHOWN_AT_ONCE)}>Show more</button>
        <span class="hint number">${formatCount(shown)} of ${formatCount(places.length)} shown</span>
      </li>`
    }
  </ul>`
}

/** A place that gave no document of its own. */
function Leaf({ place: { url, value, via, outcome, status } }: { place: Place }) {
  return html`<span class="document">
    ${url === null ? html`<code class="url">${value}</code>` : html`<${ForeignLink} url=${url} />`}
    <span class="about">
      ${
        outcome === null
          ? html`<span>not asked</span>`
          : outcome === 'read'
            ? html`<span>leads to a document that stands elsewhere here</span>`
            : html`<${OutcomeMark} outcome=${outcome} status=${status} isHarmless=${via.startsWith('/')} />`
      }
    </span>
  </span>`
}

function Node({ document, isOpen: isOpenAtFirst, ...node }: NodeProps & { document: DocumentReport; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const facts = html`<${DocumentFacts} ...${node} document=${document} />`
  if (document.children === null || document.children.listed === 0) return facts
  return html`
    ${facts}
    <button
      type="button"
      class="small quiet fold"
      aria-expanded=${isOpen ? 'true' : 'false'}
      onClick=${() => setOpen(!isOpen)}
    >
      ${isOpen ? 'Hide the children' : 'Show the children'}<span class="unseen"> of ${document.url}</span>
    </button>
    ${isOpen && html`<${Children} ...${node} parent=${document} />`}
  `
}

/** Those that were attempted; the others on demand, greyed. */
function Children({ parent, ...node }: NodeProps & { parent: DocumentReport }) {
  const [areUnreadShown, setUnreadShown] = useState(false)
  const attempted = usePages(childrenOf(node.auditId, parent.url, true), [node.auditId, parent.url])
  const unread = (parent.children?.listed ?? 0) - (parent.children?.chosen.length ?? 0)
  return html`<ul>
    ${attempted.items.map((document) => html`<${Child} ...${node} key=${document.via} document=${document} />`)}
    <${MoreButton} pages=${attempted} noun="children" />
    ${
      unread > 0 &&
      html`<li>
        <button
          type="button"
          class="small quiet fold"
          aria-expanded=${areUnreadShown ? 'true' : 'false'}
          onClick=${() => setUnreadShown(!areUnreadShown)}
        >
          ${areUnreadShown ? 'Hide' : 'Show'} ${formatCounted(unread, 'child', 'children')} not read
        </button>
        ${areUnreadShown && html`<${UnreadChildren} ...${node} parent=${parent} of=${unread} />`}
      </li>`
    }
  </ul>`
}

function UnreadChildren({ parent, of, ...node }: NodeProps & { parent: DocumentReport; of: number }) {
  const pages = usePages(childrenOf(node.auditId, parent.url, false), [node.auditId, parent.url])
  return html`<ul>
    ${pages.items.map((document) => html`<${Child} ...${node} key=${document.via} document=${document} />`)}
    <${MoreButton} pages=${pages} of=${of} noun="children" />
  </ul>`
}

function Child({ document, ...node }: NodeProps & { document: DocumentReport }) {
  const entry = document.via.slice(document.via.lastIndexOf('#') + 1)
  return html`<li>
    <span class="via number">entry ${entry}</span>
    <${Node} ...${node} document=${document} isOpen=${false} />
  </li>`
}

function childrenOf(auditId: string, parent: string, isAttempted: boolean) {
  return (cursor: string | null, signal: AbortSignal) =>
    call<Page<DocumentReport>>(
      withQuery(`/audits/${auditId}/documents`, {
        parent,
        attempted: String(isAttempted),
        limit: String(SHOWN_AT_ONCE),
        cursor,
      }),
      { signal },
    )
}
