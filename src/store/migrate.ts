/**
 * Brings the tables up to date. Several processes may start at once: on PostgreSQL the migrator holds an advisory lock
 * for the whole of it, and an embedded database has one process only.
 */
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { MIGRATIONS } from './migrations/index.ts'
import type { Schema } from './schema.ts'

export async function migrate(db: Kysely<Schema>): Promise<void> {
  if (await isUpToDate(db)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** The migrator would list every column of every table first, which is an eighth of a start on an embedded database. */
async function isUpToDate(db: Kysely<Schema>): Promise<boolean> {
  const { rows: tables } = await sql<{ table: string | null }>`
    select to_regclass('kysely_migration')::text as "table"`.execute(db)
  if (tables[0]?.table == null) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const known = Object.keys(MIGRATIONS).sort()
  return rows.length === known.length && rows.every(({ name }) => known.includes(name))
}
