/** Makes or changes a schedule. What the form does not show of its options stays as it is. */
import type { Problem } from '../../model/audit.ts'
import type { Schedule } from '../../model/schedule.ts'
import { call } from './api.ts'
import { html, useState } from './html.ts'
import { ProblemNote, toProblem } from './problem-note.ts'

interface Props {
  /** null: a new one. */
  schedule: Schedule | null
  /** @param saved null: given up */
  onDone: (saved: Schedule | null) => void
}

type Request = Pick<Schedule, 'domain' | 'cron' | 'timezone' | 'paused'> & { options: Partial<Schedule['options']> }

const TIMES = { hourly: '0 * * * *', daily: '30 4 * * *', weekly: '30 4 * * 1', monthly: '30 4 1 * *' } as const

/** What can be sent back: header values of *** are kept. */
export function toRequest({ domain, cron, timezone, paused, options }: Schedule): Request {
  return { domain, cron, timezone, paused, options }
}

export function ScheduleForm({ schedule, onDone }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [cron, setCron] = useState<string>(schedule?.cron ?? TIMES.daily)
  const options = schedule?.options
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const body = readForm(event.currentTarget as HTMLFormElement, schedule)
      const saved = await (schedule === null
        ? call<Schedule>('/schedules', { method: 'POST', body })
        : call<Schedule>(`/schedules/${encodeURIComponent(schedule.id)}`, { method: 'PUT', body }))
      onDone(saved)
    } catch (error) {
      setProblem(toProblem(error))
      setBusy(false)
    }
  }
  const invalid = (field: string) => (problem?.field === field ? 'true' : undefined)
  return html`<form class="panel stack" onSubmit=${submit} aria-labelledby="schedule-title">
    <h2 id="schedule-title">${schedule === null ? 'New schedule' : `Schedule of ${schedule.domain}`}</h2>
    <div class="fields">
      <div>
        <label for="domain">Domain</label>
        <input id="domain" name="domain" inputmode="url" autocapitalize="none" spellcheck=${false} required autofocus placeholder="example.com" defaultValue=${schedule?.domain ?? ''} aria-invalid=${invalid('domain')} />
      </div>
      <div>
        <label for="cron">When, as a cron expression</label>
        <input id="cron" name="cron" class="mono" required spellcheck=${false} value=${cron} onInput=${(event: Event) => setCron((event.currentTarget as HTMLInputElement).value)} aria-describedby="cron-hint" aria-invalid=${invalid('cron')} />
      </div>
      <div>
        <label for="timezone">In the time zone</label>
        <input id="timezone" name="timezone" required list="timezones" spellcheck=${false} defaultValue=${schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone} aria-invalid=${invalid('timezone')} />
        <datalist id="timezones">${Intl.supportedValuesOf('timeZone').map((zone) => html`<option key=${zone} value=${zone} />`)}</datalist>
      </div>
    </div>
    <p class="hint" id="cron-hint">Minute, hour, day of the month, month, day of the week. Or${' '}
      ${Object.entries(TIMES).map(
        ([word, value], index) =>
          html`${index > 0 && ', '}<button key=${word} type="button" class="small" onClick=${() => setCron(value)}>${word}</button>`,
      )}
    </p>
    <details open=${schedule !== null}>
      <summary>What is audited, and who is told</summary>
      <div class="stack options">
        <div class="fields">
          <div>
            <label for="children">Children read of each index</label>
            <input id="children" name="children" required pattern="all|[1-9][0-9]*" title="A number, or all" defaultValue=${String(options?.children ?? 3)} aria-invalid=${invalid('options.children')} />
          </div>
          <div>
            <label for="pages">Pages fetched, in all</label>
            <input id="pages" name="pages" type="number" required min="0" max="10000" defaultValue=${options?.pages ?? 20} aria-invalid=${invalid('options.pages')} />
          </div>
          <div>
            <label for="failOn">Gate closes on</label>
            <select id="failOn" name="failOn">
              ${GATES.map(([value, word]) => html`<option key=${value} value=${value} selected=${(options?.gate?.failOn ?? '') === value}>${word}</option>`)}
            </select>
          </div>
          <div>
            <label for="webhook">Webhook that is told of every end</label>
            <input id="webhook" name="webhook" type="url" placeholder="https://" defaultValue=${options?.webhook ?? ''} aria-invalid=${invalid('options.webhook')} />
          </div>
        </div>
        <label class="check"><input type="checkbox" name="paused" defaultChecked=${schedule?.paused ?? false} /> Paused: nothing is due</label>
      </div>
    </details>
    ${problem && html`<${ProblemNote} problem=${problem} />`}
    <p class="row">
      <button class="chief" disabled=${isBusy}>${schedule === null ? 'Make it' : 'Save'}</button>
      <button type="button" onClick=${() => onDone(null)}>Give up</button>
    </p>
  </form>`
}

const GATES = [
  ['', 'nothing: no gate'],
  ['error', 'errors'],
  ['new-error', 'new errors'],
  ['warning', 'errors and warnings'],
  ['never', 'lost and emptied documents only'],
] as const

function readForm(form: HTMLFormElement, schedule: Schedule | null): Request {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const children = text('children')
  const failOn = text('failOn') as '' | NonNullable<Schedule['options']['gate']>['failOn']
  const gate = schedule?.options.gate
  return {
    domain: text('domain'),
    cron: text('cron'),
    timezone: text('timezone'),
    paused: data.has('paused'),
    options: {
      ...schedule?.options,
      children: children === 'all' ? 'all' : Number(children),
      pages: Number(text('pages')),
      gate: failOn === '' ? null : ({ ...gate, failOn } as Schedule['options']['gate']),
      webhook: text('webhook') === '' ? null : text('webhook'),
    },
  }
}
