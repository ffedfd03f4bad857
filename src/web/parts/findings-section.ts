/** The findings of an audit, with what they are filtered by. */
import type { AuditCounts } from '../../model/counts.ts'
import { call, withQuery } from './api.ts'
import { FindingFilter, readWanted, writeWanted } from './finding-filter.ts'
import { FindingGroups } from './finding-groups.ts'
import { type FindingSource, loadCounts, sourceOfApi, sourceOfTold, type Wanted } from './finding-source.ts'
import { formatCounted } from './format.ts'
import { html, useMemo, useRef, useState } from './html.ts'
import { ProblemNote } from './problem-note.ts'
import type { Told } from './use-audit.ts'
import { useLoaded } from './use-loaded.ts'

interface Props {
  auditId: string
  origin: string | null
  /** null: the audit has ended, and the API has what it found. */
  told: Told | null
}

export function FindingsSection({ auditId, origin, told }: Props) {
  const [wanted, setWanted] = useState<Wanted>(readWanted)
  const { document } = wanted
  const { value, problem, reload } = useLoaded(
    async (signal) => {
      if (told) return null
      if (document === null) return loadCounts(auditId)
      return call<AuditCounts>(withQuery(`/audits/${auditId}/counts`, { document }), { signal })
    },
    [auditId, document, told === null],
  )
  const last = useRef<FindingSource | null>(null)
  const source = useMemo(
    () => (told ? sourceOfTold(told, document) : value ? sourceOfApi(auditId, value) : last.current),
    [told, value, document, auditId],
  )
  // What was told stays until the report is there: nothing that was opened closes.
  last.current = source
  const change = (next: Wanted) => {
    writeWanted(next)
    setWanted(next)
  }
  return html`<section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    ${problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`}
    ${!source && !problem && html`<p class="waiting">Counting the findings.</p>`}
    ${
      source &&
      html`<div class="stack">
        <${FindingFilter} counts=${source.counts} wanted=${wanted} origin=${origin} onChange=${change} />
        <p class="hint" role="status">${describe(source, wanted, told !== null)}</p>
        <${FindingGroups} source=${source} wanted=${wanted} auditId=${auditId} origin=${origin} />
      </div>`
    }
  </section>`
}

function describe({ counts: { rules } }: FindingSource, { severity, rule, document }: Wanted, isLive: boolean): string {
  const shown = rules.filter(
    (one) => (severity === null || one.severity === severity) && (rule === null || one.rule === rule),
  )
  const findings = shown.reduce((sum, one) => sum + one.findings, 0)
  if (findings > 0)
    return `${formatCounted(findings, 'finding')} of ${formatCounted(shown.length, 'cause')}, the worst first.`
  if (severity !== null || rule !== null || document !== null) return 'No finding is like that.'
  return isLive ? 'None so far.' : 'None: nothing was found to be wrong.'
}
