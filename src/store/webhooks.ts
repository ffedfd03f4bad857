/** Webhooks that are due: `audits.webhook_state`, set in the transaction that ends an audit. */
import type { Kysely } from 'kysely'
import { isId } from './id.ts'
import type { Schema } from './schema.ts'

export interface WebhookStore {
  /** Which of these audits have a webhook to be sent. */
  filterDue(auditIds: readonly string[]): Promise<string[]>
  /** All audits with a webhook to be sent, oldest first. @param after the last id of the page before */
  listDue(after: string | null, limit: number): Promise<string[]>
  /** due -> sent or failed; false when it was not due. */
  settle(auditId: string, state: 'sent' | 'failed'): Promise<boolean>
}

export function createWebhookStore(db: Kysely<Schema>): WebhookStore {
  return {
    async filterDue(auditIds) {
      const ids = auditIds.filter(isId)
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('audits')
        .select('id')
        .where('webhook_state', '=', 'due')
        .where('id', 'in', ids)
        .execute()
      return rows.map(({ id }) => id)
    },

    async listDue(after, limit) {
      let query = db.selectFrom('audits').select('id').where('webhook_state', '=', 'due')
      if (after !== null) query = query.where('id', '>', after)
      const rows = await query.orderBy('id').limit(limit).execute()
      return rows.map(({ id }) => id)
    },

    async settle(auditId, state) {
      if (!isId(auditId)) return false
      const { numUpdatedRows } = await db
        .updateTable('audits')
        .set({ webhook_state: state })
        .where('id', '=', auditId)
        .where('webhook_state', '=', 'due')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
