/** One rule: why, what to do, where it is written, and examples wrong and right. */
import type { Rule } from '../../model/report.ts'
import { call, partOfPath } from '../parts/api.ts'
import { ForeignLink } from '../parts/foreign-link.ts'
import { group, html } from '../parts/html.ts'
import { SeverityMark } from '../parts/marks.ts'
import { mountPage, setTitle } from '../parts/mount.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { BASES, BREAKS } from '../parts/rule-words.ts'
import { useLoaded } from '../parts/use-loaded.ts'

const id = partOfPath('rules')

function RulePage() {
  const {
    value: rule,
    problem,
    reload,
  } = useLoaded((signal) => call<Rule>(`/rules/${encodeURIComponent(id)}`, { signal }), [])
  return group(
    html`<p class="crumbs"><a href="/rules">Rules</a></p>`,
    html`<h1>${id}</h1>`,
    problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`,
    rule === null && !problem && html`<p class="waiting" role="status">Loading the rule.</p>`,
    rule !== null && describe(rule),
  )
}

function describe({ severity, title, why, fix, breaks, basis, source, searchConsole, examples }: Rule) {
  return group(
    html`<p class="lead">${title}</p>`,
    html`<p class="row"><${SeverityMark} severity=${severity} />${breaks.map((name) => html`<span key=${name} class="chip">breaks the rules of ${BREAKS[name]}</span>`)}</p>`,
    html`<dl class="facts panel">
      <div class="fact"><dt>Why</dt><dd>${why}</dd></div>
      <div class="fact"><dt>What to do</dt><dd>${fix}</dd></div>
      <div class="fact"><dt>Basis</dt><dd>${BASES[basis]}${source === null ? '' : html`: <${ForeignLink} url=${source} />`}</dd></div>
      ${searchConsole !== null && html`<div class="fact"><dt>In Search Console</dt><dd>${searchConsole}</dd></div>`}
    </dl>`,
    examples &&
      html`<section aria-labelledby="examples">
        <h2 id="examples">Examples</h2>
        <div class="pair">
          <${Sample} name="Wrong" tone="fail" text=${examples.wrong} />
          <${Sample} name="Right" tone="pass" text=${examples.right} />
        </div>
      </section>`,
  )
}

function Sample({ name, tone, text }: { name: string; tone: 'fail' | 'pass'; text: string }) {
  return html`<figure class=${`sample panel ${tone}`}>
    <figcaption><strong class=${`mark ${tone}`}>${name}</strong></figcaption>
    <pre tabindex="0" role="group" aria-label=${`${name}: example`}>${text}</pre>
  </figure>`
}

setTitle(id)
mountPage(RulePage)
