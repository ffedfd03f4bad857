/** The top of an audit: whose it is, how it went in a sentence, and what can be done with it. */
import type { Audit, Problem } from '../../model/audit.ts'
import { call } from './api.ts'
import { requestOf } from './audit-request.ts'
import { formatBytes, formatCount, formatDuration } from './format.ts'
import { html, useState } from './html.ts'
import { VerdictMark } from './marks.ts'
import { ProblemNote, toProblem } from './problem-note.ts'
import { Time } from './time.ts'
import { hasEnded } from './use-audit.ts'
import { describeStatus, describeVerdict } from './verdict-sentence.ts'

export function AuditHead({ audit }: { audit: Audit }) {
  const { domain, status, report, gate } = audit
  const isJudged = status === 'succeeded' && report !== null
  return html`
    <header class="audit-head stack">
      <p class="crumbs"><a href="/">Audits</a> / <a href=${`/domains/${encodeURIComponent(domain)}`}>all of ${domain}</a></p>
      <h1>${domain}</h1>
      <div class=${`verdict ${isJudged ? report.verdict : 'unchecked'}`}>
        ${isJudged && html`<${VerdictMark} verdict=${report.verdict} />`}
        <p>${isJudged ? describeVerdict(report) : describeStatus(audit)}</p>
      </div>
      ${gate && html`<${Gate} gate=${gate} />`}
      <${Facts} audit=${audit} />
      <${Actions} audit=${audit} />
    </header>
  `
}

function Gate({ gate: { passed, reasons } }: { gate: NonNullable<Audit['gate']> }) {
  return html`<div class=${`verdict ${passed ? 'pass' : 'fail'}`}>
    <p><strong>${passed ? 'The gate is open.' : 'The gate is closed.'}</strong></p>
    ${reasons.length > 0 && html`<ul>${reasons.map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul>`}
  </div>`
}

function Facts({ audit: { createdAt, startedAt, finishedAt, report, options } }: { audit: Audit }) {
  const requests = report
    ? `${formatCount(report.timing.requests)} requests, ${formatBytes(report.timing.bytes)}`
    : null
  return html`<p class="about muted">
    ${report !== null && report.origin !== '' && html`<span class="url">${report.origin}</span>`}
    <span>${finishedAt === null ? 'Asked for' : 'Ended'} <${Time} value=${finishedAt ?? createdAt} /></span>
    ${finishedAt !== null && startedAt !== null && html`<span class="number">took ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}</span>`}
    ${finishedAt !== null && requests !== null && html`<span class="number">${requests}</span>`}
    ${options.profile !== null && html`<span>judged as ${options.profile}</span>`}
  </p>`
}

function Actions({ audit }: { audit: Audit }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const act = (work: () => Promise<unknown>) => async () => {
    setBusy(true)
    setProblem(null)
    await work().catch((error) => setProblem(toProblem(error)))
    setBusy(false)
  }
  // Header values are not kept: the same audit cannot be asked for without them.
  const hasHeaders = Object.keys(audit.options.headers).length > 0
  const repeat = act(async () => {
    const { id } = await call<Audit>('/audit', {
      method: 'POST',
      body: requestOf(audit.options),
      headers: { prefer: 'respond-async' },
    })
    location.assign(`/audits/${id}`)
  })
  const cancel = act(() => call(`/audits/${audit.id}`, { method: 'DELETE' }))
  if (!hasEnded(audit)) {
    return html`<div class="row">
      <button type="button" disabled=${isBusy} onClick=${cancel}>Cancel the audit</button>
      ${problem && html`<${ProblemNote} problem=${problem} />`}
    </div>`
  }
  return html`<div class="row">
    ${!hasHeaders && html`<button type="button" disabled=${isBusy} onClick=${repeat}>Audit again</button>`}
    ${audit.status === 'succeeded' && html`<a class="button" href=${`/audits/${audit.id}/diff`}>Compare with the one before</a>`}
    ${audit.report !== null && html`<${Downloads} id=${audit.id} />`}
    ${problem && html`<${ProblemNote} problem=${problem} />`}
  </div>`
}

const FORMS = [
  ['html', 'HTML, to be kept or sent'],
  ['md', 'Markdown'],
  ['csv', 'CSV of the findings'],
  ['csv?of=pages', 'CSV of the pages'],
  ['csv?of=documents', 'CSV of the documents'],
  ['sarif', 'SARIF, for code scanning'],
  ['junit.xml', 'JUnit, for CI servers'],
  ['txt', 'Plain text'],
] as const

function Downloads({ id }: { id: string }) {
  return html`<details class="downloads">
    <summary class="button">Reports</summary>
    <ul class="panel">
      ${FORMS.map(([suffix, name]) => html`<li key=${suffix}><a href=${`/audits/${id}/report.${suffix}`} download=${suffix === 'html' || suffix === 'txt' ? '' : undefined}>${name}</a></li>`)}
    </ul>
  </details>`
}
