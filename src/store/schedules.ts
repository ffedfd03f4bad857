/** Schedules, and the audits that are made of them when they fall due. */
import { type Kysely, sql } from 'kysely'
import type { Audit, AuditOptions } from '../model/audit.ts'
import { insertAudit } from './change-audits.ts'
import { readCursor, toCursor, toPage } from './cursor.ts'
import { createId, isId } from './id.ts'
import type { Db } from './pieces.ts'
import { findAudit, UNENDED } from './read-audits.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'
import { type Page, type PageRequest, PRIORITIES } from './store.ts'

export interface SchedulePlan {
  id: string
  cron: string
  timezone: string
}

/** What is kept of a request for a schedule. */
export interface NewSchedule extends Omit<SchedulePlan, 'id'> {
  /** Host with a port that is not the default. */
  domain: string
  /** Header values are replaced by `***`; the sealed ones travel beside them. */
  options: AuditOptions
  sealedHeaders: string | null
  isPaused: boolean
}

export interface StoredSchedule extends Omit<NewSchedule, 'sealedHeaders'> {
  id: string
  /** The newest audit of it that is still there. */
  lastAuditId: string | null
  lastSkippedAt: string | null
  createdAt: string
  updatedAt: string
}

/**
 * What became of a due time. `started`: an audit was made of it, now or by an earlier attempt. `skipped`: the audit
 * before has not ended. `idle`: there is no such schedule any more, it is paused, or it was planned after that time.
 */
export type DueOutcome =
  | { outcome: 'started'; audit: Audit }
  | { outcome: 'skipped'; unendedId: string }
  | { outcome: 'idle' }

export interface ScheduleStore {
  insert(schedule: NewSchedule): Promise<StoredSchedule>
  find(id: string): Promise<StoredSchedule | undefined>
  /** With the sealed headers, of one moment. */
  findWhole(id: string): Promise<{ schedule: StoredSchedule; sealedHeaders: string | null } | undefined>
  /** Newest first. */
  list(filter: { domain?: string }, page: PageRequest): Promise<Page<StoredSchedule>>
  update(id: string, schedule: NewSchedule): Promise<StoredSchedule | undefined>
  remove(id: string): Promise<boolean>
  /** What the queue has to know: all that are not paused. */
  listPlans(): Promise<SchedulePlan[]>
  /** The same, of one. */
  findPlan(id: string): Promise<SchedulePlan | undefined>
  /** Makes the audit of one due time, once however often it is called. The job is the caller's to make. */
  startDue(id: string, dueAt: Date): Promise<DueOutcome>
  /** The database's own time: the one clock that all processes share. */
  clock(): Promise<Date>
}

export function createScheduleStore(db: Kysely<Schema>): ScheduleStore {
  return {
    async insert(schedule) {
      const id = createId()
      const now = new Date()
      await db
        .insertInto('schedules')
        .values({ id, ...toColumns(schedule), created_at: now, updated_at: now, planned_at: now })
        .execute()
      const made = await findRow(db, id)
      if (!made) throw new Error('a schedule that was just inserted is not there')
      return toStored(made)
    },

    async find(id) {
      const row = await findRow(db, id)
      return row && toStored(row)
    },

    async findWhole(id) {
      const row = await findRow(db, id)
      return row && { schedule: toStored(row), sealedHeaders: row.sealed_headers }
    },

    async list({ domain }, page) {
      let query = selectSchedules(db)
      if (domain !== undefined) query = query.where('domain', '=', toStorable(domain))
      if (page.cursor !== null) query = query.where('id', '<', readCursor('schedules', page.cursor, isId))
      const rows = await query
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return toPage(rows, page.limit, ({ id }) => toCursor('schedules', id), toStored)
    },

    async update(id, schedule) {
      if (!isId(id)) return undefined
      return db.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('schedules')
          .select(['cron', 'timezone', 'paused'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!before) return undefined
        const now = new Date()
        const isReplanned =
          before.cron !== schedule.cron || before.timezone !== schedule.timezone || before.paused !== schedule.isPaused
        await tx
          .updateTable('schedules')
          .set({ ...toColumns(schedule), updated_at: now, ...(isReplanned && { planned_at: now }) })
          .where('id', '=', id)
          .execute()
        const after = await findRow(tx, id)
        return after && toStored(after)
      })
    },

    async remove(id) {
      if (!isId(id)) return false
      const { numDeletedRows } = await db.deleteFrom('schedules').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    listPlans: () => selectPlans(db).orderBy('id').execute(),

    async findPlan(id) {
      return isId(id) ? selectPlans(db).where('id', '=', id).executeTakeFirst() : undefined
    },

    async startDue(id, dueAt) {
      if (!isId(id)) return { outcome: 'idle' }
      return db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('schedules')
          .select(['domain', 'options', 'sealed_headers', 'paused', 'planned_at'])
          .where('id', '=', id)
          // Two processes with one due time wait for each other here.
          .forUpdate()
          .executeTakeFirst()
        if (!row) return { outcome: 'idle' }
        const idempotencyKey = `schedule:${id} ${dueAt.toISOString()}`
        // First: whoever died between making the audit and its job must find it again, whatever was changed since.
        const known = await tx
          .selectFrom('audits')
          .select('id')
          .where('idempotency_key', '=', idempotencyKey)
          .executeTakeFirst()
        const knownAudit = known && (await findAudit(tx, known.id))
        if (knownAudit) return { outcome: 'started', audit: knownAudit }
        if (row.paused || dueAt < row.planned_at) return { outcome: 'idle' }
        const unended = await tx
          .selectFrom('audits')
          .select('id')
          .where('schedule_id', '=', id)
          .where('status', 'in', UNENDED)
          .limit(1)
          .executeTakeFirst()
        if (unended) {
          await tx.updateTable('schedules').set({ last_skipped_at: dueAt }).where('id', '=', id).execute()
          return { outcome: 'skipped', unendedId: unended.id }
        }
        const { audit } = await insertAudit(tx, {
          domain: row.domain,
          options: row.options,
          sealedHeaders: row.sealed_headers,
          idempotencyKey,
          priority: PRIORITIES.scheduled,
          scheduleId: id,
        })
        return { outcome: 'started', audit }
      })
    },

    async clock() {
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
      return rows[0]?.now ?? new Date()
    },
  }
}

function selectPlans(db: Db) {
  return db.selectFrom('schedules').select(['id', 'cron', 'timezone']).where('paused', '=', false)
}

function selectSchedules(db: Db) {
  return db
    .selectFrom('schedules')
    .selectAll('schedules')
    .select((eb) =>
      eb
        .selectFrom('audits')
        .select('audits.id')
        .whereRef('audits.schedule_id', '=', 'schedules.id')
        .orderBy('audits.id', 'desc')
        .limit(1)
        .as('last_audit_id'),
    )
}

async function findRow(db: Db, id: string) {
  if (!isId(id)) return undefined
  return selectSchedules(db).where('id', '=', id).executeTakeFirst()
}

function toColumns({ domain, options, sealedHeaders, cron, timezone, isPaused }: NewSchedule) {
  return {
    domain: toStorable(domain),
    options: JSON.stringify(options),
    cron,
    timezone,
    paused: isPaused,
    sealed_headers: sealedHeaders,
    baseline_id: options.baseline !== null && isId(options.baseline) ? options.baseline : null,
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

function toStored(row: Row): StoredSchedule {
  return {
    id: row.id,
    domain: row.domain,
    options: row.options,
    cron: row.cron,
    timezone: row.timezone,
    isPaused: row.paused,
    lastAuditId: row.last_audit_id,
    lastSkippedAt: row.last_skipped_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
