/** Asks for an audit: the domain, and behind a fold what can be chosen. */
import type { Audit, Problem } from '../../model/audit.ts'
import { call } from './api.ts'
import { readAuditForm, SHOWN_DEFAULTS } from './audit-request.ts'
import { CopyLine, curlLine } from './copy-line.ts'
import { html, useRef, useState } from './html.ts'
import { ProblemNote, toProblem } from './problem-note.ts'

export function AuditForm() {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [line, setLine] = useState('')
  const showLine = () => {
    if (form.current) setLine(curlLine('/audit', { ...readAuditForm(form.current), domain: domainOf(form.current) }))
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!form.current) return
    setBusy(true)
    setProblem(null)
    try {
      const body = readAuditForm(form.current)
      const { id } = await call<Audit>('/audit', { method: 'POST', body, headers: { prefer: 'respond-async' } })
      location.assign(`/audits/${id}`)
    } catch (error) {
      setProblem(toProblem(error))
      setBusy(false)
    }
  }
  const isWrong = problem?.field === 'domain' ? 'true' : undefined
  return html`<form class="panel stack audit-form" ref=${form} onSubmit=${submit} onInput=${showLine}>
    <div class="ask">
      <div class="grow">
        <label for="domain">Domain</label>
        <input
          id="domain"
          name="domain"
          inputmode="url"
          autocomplete="url"
          autocapitalize="none"
          spellcheck=${false}
          required
          placeholder="example.com"
          aria-invalid=${isWrong}
          aria-describedby="domain-hint"
        />
      </div>
      <button class="chief" disabled=${isBusy}>${isBusy ? 'Starting the audit' : 'Audit'}</button>
    </div>
    <p class="hint" id="domain-hint">A host, or an origin such as https://example.com:8443. robots.txt says where the sitemaps are.</p>
    ${problem && html`<${ProblemNote} problem=${problem} />`}
    <details onToggle=${showLine}>
      <summary>Options</summary>
      <div class="stack options">
        <div class="fields">
          <div>
            <label for="children">Children read of each index</label>
            <select id="children" name="children">
              <option value="1">1: the first</option>
              <option value="2">2: first and last</option>
              <option value=${SHOWN_DEFAULTS.children} selected>3: first, middle, last</option>
              <option value="10">10, evenly spread</option>
              <option value="50">50, evenly spread</option>
              <option value="all">all</option>
            </select>
          </div>
          <div>
            <label for="pages">Pages fetched, in all</label>
            <input id="pages" name="pages" type="number" min="0" max="10000" defaultValue=${SHOWN_DEFAULTS.pages} />
          </div>
          <div>
            <label for="profile">Judge as</label>
            <select id="profile" name="profile">
              <option value="">every reader</option>
              <option value="google">Google</option>
              <option value="bing">Bing</option>
              <option value="yandex">Yandex</option>
              <option value="protocol">the protocol alone</option>
              <option value="xsd">an XSD validator</option>
            </select>
          </div>
          <div>
            <label for="failOn">Gate closes on</label>
            <select id="failOn" name="failOn">
              <option value="">no gate</option>
              <option value="error">errors</option>
              <option value="new-error">new errors</option>
              <option value="warning">errors and warnings</option>
            </select>
          </div>
          <div>
            <label for="seed">Seed of the sample</label>
            <input id="seed" name="seed" type="number" min="0" defaultValue=${SHOWN_DEFAULTS.seed} />
          </div>
          <div>
            <label for="userAgent">User agent</label>
            <input id="userAgent" name="userAgent" autocomplete="off" placeholder="our own name" />
          </div>
        </div>
        <div>
          <label for="sitemaps">Sitemaps to audit instead of discovering them, a URL a line</label>
          <textarea id="sitemaps" name="sitemaps" rows="2" class="mono" spellcheck=${false}></textarea>
        </div>
        <label class="check"><input type="checkbox" name="ignoreRobots" /> Fetch pages that robots.txt closes to us</label>
        <label class="check"><input type="checkbox" name="compareUserAgents" /> Ask for each document once more under a browser's name</label>
        <div class="stack">
          <p class="label">The same from a terminal</p>
          <${CopyLine} text=${line} label="The same audit with curl" />
        </div>
      </div>
    </details>
  </form>`
}

/** A line that can be copied before the domain is there. */
function domainOf(form: HTMLFormElement): string {
  return readAuditForm(form).domain || 'example.com'
}
