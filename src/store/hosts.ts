/**
 * What the processes together ask of the audited hosts: each one's share of the requests at once, the turns of page
 * requests, and the pauses that a host asked for. All times are the database's own.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { HostLedger, HostNeed, HostShare } from '../fetch/host-ledger.ts'
import { allot } from './allot.ts'
import { NOTICE_CHANNEL, type Notices, toNotice } from './notices.ts'
import type { Schema } from './schema.ts'

export interface HostSharesTable {
  host: string
  /** A process. */
  owner: string
  held: number
  /** At most the places there are. */
  wanted: number
  /** Since when it has its turn or waits for one. */
  since: Date
  expires_at: Date
}

export interface HostTimesTable {
  host: string
  paused_until: Date
  next_turn_at: Date
}

export interface HostStore {
  /**
   * The ledger for one process; null where this process is alone in the first place.
   * @param concurrency requests at once to one host
   */
  open(concurrency: number): HostLedger | null
}

/** A dead process's places are free after so long. */
const LEASE_MS = 5_000
/** A process that has had places for so long gives them up for one that has none. */
const TURN_MS = 1_000
/** Rows of hosts that nobody asks any more are looked for now and then. */
const SWEEP_MS = 60_000
/** Any number of our own, so that the locks of others on the same database are not ours. */
const LOCK_SEED = 7_411

const now = sql<Date>`clock_timestamp()`
const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`
/** Ms from a time in the column until now; negative for what is to come. */
const agoMs = (column: string) =>
  sql<number>`(extract(epoch from clock_timestamp() - ${sql.ref(column)}) * 1000)::float8`

export function createHostStore(db: Kysely<Schema>, notices: Notices, isAlone: boolean): HostStore {
  return { open: (concurrency) => (isAlone ? null : createLedger(db, notices, concurrency)) }
}

function createLedger(db: Kysely<Schema>, notices: Notices, concurrency: number): HostLedger {
  const owner = crypto.randomUUID()
  let sweptAt = performance.now()

  async function tell(on: Kysely<Schema> | Transaction<Schema>, host: string): Promise<void> {
    await sql`select pg_notify(${NOTICE_CHANNEL}, ${toNotice('host', host)})`.execute(on)
  }

  async function share(host: string, need: HostNeed): Promise<HostShare> {
    const wanted = Math.min(need.wanted, concurrency)
    const result = await db.transaction().execute(async (trx) => {
      // One at a time for each host; the statements that follow see what the one before has written.
      await sql`select pg_advisory_xact_lock(hashtextextended(${host}, ${LOCK_SEED}))`.execute(trx)
      const { rows, overMs } = await trx
        .selectNoFrom((eb) => [
          jsonArrayFrom(
            eb
              .selectFrom('host_shares')
              .select(['owner', 'held', 'wanted', agoMs('since').as('turnMs'), agoMs('expires_at').as('overMs')])
              .where('host', '=', host),
          ).as('rows'),
          eb.selectFrom('host_times').select(agoMs('paused_until').as('ms')).where('host', '=', host).as('overMs'),
        ])
        .executeTakeFirstOrThrow()
      const live = rows.filter(({ overMs }) => overMs < 0)
      const others = live.filter((row) => row.owner !== owner)
      const mine = live.find((row) => row.owner === owner)
      const isWaitedFor = others.some((other) => other.held < other.wanted)

      const { mayRun, isNewTurn } = decide(wanted, mine?.turnMs ?? null, others, concurrency)
      const held = Math.max(need.running, mayRun)
      if (wanted === 0) {
        await trx.deleteFrom('host_shares').where('host', '=', host).where('owner', '=', owner).execute()
      } else {
        const values = { held, wanted, expires_at: inMs(LEASE_MS), ...(isNewTurn && { since: now }) }
        await trx
          .insertInto('host_shares')
          .values({ host, owner, since: now, ...values })
          .onConflict((conflict) => conflict.columns(['host', 'owner']).doUpdateSet(values))
          .execute()
      }
      const gives = isWaitedFor && (wanted === 0 ? 0 : held) < (mine?.held ?? 0)
      const beginsToWait = held < wanted && others.length > 0 && !(mine && mine.held < mine.wanted)
      if (gives || beginsToWait) await tell(trx, host)

      const pausedMs = Math.max(0, -(overMs ?? 0))
      return { mayRun, pausedMs, isContended: isWaitedFor || held < wanted }
    })
    await sweep()
    return result
  }

  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < SWEEP_MS) return
    sweptAt = performance.now()
    await db.deleteFrom('host_shares').where('expires_at', '<', inMs(-SWEEP_MS)).execute()
    const past = sql<Date>`greatest(paused_until, next_turn_at)`
    await db.deleteFrom('host_times').where(past, '<', inMs(-SWEEP_MS)).execute()
  }

  return {
    leaseMs: LEASE_MS,
    share,

    async takeTurn(host, delayMs) {
      const taken = await db
        .insertInto('host_times')
        .values({ host, next_turn_at: inMs(delayMs), paused_until: sql<Date>`'-infinity'` })
        .onConflict((conflict) =>
          conflict
            .column('host')
            .doUpdateSet({ next_turn_at: inMs(delayMs) })
            .where('host_times.next_turn_at', '<=', now),
        )
        .returning('host')
        .executeTakeFirst()
      if (taken) return 0
      const times = await db
        .selectFrom('host_times')
        .select(agoMs('next_turn_at').as('overMs'))
        .where('host', '=', host)
        .executeTakeFirst()
      return Math.max(1, -(times?.overMs ?? 0))
    },

    async pause(host, ms) {
      await db
        .insertInto('host_times')
        .values({ host, paused_until: inMs(ms), next_turn_at: sql<Date>`'-infinity'` })
        .onConflict((conflict) =>
          conflict
            .column('host')
            .doUpdateSet({ paused_until: sql<Date>`greatest(host_times.paused_until, excluded.paused_until)` }),
        )
        .execute()
      await tell(db, host)
    },

    onChange: (look) => notices.onAny('host', look),

    async leave() {
      const left = await db.deleteFrom('host_shares').where('owner', '=', owner).returning('host').execute()
      for (const { host } of left) await tell(db, host)
    },
  }
}

/**
 * What a process may have under way. One that is alone at a host gets all of it at once, so that it need not ask with
 * every request; of several each gets what it wants, within its part of the whole.
 */
function decide(
  wanted: number,
  turnMs: number | null,
  others: { held: number; wanted: number; turnMs: number }[],
  concurrency: number,
): { mayRun: number; isNewTurn: boolean } {
  if (wanted === 0) return { mayRun: 0, isNewTurn: false }
  if (others.length === 0) return { mayRun: concurrency, isNewTurn: false }
  const free = Math.max(0, concurrency - others.reduce((sum, { held }) => sum + held, 0))
  const [part = 0, ...parts] = allot([{ wanted, turnMs: turnMs ?? 0 }, ...others], concurrency)
  const isLeftOut = parts.some((places, index) => places === 0 && (others[index]?.wanted ?? 0) > 0)
  if (!isLeftOut || part === 0 || (turnMs ?? 0) < TURN_MS) return { mayRun: Math.min(part, free), isNewTurn: false }
  // More processes than places: who has had its turn goes to the end of the line.
  const [next = 0] = allot([{ wanted, turnMs: 0 }, ...others], concurrency)
  return { mayRun: Math.min(next, free), isNewTurn: true }
}
