/**
 * The embedded database, when it fails. Its errors carry the parameters of their statement, which are whole reports: they
 * do not belong into a log. And a PostgreSQL that cannot write its own log panics, ends, and mends its files at the next
 * start; this one only says so, and answers nonsense from then on: the process that it lives in has to end for it.
 */
import type { PGlite } from '@electric-sql/pglite'

/** Nobody catches it. */
export class DatabasePanicError extends Error {
  readonly code = 'DATABASE_PANIC'
}

/** @returns the same database; when it panics, a DatabasePanicError is thrown outside of every call */
export function guardPglite(pglite: PGlite): PGlite {
  let hasPanicked = false
  function look(error: { severity?: unknown; message?: unknown; params?: unknown }): void {
    error.params = undefined
    if (error.severity !== 'PANIC' || hasPanicked) return
    hasPanicked = true
    setImmediate(() => {
      throw new DatabasePanicError(
        `The embedded database has stopped (${error.message}). It mends itself when the service is started again.`,
      )
    })
  }
  const watch =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A) => {
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
