/** The end of a list that goes on: what is shown, and a button for more. */
import { formatCount } from './format.ts'
import { html } from './html.ts'
import { ProblemNote } from './problem-note.ts'
import type { Pages } from './use-pages.ts'

interface Props {
  pages: Pages<unknown>
  /** How many there are, where that is known. */
  of?: number | null
  /** What they are, in the plural. */
  noun: string
}

export function MoreButton({ pages: { items, hasMore, isLoading, problem, more }, of = null, noun }: Props) {
  if (problem) return html`<${ProblemNote} problem=${problem} onRetry=${more} />`
  if (isLoading) return html`<p class="waiting" role="status">Loading ${noun}.</p>`
  if (!hasMore) return null
  const total = of === null ? '' : ` of ${formatCount(of)}`
  return html`<p class="row">
    <button type="button" class="small" onClick=${more}>Show more ${noun}</button>
    <span class="hint number">${formatCount(items.length)}${total} shown</span>
  </p>`
}
