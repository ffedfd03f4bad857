/** The audits of a domain, two of which can be chosen to be compared. */
import type { DomainHistory } from '../../model/history.ts'
import { DataTable } from './data-table.ts'
import { formatCount } from './format.ts'
import { html, useState } from './html.ts'
import { VerdictMark } from './marks.ts'
import { Time } from './time.ts'

type DomainAudit = DomainHistory['items'][number]

const severity = (title: string, name: 'error' | 'warning' | 'note') => ({
  title,
  isNumber: true,
  cell: ({ summary }: DomainAudit) => (summary === null ? '' : formatCount(summary.findings[name])),
})

export function AuditPairs({ items }: { items: readonly DomainAudit[] }) {
  const ended = items.filter(({ status }) => status === 'succeeded')
  const [later, setLater] = useState(ended[0]?.id ?? '')
  const [earlier, setEarlier] = useState(ended[1]?.id ?? '')
  const choice = (side: 'later' | 'earlier', chosen: string, choose: (id: string) => void) => ({
    title: side === 'later' ? 'Compare' : 'with',
    cell: ({ id, status, createdAt }: DomainAudit) =>
      status === 'succeeded'
        ? html`<input
            type="radio"
            name=${side}
            checked=${chosen === id}
            onChange=${() => choose(id)}
            aria-label=${side === 'later' ? `Compare the audit of ${createdAt}` : `with the audit of ${createdAt}`}
          />`
        : '',
  })
  const canCompare = later !== '' && earlier !== '' && later !== earlier
  const columns = [
    {
      title: 'Asked for',
      isHead: true,
      cell: ({ id, createdAt }: DomainAudit) => html`<a href=${`/audits/${id}`}><${Time} value=${createdAt} /></a>`,
    },
    {
      title: 'Verdict',
      cell: ({ verdict, status }: DomainAudit) =>
        verdict === null ? html`<span class="muted">${status}</span>` : html`<${VerdictMark} verdict=${verdict} />`,
    },
    {
      title: 'Entries',
      isNumber: true,
      cell: ({ summary }: DomainAudit) => (summary === null ? '' : formatCount(summary.entries)),
    },
    severity('Errors', 'error'),
    severity('Warnings', 'warning'),
    severity('Notes', 'note'),
    { title: 'Gate', cell: ({ gate }: DomainAudit) => (gate === null ? '' : gate.passed ? 'passed' : 'closed') },
    choice('later', later, setLater),
    choice('earlier', earlier, setEarlier),
  ]
  return html`<div class="stack">
    <${DataTable} name="Audits, newest first" columns=${columns} rows=${items} keyOf=${({ id }: DomainAudit) => id} />
    ${
      ended.length > 1 &&
      html`<p class="row">
        ${
          canCompare
            ? html`<a class="button" href=${`/audits/${later}/diff?against=${earlier}`}>Compare the two</a>`
            : html`<span class="hint">Choose two different audits to compare.</span>`
        }
      </p>`
    }
  </div>`
}
