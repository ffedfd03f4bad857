/** Audits as they change: made, run, ended exactly once. */
import type { Kysely } from 'kysely'
import { gateAtEnd } from '../audit/gate.ts'
import { createOptionsKey } from '../audit/options-key.ts'
import type { Audit, AuditOptions, Progress } from '../model/audit.ts'
import type { Report } from '../model/report.ts'
import { toProblem } from '../values/problem.ts'
import { insertDocuments } from './documents.ts'
import { insertEvents, restartEvents, tellFollowers } from './events.ts'
import { insertFindings } from './findings.ts'
import { historyColumns, insertSamples } from './history.ts'
import { createId, isId } from './id.ts'
import { notify } from './notices.ts'
import { insertPages } from './pages.ts'
import type { Db } from './pieces.ts'
import { findAudit, UNENDED } from './read-audits.ts'
import { recordBatchEnd } from './record-batch-end.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'
import { type AuditEnding, type AuditStore, type NewAudit, PRIORITIES } from './store.ts'

export type AuditWriter = Pick<
  AuditStore,
  'insert' | 'start' | 'handBack' | 'saveProgress' | 'finish' | 'cancel' | 'remove'
>

/**
 * So often a worker may die over one audit before the audit itself is taken for the cause. High, because it is seldom the
 * cause: whatever else the worker ran dies with it, and a process that is killed every few seconds ends none of them.
 */
export const ATTEMPT_LIMIT = 10

const NO_PROGRESS: Progress = { stage: 'discover', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 }

const WORKER_LOST = toProblem(
  'WORKER_LOST',
  500,
  'Worker lost',
  `The worker died, or lost the database, ${ATTEMPT_LIMIT} times while it ran this audit.`,
)

export function createAuditWriter(db: Kysely<Schema>): AuditWriter {
  return {
    insert: (audit) => db.transaction().execute((tx) => insertAudit(tx, audit)),

    start: (id) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('audits')
          .select(['status', 'attempts', 'cancel_requested', 'partial', 'event_seq'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!row || !UNENDED.includes(row.status)) return false
        if (row.cancel_requested) {
          // Its worker died before it could obey.
          await end(tx, id, { status: 'cancelled', report: row.partial, error: null })
          return false
        }
        if (row.attempts >= ATTEMPT_LIMIT) {
          await end(tx, id, { status: 'failed', report: null, error: WORKER_LOST })
          return false
        }
        await tx
          .updateTable('audits')
          .set({
            status: 'running',
            started_at: new Date(),
            progress: JSON.stringify(NO_PROGRESS),
            partial: null,
            attempts: row.attempts + 1,
          })
          .where('id', '=', id)
          .execute()
        if (row.event_seq > 0) await restartEvents(tx, id, row.event_seq)
        return true
      }),

    async handBack(id) {
      await db
        .updateTable('audits')
        .set((eb) => ({ status: 'queued', started_at: null, attempts: eb('attempts', '-', 1) }))
        .where('id', '=', id)
        .where('status', '=', 'running')
        // One that is to be cancelled stays as it is: whoever takes its job next ends it.
        .where('cancel_requested', '=', false)
        .execute()
    },

    async saveProgress(id, progress, partial, events = []) {
      const save = (on: Db) =>
        on
          .updateTable('audits')
          .set((eb) => ({
            progress: JSON.stringify(progress),
            ...(partial === null ? {} : { partial: JSON.stringify(partial) }),
            ...(events.length === 0 ? {} : { event_seq: eb('event_seq', '+', events.length) }),
          }))
          .where('id', '=', id)
          .where('status', '=', 'running')
          .returning(['event_seq', tellFollowers(id)])
          .executeTakeFirst()
      if (events.length === 0) {
        await save(db)
        return
      }
      await db.transaction().execute(async (tx) => {
        const row = await save(tx)
        if (row) await insertEvents(tx, id, events, row.event_seq)
      })
    },

    finish: (id, ending) =>
      db.transaction().execute(async (tx) => {
        if (ending.status !== 'succeeded') return end(tx, id, ending)
        const row = await tx
          .selectFrom('audits')
          .select('cancel_requested')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        // Whoever was told that it is being cancelled finds it cancelled, also when it was faster.
        return end(tx, id, row?.cancel_requested ? { ...ending, status: 'cancelled' } : ending)
      }),

    async cancel(id) {
      if (!isId(id)) return undefined
      return db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('audits').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
        if (row?.status === 'queued') {
          await end(tx, id, { status: 'cancelled', report: null, error: null })
        } else if (row?.status === 'running') {
          await tx.updateTable('audits').set({ cancel_requested: true }).where('id', '=', id).execute()
          await notify(tx, 'cancel', id)
        }
        return row?.status
      })
    },

    async remove(id) {
      if (!isId(id)) return false
      const { numDeletedRows } = await db
        .deleteFrom('audits')
        .where('id', '=', id)
        .where('status', 'not in', UNENDED)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

/** Inserts it inside the transaction, or finds the one with its idempotency key. */
export async function insertAudit(on: Db, audit: NewAudit): Promise<{ audit: Audit; isNew: boolean }> {
  const id = createId()
  const inserted = await on
    .insertInto('audits')
    .values(toNewRow(id, audit))
    // Waits for the other's transaction where two come at once with the same key.
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  const found = inserted
    ? await findAudit(on, id)
    : await on
        .selectFrom('audits')
        .select('id')
        .where('idempotency_key', '=', toStorable(audit.idempotencyKey))
        .executeTakeFirstOrThrow()
        .then((row) => findAudit(on, row.id))
  if (!found) throw new Error('an audit that was just inserted is not there')
  return { audit: found, isNew: inserted !== undefined }
}

/** The row of an audit that waits. */
export function toNewRow(id: string, audit: NewAudit) {
  return {
    id,
    domain: toStorable(audit.domain),
    options: JSON.stringify(audit.options),
    status: 'queued' as const,
    created_at: new Date(),
    progress: JSON.stringify(NO_PROGRESS),
    sealed_headers: audit.sealedHeaders,
    idempotency_key: toStorable(audit.idempotencyKey),
    options_key: createOptionsKey(audit.options),
    priority: audit.priority ?? PRIORITIES.waiting,
    batch_id: audit.batchId ?? null,
    schedule_id: audit.scheduleId ?? null,
  }
}

/** Ends it inside the transaction. @returns false when it had ended before */
async function end(on: Db, id: string, ending: AuditEnding): Promise<boolean> {
  const report = ending.report && toHead(ending.report)
  // Read whole: the database itself cannot look into JSON with U+0000 in it.
  const row = await on.selectFrom('audits').select('options').where('id', '=', id).executeTakeFirst()
  if (!row) return false
  const ended = await on
    .updateTable('audits')
    .set({
      status: ending.status,
      finished_at: new Date(),
      report: report && JSON.stringify(report),
      partial: null,
      // A verdict on a part is none.
      verdict: ending.status === 'succeeded' ? (report?.verdict ?? null) : null,
      summary: report && JSON.stringify(report.summary),
      error: ending.error && JSON.stringify(ending.error),
      sealed_headers: null,
      baseline_id: ending.baselineId ?? null,
      gate: gateOf(row.options, ending),
      ...(ending.history && historyColumns(ending.history)),
      webhook_state: row.options.webhook === null ? null : 'due',
    })
    .where('id', '=', id)
    .where('status', 'in', UNENDED)
    .returning('batch_id')
    .executeTakeFirst()
  if (!ended) return false
  if (ended.batch_id !== null) await recordBatchEnd(on, id, ending)
  // Its parts are of no use any more, and claims go with them.
  await on.deleteFrom('plans').where('audit_id', '=', id).execute()
  if (ending.report) {
    await insertDocuments(on, id, ending.report.documents, ending.unread ?? [])
    await insertPages(on, id, ending.report.pages)
    await insertFindings(on, id, ending.report.findings)
    await insertSamples(on, id, ending.history?.samples ?? [])
  }
  await notify(on, 'ended', id)
  return true
}

function gateOf(options: AuditOptions, { status, report, gate }: AuditEnding): string | null {
  const result = gateAtEnd(options.gate, status, report, gate)
  return result && JSON.stringify(result)
}

function toHead({ documents: _documents, pages: _pages, findings: _findings, ...head }: Report) {
  return head
}
