/** The `audits` table: read-audits.ts and change-audits.ts are all that know it. */
import type { Kysely } from 'kysely'
import { createAuditWriter } from './change-audits.ts'
import { createAuditReader } from './read-audits.ts'
import type { Schema } from './schema.ts'
import type { AuditStore } from './store.ts'

export function createAuditStore(db: Kysely<Schema>): AuditStore {
  return { ...createAuditReader(db), ...createAuditWriter(db) }
}
