/** One finding: what is wrong, where, with the source line, and what to do. */
import type { Example, Finding } from '../../model/report.ts'
import { documentPath, shortUrl } from './finding-source.ts'
import { ForeignLink } from './foreign-link.ts'
import { formatCount, formatCounted, formatShare } from './format.ts'
import { html, useState } from './html.ts'
import { SourceLine } from './source-line.ts'

interface Props {
  finding: Finding
  /** null: nothing links to its documents. */
  auditId: string | null
  origin: string | null
  /** What the group has said already. */
  said: { message: string | null; fix: string | null }
}

export function FindingCard({ finding, auditId, origin, said }: Props) {
  const { message, document, occurrences, share, pattern, suppressed, examples, fix } = finding
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? examples : examples.slice(0, 1)
  return html`<li class="finding stack">
    ${message !== said.message && html`<p class="message">${message}</p>`}
    ${fix !== said.fix && html`<p><span class="muted">To do:</span> ${fix}</p>`}
    <p class="about">
      ${document !== null && html`<span>in <${DocumentLink} url=${document} auditId=${auditId} origin=${origin} /></span>`}
      ${occurrences > 1 && html`<span class="number">${formatCounted(occurrences, 'time', 'times')}</span>`}
      ${share !== null && occurrences > 1 && html`<span class="number">${formatShare(share)} of those that it could concern</span>`}
      ${pattern !== null && html`<span>all like <code class="url">${pattern}</code></span>`}
      ${suppressed !== null && html`<span class="chip">suppressed: ${suppressed}</span>`}
    </p>
    ${shown.map((example, index) => html`<${ExampleView} key=${index} example=${example} />`)}
    ${
      examples.length > 1 &&
      html`<button type="button" class="small" aria-expanded=${isWhole ? 'true' : 'false'} onClick=${() => setWhole(!isWhole)}>
        ${isWhole ? 'One example' : others(examples.length, occurrences)}
      </button>`
    }
  </li>`
}

function others(count: number, occurrences: number): string {
  const more = formatCounted(count - 1, 'more example')
  return occurrences > count ? `${more} of ${formatCount(occurrences)}` : more
}

function DocumentLink({ url, auditId, origin }: { url: string; auditId: string | null; origin: string | null }) {
  const text = shortUrl(url, origin)
  if (auditId === null) return html`<${ForeignLink} url=${url} text=${text} />`
  return html`<a class="url mono" href=${documentPath(auditId, { url })}>${text}</a>`
}

function ExampleView({ example }: { example: Example }) {
  const { line, column, entry, loc, value, expected, snippet } = example
  const hasPlace = line !== null && column !== null
  const isFoundUnseen = value !== null && value !== expected && value !== loc && !snippet?.includes(value)
  return html`<div class="example">
    <p class="about">
      ${hasPlace && html`<span class="number">line ${line}, column ${column}</span>`}
      ${entry !== null && html`<span class="number">entry ${formatCount(entry)}</span>`}
      ${loc !== null && html`<${ForeignLink} url=${loc} />`}
    </p>
    <${SourceLine} example=${example} />
    ${
      (expected !== null || isFoundUnseen) &&
      html`<dl class="facts">
        ${isFoundUnseen && html`<dt>Found</dt><dd><code class="url">${value}</code></dd>`}
        ${expected !== null && html`<dt>Expected</dt><dd><code class="url">${expected}</code></dd>`}
      </dl>`
    }
  </div>`
}
