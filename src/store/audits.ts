/** Audits: made, run, ended exactly once. The only file that knows the `audits` table. */
import { type Kysely, sql } from 'kysely'
import type { Audit, AuditStatus, Problem, Progress } from '../model/audit.ts'
import type { Report } from '../model/report.ts'
import { isOrdinal, readCursor, toCursor, toPage } from './cursor.ts'
import { insertDocuments, isWantedDocument, listDocuments, readDocuments } from './documents.ts'
import { insertFindings, isWantedFinding, listFindings, readFindings } from './findings.ts'
import { createId, isId } from './id.ts'
import { NOTICE_CHANNEL, type NoticeKind, toNotice } from './notices.ts'
import { insertPages, readPages } from './pages.ts'
import { type Db, pageOfArray } from './pieces.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'
import type { AuditStore, AuditSummary } from './store.ts'

/** So often a worker may die over one audit before the audit itself is taken for the cause. */
export const ATTEMPT_LIMIT = 3

const NO_PROGRESS: Progress = { stage: 'discover', documents: [0, 0], pages: [0, 0], entries: 0, bytes: 0 }

const WORKER_LOST: Problem = {
  type: 'about:blank',
  title: 'Worker lost',
  status: 500,
  detail: `The worker died ${ATTEMPT_LIMIT} times while it ran this audit.`,
  code: 'WORKER_LOST',
}

const UNENDED: AuditStatus[] = ['queued', 'running']

const SUMMARY_COLUMNS = [
  'id',
  'domain',
  'status',
  'created_at',
  'started_at',
  'finished_at',
  'progress',
  'verdict',
  'summary',
  'error',
  'gate',
] as const

export function createAuditStore(db: Kysely<Schema>): AuditStore {
  async function find(id: string, on: Db = db): Promise<Audit | undefined> {
    if (!isId(id)) return undefined
    const row = await on
      .selectFrom('audits')
      .select([...SUMMARY_COLUMNS, 'options', 'report', 'partial'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const { verdict: _verdict, summary: _summary, ...head } = toSummary(row)
    let report: Report | null = row.partial
    if (row.report) {
      const documents = await readDocuments(on, id)
      const pages = await readPages(on, id)
      const findings = await readFindings(on, id)
      report = inOrder(row.report, documents, pages, findings)
    }
    return {
      id: head.id,
      domain: head.domain,
      options: row.options,
      status: head.status,
      createdAt: head.createdAt,
      startedAt: head.startedAt,
      finishedAt: head.finishedAt,
      progress: head.progress,
      report,
      error: head.error,
      gate: head.gate,
    }
  }

  /** The report of a running audit is in one piece. @returns undefined for an audit that has ended or is not there */
  async function findPartial(id: string): Promise<Report | null | undefined> {
    const row = await db
      .selectFrom('audits')
      .select('partial')
      .where('id', '=', id)
      .where('status', 'in', UNENDED)
      .executeTakeFirst()
    return row?.partial
  }

  /** Ends it inside the transaction. @returns false when it had ended before */
  async function end(
    on: Db,
    id: string,
    ending: { status: AuditStatus; report: Report | null; error: Problem | null },
  ): Promise<boolean> {
    const report = ending.report && toHead(ending.report)
    const { numUpdatedRows } = await on
      .updateTable('audits')
      .set({
        status: ending.status,
        finished_at: new Date(),
        report: report && JSON.stringify(report),
        partial: null,
        verdict: report?.verdict ?? null,
        summary: report && JSON.stringify(report.summary),
        error: ending.error && JSON.stringify(ending.error),
        sealed_headers: null,
      })
      .where('id', '=', id)
      .where('status', 'in', UNENDED)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (ending.report) {
      await insertDocuments(on, id, ending.report.documents)
      await insertPages(on, id, ending.report.pages)
      await insertFindings(on, id, ending.report.findings)
    }
    await notify(on, 'ended', id)
    return true
  }

  return {
    insert: (audit) =>
      db.transaction().execute(async (tx) => {
        const id = createId()
        const inserted = await tx
          .insertInto('audits')
          .values({
            id,
            domain: toStorable(audit.domain),
            options: JSON.stringify(audit.options),
            status: 'queued',
            created_at: new Date(),
            progress: JSON.stringify(NO_PROGRESS),
            sealed_headers: audit.sealedHeaders,
            idempotency_key: toStorable(audit.idempotencyKey),
          })
          // Waits for the other's transaction where two come at once with the same key.
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .returning('id')
          .executeTakeFirst()
        const found = inserted
          ? await find(id, tx)
          : await tx
              .selectFrom('audits')
              .select('id')
              .where('idempotency_key', '=', toStorable(audit.idempotencyKey))
              .executeTakeFirstOrThrow()
              .then((row) => find(row.id, tx))
        if (!found) throw new Error('an audit that was just inserted is not there')
        return { audit: found, isNew: inserted !== undefined }
      }),

    find: (id) => find(id),

    async list(filter, page) {
      let query = db.selectFrom('audits').select(SUMMARY_COLUMNS)
      if (filter.domain !== undefined) query = query.where('domain', '=', toStorable(filter.domain))
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.verdict !== undefined) query = query.where('verdict', '=', filter.verdict)
      if (filter.since !== undefined) query = query.where('created_at', '>=', new Date(filter.since))
      if (page.cursor !== null) query = query.where('id', '<', readCursor('audits', page.cursor, isId))
      const rows = await query
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return toPage(rows, page.limit, (row) => toCursor('audits', row.id), toSummary)
    },

    async findings(id, filter, page) {
      const after = page.cursor === null ? -1 : Number(readCursor('findings', page.cursor, isOrdinal))
      if (!isId(id)) return { items: [], next: null }
      const partial = await findPartial(id)
      const rows = partial
        ? pageOfArray(partial.findings, (finding) => isWantedFinding(finding, filter), after, page.limit)
        : await listFindings(db, id, filter, after, page.limit)
      return toPage(
        rows,
        page.limit,
        (row) => toCursor('findings', row.ordinal),
        (row) => row.body,
      )
    },

    async documents(id, filter, page) {
      const after = page.cursor === null ? -1 : Number(readCursor('documents', page.cursor, isOrdinal))
      if (!isId(id)) return { items: [], next: null }
      const partial = await findPartial(id)
      const rows = partial
        ? pageOfArray(partial.documents, (document) => isWantedDocument(document, filter), after, page.limit)
        : await listDocuments(db, id, filter, after, page.limit)
      return toPage(
        rows,
        page.limit,
        (row) => toCursor('documents', row.ordinal),
        (row) => row.body,
      )
    },

    async sealedHeaders(id) {
      if (!isId(id)) return null
      const row = await db.selectFrom('audits').select('sealed_headers').where('id', '=', id).executeTakeFirst()
      return row?.sealed_headers ?? null
    },

    start: (id) =>
      db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('audits')
          .select(['status', 'attempts', 'cancel_requested', 'partial'])
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

    async saveProgress(id, progress, partial) {
      await db
        .updateTable('audits')
        .set({
          progress: JSON.stringify(progress),
          ...(partial === null ? {} : { partial: JSON.stringify(partial) }),
        })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute()
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

    async countWaiting() {
      const { count } = await db
        .selectFrom('audits')
        .select((eb) => eb.fn.countAll<string | number>().as('count'))
        .where('status', '=', 'queued')
        .where('status', 'in', UNENDED)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async listUnended() {
      return db.selectFrom('audits').select(['id', 'domain']).where('status', 'in', UNENDED).orderBy('id').execute()
    },

    async hasEnded(id) {
      if (!isId(id)) return true
      const row = await db.selectFrom('audits').select('status').where('id', '=', id).executeTakeFirst()
      return !row || !UNENDED.includes(row.status)
    },

    async isCancelRequested(id) {
      if (!isId(id)) return false
      const row = await db.selectFrom('audits').select('cancel_requested').where('id', '=', id).executeTakeFirst()
      return row?.cancel_requested ?? false
    },
  }
}

/** Delivered when the transaction commits. */
async function notify(on: Db, kind: NoticeKind, id: string): Promise<void> {
  await sql`select pg_notify(${NOTICE_CHANNEL}, ${toNotice(kind, id)})`.execute(on)
}

interface SummaryRow {
  id: string
  domain: string
  status: AuditStatus
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  progress: Progress
  verdict: AuditSummary['verdict']
  summary: AuditSummary['summary']
  error: Problem | null
  gate: Audit['gate']
}

function toSummary(row: SummaryRow): AuditSummary {
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: row.progress,
    verdict: row.verdict,
    summary: row.summary,
    error: row.error,
    gate: row.gate,
  }
}

function toHead({ documents: _documents, pages: _pages, findings: _findings, ...head }: Report) {
  return head
}

/** The members in the order in which a report is read. */
function inOrder(
  { estimates, notes, timing, ...head }: Omit<Report, 'documents' | 'pages' | 'findings'>,
  documents: Report['documents'],
  pages: Report['pages'],
  findings: Report['findings'],
): Report {
  return { ...head, documents, pages, estimates, findings, notes, timing }
}
