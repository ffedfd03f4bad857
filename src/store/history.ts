/** Audits of one domain over time, and what is kept of each for comparisons. */
import { type Kysely, sql } from 'kysely'
import type { AuditHistory } from '../model/audit.ts'
import type { DomainAudit } from '../model/history.ts'
import { readCursor, toCursor, toPage } from './cursor.ts'
import { isId } from './id.ts'
import { type Db, inRuns } from './pieces.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'
import type { Page, PageRequest } from './store.ts'

export interface HistoryStore {
  /**
   * The newest succeeded audit of the same domain with the same options that was made before this one. Not one that could
   * judge nothing: after a night without the site every error would be new, and no drop would be seen.
   */
  findPrevious(id: string): Promise<string | undefined>
  /** undefined: nothing was kept. */
  findMarks(id: string): Promise<Omit<AuditHistory, 'samples'> | undefined>
  /** Which of these URLs an index of the audit lists although they were not attempted under it. */
  findListed(id: string, urls: readonly string[]): Promise<Set<string>>
  /** Packed samples of these documents. */
  findSamples(id: string, urls: readonly string[]): Promise<Map<string, string>>
  /** Newest first. */
  listOfDomain(domain: string, page: PageRequest): Promise<Page<DomainAudit>>
}

/** URLs of one statement: they are foreign text of any length. */
const URLS_AT_ONCE = 2_000

export function createHistoryStore(db: Kysely<Schema>): HistoryStore {
  return {
    async findPrevious(id) {
      if (!isId(id)) return undefined
      const row = await db
        .selectFrom('audits as own')
        .innerJoin('audits as earlier', (join) =>
          join.onRef('earlier.domain', '=', 'own.domain').onRef('earlier.options_key', '=', 'own.options_key'),
        )
        .select('earlier.id')
        .where('own.id', '=', id)
        // Audits from before there were keys have none in common.
        .where('earlier.options_key', '<>', '')
        .where('earlier.status', '=', 'succeeded')
        .where(sql<boolean>`earlier.verdict is distinct from 'unchecked'`)
        // Ids sort by the time at which they were made.
        .whereRef('earlier.id', '<', 'own.id')
        .orderBy('earlier.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    async findMarks(id) {
      if (!isId(id)) return undefined
      const row = await db.selectFrom('audits').select('history').where('id', '=', id).executeTakeFirst()
      return row?.history ?? undefined
    },

    async findListed(id, urls) {
      const listed = new Set<string>()
      if (!isId(id)) return listed
      for (const some of runs(urls)) {
        const rows = await db
          .selectFrom('documents')
          .select('url')
          .distinct()
          .where('audit_id', '=', id)
          .where('url', '=', anyOf(some))
          .execute()
        for (const { url } of rows) listed.add(url)
      }
      return listed
    },

    async findSamples(id, urls) {
      const samples = new Map<string, string>()
      if (!isId(id)) return samples
      for (const some of runs(urls)) {
        const rows = await db
          .selectFrom('loc_samples')
          .select(['url', 'sample'])
          .where('audit_id', '=', id)
          .where('url', '=', anyOf(some))
          .execute()
        for (const { url, sample } of rows) samples.set(url, sample)
      }
      return samples
    },

    async listOfDomain(domain, page) {
      let query = db
        .selectFrom('audits')
        .select([
          'id',
          'status',
          'created_at',
          'finished_at',
          'verdict',
          'summary',
          'gate',
          'baseline_id',
          'options_key',
        ])
        .where('domain', '=', toStorable(domain))
      if (page.cursor !== null) query = query.where('id', '<', readCursor('domain', page.cursor, isId))
      const rows = await query
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return toPage(
        rows,
        page.limit,
        (row) => toCursor('domain', row.id),
        (row) => ({
          id: row.id,
          status: row.status,
          createdAt: row.created_at.toISOString(),
          finishedAt: row.finished_at?.toISOString() ?? null,
          verdict: row.verdict,
          summary: row.summary,
          gate: row.gate,
          baseline: row.baseline_id,
          optionsKey: row.options_key,
        }),
      )
    },
  }
}

/** The columns of an audit that has ended. */
export function historyColumns({ samples: _samples, ...marks }: AuditHistory) {
  return { history: JSON.stringify(marks) }
}

export async function insertSamples(on: Db, auditId: string, samples: AuditHistory['samples']): Promise<void> {
  await inRuns(
    samples,
    ({ url, sample }, ordinal) => ({ audit_id: auditId, ordinal, url: toStorable(url), sample }),
    (rows) => on.insertInto('loc_samples').values(rows).execute(),
  )
}

function anyOf(urls: readonly string[]) {
  return sql<string>`any(${urls.map((url) => toStorable(url))}::text[])`
}

function* runs(urls: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < urls.length; from += URLS_AT_ONCE) yield urls.slice(from, from + URLS_AT_ONCE)
}
