/** What the processes together ask of the audited hosts, and what need not be asked for again. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row for each process that has or wants places at a host.
  await db.schema
    .createTable('host_shares')
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('owner', 'uuid', (c) => c.notNull())
    .addColumn('held', 'integer', (c) => c.notNull())
    .addColumn('wanted', 'integer', (c) => c.notNull())
    .addColumn('since', 'timestamptz', (c) => c.notNull())
    // A process that has died gives its places back by not renewing them.
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('host_shares_pkey', ['host', 'owner'])
    .execute()
  // Until when a host is left alone, and when the next page request under a crawl delay may be made.
  await db.schema
    .createTable('host_times')
    .addColumn('host', 'text', (c) => c.primaryKey())
    .addColumn('paused_until', 'timestamptz', (c) => c.notNull().defaultTo(sql`'-infinity'`))
    .addColumn('next_turn_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`'-infinity'`))
    .execute()
  // What the audits of a schedule read, for conditional requests.
  await db.schema
    .createTable('earlier_documents')
    .addColumn('schedule_id', 'uuid', (c) => c.notNull().references('schedules.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('audit_id', 'uuid', (c) => c.notNull().references('audits.id').onDelete('cascade'))
    .addColumn('options_key', 'text', (c) => c.notNull())
    .addColumn('circumstances', 'text', (c) => c.notNull())
    .addColumn('condition', 'json', (c) => c.notNull())
    .addColumn('read_at', 'timestamptz', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('light', 'bytea', (c) => c.notNull())
    .addColumn('heavy', 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('earlier_documents_pkey', ['schedule_id', 'key'])
    .execute()
  await db.schema.createIndex('earlier_documents_audit').on('earlier_documents').column('audit_id').execute()
}
