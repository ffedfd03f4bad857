/** The store: opens the database, brings its tables up to date, and puts the parts together. */
import { sql } from 'kysely'
import { createAuditStore } from './audits.ts'
import type { Link } from './link.ts'
import { migrate } from './migrate.ts'
import { openNotices } from './notices.ts'
import { type LinkSettings, openLink } from './open-link.ts'
import type { Store } from './store.ts'

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

      async whenEnded(id, signal) {
        const look = Promise.withResolvers<void>()
        // A database that fails while one waits must not leave the waiter waiting.
        const check = () => audits.hasEnded(id).then((hasEnded) => hasEnded && look.resolve(), look.reject)
        const stop = notices.on('ended', id, check)
        const give = () => look.resolve()
        signal.addEventListener('abort', give, { once: true })
        try {
          // After the listening has begun, so that no ending falls between.
          if (signal.aborted) return
          await check()
          await look.promise
        } finally {
          stop()
          signal.removeEventListener('abort', give)
        }
      },

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
