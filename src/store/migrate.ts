/**
 * Brings the tables up to date. Several processes may start at once: on PostgreSQL the migrator holds an advisory lock
 * for the whole of it, and an embedded database has one process only.
 */
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { MIGRATIONS } from './migrations/index.ts'
import type { Schema } from './schema.ts'

export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
