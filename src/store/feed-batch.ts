/**
 * From the domains of a batch to its audits. Each step is one transaction under the lock of the batch's row, so that
 * processes that look at once do not feed twice, and one that dies has either made an audit and noted it, or neither.
 */
import { type Kysely, sql } from 'kysely'
import { toNewRow } from './change-audits.ts'
import { createId, isId } from './id.ts'
import type { Db } from './pieces.ts'
import type { Schema } from './schema.ts'
import { PRIORITIES } from './store.ts'

export interface FedAudit {
  id: string
  domain: string
  priority: number
}

export interface Fed {
  /** New ones, to be put into the queue. */
  made: FedAudit[]
  /** Made before and not begun: their jobs are there, unless the process that made them died over it. */
  waiting: FedAudit[]
  /** Audits of a cancelled batch that have not ended: to be cancelled. */
  toCancel: string[]
  /** Every audit has ended. */
  isOver: boolean
}

/** @returns null where there is no such open batch, or another process is at it */
export async function feedBatch(db: Kysely<Schema>, id: string, room: number): Promise<Fed | null> {
  if (!isId(id)) return null
  return db.transaction().execute(async (tx) => {
    const batch = await tx
      .selectFrom('batches')
      .select(['status', 'options', 'sealed_headers'])
      .where('id', '=', id)
      .where('finished_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!batch) return null
    const unended = await tx
      .selectFrom('batch_domains as one')
      .innerJoin('audits', 'audits.id', 'one.audit_id')
      .select(['audits.id', 'audits.domain', 'audits.priority', 'audits.status'])
      .where('one.batch_id', '=', id)
      .where('one.audit_id', 'is not', null)
      .where('one.ended_at', 'is', null)
      .execute()
    const isCancelled = batch.status === 'cancelled'
    const waiting = unended
      .filter(({ status }) => status === 'queued' && !isCancelled)
      .map(({ id, domain, priority }) => ({ id, domain, priority }))
    const made = isCancelled ? [] : await makeNext(tx, id, batch, room - waiting.length)
    const isOver = unended.length + made.length === 0
    if (isOver) await close(tx, id, isCancelled ? 'cancelled' : 'succeeded')
    return { made, waiting, toCancel: isCancelled ? unended.map((audit) => audit.id) : [], isOver }
  })
}

async function makeNext(
  on: Db,
  batchId: string,
  { options, sealed_headers: sealedHeaders }: Pick<Schema['batches'], 'sealed_headers'> & { options: object },
  limit: number,
): Promise<FedAudit[]> {
  if (limit <= 0) return []
  const next = await on
    .selectFrom('batch_domains')
    .select(['ordinal', 'domain', 'given'])
    .where('batch_id', '=', batchId)
    .where('audit_id', 'is', null)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
  if (next.length === 0) return []
  const made = next.map((one) => ({ ...one, id: createId() }))
  const priority = PRIORITIES.batch
  const rows = made.map(({ id, domain, given }) =>
    toNewRow(id, {
      domain,
      options: { ...(options as Schema['batches']['options']['__select__']), domain: given },
      sealedHeaders,
      idempotencyKey: null,
      priority,
      batchId,
    }),
  )
  await on.insertInto('audits').values(rows).execute()
  const ids = JSON.stringify(made.map(({ id, ordinal }) => ({ id, ordinal })))
  await sql`
    update batch_domains set audit_id = made.id
    from json_to_recordset(${ids}::json) as made (id uuid, ordinal integer)
    where batch_domains.batch_id = ${batchId} and batch_domains.ordinal = made.ordinal
  `.execute(on)
  return made.map(({ id, domain }) => ({ id, domain, priority }))
}

async function close(on: Db, id: string, status: 'succeeded' | 'cancelled'): Promise<void> {
  await on
    .updateTable('batches')
    .set((eb) => ({
      status,
      finished_at: new Date(),
      sealed_headers: null,
      done: eb
        .selectFrom('batch_domains')
        .select((one) => one.fn.countAll<number>().as('count'))
        .where('batch_id', '=', id)
        .where('ended_at', 'is not', null),
    }))
    .where('id', '=', id)
    .execute()
}
