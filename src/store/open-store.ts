/** The store: opens the database, brings its tables up to date, and puts the parts together. */
import { sql } from 'kysely'
import { createAuditStore } from './audits.ts'
import { createBatchStore } from './batches.ts'
import { createEarlierDocumentStore } from './earlier-documents.ts'
import { createEventStore } from './events.ts'
import { createHistoryStore } from './history.ts'
import { createHostStore } from './hosts.ts'
import type { Link } from './link.ts'
import { migrate } from './migrate.ts'
import { openNotices } from './notices.ts'
import { type LinkSettings, openLink } from './open-link.ts'
import { createPartStore } from './parts.ts'
import { createRetentionStore } from './retention.ts'
import { createScheduleStore } from './schedules.ts'
import type { Store } from './store.ts'
import { createWebhookStore } from './webhooks.ts'

const LOOK_AGAIN_MS = 1_000

export interface OpenStore extends Store {
  /** For the job queue, which lives in the same database. */
  link: Link
}

/**
 * @param onError told of connections that break in the background; the store goes on with new ones
 * @throws DirectoryInUseError when another process has the directory of the embedded database
 */
export async function openStore(settings: LinkSettings, onError: (error: Error) => void): Promise<OpenStore> {
  const { link, db, close } = await openLink(settings, onError)
  try {
    await migrate(db)
    const notices = await openNotices({ link, onGap: onError })
    const audits = createAuditStore(db)

    return {
      link,
      audits,
      batches: createBatchStore(db),
      webhooks: createWebhookStore(db),
      events: createEventStore(db, notices),
      history: createHistoryStore(db),
      schedules: createScheduleStore(db),
      retention: createRetentionStore(db),
      earlier: createEarlierDocumentStore(db),
      hosts: createHostStore(db, notices, link.kind === 'pglite'),
      parts: createPartStore(db, notices),

      async whenEnded(id, signal) {
        const over = Promise.withResolvers<void>()
        let isOver = false
        const check = async () => {
          if (!isOver && (await audits.hasEnded(id))) over.resolve()
        }
        // A database that is away for a moment must not end the waiting, and must not be missed when it is back.
        const look = () => {
          check().catch((error) => {
            onError(error)
            if (!isOver) setTimeout(look, LOOK_AGAIN_MS).unref()
          })
        }
        const stop = notices.on('ended', id, look)
        const give = () => over.resolve()
        signal.addEventListener('abort', give, { once: true })
        try {
          // After the listening has begun, so that no ending falls between.
          if (signal.aborted) return
          await check()
          await over.promise
        } finally {
          isOver = true
          stop()
          signal.removeEventListener('abort', give)
        }
      },

      onEnded: (listener) => notices.onAny('ended', listener),

      async onCancel(id, listener) {
        let isOver = false
        const check = async () => {
          if (isOver || !(await audits.isCancelRequested(id))) return
          if (isOver) return
          isOver = true
          listener()
        }
        const stop = notices.on('cancel', id, () => {
          check().catch(onError)
        })
        await check()
        return async () => {
          isOver = true
          stop()
        }
      },

      async ping() {
        await sql`select 1`.execute(db)
      },

      async close() {
        await notices.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
