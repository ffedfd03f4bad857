/**
 * The documents of large audits that several workers read: the plan, who is to read what, and what came of it. Rows live
 * as long as their audit runs, over the death of any process.
 */
import { createHash } from 'node:crypto'
import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import { HEADER_BYTES } from '../audit/heavy-part.ts'
import type { WalkNode } from '../audit/read-document.ts'
import type { LightDocument } from '../audit/stored-document.ts'
import type { AuditOptions } from '../model/audit.ts'
import type { Fetcher, Unmade } from '../model/exchange.ts'
import { type Notices, pgNotify } from './notices.ts'
import { inRuns } from './pieces.ts'
import { UNENDED } from './read-audits.ts'
import type { Schema } from './schema.ts'
import { toBytea } from './storable.ts'

type Json<T> = ColumnType<T, string, string>

/** What whoever reads a document of the audit needs to know besides the audit's options. */
export interface PlanContext {
  origin: string
  isPrivateSite: boolean
}

/** How reading a part ended: with a document, or at another document's address. */
export interface PartResult {
  /** As its node names it. */
  url: string
  read: { light: LightDocument } | { elsewhere: string }
  /** What it took. */
  cost: PartCost
  /** So often a worker died over it; it was given up and is skipped. */
  deaths?: number
}

export interface PartCost {
  /** From its turn to its end. */
  ms: number
  /** Requested since the part before it was ended. */
  totals: Fetcher['totals']
  givenUp: ReturnType<Fetcher['givenUpHosts']>
  /** Could not be requested since the part before it was ended. */
  unmade?: Unmade
}

export interface PlansTable {
  audit_id: string
  context: Json<PlanContext>
  deadline_at: ColumnType<Date, Date, Date>
}

export interface PartsTable {
  audit_id: string
  key: string
  /** Its place among all documents of the audit, in walking order within a level. */
  ordinal: number
  /** The job that it is read in. */
  bundle: number
  node: Json<WalkNode>
  /** taken: the audit's own job has its result. */
  state: 'waiting' | 'done' | 'taken'
  /** How often a worker has begun to read it. */
  attempts: Generated<number>
  result: ColumnType<PartResult | null, string | null, string | null>
  heavy: Uint8Array | null
}

export interface PartClaimsTable {
  audit_id: string
  key: string
  ordinal: number
}

export interface NewPart {
  node: WalkNode
  ordinal: number
  bundle: number
}

/** A part whose result is there. */
export interface DonePart {
  key: string
  ordinal: number
  result: PartResult
  /** The first bytes of its heavy part, which say where its sections stand; null: there is none. */
  header: Uint8Array | null
}

/** What a worker is to do. */
export interface Bundle {
  context: PlanContext
  options: AuditOptions
  sealedHeaders: string | null
  /** Until the audit has to be at its end. */
  leftMs: number
  parts: { key: string; ordinal: number; node: WalkNode }[]
}

export interface PartStore {
  /** Makes the plan of a running audit, or renews it: results that were taken before are there to be taken again. */
  begin(auditId: string, context: PlanContext, leftMs: number): Promise<void>
  /** All that was planned, without results. */
  list(auditId: string): Promise<{ key: string; node: WalkNode; ordinal: number; bundle: number; isDone: boolean }[]>
  /** Takes away, moves and adds. */
  change(
    auditId: string,
    change: { gone: string[]; moved: { key: string; ordinal: number }[]; fresh: NewPart[] },
  ): Promise<void>
  /** Forgets all claims but those to these addresses, which nobody may take any more. */
  settleClaims(auditId: string, urls: readonly string[]): Promise<void>
  /** Results that were not taken yet, at most `limit`; they are taken from here on. */
  take(auditId: string, limit: number): Promise<DonePart[]>
  /** Bundles with parts that have no result. */
  openBundles(auditId: string): Promise<number[]>
  /** Calls back when a part may have ended. @returns the way to stop listening */
  onDone(auditId: string, look: () => void): () => void
  /** Bytes of the heavy parts of several parts, in the order of the requests. */
  readHeavy(auditId: string, ranges: { key: string; from: number; length: number }[]): Promise<Uint8Array[]>

  /** @returns undefined where nothing is to be done any more: all is read, or the audit has ended */
  open(auditId: string, bundle: number): Promise<Bundle | undefined>
  /** Call before a part is read. @returns how often that was begun, this time included; null: it is none of ours */
  attempt(auditId: string, key: string): Promise<number | null>
  /** Whether this part may have an address that it led to: the earliest may, and nobody where a part is named by it. */
  claim(auditId: string, url: string, ordinal: number): Promise<boolean>
  /** The first result counts. @returns false where it was not wanted any more */
  finish(auditId: string, key: string, result: PartResult, heavy: Uint8Array | null): Promise<boolean>
}

export function partKey(url: string): string {
  return createHash('sha256').update(url).digest('base64url')
}

export function createPartStore(db: Kysely<Schema>, notices: Pick<Notices, 'on'>): PartStore {
  return {
    begin: (auditId, context, leftMs) =>
      db.transaction().execute(async (tx) => {
        const values = {
          context: JSON.stringify(context),
          deadline_at: sql<Date>`clock_timestamp() + ${leftMs} * interval '1 millisecond'`,
        }
        await tx
          .insertInto('plans')
          .values({ audit_id: auditId, ...values })
          .onConflict((conflict) => conflict.column('audit_id').doUpdateSet(values))
          .execute()
        await tx
          .updateTable('parts')
          .set({ state: 'done' })
          .where('audit_id', '=', auditId)
          .where('state', '=', 'taken')
          .execute()
      }),

    async list(auditId) {
      const rows = await db
        .selectFrom('parts')
        .select(['key', 'node', 'ordinal', 'bundle', 'state'])
        .where('audit_id', '=', auditId)
        .execute()
      return rows.map(({ state, ...part }) => ({ ...part, isDone: state !== 'waiting' }))
    },

    change: (auditId, { gone, moved, fresh }) =>
      db.transaction().execute(async (tx) => {
        await inRuns(
          gone,
          (key) => key,
          (keys) => tx.deleteFrom('parts').where('audit_id', '=', auditId).where('key', 'in', keys).execute(),
        )
        for (const { key, ordinal } of moved) {
          await tx
            .updateTable('parts')
            .set({ ordinal })
            .where('audit_id', '=', auditId)
            .where('key', '=', key)
            .execute()
        }
        await inRuns(
          fresh,
          ({ node, ordinal, bundle }) => ({
            audit_id: auditId,
            key: partKey(node.url),
            ordinal,
            bundle,
            node: JSON.stringify(node),
            state: 'waiting' as const,
          }),
          (rows) => tx.insertInto('parts').values(rows).execute(),
        )
      }),

    settleClaims: (auditId, urls) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('part_claims').where('audit_id', '=', auditId).execute()
        await inRuns(
          [...new Set(urls)],
          (url) => ({ audit_id: auditId, key: partKey(url), ordinal: -1 }),
          (rows) => tx.insertInto('part_claims').values(rows).execute(),
        )
      }),

    async take(auditId, limit) {
      const rows = await db
        .updateTable('parts')
        .set({ state: 'taken' })
        .where('audit_id', '=', auditId)
        .where('key', 'in', (eb) =>
          eb
            .selectFrom('parts')
            .select('key')
            .where('audit_id', '=', auditId)
            .where('state', '=', 'done')
            .orderBy('ordinal')
            .limit(limit),
        )
        .where('state', '=', 'done')
        .returning(['key', 'ordinal', 'result'])
        .returning(sql<Uint8Array | null>`substring(heavy from 1 for ${sql.lit(HEADER_BYTES)})`.as('header'))
        .execute()
      return rows.flatMap(({ result, ...row }) => (result === null ? [] : { ...row, result }))
    },

    async openBundles(auditId) {
      const rows = await db
        .selectFrom('parts')
        .select('bundle')
        .distinct()
        .where('audit_id', '=', auditId)
        .where('state', '=', 'waiting')
        .orderBy('bundle')
        .execute()
      return rows.map(({ bundle }) => bundle)
    },

    onDone: (auditId, look) => notices.on('part', auditId, look),

    async readHeavy(auditId, ranges) {
      const wanted = JSON.stringify(ranges)
      const { rows } = await sql<{ key: string; bytes: Uint8Array }>`
        select wanted.key, substring(parts.heavy from wanted."from" + 1 for wanted.length) as bytes
        from json_to_recordset(${wanted}::json) as wanted(key text, "from" integer, length integer)
        join parts on parts.audit_id = ${auditId} and parts.key = wanted.key`.execute(db)
      const byKey = new Map(rows.map(({ key, bytes }) => [key, bytes]))
      return ranges.map(({ key }) => {
        const bytes = byKey.get(key)
        if (!bytes) throw new Error('a part of a running audit is gone')
        return bytes
      })
    },

    async open(auditId, bundle) {
      const plan = await db
        .selectFrom('plans')
        .innerJoin('audits', 'audits.id', 'plans.audit_id')
        .select(['plans.context', 'audits.options', 'audits.sealed_headers as sealedHeaders'])
        .select(sql<number>`(extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8`.as('leftMs'))
        .where('plans.audit_id', '=', auditId)
        .where('audits.status', 'in', UNENDED)
        .executeTakeFirst()
      if (!plan) return undefined
      const parts = await db
        .selectFrom('parts')
        .select(['key', 'ordinal', 'node'])
        .where('audit_id', '=', auditId)
        .where('bundle', '=', bundle)
        .where('state', '=', 'waiting')
        .orderBy('ordinal')
        .execute()
      return parts.length === 0 ? undefined : { ...plan, parts }
    },

    async attempt(auditId, key) {
      const row = await db
        .updateTable('parts')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('audit_id', '=', auditId)
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .returning('attempts')
        .executeTakeFirst()
      return row?.attempts ?? null
    },

    async claim(auditId, url, ordinal) {
      const key = partKey(url)
      const { rows } = await sql<{ ordinal: number }>`
        insert into part_claims (audit_id, key, ordinal)
        select plans.audit_id, ${key}, ${ordinal}::integer from plans
        where plans.audit_id = ${auditId}
          and not exists (select from parts where parts.audit_id = ${auditId} and parts.key = ${key})
        on conflict (audit_id, key) do update set ordinal = least(part_claims.ordinal, excluded.ordinal)
        returning ordinal`.execute(db)
      return rows[0]?.ordinal === ordinal
    },

    async finish(auditId, key, result, heavy) {
      const row = await db
        .updateTable('parts')
        .set({
          state: 'done',
          result: JSON.stringify(result),
          heavy: heavy && toBytea(heavy),
        })
        .where('audit_id', '=', auditId)
        .where('key', '=', key)
        .where('state', '=', 'waiting')
        .returning(pgNotify('part', auditId).as('told'))
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
