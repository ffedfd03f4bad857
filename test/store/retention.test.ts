/** Which audits go, and which stay. */
import '#test/support/quick-pglite.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DutyTools } from '#src/duties/duty.ts'
import { removeAllOld, removeOldAudits, removeOldBatches } from '#src/duties/retention.ts'
import { AUDIT_DEFAULTS, type AuditOptions } from '#src/model/audit.ts'
import type { Verdict } from '#src/model/report.ts'
import { createAuditStore } from '#src/store/audits.ts'
import { migrate } from '#src/store/migrate.ts'
import { type OpenLink, openLink } from '#src/store/open-link.ts'
import { createRetentionStore, RETENTION_LOCK } from '#src/store/retention.ts'
import { createScheduleStore } from '#src/store/schedules.ts'
import type { Store } from '#src/store/store.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeDocument, makeFinding, makePage, makeReport } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

const DAY_MS = 86_400_000
const CUTOFF_MS = Date.now() - 90 * DAY_MS
const NEVER = new AbortController().signal

describe.each(backends.all)('old audits on $name', ({ create }) => {
  let link: OpenLink
  let store: Pick<Store, 'audits' | 'schedules' | 'retention'>
  beforeAll(async () => {
    link = await openLink(await create(), () => {})
    await migrate(link.db)
    store = {
      audits: createAuditStore(link.db),
      schedules: createScheduleStore(link.db),
      retention: createRetentionStore(link.db),
    }
  })
  afterAll(() => link.close())
  beforeEach(async () => {
    await sql`delete from audits`.execute(link.db)
    await sql`delete from schedules`.execute(link.db)
  })

  /** An audit that ended so many days ago; null: it has not ended. */
  async function audit(
    daysAgo: number | null,
    {
      status = 'succeeded',
      verdict = 'fail',
      baseline,
      ...options
    }: Partial<AuditOptions> & { status?: 'succeeded' | 'failed' | 'cancelled'; verdict?: Verdict } = {},
  ) {
    const domain = options.domain ?? 'a.example'
    const asked = { ...AUDIT_DEFAULTS, ...options, domain, ...(baseline && { baseline }) }
    const { audit: made } = await store.audits.insert({
      domain,
      options: asked,
      sealedHeaders: null,
      idempotencyKey: null,
    })
    if (daysAgo === null) return made.id
    await store.audits.start(made.id)
    const report = makeReport({ verdict, documents: [makeDocument()], pages: [makePage()], findings: [makeFinding()] })
    await store.audits.finish(made.id, { status, report, error: null })
    const finishedAt = new Date(Date.now() - daysAgo * DAY_MS)
    await sql`update audits set finished_at = ${finishedAt} where id = ${made.id}`.execute(link.db)
    return made.id
  }
  const compare = (id: string, baseline: string) =>
    sql`update audits set baseline_id = ${baseline} where id = ${id}`.execute(link.db)
  const removeOld = () => removeAllOld(store, CUTOFF_MS, NEVER)
  const left = async () => {
    const { rows } = await sql<{ id: string }>`select id from audits order by id`.execute(link.db)
    return rows.map(({ id }) => id)
  }

  test('go with all their pieces; young ones, unended ones and the newest succeeded one stay', async () => {
    const old = await audit(100)
    const newest = await audit(95)
    const failedLater = await audit(92, { status: 'failed' })
    const young = await audit(89, { status: 'cancelled' })
    const waiting = await audit(null)
    expect(await removeOld()).toBe(2)
    expect(await left()).toEqual([newest, young, waiting])
    for (const table of ['documents', 'pages', 'findings']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where audit_id in (${old}, ${failedLater})`.execute(
        link.db,
      )
      expect(rows).toEqual([])
    }
    expect(await removeOld()).toBe(0)
  })

  test('of each domain and of each way to audit it the newest succeeded one stays', async () => {
    await audit(200)
    const all = await audit(150, { children: 'all' })
    const usual = await audit(150)
    const other = await audit(400, { domain: 'b.example' })
    expect(await removeOld()).toBe(1)
    expect(await left()).toEqual([all, usual, other])
  })

  test('the newest one that could judge something stays, also behind younger ones that could not', async () => {
    await audit(220)
    const good = await audit(210)
    await audit(200, { verdict: 'unchecked' })
    const last = await audit(150, { verdict: 'unchecked' })
    expect(await removeOld()).toBe(2)
    expect(await left()).toEqual([good, last])
    const better = await audit(100)
    expect(await removeOld()).toBe(2)
    expect(await left()).toEqual([better])
  })

  test('that one which stays was compared with stay, and what those were compared with goes', async () => {
    const [first, second, third] = [await audit(120), await audit(110), await audit(100)]
    const young = await audit(1)
    await compare(second, first)
    await compare(third, second)
    await compare(young, third)
    expect(await removeOld()).toBe(2)
    expect(await left()).toEqual([third, young])
  })

  test('that the newest succeeded one was compared with stay, however old', async () => {
    const [first, second, third] = [await audit(300), await audit(250), await audit(200)]
    await compare(second, first)
    await compare(third, second)
    await removeOld()
    expect(await left()).toEqual([second, third])
  })

  test('that a schedule or a waiting audit names as its baseline stay', async () => {
    const [forSchedule, forWaiting, neither] = [await audit(120), await audit(110), await audit(100)]
    const newest = await audit(1)
    const waiting = await audit(null, { baseline: forWaiting })
    const schedule = {
      domain: 'a.example',
      options: { ...AUDIT_DEFAULTS, domain: 'a.example', baseline: forSchedule },
      sealedHeaders: null,
      cron: '@daily',
      timezone: 'UTC',
      isPaused: true,
    }
    const { id } = await store.schedules.insert(schedule)
    expect(await removeOld()).toBe(1)
    expect(await left()).toEqual([forSchedule, forWaiting, newest, waiting])
    expect(neither).not.toBe(newest)
    await store.schedules.update(id, { ...schedule, options: { ...schedule.options, baseline: 'previous' } })
    expect(await removeOld()).toBe(1)
  })

  test('go in small steps, also where many must stay, and each is looked at once', async () => {
    await sql`
      insert into audits (id, domain, options, status, created_at, finished_at, progress, options_key)
      select gen_random_uuid(), case when n % 2 = 0 then 'kept-' || n || '.example' else 'many.example' end, '{}',
        case when n % 2 = 0 then 'succeeded' else 'failed' end, now(), now() - interval '100 days' - n * interval '1 second',
        '{}', ''
      from generate_series(1, 500) n`.execute(link.db)
    let steps = 0
    const retention = {
      ...store.retention,
      removeOld: async (...step: Parameters<typeof store.retention.removeOld>) => {
        steps++
        const result = await store.retention.removeOld(...step)
        expect(result?.removed).toBeLessThanOrEqual(10)
        return result
      },
    }
    expect(await removeAllOld({ retention }, CUTOFF_MS, NEVER)).toBe(250)
    expect(await left()).toHaveLength(250)
    expect(steps).toBeLessThanOrEqual(28)
  })

  test('stop going when the process does', async () => {
    for (let i = 0; i < 12; i++) await audit(100, { status: 'failed' })
    expect(await removeAllOld(store, CUTOFF_MS, AbortSignal.abort())).toBe(10)
    expect(await left()).toHaveLength(2)
  })

  test('a batch goes with its table when it is old, and its audits in their own time', async () => {
    const old = await audit(100, { status: 'failed' })
    const young = await audit(1)
    for (const [id, daysAgo] of [
      [1, 91],
      [2, 92],
      [3, 89],
      [4, null],
    ] as const) {
      const batch = `00000000-0000-7000-8000-00000000000${id}`
      const finishedAt = daysAgo === null ? null : new Date(Date.now() - daysAgo * DAY_MS)
      await sql`insert into batches (id, status, options, domains, duplicates, created_at, finished_at, digest)
        values (${batch}, 'running', '{}', 1, 0, now(), ${finishedAt}, '')`.execute(link.db)
      await sql`insert into batch_domains (batch_id, ordinal, domain, given, audit_id)
        values (${batch}, 0, 'a.example', 'a.example', ${id === 1 ? old : id === 2 ? young : null})`.execute(link.db)
    }
    expect(await removeOldBatches(store, CUTOFF_MS, NEVER)).toBe(2)
    const { rows } = await sql<{ batch_id: string }>`select batch_id from batch_domains order by 1`.execute(link.db)
    expect(rows.map(({ batch_id }) => batch_id.at(-1))).toEqual(['3', '4'])
    expect(await left()).toEqual([old, young])
    await sql`delete from batches`.execute(link.db)
  })

  test('go when a process begins, by its setting RETENTION_DAYS', async () => {
    await audit(31, { status: 'failed' })
    const young = await audit(29, { status: 'failed' })
    const lines: object[] = []
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
    const end = await removeOldAudits({ config: { retentionDays: 30 }, store, logger } as DutyTools)
    await expect.poll(left, { timeout: 5_000 }).toEqual([young])
    await end()
    expect(lines).toMatchObject([{ audits: 1, batches: 0, msg: 'removed what is old' }])
  })

  test('every table of pieces loses its rows with the audit', async () => {
    const { rows } = await sql<{ name: string; on_delete: string | null }>`
      select c.table_name as name,
        (select string_agg(r.delete_rule, ',')
         from information_schema.key_column_usage k
         join information_schema.referential_constraints r on r.constraint_name = k.constraint_name
         where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = 'audit_id') as on_delete
      from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'audit_id' order by 1`.execute(link.db)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['documents', 'findings', 'pages']))
    // A batch keeps the figures of its audits.
    const pieces = rows.filter(({ name }) => name !== 'batch_domains')
    for (const { name, on_delete } of pieces) expect(on_delete, name).toBe('CASCADE')
  })

  test('are removed by one process at a time, of many on one PostgreSQL', async () => {
    if (link.link.kind === 'pglite') return expect(await removeOld()).toBe(0)
    for (let i = 0; i < 3; i++) await audit(100, { status: 'failed' })
    await link.db.transaction().execute(async (other) => {
      await sql`select pg_advisory_xact_lock(${RETENTION_LOCK})`.execute(other)
      expect(await store.retention.removeOld(new Date(CUTOFF_MS), null)).toBeNull()
      expect(await removeOld()).toBe(0)
    })
    expect(await removeOld()).toBe(3)
  })
})
