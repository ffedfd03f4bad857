/** Two audits of a domain beside each other. */
import type { Audit } from '../../model/audit.ts'
import type { Diff } from '../../model/history.ts'
import type { Finding } from '../../model/report.ts'
import { call, partOfPath, withQuery } from '../parts/api.ts'
import { DocumentChanges } from '../parts/document-changes.ts'
import { FindingItem } from '../parts/finding-item.ts'
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
    <${DocumentChanges} documents=${documents} />
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

mountPage(DiffPage)
