/** What an audit has told of itself while it ran, for those who follow it. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The last number given out. Whoever appends holds the audit's row, so events are seen in the order of their numbers.
  await db.schema
    .alterTable('audits')
    .addColumn('event_seq', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('events')
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('audits.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    // What is told twice has the same key, and is kept once.
    .addColumn('key', 'text', (c) => c.notNull())
    // Sent as it is, so kept as text.
    .addColumn('body', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('events_pkey', ['audit_id', 'seq'])
    .addUniqueConstraint('events_key', ['audit_id', 'key'])
    .execute()
  // Its rows live for an hour: a vacuum that waits for a fifth of them to be dead comes too late.
  await sql`alter table events set (autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
}
