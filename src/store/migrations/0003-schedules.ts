/** Schedules: what is audited again and again. The queue keeps the times beside them; see duties/schedules.ts. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schedules')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('domain', 'text', (c) => c.notNull())
    .addColumn('options', 'json', (c) => c.notNull())
    .addColumn('cron', 'text', (c) => c.notNull())
    .addColumn('timezone', 'text', (c) => c.notNull())
    .addColumn('paused', 'boolean', (c) => c.notNull())
    .addColumn('sealed_headers', 'text')
    // No reference, as with audits. Beside the options for the removal of old audits.
    .addColumn('baseline_id', 'uuid')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .addColumn('planned_at', 'timestamptz', (c) => c.notNull())
    .addColumn('last_skipped_at', 'timestamptz')
    .execute()
  await db.schema.createIndex('schedules_domain').on('schedules').columns(['domain', 'id']).execute()
  await db.schema
    .createIndex('schedules_baseline')
    .on('schedules')
    .column('baseline_id')
    .where(sql.ref('baseline_id'), 'is not', sql`null`)
    .execute()
  await db.schema
    .createIndex('audits_schedule')
    .on('audits')
    .columns(['schedule_id', 'id'])
    .where(sql.ref('schedule_id'), 'is not', sql`null`)
    .execute()
  await db.schema
    .createIndex('audits_baseline')
    .on('audits')
    .column('baseline_id')
    .where(sql.ref('baseline_id'), 'is not', sql`null`)
    .execute()
}
