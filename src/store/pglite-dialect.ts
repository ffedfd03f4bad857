/**
 * Kysely on PGlite, one user at a time. PGlite has one session: Kysely's own driver gives it to everybody, so that a
 * statement sent beside an open transaction runs inside it, and pg-boss sends its BEGIN and COMMIT over it as well.
 * Here a connection is the gate, held from its first statement to its last.
 */
import type { PGlite } from '@electric-sql/pglite'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Gate } from './gate.ts'

export function createPgliteDialect(pglite: PGlite, gate: Gate): Dialect {
  return {
    createDriver: () => createDriver(pglite, gate),
    createAdapter: () => new PGliteAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

function createDriver(pglite: PGlite, gate: Gate): Driver {
  let leave: (() => void) | undefined
  const connection: DatabaseConnection = {
    async executeQuery(query) {
      await gate.breathe()
      const { rows, affectedRows } = await pglite.query(query.sql, [...query.parameters])
      return { rows: rows as never[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
    },
    // biome-ignore lint/correctness/useYield: PGlite has no cursors over its JavaScript interface
    async *streamQuery() {
      throw new Error('PGlite cannot stream rows')
    },
  }
  const send = async (statement: string) => {
    await pglite.exec(statement)
  }
  return {
    init: () => pglite.waitReady,
    async acquireConnection() {
      leave = await gate.enter()
      return connection
    },
    async releaseConnection() {
      const out = leave
      leave = undefined
      out?.()
    },
    beginTransaction: () => send('begin'),
    commitTransaction: () => send('commit'),
    rollbackTransaction: () => send('rollback'),
    async destroy() {
      if (!pglite.closed) await pglite.close()
    },
  }
}
