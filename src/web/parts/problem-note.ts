/** What went wrong, in the API's own words. */
import type { Problem } from '../../model/audit.ts'
import { isProblemError } from './api.ts'
import { html } from './html.ts'

/** @param onRetry absent: there is nothing to try again */
export function ProblemNote({ problem, onRetry }: { problem: Problem; onRetry?: () => void }) {
  const more = (problem.errors ?? []).filter(({ detail }) => detail !== problem.detail)
  return html`<div class="problem" role="alert">
    <p><strong>${problem.title}.</strong> ${problem.detail}</p>
    ${more.length > 0 && html`<ul>${more.map(({ field, detail }) => html`<li key=${field}>${detail}</li>`)}</ul>`}
    ${onRetry && html`<p><button type="button" class="small" onClick=${onRetry}>Try again</button></p>`}
  </div>`
}

/** Of whatever was thrown: a fault of these pages is said to be one. */
export function toProblem(error: unknown): Problem {
  if (isProblemError(error)) return error.problem
  const detail = error instanceof Error ? error.message : String(error)
  return { type: 'about:blank', title: 'This page has failed', status: 0, detail, code: 'PAGE_FAILED' }
}
