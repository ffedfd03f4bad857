/** Batches, and what each of their domains came to. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('options', 'json', (c) => c.notNull())
    .addColumn('sealed_headers', 'text')
    .addColumn('domains', 'integer', (c) => c.notNull())
    .addColumn('duplicates', 'integer', (c) => c.notNull())
    .addColumn('done', 'integer')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('finished_at', 'timestamptz')
    .addColumn('idempotency_key', 'text', (c) => c.unique())
    .addColumn('digest', 'text', (c) => c.notNull())
    .execute()
  // Looked at after every end of an audit, and few among many.
  await db.schema
    .createIndex('batches_open')
    .on('batches')
    .column('id')
    .where(sql.ref('finished_at'), 'is', sql`null`)
    .execute()

  await db.schema
    .createTable('batch_domains')
    .addColumn('batch_id', 'uuid', (c) => c.notNull().references('batches.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('given', 'text', (c) => c.notNull())
    // No reference: the audit may be removed, and what is kept of it here stays.
    .addColumn('audit_id', 'uuid', (c) => c.unique())
    .addColumn('ended_at', 'timestamptz')
    .addColumn('status', 'text')
    .addColumn('verdict', 'text')
    .addColumn('traits', 'jsonb')
    .addColumn('share', 'double precision')
    .addPrimaryKeyConstraint('batch_domains_pkey', ['batch_id', 'ordinal'])
    .execute()
  await db.schema
    .createIndex('batch_domains_next')
    .on('batch_domains')
    .columns(['batch_id', 'ordinal'])
    .where(sql.ref('audit_id'), 'is', sql`null`)
    .execute()
  await db.schema
    .createIndex('batch_domains_unended')
    .on('batch_domains')
    .column('batch_id')
    .where(sql<boolean>`audit_id is not null and ended_at is null`)
    .execute()
}
