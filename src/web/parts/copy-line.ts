/** A line that people take to their terminal. */
import { html, useEffect, useState } from './html.ts'

const THANKS_MS = 2_000

/** @param label what the line is for: "The same audit with curl" */
export function CopyLine({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), THANKS_MS)
    return () => clearTimeout(timer)
  }, [copied])
  // Over plain http, but for loopback, there is no clipboard: the line can be marked by hand.
  const canCopy = 'clipboard' in navigator
  return html`<div class="copy">
    <pre tabindex="0" role="group" aria-label=${label}>${text}</pre>
    ${
      canCopy &&
      html`<button type="button" class="small" onClick=${() => navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        ${copied ? 'Copied' : 'Copy'}
      </button>`
    }
    <span class="unseen" role="status">${copied ? 'Copied.' : ''}</span>
  </div>`
}

/** A word of a POSIX shell. */
function quoteForShell(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** The curl line that posts this JSON to the service that the page came from. */
export function curlLine(path: string, body: unknown): string {
  return `curl -X POST ${quoteForShell(`${location.origin}${path}`)} -H 'content-type: application/json' -d ${quoteForShell(JSON.stringify(body))}`
}
