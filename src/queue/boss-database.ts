/** pg-boss on the embedded database: through the same gate as the store, because the session is the same. */
import { type Db, fromPglite } from 'pg-boss'
import type { Link } from '../store/link.ts'

/** How every worker asks for a job: a statement without parameters, which the adapter takes for a script. */
const IS_FETCH = /^\s*WITH next AS/

export function createBossDatabase({ pglite, gate }: Extract<Link, { kind: 'pglite' }>): Db {
  const inner = fromPglite({
    query: (text, values) => pglite.query(text, values),
    exec: async (text) => (IS_FETCH.test(text) ? [await pglite.query(text)] : pglite.exec(text)),
    listen: (channel, callback) => pglite.listen(channel, callback),
  })
  const listen = inner.listen
  return {
    // The gate also covers the ROLLBACK with which the adapter cleans up after a statement that failed.
    executeSql: (text, values) => gate.run(() => inner.executeSql(text, values)),
    ...(listen && {
      async listen(channel, onNotification, onReconnect) {
        const handle = await gate.run(() => listen(channel, onNotification, onReconnect))
        return { close: () => gate.run(() => handle.close()) }
      },
    }),
  }
}
