/** Which findings are shown: by severity, document and rule. It stands in the address, so that it can be sent on. */
import type { AuditCounts } from '../../model/counts.ts'
import type { Severity } from '../../model/report.ts'
import { withQuery } from './api.ts'
import { shortUrl, type Wanted } from './finding-source.ts'
import { formatCounted } from './format.ts'
import { html } from './html.ts'
import { COUNTED_DOCUMENTS } from './limits.ts'

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note']
const PLURALS = { error: 'errors', warning: 'warnings', note: 'notes' } as const

export function readWanted(): Wanted {
  const query = new URLSearchParams(location.search)
  const severity = SEVERITIES.find((one) => one === query.get('severity')) ?? null
  return { severity, document: query.get('document'), rule: query.get('rule') }
}

export function writeWanted(wanted: Wanted): void {
  history.replaceState(null, '', withQuery(location.pathname, { ...wanted }) + location.hash)
}

interface Props {
  counts: AuditCounts
  wanted: Wanted
  origin: string | null
  onChange: (wanted: Wanted) => void
}

export function FindingFilter({ counts, wanted, origin, onChange }: Props) {
  const sum = (severity: Severity) =>
    counts.rules.reduce((total, one) => total + (one.severity === severity && !one.isSuppressed ? one.findings : 0), 0)
  const rules = [
    ...new Set([...counts.rules.map(({ rule }) => rule), ...(wanted.rule === null ? [] : [wanted.rule])]),
  ].sort()
  const isFiltered = wanted.severity !== null || wanted.document !== null || wanted.rule !== null
  const pick = (name: keyof Wanted) => (event: Event) =>
    onChange({ ...wanted, [name]: (event.currentTarget as HTMLSelectElement).value || null })
  const isListed = counts.documents.some(({ document }) => document === wanted.document)
  return html`<form class="filter" aria-label="Filter the findings" onSubmit=${(event: Event) => event.preventDefault()}>
    <div>
      <label for="filter-severity">Severity</label>
      <select id="filter-severity" onChange=${pick('severity')}>
        <option value="" selected=${wanted.severity === null}>all</option>
        ${SEVERITIES.map(
          (one) =>
            html`<option key=${one} value=${one} selected=${wanted.severity === one}>${PLURALS[one]} (${sum(one)})</option>`,
        )}
      </select>
    </div>
    <div class="grow">
      <label for="filter-document">Document</label>
      <select id="filter-document" onChange=${pick('document')}>
        <option value="" selected=${wanted.document === null}>
          ${counts.documents.length === COUNTED_DOCUMENTS ? `all, and the worst ${COUNTED_DOCUMENTS}:` : 'all'}
        </option>
        ${wanted.document !== null && !isListed && html`<option value=${wanted.document} selected>${shortUrl(wanted.document, origin)}</option>`}
        ${counts.documents.map(
          ({
            document,
            ...by
          }) => html`<option key=${document} value=${document} selected=${wanted.document === document}>
            ${shortUrl(document, origin)} (${describe(by)})
          </option>`,
        )}
      </select>
    </div>
    <div class="grow">
      <label for="filter-rule">Rule</label>
      <select id="filter-rule" onChange=${pick('rule')}>
        <option value="" selected=${wanted.rule === null}>all</option>
        ${rules.map((rule) => html`<option key=${rule} value=${rule} selected=${wanted.rule === rule}>${rule}</option>`)}
      </select>
    </div>
    <button type="button" disabled=${!isFiltered} onClick=${() => onChange({ severity: null, document: null, rule: null })}>
      Show all
    </button>
  </form>`
}

function describe(by: Record<Severity, number>): string {
  return SEVERITIES.filter((one) => by[one] > 0)
    .map((one) => formatCounted(by[one], one))
    .join(', ')
}
