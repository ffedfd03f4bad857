/** Old audits go, but for those that others stand on. */
import { type Kysely, sql } from 'kysely'
import { UNENDED } from './read-audits.ts'
import type { Schema } from './schema.ts'

export interface RetentionStep {
  /** How many audits went. */
  removed: number
  /** Where the next step goes on; null: all old audits were looked at. */
  next: RetentionPlace | null
}

export interface RetentionPlace {
  finishedAt: Date
  id: string
}

export interface RetentionStore {
  /**
   * Removes some of the audits that ended before `cutoff`. What stays: the newest succeeded one of each domain and
   * options and the newest of those that could judge something, an audit with which one that stays in its own right
   * was compared, and one that a schedule or a waiting audit names as its baseline. (Not the baselines of baselines:
   * each is compared with the one before, and all would stay for ever.)
   * @param after where the step before ended; null: from the oldest
   * @returns null when another process is at it
   */
  removeOld(cutoff: Date, after: RetentionPlace | null): Promise<RetentionStep | null>
  /** Removes one batch that ended before `cutoff`, with its table; its audits have a time of their own. False: none. */
  removeOldBatch(cutoff: Date): Promise<boolean>
}

/** Any number that no one else locks: one process at a time. */
export const RETENTION_LOCK = 7_410_233_115
/** Old audits that one step looks at. */
const LOOK_AT = 200
/** An audit may have 50,000 children beside it: few of them in one transaction. */
const REMOVE_AT_ONCE = 10

export function createRetentionStore(db: Kysely<Schema>): RetentionStore {
  return {
    removeOld: (cutoff, after) =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          locked: boolean
        }>`select pg_try_advisory_xact_lock(${RETENTION_LOCK}) as locked`.execute(tx)
        if (!rows[0]?.locked) return null
        let query = tx
          .selectFrom('audits as old')
          .select(['old.id', 'old.finished_at'])
          .select(isRemovable(cutoff).as('is_removable'))
          .where('old.finished_at', '<', cutoff)
          .where('old.status', 'not in', UNENDED)
        if (after !== null) {
          query = query.where(sql<boolean>`(old.finished_at, old.id) > (${after.finishedAt}, ${after.id})`)
        }
        const seen = await query.orderBy('old.finished_at').orderBy('old.id').limit(LOOK_AT).execute()
        const removable = seen.filter(({ is_removable }) => is_removable)
        const going = removable.slice(0, REMOVE_AT_ONCE)
        if (going.length > 0) {
          await tx
            .deleteFrom('audits')
            .where(
              'id',
              'in',
              going.map(({ id }) => id),
            )
            .execute()
        }
        const isAll = seen.length < LOOK_AT && going.length === removable.length
        const last = going.length < removable.length ? going.at(-1) : seen.at(-1)
        const next = isAll || !last?.finished_at ? null : { finishedAt: last.finished_at, id: last.id }
        return { removed: going.length, next }
      }),

    async removeOldBatch(cutoff) {
      const oldest = db.selectFrom('batches').select('id').where('finished_at', '<', cutoff).limit(1)
      const { numDeletedRows } = await db.deleteFrom('batches').where('id', 'in', oldest).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

/** Of the row `old`. */
function isRemovable(cutoff: Date) {
  return sql<boolean>`
    not ${isNewestSucceeded('old')}
    and not exists (
      select 1 from audits heir
      where heir.baseline_id = old.id
        and (heir.finished_at is null or heir.finished_at >= ${cutoff} or ${isNewestSucceeded('heir')})
    )
    and not exists (select 1 from schedules where schedules.baseline_id = old.id)
    and not old.id::text in (
      select options ->> 'baseline' from audits
      where status in ('queued', 'running') and options ->> 'baseline' is not null
    )`
}

/** One that could judge nothing does not take the place of one that could. */
function isNewestSucceeded(row: 'old' | 'heir') {
  const the = (column: string) => sql.ref(`${row}.${column}`)
  return sql`(${the('status')} = 'succeeded' and not exists (
    select 1 from audits newer
    where newer.domain = ${the('domain')} and newer.options_key = ${the('options_key')}
      and newer.status = 'succeeded' and newer.id > ${the('id')}
      and (newer.verdict is distinct from 'unchecked' or ${the('verdict')} = 'unchecked')
  ))`
}
