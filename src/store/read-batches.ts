/** Batches as they are read. Their figures are added up by the database: of ten thousand domains none is read for them. */
import { type Kysely, sql } from 'kysely'
import type { Batch, BatchAudit, BatchStatus, BatchSummary, BatchTotals, DomainState } from '../model/batch.ts'
import type { BatchStore } from './batches.ts'
import { readCursor, toCursor, toPage } from './cursor.ts'
import { isId } from './id.ts'
import type { Db } from './pieces.ts'
import type { Schema } from './schema.ts'

export type BatchReader = Pick<BatchStore, 'find' | 'list' | 'listRows' | 'listOpen'>

/** How many audits a batch shows. */
const BATCH_AUDITS_SHOWN = 100

const HEAD_COLUMNS = ['id', 'status', 'domains', 'duplicates', 'done', 'created_at', 'finished_at'] as const

export function createBatchReader(db: Kysely<Schema>): BatchReader {
  return {
    // One transaction, so that the figures are of one moment.
    find: (id) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => findBatch(tx, id)),

    async list({ status }, page) {
      let query = db.selectFrom('batches').select(HEAD_COLUMNS)
      if (status !== undefined) query = query.where('status', '=', status)
      if (page.cursor !== null) query = query.where('id', '<', readCursor('batches', page.cursor, isId))
      const rows = await query
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      const done = new Map<string, number>()
      for (const row of rows) done.set(row.id, row.done ?? (await countEnded(db, row.id)))
      return toPage(
        rows,
        page.limit,
        ({ id }) => toCursor('batches', id),
        (row) => toSummary(row, done.get(row.id) ?? 0),
      )
    },

    async listRows(id, after, limit) {
      if (!isId(id)) return []
      const rows = await db
        .selectFrom('batch_domains as one')
        .leftJoin('audits', 'audits.id', 'one.audit_id')
        .select(['one.ordinal', 'one.domain', 'one.audit_id', 'one.verdict', 'one.traits'])
        .select(['one.status as ended', 'audits.status as status'])
        .where('one.batch_id', '=', id)
        .where('one.ordinal', '>', after)
        .orderBy('one.ordinal')
        .limit(limit)
        .execute()
      return rows.map(({ audit_id, ended, status, ...row }) => ({ ...row, auditId: audit_id, status: ended ?? status }))
    },

    async listOpen() {
      const rows = await db.selectFrom('batches').select('id').where('finished_at', 'is', null).orderBy('id').execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** Also inside a transaction. */
export async function findBatch(on: Db, id: string): Promise<Batch | undefined> {
  if (!isId(id)) return undefined
  const row = await on
    .selectFrom('batches')
    .select([...HEAD_COLUMNS, 'options'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { domain: _empty, ...options } = row.options
  const totals = await readTotals(on, id)
  const judged = totals.read + totals.absent + totals.blocked + totals.unreachable
  const done = await countEnded(on, id)
  return {
    ...toSummary(row, done),
    options,
    totals: { ...totals, skipped: done - judged },
    audits: await readLargest(on, id),
  }
}

interface HeadRow {
  id: string
  status: BatchStatus
  domains: number
  duplicates: number
  created_at: Date
  finished_at: Date | null
}

function toSummary(row: HeadRow, done: number): BatchSummary {
  return {
    id: row.id,
    status: row.status,
    progress: [done, row.domains],
    duplicates: row.duplicates,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

async function countEnded(on: Db, id: string): Promise<number> {
  const { count } = await on
    .selectFrom('batch_domains')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('batch_id', '=', id)
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const TRAITS = ['outOfScope', 'hints', 'oneLastmod', 'noLastmod', 'nearLimit'] as const

interface Group extends Record<(typeof TRAITS)[number], number> {
  state: DomainState
  form: string
  partition: string
  domains: number
}

/** There are few kinds of domains, and they are counted by kind. */
async function readTotals(on: Db, id: string): Promise<BatchTotals> {
  const counts = TRAITS.map(
    (trait) => sql`count(*) filter (where (traits -> ${sql.lit(trait)})::boolean)::integer as ${sql.ref(trait)}`,
  )
  const { rows: groups } = await sql<Group>`
    select traits ->> 'state' as state, traits ->> 'form' as form, traits ->> 'partition' as partition,
      count(*)::integer as domains, ${sql.join(counts)}
    from batch_domains where batch_id = ${id} and traits is not null
    group by 1, 2, 3
  `.execute(on)
  const { rows: findings } = await sql<{ rule: string; domains: number }>`
    select rule, count(*)::integer as domains
    from batch_domains cross join lateral jsonb_array_elements_text(traits -> 'rules') as rule
    where batch_id = ${id} and traits is not null
    group by rule
  `.execute(on)

  const totals: BatchTotals = {
    ...{ read: 0, absent: 0, blocked: 0, unreachable: 0 },
    ...{ form: {}, partition: {} },
    ...{ outOfScope: 0, hints: 0, oneLastmod: 0, noLastmod: 0, nearLimit: 0 },
    findings: Object.fromEntries(
      findings.sort((one, other) => (one.rule < other.rule ? -1 : 1)).map(({ rule, domains }) => [rule, domains]),
    ),
  }
  for (const group of groups) {
    totals[group.state] += group.domains
    if (group.state !== 'read') continue
    totals.form[group.form] = (totals.form[group.form] ?? 0) + group.domains
    totals.partition[group.partition] = (totals.partition[group.partition] ?? 0) + group.domains
    for (const trait of TRAITS) totals[trait] += group[trait]
  }
  return totals
}

async function readLargest(on: Db, id: string): Promise<BatchAudit[]> {
  const rows = await on
    .selectFrom('batch_domains')
    .select(['domain', 'audit_id', 'verdict', 'traits'])
    .where('batch_id', '=', id)
    .where('traits', 'is not', null)
    .orderBy('share', 'desc')
    .orderBy('ordinal')
    .limit(BATCH_AUDITS_SHOWN)
    .execute()
  return rows.flatMap(({ domain, audit_id, verdict, traits }) =>
    traits && audit_id ? [{ domain, id: audit_id, verdict, entries: traits.entries, limits: traits.limits }] : [],
  )
}
