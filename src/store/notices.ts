/**
 * What the processes tell each other: that an audit has ended, that one is to be cancelled, that one has told something,
 * that a host's places were given back. A notice is a hint to look, never the news itself: listeners are also called
 * after every gap in the listening, and look at the table.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Link } from './link.ts'
import type { Db } from './pieces.ts'

export const NOTICE_CHANNEL = 'sitemap_auditor'

/** The subject is an audit's id; of `host` it is a host name, whose share or pause may have changed. */
export type NoticeKind = 'ended' | 'cancel' | 'told' | 'host' | 'part'

export interface Notices {
  /** @returns the way to stop listening */
  on(kind: NoticeKind, auditId: string, look: () => void): () => void
  /** Every notice of a kind; with null after a gap. @returns the way to stop listening */
  onAny(kind: NoticeKind, look: (subject: string | null) => void): () => void
  close(): Promise<void>
}

export interface NoticeSettings {
  link: Link
  /** Told when the listening connection is lost; listening goes on with the next one. */
  onGap: (error: Error) => void
  /** How often the listening connection is asked for a sign of life. */
  heartbeatMs?: number
}

export function toNotice(kind: NoticeKind, subject: string): string {
  return `${kind}:${subject}`
}

/** An expression of a statement; what it tells is delivered when the transaction commits. */
export function pgNotify(kind: NoticeKind, subject: string) {
  return sql<string>`pg_notify(${NOTICE_CHANNEL}, ${toNotice(kind, subject)})`
}

/** The same as a statement of its own. */
export async function notify(on: Db, kind: NoticeKind, subject: string): Promise<void> {
  await sql`select ${pgNotify(kind, subject)}`.execute(on)
}

export async function openNotices({ link, onGap, heartbeatMs = 10_000 }: NoticeSettings): Promise<Notices> {
  const listeners = new Map<string, Set<() => void>>()
  const listenersToAll = new Set<{ kind: NoticeKind; look: (subject: string | null) => void }>()
  const tell = (notice: string) => {
    for (const look of listeners.get(notice) ?? []) look()
    const colon = notice.indexOf(':')
    const [kind, subject] = [notice.slice(0, colon), notice.slice(colon + 1)]
    for (const all of listenersToAll) if (all.kind === kind) all.look(subject)
  }
  const tellAll = () => {
    for (const looks of listeners.values()) for (const look of looks) look()
    for (const { look } of listenersToAll) look(null)
  }
  const close =
    link.kind === 'pglite'
      ? await listenEmbedded(link, tell)
      : await listenOverWire(link.url, heartbeatMs, tell, tellAll, onGap)

  return {
    on(kind, auditId, look) {
      const notice = toNotice(kind, auditId)
      const looks = listeners.get(notice) ?? new Set()
      // A function of its own, so that the same `look` may be given twice.
      const own = () => look()
      looks.add(own)
      listeners.set(notice, looks)
      return () => {
        looks.delete(own)
        if (looks.size === 0 && listeners.get(notice) === looks) listeners.delete(notice)
      }
    },
    onAny(kind, look) {
      const all = { kind, look }
      listenersToAll.add(all)
      return () => void listenersToAll.delete(all)
    },
    close,
  }
}

async function listenEmbedded(link: Extract<Link, { kind: 'pglite' }>, tell: (notice: string) => void) {
  // Through the gate: a LISTEN inside another's transaction is undone by its rollback.
  const unlisten = await link.gate.run(() => link.pglite.listen(NOTICE_CHANNEL, tell))
  return () => link.gate.run(() => unlisten())
}

/** Holds one connection of its own, and takes the next one when it breaks. The first one must succeed. */
async function listenOverWire(
  url: string,
  heartbeatMs: number,
  tell: (notice: string) => void,
  tellAll: () => void,
  onGap: (error: Error) => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping

  async function connect() {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'sitemap-auditor notices',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    const lost = Promise.withResolvers<Error>()
    client.on('error', (error) => lost.resolve(error))
    client.on('end', () => lost.resolve(new Error('the listening connection was closed')))
    client.on('notification', ({ payload }) => tell(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${NOTICE_CHANNEL}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    return { client, lost: lost.promise }
  }

  /** Resolves with what broke the connection. A dead network says nothing by itself, so it is asked. */
  async function untilLost({ client, lost }: Awaited<ReturnType<typeof connect>>): Promise<Error> {
    for (;;) {
      const tick = new AbortController()
      const result = await Promise.race([
        lost,
        delay(heartbeatMs, undefined, { signal: AbortSignal.any([signal, tick.signal]), ref: false }).catch(() => {}),
      ])
      tick.abort()
      if (result instanceof Error) return result
      if (signal.aborted) return new Error('closed')
      try {
        await client.query('select 1')
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error))
      }
    }
  }

  async function keepListening(first: Awaited<ReturnType<typeof connect>>) {
    let current: Awaited<ReturnType<typeof connect>> | undefined = first
    for (let failures = 0; !signal.aborted; ) {
      try {
        if (!current) {
          current = await connect()
          failures = 0
          tellAll()
        }
        const error = await untilLost(current)
        if (!signal.aborted) onGap(error)
      } catch (error) {
        failures++
        onGap(error instanceof Error ? error : new Error(String(error)))
      }
      // Unanswered: a broken connection need not be able to say goodbye.
      current?.client.end().catch(() => {})
      current = undefined
      if (!signal.aborted && failures > 0) {
        await delay(Math.min(5_000, 100 * 2 ** failures), undefined, { signal }).catch(() => {})
      }
    }
  }

  const running = keepListening(await connect())
  return async () => {
    stopping.abort()
    await running
  }
}
