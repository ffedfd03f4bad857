/** Batches: read-batches.ts reads them, feed-batch.ts turns their domains into audits. */
import type { Kysely } from 'kysely'
import type { AuditOptions, AuditStatus } from '../model/audit.ts'
import type { Batch, BatchStatus, BatchSummary, DomainTraits } from '../model/batch.ts'
import type { Verdict } from '../model/report.ts'
import { type Fed, feedBatch } from './feed-batch.ts'
import { createId, isId } from './id.ts'
import { inRuns } from './pieces.ts'
import { createBatchReader, findBatch } from './read-batches.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'
import type { Page, PageRequest } from './store.ts'

export interface NewBatch {
  /** Each `domain` once. */
  domains: readonly { domain: string; given: string }[]
  /** How many were left out because they were named before. */
  duplicates: number
  /** `domain` is empty. Header values are replaced by `***`; the sealed ones travel beside them. */
  options: AuditOptions
  sealedHeaders: string | null
  /** A repeat with the same key answers the batch of the first. */
  idempotencyKey: string | null
  /** Of what was asked for. */
  digest: string
}

/** One domain of a batch, as far as it has come. */
export interface BatchRow {
  ordinal: number
  domain: string
  auditId: string | null
  /** null: its turn has not come. */
  status: AuditStatus | null
  verdict: Verdict | null
  traits: DomainTraits | null
}

export interface BatchStore {
  /** @returns the batch, whether it is new (false: found by its idempotency key), and what it was asked for */
  insert(batch: NewBatch): Promise<{ batch: Batch; isNew: boolean; digest: string }>
  find(id: string): Promise<Batch | undefined>
  /** Whether `insert` with this key would find one. */
  hasKey(idempotencyKey: string): Promise<boolean>
  /** Newest first. */
  list(filter: { status?: BatchStatus }, page: PageRequest): Promise<Page<BatchSummary>>
  /** In the order of the request. @param after the ordinal before the first; -1: from the start */
  listRows(id: string, after: number, limit: number): Promise<BatchRow[]>
  /** Those with audits to come or to end. */
  listOpen(): Promise<string[]>
  /**
   * Makes the next audits, so that `room` of the batch's audits wait; their jobs are the caller's to make. Also notices
   * that the batch has ended. Nothing is lost or made twice, whoever calls it and wherever a caller dies.
   * @returns null where there is no such open batch, or another process is at it
   */
  feed(id: string, room: number): Promise<Fed | null>
  /** Nothing more is fed. What was fed is the caller's to cancel: see `feed`. @returns the status before */
  cancel(id: string): Promise<BatchStatus | undefined>
  /** Removes one that has ended; its audits stay. */
  remove(id: string): Promise<boolean>
}

export function createBatchStore(db: Kysely<Schema>): BatchStore {
  return {
    ...createBatchReader(db),

    insert: (batch) =>
      db.transaction().execute(async (tx) => {
        const id = createId()
        const inserted = await tx
          .insertInto('batches')
          .values({
            id,
            status: 'running',
            options: JSON.stringify(batch.options),
            sealed_headers: batch.sealedHeaders,
            domains: batch.domains.length,
            duplicates: batch.duplicates,
            created_at: new Date(),
            idempotency_key: toStorable(batch.idempotencyKey),
            digest: batch.digest,
          })
          // Waits for the other's transaction where two come at once with the same key.
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (inserted) {
          await inRuns(
            batch.domains,
            ({ domain, given }, ordinal) => ({ batch_id: id, ordinal, domain, given: toStorable(given) }),
            (rows) => tx.insertInto('batch_domains').values(rows).execute(),
          )
        }
        const row = await tx
          .selectFrom('batches')
          .select(['id', 'digest'])
          .where((eb) => (inserted ? eb('id', '=', id) : eb('idempotency_key', '=', toStorable(batch.idempotencyKey))))
          .executeTakeFirstOrThrow()
        const found = await findBatch(tx, row.id)
        if (!found) throw new Error('a batch that was just inserted is not there')
        return { batch: found, isNew: inserted !== undefined, digest: row.digest }
      }),

    async hasKey(idempotencyKey) {
      const row = await db
        .selectFrom('batches')
        .select('id')
        .where('idempotency_key', '=', toStorable(idempotencyKey))
        .executeTakeFirst()
      return row !== undefined
    },

    feed: (id, room) => feedBatch(db, id, room),

    async cancel(id) {
      if (!isId(id)) return undefined
      return db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('batches').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
        if (row?.status === 'running') {
          await tx.updateTable('batches').set({ status: 'cancelled' }).where('id', '=', id).execute()
        }
        return row?.status
      })
    },

    async remove(id) {
      if (!isId(id)) return false
      const { numDeletedRows } = await db
        .deleteFrom('batches')
        .where('id', '=', id)
        .where('finished_at', 'is not', null)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
