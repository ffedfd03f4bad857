/** Documents that came, went and changed between two audits; of many, some at once. */
import type { Diff } from '../../model/history.ts'
import { ForeignLink } from './foreign-link.ts'
import { formatCount, formatCounted } from './format.ts'
import { html, useState, type VNode } from './html.ts'

const SHOWN_AT_ONCE = 25
/** URLs that are shown without being asked for. */
const OPEN_URLS = 10

type Changed = Diff['documents']['changed'][number]

export function DocumentChanges({ documents: { added, lost, changed } }: { documents: Diff['documents'] }) {
  const link = (url: string) => html`<p key=${url}><${ForeignLink} url=${url} /></p>`
  return html`<section class="stack" aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    ${added.length + lost.length + changed.length === 0 && html`<p class="empty">All documents that both read are the same.</p>`}
    <${List} title="Added" items=${added} show=${link} />
    <${List} title="Lost" items=${lost} show=${link} />
    <${List} title="Changed" items=${changed} show=${(document: Changed) => html`<${Change} key=${document.url} document=${document} />`} />
  </section>`
}

function List<T>({ title, items, show }: { title: string; items: readonly T[]; show: (item: T) => VNode }) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  if (items.length === 0) return null
  return html`<div class="stack">
    <h3>${title} <span class="chip number">${formatCount(items.length)}</span></h3>
    ${items.slice(0, shown).map(show)}
    ${
      items.length > shown &&
      html`<p class="row">
        <button type="button" class="small" onClick=${() => setShown(shown + SHOWN_AT_ONCE)}>Show more ${title.toLowerCase()} documents</button>
        <span class="hint number">${formatCount(shown)} of ${formatCount(items.length)} shown</span>
      </p>`
    }
  </div>`
}

function Change({ document: { url, entries, addedUrls, removedUrls } }: { document: Changed }) {
  const [before, after] = entries
  const sign = after > before ? '+' : '−'
  const difference = after === before ? '' : ` (${sign}${formatCount(Math.abs(after - before))})`
  return html`<article class="panel stack">
    <p><${ForeignLink} url=${url} /></p>
    <p class="number">${formatCount(before)} to ${formatCounted(after, 'entry', 'entries')}${difference}</p>
    ${
      addedUrls.length + removedUrls.length === 0
        ? html`<p class="hint">The same URLs, as far as they were compared; something else in the file has changed.</p>`
        : html`<${Urls} name="URLs that came" sign="+" urls=${addedUrls} /><${Urls} name="URLs that went" sign="−" urls=${removedUrls} />`
    }
  </article>`
}

function Urls({ name, sign, urls }: { name: string; sign: '+' | '−'; urls: string[] }) {
  if (urls.length === 0) return null
  return html`<details open=${urls.length <= OPEN_URLS}>
    <summary>${name} <span class="chip number">${formatCount(urls.length)}</span></summary>
    <ul class=${sign === '+' ? 'came' : 'went'}>
      ${urls.map((url) => html`<li key=${url}><span aria-hidden="true">${sign} </span><${ForeignLink} url=${url} /></li>`)}
    </ul>
  </details>`
}
