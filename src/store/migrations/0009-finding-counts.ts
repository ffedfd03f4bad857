/** What findings are counted by stands in columns: reading it out of ten thousand bodies takes seconds. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('findings')
    .addColumn('occurrences', 'bigint')
    .addColumn('is_suppressed', 'boolean')
    .execute()
  await sql`
    update findings
    set occurrences = (body ->> 'occurrences')::bigint, is_suppressed = (body ->> 'suppressed') is not null`.execute(db)
  await db.schema
    .alterTable('findings')
    .alterColumn('occurrences', (column) => column.setNotNull())
    .alterColumn('is_suppressed', (column) => column.setNotNull())
    .execute()
}
