/** A domain over time: its audits, how they went, and any two of them beside each other. */
import type { DomainHistory } from '../../model/history.ts'
import { call, partOfPath, withQuery } from '../parts/api.ts'
import { AuditPairs } from '../parts/audit-pairs.ts'
import { formatCount } from '../parts/format.ts'
import { html, useMemo, useState } from '../parts/html.ts'
import { MoreButton } from '../parts/more-button.ts'
import { mountPage, setTitle } from '../parts/mount.ts'
import { usePages } from '../parts/use-pages.ts'
import { HistoryChart, type HistoryPoint } from '../pictures/history-chart.ts'

const AT_ONCE = '50'
const domain = partOfPath('domains')

type DomainAudit = DomainHistory['items'][number]

function DomainPage() {
  const pages = usePages<DomainAudit>(
    (cursor, signal) =>
      call(withQuery(`/domains/${encodeURIComponent(domain)}`, { limit: AT_ONCE, cursor }), { signal }),
    [],
  )
  const { items, isLoading, problem } = pages
  const isEmpty = items.length === 0 && !isLoading && problem === null
  return html`
    <p class="crumbs"><a href="/">Audits</a></p>
    <h1>${domain}</h1>
    ${isEmpty && html`<p class="empty">This domain has not been audited, or its audits were removed. <a href=${withQuery('/', { domain })}>Audit it now.</a></p>`}
    ${items.length > 0 && html`<${History} items=${items} />`}
    ${
      items.length > 0 &&
      html`<section class="stack" aria-labelledby="audits">
        <h2 id="audits">Audits</h2>
        <${AuditPairs} items=${items} />
      </section>`
    }
    <${MoreButton} pages=${pages} noun="audits" />
  `
}

/** Numbers can be compared where the options were the same. */
function History({ items }: { items: readonly DomainAudit[] }) {
  const [isAll, setAll] = useState(false)
  const ended = useMemo(
    () => items.filter(({ status, summary }) => status === 'succeeded' && summary !== null),
    [items],
  )
  const key = commonestKey(ended)
  if (key === null) return html`<p class="empty">No audit of this domain has succeeded so far.</p>`
  const alike = ended.filter(({ optionsKey }) => optionsKey === key)
  const points = (isAll ? ended : alike).toReversed() as HistoryPoint[]
  const others = ended.length - alike.length
  return html`<section class="stack" aria-labelledby="history">
    <h2 id="history">Over time</h2>
    <${HistoryChart} points=${points} />
    ${
      others > 0 &&
      html`<label class="check">
        <input type="checkbox" checked=${isAll} onChange=${() => setAll(!isAll)} />
        Also draw ${formatCount(others)} with other options, whose numbers cannot be compared
      </label>`
    }
  </section>`
}

/** The options of most of them; of as many, those of the newest. */
function commonestKey(audits: readonly DomainAudit[]): string | null {
  const groups = [...Map.groupBy(audits, ({ optionsKey }) => optionsKey).entries()]
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

setTitle(domain)
mountPage(DomainPage)
