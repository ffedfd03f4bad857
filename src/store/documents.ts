/** The documents that ended audits attempted. */
import type { DocumentReport } from '../model/report.ts'
import { type Db, inRuns } from './pieces.ts'
import { toStorable } from './storable.ts'

export interface DocumentFilter {
  parent?: string
}

export async function insertDocuments(db: Db, auditId: string, documents: readonly DocumentReport[]): Promise<void> {
  await inRuns(
    documents,
    (document, ordinal) => ({
      audit_id: auditId,
      ordinal,
      url: toStorable(document.url),
      final_url: toStorable(document.finalUrl),
      parent: toStorable(document.parent),
      outcome: document.outcome,
      body: JSON.stringify(document),
    }),
    (rows) => db.insertInto('documents').values(rows).execute(),
  )
}

export async function readDocuments(db: Db, auditId: string): Promise<DocumentReport[]> {
  const rows = await db
    .selectFrom('documents')
    .select('body')
    .where('audit_id', '=', auditId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => row.body)
}

/** @returns at most `limit + 1` rows after the ordinal, so that the caller sees whether there are more */
export async function listDocuments(db: Db, auditId: string, filter: DocumentFilter, after: number, limit: number) {
  let query = db
    .selectFrom('documents')
    .select(['ordinal', 'body'])
    .where('audit_id', '=', auditId)
    .where('ordinal', '>', after)
  if (filter.parent !== undefined) query = query.where('parent', '=', toStorable(filter.parent))
  return query
    .orderBy('ordinal')
    .limit(limit + 1)
    .execute()
}

export function isWantedDocument(document: DocumentReport, filter: DocumentFilter): boolean {
  return filter.parent === undefined || document.parent === filter.parent
}
