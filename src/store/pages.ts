/** The pages that ended audits fetched as a sample. */
import type { PageReport } from '../model/report.ts'
import { type Db, inRuns } from './pieces.ts'
import { toStorable } from './storable.ts'

export async function insertPages(db: Db, auditId: string, pages: readonly PageReport[]): Promise<void> {
  await inRuns(
    pages,
    (page, ordinal) => ({
      audit_id: auditId,
      ordinal,
      url: toStorable(page.url),
      document: toStorable(page.document),
      body: JSON.stringify(page),
    }),
    (rows) => db.insertInto('pages').values(rows).execute(),
  )
}

export async function readPages(db: Db, auditId: string): Promise<PageReport[]> {
  const rows = await db.selectFrom('pages').select('body').where('audit_id', '=', auditId).orderBy('ordinal').execute()
  return rows.map((row) => row.body)
}

/** @returns at most `limit + 1` rows after the ordinal, so that the caller sees whether there are more */
export async function listPages(db: Db, auditId: string, after: number, limit: number) {
  return db
    .selectFrom('pages')
    .select(['ordinal', 'body'])
    .where('audit_id', '=', auditId)
    .where('ordinal', '>', after)
    .orderBy('ordinal')
    .limit(limit + 1)
    .execute()
}
