/** The line of a document that a finding points at, with a caret under the column. */
import type { Example } from '../../model/report.ts'
import { html } from './html.ts'

/** Code points that a snippet keeps before its column: SNIPPET_BEFORE of values/snippet.ts. */
const SNIPPET_BEFORE = 60
/** C0, DEL, C1, and what turns the direction of text: they would hide what stands there. */
const HIDDEN = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export function SourceLine({
  example: { line, column, snippet },
}: {
  example: Pick<Example, 'line' | 'column' | 'snippet'>
}) {
  if (snippet === null || line === null || column === null) return null
  const points = Array.from(snippet)
  const at = Math.min(column - 1, SNIPPET_BEFORE)
  const isCut = column - 1 > SNIPPET_BEFORE
  // The caret hangs from the character itself: it stays under it however wide the characters before it are.
  return html`<pre class="source" tabindex="0" role="group" aria-label=${`Line ${line}, column ${column}`}><span class="gutter">${line}</span><code>${
    isCut ? '…' : ''
  }${show(points.slice(0, at))}<mark>${show(points.slice(at, at + 1)) || ' '}<span class="caret" aria-hidden="true">^</span></mark>${show(
    points.slice(at + 1),
  )}</code></pre>`
}

/** One character for one, so that nothing moves. */
function show(points: string[]): string {
  return points.join('').replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0)
    if (character === '\t') return character
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2426'
  })
}
