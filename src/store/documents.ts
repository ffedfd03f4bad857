/** The documents that ended audits attempted, and beside them the children that their indexes list. */
import { reportUnread } from '../audit/report-document.ts'
import type { DocumentReport } from '../model/report.ts'
import { type Db, inRuns } from './pieces.ts'
import { toStorable } from './storable.ts'

/** Where a list of children goes on: an entry may list several. */
export interface ChildPosition {
  entry: number
  ordinal: number
}

/** @param unread children that were not attempted: found by their parent, and no part of the report */
export async function insertDocuments(
  db: Db,
  auditId: string,
  documents: readonly DocumentReport[],
  unread: readonly DocumentReport[],
): Promise<void> {
  const columnsOf = (document: DocumentReport) => ({
    audit_id: auditId,
    url: toStorable(document.url),
    parent: toStorable(document.parent),
    entry: entryOf(document),
    outcome: document.outcome,
  })
  await inRuns(
    documents,
    (document, ordinal) => ({
      ...columnsOf(document),
      ordinal,
      in_report: true,
      final_url: toStorable(document.finalUrl),
      body: JSON.stringify(document),
    }),
    (rows) => db.insertInto('documents').values(rows).execute(),
  )
  await inRuns(
    unread,
    (document, index) => {
      const columns = columnsOf(document)
      return {
        ...columns,
        ordinal: documents.length + index,
        in_report: false,
        final_url: null,
        body: JSON.stringify(beyond(blankOf(columns), document)),
      }
    },
    (rows) => db.insertInto('documents').values(rows).execute(),
  )
}

export async function readDocuments(db: Db, auditId: string): Promise<DocumentReport[]> {
  const rows = await selectInReport(db, auditId).execute()
  return rows.map(({ body }) => body)
}

/**
 * @param isRoot only those that have no parent
 * @param url only the one with this URL; null: all
 * @returns at most `limit + 1` rows after the ordinal, so that the caller sees whether there are more
 */
export async function listDocuments(
  db: Db,
  auditId: string,
  { isRoot, url }: { isRoot: boolean; url: string | null },
  after: number,
  limit: number,
) {
  const all = selectInReport(db, auditId)
  const documents = url === null ? all : all.where('url', '=', toStorable(url))
  return (isRoot ? documents.where('parent', 'is', null) : documents)
    .where('ordinal', '>', after)
    .limit(limit + 1)
    .execute()
}

/**
 * In the order of their entries.
 * @param isAttempted only those that were, or were not; null: all
 * @returns at most `limit + 1` rows, as above
 */
export async function listChildren(
  db: Db,
  auditId: string,
  { parent, isAttempted }: { parent: string; isAttempted: boolean | null },
  after: ChildPosition,
  limit: number,
) {
  const children = db
    .selectFrom('documents')
    .select(['ordinal', 'entry', 'in_report', 'url', 'parent', 'outcome', 'body'])
    .where('audit_id', '=', auditId)
    .where('parent', '=', toStorable(parent))
  const rows = await (isAttempted === null ? children : children.where('in_report', '=', isAttempted))
    .where((eb) => eb(eb.refTuple('entry', 'ordinal'), '>', eb.tuple(after.entry, after.ordinal)))
    .orderBy('entry')
    .orderBy('ordinal')
    .limit(limit + 1)
    .execute()
  return rows.map(({ ordinal, entry, in_report, body, ...columns }) => ({
    ordinal,
    entry,
    body: in_report ? (body as DocumentReport) : { ...blankOf({ ...columns, entry }), ...body },
  }))
}

/** The same of a report that is still in one piece. */
export function childrenOfArray(
  documents: readonly DocumentReport[],
  parent: string,
  after: ChildPosition,
  limit: number,
): (ChildPosition & { body: DocumentReport })[] {
  return documents
    .map((body, ordinal) => ({ ordinal, entry: entryOf(body), body }))
    .filter(({ body }) => body.parent === parent)
    .filter(({ entry, ordinal }) => entry > after.entry || (entry === after.entry && ordinal > after.ordinal))
    .sort((one, other) => one.entry - other.entry || one.ordinal - other.ordinal)
    .slice(0, limit + 1)
}

function selectInReport(db: Db, auditId: string) {
  return db
    .selectFrom('documents')
    .select(['ordinal', 'body'])
    .$narrowType<{ body: DocumentReport }>()
    .where('audit_id', '=', auditId)
    .where((eb) => eb.ref('in_report'))
    .orderBy('ordinal')
}

/** The number behind the parent's URL in `via`; 0 where it names none. */
function entryOf({ parent, via }: DocumentReport): number {
  if (parent === null || !via.startsWith(`${parent}#`)) return 0
  const number = via.slice(parent.length + 1)
  return /^\d{1,9}$/.test(number) ? Number(number) : 0
}

/** What the columns say of a child that was not attempted. There may be 50,000 of them. */
function blankOf({
  url,
  parent,
  entry,
  outcome,
}: Pick<DocumentReport, 'url' | 'parent' | 'outcome'> & { entry: number }): DocumentReport {
  return reportUnread({ url, finalUrl: url }, { via: `${parent}#${entry}`, parent, depth: 1 }, outcome, null)
}

/** The members in which the document is another than the blank. */
function beyond(blank: DocumentReport, document: DocumentReport): Partial<DocumentReport> {
  const same = (name: keyof DocumentReport) =>
    document[name] === blank[name] || JSON.stringify(document[name]) === JSON.stringify(blank[name])
  return Object.fromEntries(Object.entries(document).filter(([name]) => !same(name as keyof DocumentReport)))
}
