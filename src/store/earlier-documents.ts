/**
 * The documents that the audits of a schedule read completely, one row a document: of the newest audit that met it. They
 * count once that audit has succeeded, and go with it, with the schedule, and when a later audit succeeds without them.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { type ColumnType, type Kysely, sql } from 'kysely'
import { conditionOf, REUSE_LIMIT_DAYS } from '../audit/reuse-document.ts'
import { type LightDocument, storeDocument } from '../audit/stored-document.ts'
import type { EarlierDocuments } from '../audit/tools.ts'
import type { Condition } from '../model/exchange.ts'
import type { Schema } from './schema.ts'
import { toBytea } from './storable.ts'

export interface EarlierDocumentsTable {
  schedule_id: string
  /** Of the URL that was asked for. */
  key: string
  audit_id: string
  options_key: string
  /** See circumstancesOf. */
  circumstances: string
  condition: ColumnType<Condition, string, string>
  /** When its bytes were read. */
  read_at: Date
  /** Of both parts, as they are stored. */
  size: number
  light: Uint8Array
  heavy: Uint8Array
}

export interface EarlierDocumentStore {
  /** For an audit that runs. @returns null unless it is of a schedule */
  open(auditId: string): Promise<EarlierDocuments | null>
  /** Call when an audit has succeeded: the documents that it did not meet go. */
  settle(auditId: string): Promise<void>
}

/** A larger document is not kept, and read anew each time. */
const DOCUMENT_LIMIT_BYTES = 4 * 2 ** 20
/** All documents of one schedule. What does not fit is read anew each time. */
const SCHEDULE_LIMIT_BYTES = 256 * 2 ** 20

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

export function createEarlierDocumentStore(
  db: Kysely<Schema>,
  limitBytes = SCHEDULE_LIMIT_BYTES,
): EarlierDocumentStore {
  const scheduleOf = (auditId: string) =>
    db.selectFrom('audits').select(['schedule_id', 'options_key']).where('id', '=', auditId).executeTakeFirst()

  return {
    async open(auditId) {
      const audit = await scheduleOf(auditId)
      if (!audit?.schedule_id) return null
      return openSchedule(db, auditId, audit.schedule_id, audit.options_key, limitBytes)
    },

    async settle(auditId) {
      const audit = await scheduleOf(auditId)
      if (!audit?.schedule_id) return
      await db
        .deleteFrom('earlier_documents')
        .where('schedule_id', '=', audit.schedule_id)
        .where('audit_id', '!=', auditId)
        .execute()
    },
  }
}

function openSchedule(
  db: Kysely<Schema>,
  auditId: string,
  scheduleId: string,
  optionsKey: string,
  limitBytes: number,
): EarlierDocuments {
  const rowOf = (url: string) =>
    db
      .selectFrom('earlier_documents')
      .innerJoin('audits', 'audits.id', 'earlier_documents.audit_id')
      .where('earlier_documents.schedule_id', '=', scheduleId)
      .where('earlier_documents.key', '=', keyOf(url))
      .where('earlier_documents.options_key', '=', optionsKey)
      // An audit that runs again after its worker's death does not take what it has just read for earlier.
      .where('audits.status', '=', 'succeeded')

  return {
    async find(url, circumstances) {
      const row = await rowOf(url)
        .select('condition')
        .where('circumstances', '=', circumstances)
        .where('read_at', '>', sql<Date>`now() - ${REUSE_LIMIT_DAYS} * interval '1 day'`)
        .executeTakeFirst()
      return row?.condition ?? null
    },

    async load(url) {
      const row = await rowOf(url).select(['light', 'heavy']).executeTakeFirst()
      if (!row) return null
      const light = JSON.parse((await inflate(row.light)).toString()) as LightDocument
      return { light, heavy: row.heavy }
    },

    async keep(document, circumstances) {
      const condition = conditionOf(document.exchange)
      const stored = storeDocument(document)
      const { heavy } = stored
      // At once: what the report says of it goes on changing.
      const text = JSON.stringify(stored.light)
      if (condition === null || heavy === null) return
      const light = await deflate(text)
      const size = light.length + heavy.length
      if (size > DOCUMENT_LIMIT_BYTES) return
      const key = keyOf(document.node.url)
      await db
        .insertInto('earlier_documents')
        .columns([
          'schedule_id',
          'key',
          'audit_id',
          'options_key',
          'circumstances',
          'condition',
          'read_at',
          'size',
          'light',
          'heavy',
        ])
        .expression(
          sql`
            select ${scheduleId}::uuid, ${key}, ${auditId}::uuid, ${optionsKey}, ${circumstances},
              ${JSON.stringify(condition)}::json, now(), ${size}::integer, ${light}::bytea, ${toBytea(heavy)}::bytea
            where ${size}::bigint + (
              select coalesce(sum(size), 0) from earlier_documents where schedule_id = ${scheduleId}::uuid and key <> ${key}
            ) <= ${limitBytes}::bigint`,
        )
        .onConflict((conflict) =>
          conflict.columns(['schedule_id', 'key']).doUpdateSet((eb) => ({
            audit_id: eb.ref('excluded.audit_id'),
            options_key: eb.ref('excluded.options_key'),
            circumstances: eb.ref('excluded.circumstances'),
            condition: sql`excluded.condition`,
            read_at: eb.ref('excluded.read_at'),
            size: eb.ref('excluded.size'),
            light: eb.ref('excluded.light'),
            heavy: eb.ref('excluded.heavy'),
          })),
        )
        .execute()
    },

    async confirm(url) {
      await db
        .updateTable('earlier_documents')
        .set({ audit_id: auditId })
        .where('schedule_id', '=', scheduleId)
        .where('key', '=', keyOf(url))
        .execute()
    },
  }
}

/** An index takes no text of any length. */
function keyOf(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}
