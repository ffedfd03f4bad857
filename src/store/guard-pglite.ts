/**
 * The embedded database, when it fails. Its errors carry the parameters of their statement, which are whole reports: they
 * do not belong into a log. And a PostgreSQL that cannot write its own log panics, ends, and mends its files at the next
 * start; this one only says so and goes on with what it no longer knows: nothing more is asked of it, and the process
 * that it lives in has to end for it.
 */
import type { PGlite } from '@electric-sql/pglite'

export class DatabasePanicError extends Error {
  readonly code = 'DATABASE_PANIC'
}

/** @returns the same database; when it panics, a DatabasePanicError is thrown outside of every call, too: nobody catches it */
export function guardPglite(pglite: PGlite): PGlite {
  let panic: DatabasePanicError | undefined
  function look(error: { severity?: unknown; message?: unknown; params?: unknown }): void {
    error.params = undefined
    if (error.severity !== 'PANIC') return
    panic = new DatabasePanicError(
      `The embedded database has stopped (${error.message}). It mends itself when the service is started again.`,
    )
    setImmediate(() => {
      throw panic
    })
  }
  const watch =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      if (panic) throw panic
      try {
        return await call(...args)
      } catch (error) {
        if (error instanceof Error) look(error)
        throw error
      }
    }
  return Object.assign(pglite, {
    query: watch(pglite.query.bind(pglite)),
    exec: watch(pglite.exec.bind(pglite)),
  })
}
