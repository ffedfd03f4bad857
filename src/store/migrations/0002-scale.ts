/** What audits know beyond one run: whose they are, how urgent, and what they are compared with. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('audits')
    // Audits with the same key can be compared: see audit/options-key.ts.
    .addColumn('options_key', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('batch_id', 'uuid')
    .addColumn('schedule_id', 'uuid')
    // No reference: what it was compared with may be removed later.
    .addColumn('baseline_id', 'uuid')
    .addColumn('webhook_state', 'text')
    .execute()
  await db.schema
    .createIndex('audits_comparable')
    .on('audits')
    .columns(['domain', 'options_key', 'id'])
    .where(sql.ref('status'), '=', sql`'succeeded'`)
    .execute()
  await db.schema
    .createIndex('audits_batch')
    .on('audits')
    .columns(['batch_id', 'id'])
    .where(sql.ref('batch_id'), 'is not', sql`null`)
    .execute()
  await db.schema
    .createIndex('audits_webhook')
    .on('audits')
    .column('id')
    .where(sql.ref('webhook_state'), '=', sql`'due'`)
    .execute()
  await db.schema.createIndex('audits_finished').on('audits').column('finished_at').execute()
}
