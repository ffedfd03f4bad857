/** Two audits of a domain beside each other. */
import type { Audit } from '../../model/audit.ts'
import type { Finding } from '../../model/report.ts'
import type { Diff } from '../parts/answers.ts'
import { call, partOfPath, withQuery } from '../parts/api.ts'
import { FindingItem } from '../parts/finding-item.ts'
import { ForeignLink } from '../parts/foreign-link.ts'
import { formatCount, formatCounted } from '../parts/format.ts'
import { html, useState } from '../parts/html.ts'
import { mountPage, setTitle } from '../parts/mount.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { Time } from '../parts/time.ts'
import { useLoaded } from '../parts/use-loaded.ts'

const SHOWN_AT_ONCE = 25
const id = partOfPath('audits')
const against = new URLSearchParams(location.search).get('against') ?? 'previous'

const GROUPS = {
  new: { title: 'New', none: 'No finding is new.' },
  fixed: { title: 'Fixed', none: 'No finding was fixed.' },
  unchanged: { title: 'Unchanged', none: 'No finding is the same in both.' },
} as const

function DiffPage() {
  const { value, problem, reload } = useLoaded(load, [])
  if (problem) return html`<h1>Two audits compared</h1><${ProblemNote} problem=${problem} onRetry=${reload} />`
  if (value === null)
    return html`<h1>Two audits compared</h1><p class="waiting" role="status">Comparing the audits.</p>`
  const { diff, later, earlier } = value
  const { findings, documents } = diff
  const counted = [
    [findings.new.length, 'new finding'],
    [findings.fixed.length, 'fixed finding'],
    [documents.added.length, 'added document'],
    [documents.lost.length, 'lost document'],
    [documents.changed.length, 'changed document'],
  ] as const
  const told = counted.filter(([count]) => count > 0).map(([count, noun]) => formatCounted(count, noun))
  return html`
    <p class="crumbs"><a href=${`/domains/${encodeURIComponent(later.domain)}`}>${later.domain}</a></p>
    <h1>Two audits compared</h1>
    <p>
      <a href=${`/audits/${later.id}`}>The audit of <${Time} value=${later.createdAt} /></a>${' '}
      against <a href=${`/audits/${earlier.id}`}>that of <${Time} value=${earlier.createdAt} /></a>.
    </p>
    <p><strong>${told.length === 0 ? 'Nothing is different.' : `${told.join(', ')}.`}</strong></p>
    ${Object.entries(GROUPS).map(
      ([name, { title, none }]) =>
        html`<${Group} key=${name} title=${title} none=${none} findings=${findings[name as keyof typeof GROUPS]} audit=${name === 'fixed' ? earlier.id : later.id} isOpen=${name !== 'unchanged'} />`,
    )}
    <${Documents} documents=${documents} />
  `
}

async function load(signal: AbortSignal): Promise<{ diff: Diff; later: Audit; earlier: Audit }> {
  const diff = await call<Diff>(withQuery(`/audits/${encodeURIComponent(id)}/diff`, { against }), { signal })
  const head = (of: string) => call<Audit>(`/audits/${of}?report=head`, { signal })
  const [later, earlier] = await Promise.all([head(diff.audit), head(diff.against)])
  setTitle(`${later.domain}: two audits compared`)
  return { diff, later, earlier }
}

function Group({
  title,
  none,
  findings,
  audit,
  isOpen,
}: {
  title: string
  none: string
  findings: Finding[]
  /** Where its documents are shown. */
  audit: string
  isOpen: boolean
}) {
  const [shown, setShown] = useState(isOpen ? SHOWN_AT_ONCE : 0)
  const heading = `findings-${title.toLowerCase()}`
  return html`<section class="stack" aria-labelledby=${heading}>
    <h2 id=${heading}>${title} <span class="chip number">${formatCount(findings.length)}</span></h2>
    ${findings.length === 0 && html`<p class="empty">${none}</p>`}
    ${findings.slice(0, shown).map((finding) => html`<${FindingItem} key=${finding.fingerprint} finding=${finding} auditId=${audit} />`)}
    ${
      findings.length > shown &&
      html`<p><button type="button" class="small" onClick=${() => setShown(shown + SHOWN_AT_ONCE)}>
        ${shown === 0 ? `Show ${title.toLowerCase()} findings` : `Show more ${title.toLowerCase()} findings`}
      </button></p>`
    }
  </section>`
}

function Documents({ documents: { added, lost, changed } }: { documents: Diff['documents'] }) {
  return html`<section class="stack" aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    ${added.length + lost.length + changed.length === 0 && html`<p class="empty">All documents that both read are the same.</p>`}
    <${Urls} title="Added" urls=${added} />
    <${Urls} title="Lost" urls=${lost} />
    ${changed.length > 0 && html`<h3>Changed <span class="chip number">${formatCount(changed.length)}</span></h3>`}
    ${changed.map(
      ({ url, entries: [before, after], addedUrls, removedUrls }) => html`<article key=${url} class="panel stack">
        <p><${ForeignLink} url=${url} /></p>
        <p class="number">${formatCount(before)} to ${formatCounted(after, 'entry', 'entries')}${after === before ? '' : ` (${after > before ? '+' : '−'}${formatCount(Math.abs(after - before))})`}</p>
        ${
          addedUrls.length + removedUrls.length === 0
            ? html`<p class="hint">The same URLs, as far as they were compared; something else in the file has changed.</p>`
            : html`<${Changes} name="URLs that came" sign="+" urls=${addedUrls} /><${Changes} name="URLs that went" sign="−" urls=${removedUrls} />`
        }
      </article>`,
    )}
  </section>`
}

function Urls({ title, urls }: { title: string; urls: string[] }) {
  if (urls.length === 0) return null
  return html`<div>
    <h3>${title} <span class="chip number">${formatCount(urls.length)}</span></h3>
    <ul>${urls.map((url) => html`<li key=${url}><${ForeignLink} url=${url} /></li>`)}</ul>
  </div>`
}

function Changes({ name, sign, urls }: { name: string; sign: '+' | '−'; urls: string[] }) {
  if (urls.length === 0) return null
  return html`<details open=${urls.length <= 10}>
    <summary>${name} <span class="chip number">${formatCount(urls.length)}</span></summary>
    <ul class=${sign === '+' ? 'came' : 'went'}>${urls.map((url) => html`<li key=${url}><span aria-hidden="true">${sign} </span><${ForeignLink} url=${url} /></li>`)}</ul>
  </details>`
}

mountPage(DiffPage)
