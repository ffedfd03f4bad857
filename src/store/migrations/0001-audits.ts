/**
 * Audits and the pieces of their reports.
 *
 * Pieces are `json`, not `jsonb`: the text is kept as it was written, with the order of its members, U+0000 and lone
 * surrogates, which `jsonb` refuses. What lists are filtered by stands beside it in columns.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audits')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('options', 'json', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('started_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    .addColumn('progress', 'json', (c) => c.notNull())
    .addColumn('report', 'json')
    .addColumn('partial', 'json')
    .addColumn('verdict', 'text')
    .addColumn('summary', 'json')
    .addColumn('error', 'json')
    .addColumn('gate', 'json')
    .addColumn('sealed_headers', 'text')
    .addColumn('idempotency_key', 'text', (c) => c.unique())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('cancel_requested', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
  await db.schema.createIndex('audits_domain').on('audits').columns(['domain', 'id']).execute()
  await db.schema.createIndex('audits_verdict').on('audits').columns(['verdict', 'id']).execute()
  await db.schema.createIndex('audits_status').on('audits').columns(['status', 'id']).execute()
  // Waiting audits are counted for every new one, and are few among many.
  await db.schema
    .createIndex('audits_unended')
    .on('audits')
    .column('status')
    .where(sql.ref('status'), 'in', sql`('queued', 'running')`)
    .execute()

  await db.schema
    .createTable('findings')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('audits.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('rule', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('document', 'text')
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('body', 'json', (c) => c.notNull())
    .addPrimaryKeyConstraint('findings_pkey', ['audit_id', 'ordinal'])
    .execute()
  await db.schema
    .createTable('documents')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('audits.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('final_url', 'text')
    .addColumn('parent', 'text')
    .addColumn('entry', 'integer', (c) => c.notNull())
    .addColumn('in_report', 'boolean', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('body', 'json', (c) => c.notNull())
    .addPrimaryKeyConstraint('documents_pkey', ['audit_id', 'ordinal'])
    .execute()
  // Of the report's documents there are few, and of the children beside them there may be 50,000.
  await db.schema
    .createIndex('documents_in_report')
    .on('documents')
    .columns(['audit_id', 'ordinal'])
    .where(sql.ref('in_report'), '=', sql`true`)
    .execute()
  // Without the parent: it is foreign text, and may be longer than an index takes.
  await db.schema.createIndex('documents_entry').on('documents').columns(['audit_id', 'entry', 'ordinal']).execute()
  await db.schema
    .createTable('pages')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('audits.id').onDelete('cascade'))
    .addColumn('ordinal', 'integer', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('document', 'text', (c) => c.notNull())
    .addColumn('body', 'json', (c) => c.notNull())
    .addPrimaryKeyConstraint('pages_pkey', ['audit_id', 'ordinal'])
    .execute()
}
