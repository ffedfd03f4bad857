/** What is kept of an audit so that later ones can be compared with it. */
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // How far the lists of the audit can be trusted; null: they cannot.
  await db.schema.alterTable('audits').addColumn('history', 'json').execute()
  await db.schema
    .createTable('loc_samples')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('audits.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('sample', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('loc_samples_pkey', ['audit_id', 'ordinal'])
    .execute()
}
