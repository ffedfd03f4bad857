/** Sites that are audited again and again: list, make, change, pause, run now, remove. */
import type { Audit, Problem } from '../../model/audit.ts'
import type { Schedule } from '../../model/schedule.ts'
import { call, type Page, withQuery } from '../parts/api.ts'
import { type Column, DataTable } from '../parts/data-table.ts'
import { html, useEffect, useRef, useState } from '../parts/html.ts'
import { MoreButton } from '../parts/more-button.ts'
import { mountPage } from '../parts/mount.ts'
import { ProblemNote, toProblem } from '../parts/problem-note.ts'
import { ScheduleForm, toRequest } from '../parts/schedule-form.ts'
import { Time } from '../parts/time.ts'
import { usePages } from '../parts/use-pages.ts'

const AT_ONCE = '100'

const pathOf = ({ id }: Schedule) => `/schedules/${encodeURIComponent(id)}`

function SchedulesPage() {
  const [round, setRound] = useState(0)
  const pages = usePages<Schedule>(
    (cursor, signal) => call<Page<Schedule>>(withQuery('/schedules', { limit: AT_ONCE, cursor }), { signal }),
    [round],
  )
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null)
  const [removing, setRemoving] = useState<Schedule | null>(null)
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const reload = (what: string) => {
    setSaid(what)
    setRound((before) => before + 1)
  }
  const act = async (run: () => Promise<unknown>, done: (() => void) | string) => {
    setProblem(null)
    try {
      await run()
      if (typeof done === 'string') reload(done)
      else done()
    } catch (error) {
      setProblem(toProblem(error))
    }
  }
  const pause = (schedule: Schedule) =>
    act(
      () => call(pathOf(schedule), { method: 'PUT', body: { ...toRequest(schedule), paused: !schedule.paused } }),
      schedule.paused ? `${schedule.domain} goes on.` : `${schedule.domain} is paused.`,
    )
  const run = (schedule: Schedule) =>
    act(
      async () => {
        const { id } = await call<Audit>(`${pathOf(schedule)}/run`, { method: 'POST' })
        location.assign(`/audits/${id}`)
      },
      () => {},
    )
  const remove = (schedule: Schedule) => {
    setRemoving(null)
    return act(() => call(pathOf(schedule), { method: 'DELETE' }), `The schedule of ${schedule.domain} is deleted.`)
  }
  const isEmpty = pages.items.length === 0 && !pages.isLoading && pages.problem === null
  return html`
    <div class="heading">
      <h1>Schedules</h1>
      ${edited === null && html`<button type="button" class="chief" onClick=${() => setEdited('new')}>New schedule</button>`}
    </div>
    <p class="unseen" role="status">${said}</p>
    ${problem && html`<${ProblemNote} problem=${problem} />`}
    ${
      edited !== null &&
      html`<${ScheduleForm}
        key=${edited === 'new' ? 'new' : edited.id}
        schedule=${edited === 'new' ? null : edited}
        onDone=${(saved: Schedule | null) => {
          setEdited(null)
          if (saved) reload(`The schedule of ${saved.domain} is saved.`)
        }}
      />`
    }
    ${removing !== null && html`<${Removal} schedule=${removing} onNo=${() => setRemoving(null)} onYes=${() => remove(removing)} />`}
    ${isEmpty && html`<p class="empty">There is no schedule yet. A site that has one is audited again and again, and told of by webhook if you want.</p>`}
    ${
      pages.items.length > 0 &&
      html`<${DataTable}
        name="Schedules"
        columns=${columnsOf({ pause, run, edit: setEdited, askToRemove: setRemoving })}
        rows=${pages.items}
        keyOf=${({ id }: Schedule) => id}
      />`
    }
    <${MoreButton} pages=${pages} noun="schedules" />
  `
}

interface Actions {
  pause: (schedule: Schedule) => void
  run: (schedule: Schedule) => void
  edit: (schedule: Schedule) => void
  askToRemove: (schedule: Schedule) => void
}

function columnsOf({ pause, run, edit, askToRemove }: Actions): Column<Schedule>[] {
  const button = (word: string, { domain }: Schedule, onClick: () => void) =>
    html`<button type="button" class="small" onClick=${onClick}>${word}<span class="unseen"> ${domain}</span></button>`
  return [
    {
      title: 'Domain',
      isHead: true,
      sortBy: ({ domain }) => domain,
      cell: ({ domain }) => html`<span class="url">${domain}</span>`,
    },
    { title: 'When', cell: ({ cron, timezone }) => html`<code>${cron}</code> <span class="muted">${timezone}</span>` },
    {
      title: 'Due next',
      sortBy: ({ next }) => next,
      cell: ({ next, paused, lastSkippedAt }) => html`
        ${paused ? html`<span class="chip">paused</span>` : html`<${Time} value=${next} none="never" />`}
        ${lastSkippedAt !== null && html`<div class="hint">passed over <${Time} value=${lastSkippedAt} />: the audit before had not ended</div>`}
      `,
    },
    {
      title: 'Newest audit',
      cell: ({ lastAuditId }) =>
        lastAuditId === null
          ? html`<span class="muted">none</span>`
          : html`<a href=${`/audits/${lastAuditId}`}>look</a>`,
    },
    {
      title: 'Do',
      cell: (schedule) => html`<span class="actions">
        ${button('Run now', schedule, () => run(schedule))}
        ${button(schedule.paused ? 'Go on' : 'Pause', schedule, () => pause(schedule))}
        ${button('Edit', schedule, () => edit(schedule))}
        ${button('Delete', schedule, () => askToRemove(schedule))}
      </span>`,
    },
  ]
}

/** What cannot be undone is asked for twice. */
function Removal({ schedule: { domain }, onNo, onYes }: { schedule: Schedule; onNo: () => void; onYes: () => void }) {
  const no = useRef<HTMLButtonElement>(null)
  useEffect(() => no.current?.focus(), [])
  return html`<div class="panel stack" role="group" aria-labelledby="removal">
    <p id="removal">Delete the schedule of <strong>${domain}</strong>? Its request headers are forgotten; its audits stay.</p>
    <p class="row">
      <button type="button" ref=${no} onClick=${onNo}>Keep it</button>
      <button type="button" onClick=${onYes}>Delete it</button>
    </p>
  </div>`
}

mountPage(SchedulesPage)
