/** The documents of large audits, read by whichever worker is free; gone when the audit ends. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('audit_id', 'uuid', (c) => c.primaryKey().references('audits.id').onDelete('cascade'))
    .addColumn('context', 'json', (c) => c.notNull())
    .addColumn('deadline_at', 'timestamptz', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('parts')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('plans.audit_id').onDelete('cascade'))
    // A hash of the URL: it may be longer than an index takes.
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('bundle', 'integer', (c) => c.notNull())
    .addColumn('node', 'json', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('result', 'json')
    .addColumn('heavy', 'bytea')
    .addPrimaryKeyConstraint('parts_pkey', ['audit_id', 'key'])
    .execute()
  // It is packed already, and sections of it are asked for by where they stand.
  await sql`alter table parts alter column heavy set storage external`.execute(db)
  await db.schema.createIndex('parts_bundle').on('parts').columns(['audit_id', 'bundle', 'ordinal']).execute()
  await db.schema
    .createIndex('parts_done')
    .on('parts')
    .columns(['audit_id', 'ordinal'])
    .where(sql.ref('state'), '=', sql`'done'`)
    .execute()
  // Addresses that a document was led to, and the earliest document that was.
  await db.schema
    .createTable('part_claims')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('plans.audit_id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('part_claims_pkey', ['audit_id', 'key'])
    .execute()
}
