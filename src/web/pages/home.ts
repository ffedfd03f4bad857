/** The first page: ask for an audit, see the last ones, and what comes by itself. */
import type { AuditStatus } from '../../model/audit.ts'
import type { Report, Verdict } from '../../model/report.ts'
import type { Schedule } from '../../model/schedule.ts'
import { call, type Page } from '../parts/api.ts'
import { AuditForm } from '../parts/audit-form.ts'
import { type Column, DataTable } from '../parts/data-table.ts'
import { formatCount } from '../parts/format.ts'
import { html, useMemo, useState } from '../parts/html.ts'
import { VerdictMark } from '../parts/marks.ts'
import { mountPage } from '../parts/mount.ts'
import { ProblemNote } from '../parts/problem-note.ts'
import { Time } from '../parts/time.ts'
import { type Point, Trend } from '../parts/trend.ts'
import { useLoaded } from '../parts/use-loaded.ts'

/** As GET /audits lists them. */
interface ListedAudit {
  id: string
  domain: string
  status: AuditStatus
  createdAt: string
  finishedAt: string | null
  verdict: Verdict | null
  summary: Report['summary'] | null
}

interface DomainRow {
  latest: ListedAudit
  points: Point[]
}

/** Audits that are looked at for the table. */
const AUDITS_READ = 300
const DOMAINS_SHOWN = 20
/** Audits of one domain that make its trend. */
const TREND_LENGTH = 10
const SCHEDULES_SHOWN = 10

function Home() {
  return html`
    <h1>Audit the sitemaps of a site</h1>
    <${AuditForm} />
    <${RecentAudits} />
    <${Schedules} />
  `
}

function RecentAudits() {
  const { value, problem, reload } = useLoaded(
    (signal) => call<Page<ListedAudit>>(`/audits?limit=${AUDITS_READ}`, { signal }),
    [],
  )
  const [shown, setShown] = useState(DOMAINS_SHOWN)
  const rows = useMemo(() => byDomain(value?.items ?? []), [value])
  return html`<section aria-labelledby="recent">
    <h2 id="recent">Recent audits</h2>
    ${problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`}
    ${!value && !problem && html`<p class="waiting">Loading the audits.</p>`}
    ${value && rows.length === 0 && html`<p class="empty">There is none yet.</p>`}
    ${
      rows.length > 0 &&
      html`<${DataTable} name="Recent audits, by domain" columns=${AUDIT_COLUMNS} rows=${rows.slice(0, shown)} keyOf=${({ latest }: DomainRow) => latest.id} />`
    }
    ${
      rows.length > shown &&
      html`<p><button type="button" class="small" onClick=${() => setShown(shown + DOMAINS_SHOWN)}>Show more domains</button></p>`
    }
  </section>`
}

const AUDIT_COLUMNS: Column<DomainRow>[] = [
  {
    title: 'Domain',
    isHead: true,
    sortBy: ({ latest }) => latest.domain,
    cell: ({ latest }) => html`<a class="url" href=${`/audits/${latest.id}`}>${latest.domain}</a>`,
  },
  { title: 'Result', cell: ({ latest }) => html`<${Result} audit=${latest} />` },
  numbers('Errors', ({ findings }) => findings.error),
  numbers('Warnings', ({ findings }) => findings.warning),
  numbers('Entries', ({ entries }) => entries),
  {
    title: 'Trend of errors',
    cell: ({ latest, points }) =>
      html`<a class="plain" href=${`/domains/${encodeURIComponent(latest.domain)}`}><${Trend} points=${points} /></a>`,
  },
  {
    title: 'When',
    sortBy: ({ latest }) => latest.createdAt,
    cell: ({ latest }) => html`<${Time} value=${latest.finishedAt ?? latest.createdAt} />`,
  },
]

function numbers(title: string, pick: (summary: Report['summary']) => number): Column<DomainRow> {
  const numberOf = ({ latest: { summary } }: DomainRow) => (summary ? pick(summary) : null)
  return {
    title,
    isNumber: true,
    sortBy: numberOf,
    cell: (row) => {
      const value = numberOf(row)
      return value === null ? '' : formatCount(value)
    },
  }
}

const STATUS_WORDS: Record<AuditStatus, string> = {
  queued: 'waiting',
  running: 'running',
  succeeded: 'done',
  failed: 'failed here',
  cancelled: 'cancelled',
}

function Result({ audit: { status, verdict } }: { audit: ListedAudit }) {
  if (status === 'succeeded' && verdict) return html`<${VerdictMark} verdict=${verdict} />`
  return html`<span class="chip">${STATUS_WORDS[status]}</span>`
}

/** The newest audit of each domain, with the ones before it. */
function byDomain(audits: readonly ListedAudit[]): DomainRow[] {
  return [...Map.groupBy(audits, ({ domain }) => domain).values()].flatMap((ofDomain) => {
    const [latest] = ofDomain
    if (!latest) return []
    const points = ofDomain
      .filter(({ status }) => status === 'succeeded')
      .slice(0, TREND_LENGTH)
      .reverse()
      .map(({ id, verdict, summary }) => ({ id, verdict, errors: summary?.findings.error ?? null }))
    return [{ latest, points }]
  })
}

function Schedules() {
  const { value, problem, reload } = useLoaded(
    (signal) => call<Page<Schedule>>(`/schedules?limit=${SCHEDULES_SHOWN}`, { signal }),
    [],
  )
  const rows = value?.items ?? []
  return html`<section aria-labelledby="coming">
    <div class="heading">
      <h2 id="coming">Schedules</h2>
      <a href="/schedules">All schedules, and new ones</a>
    </div>
    ${problem && html`<${ProblemNote} problem=${problem} onRetry=${reload} />`}
    ${value && rows.length === 0 && html`<p class="empty">Nothing is audited by itself yet.</p>`}
    ${
      rows.length > 0 &&
      html`<${DataTable} name="Schedules" columns=${SCHEDULE_COLUMNS} rows=${rows} keyOf=${({ id }: Schedule) => id} />`
    }
  </section>`
}

const SCHEDULE_COLUMNS: Column<Schedule>[] = [
  {
    title: 'Domain',
    isHead: true,
    cell: ({ domain }) => html`<a class="url" href=${`/domains/${encodeURIComponent(domain)}`}>${domain}</a>`,
  },
  { title: 'Times', cell: ({ cron, timezone }) => html`<code>${cron}</code> <span class="muted">${timezone}</span>` },
  {
    title: 'Next',
    cell: ({ next, paused }) =>
      paused ? html`<span class="chip">paused</span>` : html`<${Time} value=${next} none="never" />`,
  },
]

mountPage(() => html`<${Home} />`)
