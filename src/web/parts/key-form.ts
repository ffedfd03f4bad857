/** Asks for the API key once; the browser keeps a cookie that scripts cannot read. */
import type { Problem } from '../../model/audit.ts'
import { call } from './api.ts'
import { html, useState } from './html.ts'
import { ProblemNote, toProblem } from './problem-note.ts'

/** That there is something to forget. The key itself is nowhere that a script could read it. */
const MARKER = 'sitemap-auditor.has-key'

export function KeyForm({ onDone }: { onDone: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const key = String(new FormData(event.currentTarget as HTMLFormElement).get('key') ?? '')
    setBusy(true)
    try {
      await call('/session', { method: 'POST', body: { key } })
      localStorage.setItem(MARKER, '1')
      onDone()
    } catch (error) {
      setProblem(toProblem(error))
    }
    setBusy(false)
  }
  return html`<form class="panel key-form stack" onSubmit=${submit}>
    <h1>A key is needed</h1>
    <p>This service answers those who have an API key. It is asked for once and kept in this browser until you forget it.</p>
    <div>
      <label for="api-key">API key</label>
      <input id="api-key" name="key" type="password" autocomplete="current-password" required autofocus />
    </div>
    ${problem && html`<${ProblemNote} problem=${problem} />`}
    <button class="chief" disabled=${isBusy}>Go on</button>
  </form>`
}

/** Shows the button of the bar where a key was given. */
export function offerToForget(): void {
  const button = document.getElementById('forget-key')
  if (!button || localStorage.getItem(MARKER) === null) return
  button.hidden = false
  button.onclick = async () => {
    await call('/session', { method: 'DELETE' })
    localStorage.removeItem(MARKER)
    location.assign('/')
  }
}
