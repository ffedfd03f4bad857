/**
 * What running audits tell of themselves, numbered in the order in which it was told. Rows are for those who follow: an
 * audit that has ended keeps them for a while only, and its report has all of it.
 */
import type { Kysely } from 'kysely'
import type { Audit, AuditStatus, Problem, Progress } from '../model/audit.ts'
import type { DocumentReport, Finding, Report, Verdict } from '../model/report.ts'
import { listDocuments } from './documents.ts'
import { listFindings } from './findings.ts'
import { isId } from './id.ts'
import { type Notices, pgNotify } from './notices.ts'
import { type Db, inRuns } from './pieces.ts'
import type { Schema } from './schema.ts'

/** `restart`: the audit has begun anew, and what was told before no longer counts. */
export type AuditEventType = 'document' | 'finding' | 'corrected' | 'restart'

export interface EventsTable {
  audit_id: string
  seq: number
  type: AuditEventType
  key: string
  /** JSON in one line. */
  body: string
}

export interface NewEvent {
  type: AuditEventType
  /** At most 100 characters. Of the events of one audit with the same key the first is kept. */
  key: string
  /** JSON in one line. */
  body: string
}

export interface EventLook {
  status: AuditStatus
  progress: Progress
  /** The last number given out; 0: nothing has been told. Numbers may be missing. */
  lastSeq: number
  events: { seq: number; type: AuditEventType; body: string }[]
}

/** What there is to say of an audit that has ended, without its lists. */
export interface AuditEnd {
  id: string
  status: AuditStatus
  verdict: Verdict | null
  summary: Report['summary'] | null
  gate: Audit['gate']
  error: Problem | null
  finishedAt: string | null
}

export interface EventStore {
  /**
   * The events after a number, at most `limit`, oldest first, with the state of the audit from before they were read: of
   * an ended audit with fewer than `limit` there are no more. @returns undefined where there is no such audit
   */
  read(auditId: string, after: number, limit: number): Promise<EventLook | undefined>
  /** Whether events of the audit are kept. */
  areKept(auditId: string): Promise<boolean>
  /** The pieces of an ended audit's report after an ordinal (-1: all), at most `limit`. */
  readReport(
    auditId: string,
    list: 'documents' | 'findings',
    after: number,
    limit: number,
  ): Promise<{ ordinal: number; body: DocumentReport | Finding }[]>
  readEnd(auditId: string): Promise<AuditEnd | undefined>
  /** Calls back when there is something new to read, maybe. @returns the way to stop listening */
  onNews(auditId: string, look: () => void): () => void
  /** Forgets the events of audits that ended before. @returns how many */
  forget(endedBefore: Date): Promise<number>
}

export function createEventStore(db: Kysely<Schema>, notices: Pick<Notices, 'on'>): EventStore {
  return {
    async read(auditId, after, limit) {
      if (!isId(auditId)) return undefined
      const audit = await db
        .selectFrom('audits')
        .select(['status', 'progress', 'event_seq'])
        .where('id', '=', auditId)
        .executeTakeFirst()
      if (!audit) return undefined
      const { status, progress, event_seq: lastSeq } = audit
      const events =
        lastSeq <= after
          ? []
          : await db
              .selectFrom('events')
              .select(['seq', 'type', 'body'])
              .where('audit_id', '=', auditId)
              .where('seq', '>', after)
              .orderBy('seq')
              .limit(limit)
              .execute()
      return { status, progress, lastSeq, events }
    },

    async areKept(auditId) {
      const row = await db
        .selectFrom('events')
        .select('seq')
        .where('audit_id', '=', auditId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async readReport(auditId, list, after, limit) {
      const rows =
        list === 'documents'
          ? await listDocuments(db, auditId, { isRoot: false, url: null }, after, limit)
          : await listFindings(db, auditId, {}, after, limit)
      return rows.slice(0, limit)
    },

    async readEnd(auditId) {
      const row = await db
        .selectFrom('audits')
        .select(['id', 'status', 'verdict', 'summary', 'gate', 'error', 'finished_at'])
        .where('id', '=', auditId)
        .executeTakeFirst()
      if (!row) return undefined
      const { finished_at, ...end } = row
      return { ...end, finishedAt: finished_at?.toISOString() ?? null }
    },

    onNews(auditId, look) {
      const stops = [notices.on('told', auditId, look), notices.on('ended', auditId, look)]
      return () => {
        for (const stop of stops) stop()
      }
    },

    async forget(endedBefore) {
      const { numDeletedRows } = await db
        .deleteFrom('events')
        .using('audits')
        .whereRef('audits.id', '=', 'events.audit_id')
        .where('audits.finished_at', '<', endedBefore)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** To be returned by the update of an audit's row, so that followers are told when it commits. */
export function tellFollowers(auditId: string) {
  return pgNotify('told', auditId).as('told')
}

/** @param lastSeq the last of the numbers that were taken for them, with the audit's row held */
export async function insertEvents(tx: Db, auditId: string, events: readonly NewEvent[], lastSeq: number) {
  const first = lastSeq - events.length + 1
  await inRuns(
    events,
    ({ type, key, body }, index) => ({ audit_id: auditId, seq: first + index, type, key, body }),
    (rows) =>
      tx
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['audit_id', 'key']).doNothing())
        .execute(),
  )
}

/** The audit begins anew: its numbers go on, and what they stood for is gone. Call with the audit's row held. */
export async function restartEvents(tx: Db, auditId: string, lastSeq: number): Promise<void> {
  await tx.deleteFrom('events').where('audit_id', '=', auditId).execute()
  const { event_seq } = await tx
    .updateTable('audits')
    .set({ event_seq: lastSeq + 1 })
    .where('id', '=', auditId)
    .returning(['event_seq', tellFollowers(auditId)])
    .executeTakeFirstOrThrow()
  await insertEvents(tx, auditId, [{ type: 'restart', key: 'restart', body: '{}' }], event_seq)
}
