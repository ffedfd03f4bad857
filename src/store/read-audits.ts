/** Audits as they are read: one, many, and piece by piece. */
import type { Kysely } from 'kysely'
import type { Audit, AuditStatus, Problem, Progress } from '../model/audit.ts'
import type { DocumentReport, Report } from '../model/report.ts'
import { countFindings, countFindingsOf } from './count-findings.ts'
import { isEntry, isOrdinal, readCursor, toCursor, toPage } from './cursor.ts'
import { childrenOfArray, listChildren, listDocuments, readDocuments } from './documents.ts'
import { isWantedFinding, listFindings, readFindings } from './findings.ts'
import { isId } from './id.ts'
import { listPages, readPages } from './pages.ts'
import { type Db, pageOfArray } from './pieces.ts'
import type { Schema } from './schema.ts'
import { toStorable } from './storable.ts'
import type { AuditStore, AuditSummary, Page, PageRequest } from './store.ts'

export type AuditReader = Pick<
  AuditStore,
  | 'find'
  | 'list'
  | 'findHead'
  | 'findings'
  | 'counts'
  | 'pages'
  | 'documents'
  | 'sealedHeaders'
  | 'countWaiting'
  | 'listUnended'
  | 'hasEnded'
  | 'isCancelRequested'
>

export const UNENDED: AuditStatus[] = ['queued', 'running']

const SUMMARY_COLUMNS = [
  'id',
  'domain',
  'status',
  'created_at',
  'started_at',
  'finished_at',
  'progress',
  'verdict',
  'summary',
  'error',
  'gate',
] as const

export function createAuditReader(db: Kysely<Schema>): AuditReader {
  /** The report of a running audit is in one piece. @returns undefined for an audit that has ended or is not there */
  async function findPartial(id: string): Promise<Report | null | undefined> {
    const row = await db
      .selectFrom('audits')
      .select('partial')
      .where('id', '=', id)
      .where('status', 'in', UNENDED)
      .executeTakeFirst()
    return row?.partial
  }

  async function isThere(id: string): Promise<boolean> {
    return (await db.selectFrom('audits').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  }

  /** A cursor holds over the end of the audit: entries keep their numbers. */
  async function childrenOf(
    id: string,
    parent: string,
    isAttempted: boolean | null,
    page: PageRequest,
  ): Promise<Page<DocumentReport>> {
    const [entry = -1, ordinal = -1] =
      page.cursor === null ? [] : readCursor('children', page.cursor, isEntry).split('.').map(Number)
    if (!isId(id)) return { items: [], next: null }
    const partial = await findPartial(id)
    // What was not attempted is known at the end.
    const rows = partial
      ? childrenOfArray(isAttempted === false ? [] : partial.documents, parent, { entry, ordinal }, page.limit)
      : await listChildren(db, id, { parent, isAttempted }, { entry, ordinal }, page.limit)
    return toPage(
      rows,
      page.limit,
      (row) => toCursor('children', `${row.entry}.${row.ordinal}`),
      (row) => row.body,
    )
  }

  return {
    find: (id) => findAudit(db, id),

    findHead: (id) => findAudit(db, id, { hasLists: false }),

    async list(filter, page) {
      let query = db.selectFrom('audits').select(SUMMARY_COLUMNS)
      if (filter.domain !== undefined) query = query.where('domain', '=', toStorable(filter.domain))
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.verdict !== undefined) query = query.where('verdict', '=', filter.verdict)
      if (filter.since !== undefined) query = query.where('created_at', '>=', new Date(filter.since))
      if (page.cursor !== null) query = query.where('id', '<', readCursor('audits', page.cursor, isId))
      const rows = await query
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return toPage(rows, page.limit, (row) => toCursor('audits', row.id), toSummary)
    },

    async findings(id, filter, page) {
      const after = page.cursor === null ? -1 : Number(readCursor('findings', page.cursor, isOrdinal))
      if (!isId(id)) return { items: [], next: null }
      const partial = await findPartial(id)
      const rows = partial
        ? pageOfArray(partial.findings, (finding) => isWantedFinding(finding, filter), after, page.limit)
        : await listFindings(db, id, filter, after, page.limit)
      return toPage(
        rows,
        page.limit,
        (row) => toCursor('findings', row.ordinal),
        (row) => row.body,
      )
    },

    async counts(id, { document }) {
      if (!isId(id)) return undefined
      const partial = await findPartial(id)
      if (partial !== undefined) return countFindingsOf(partial?.findings ?? [], document)
      return (await isThere(id)) ? countFindings(db, id, document) : undefined
    },

    async pages(id, page) {
      const after = page.cursor === null ? -1 : Number(readCursor('pages', page.cursor, isOrdinal))
      if (!isId(id)) return { items: [], next: null }
      const partial = await findPartial(id)
      const rows = partial
        ? pageOfArray(partial.pages, () => true, after, page.limit)
        : await listPages(db, id, after, page.limit)
      return toPage(
        rows,
        page.limit,
        (row) => toCursor('pages', row.ordinal),
        (row) => row.body,
      )
    },

    async documents(id, { parent, url = null, isAttempted = null }, page) {
      const isRoot = parent === ''
      if (parent !== undefined && !isRoot) return childrenOf(id, parent, isAttempted, page)
      const after = page.cursor === null ? -1 : Number(readCursor('documents', page.cursor, isOrdinal))
      if (!isId(id)) return { items: [], next: null }
      const partial = await findPartial(id)
      const rows = partial
        ? pageOfArray(
            partial.documents,
            (document) => (!isRoot || document.parent === null) && (url === null || document.url === url),
            after,
            page.limit,
          )
        : await listDocuments(db, id, { isRoot, url }, after, page.limit)
      return toPage(
        rows,
        page.limit,
        (row) => toCursor('documents', row.ordinal),
        (row) => row.body,
      )
    },

    async sealedHeaders(id) {
      if (!isId(id)) return null
      const row = await db.selectFrom('audits').select('sealed_headers').where('id', '=', id).executeTakeFirst()
      return row?.sealed_headers ?? null
    },

    async countWaiting() {
      const { audits, batches } = await db
        .selectNoFrom((eb) => [
          eb
            .selectFrom('audits')
            .select((on) => on.fn.countAll<string | number>().as('count'))
            .where('status', '=', 'queued')
            .where('status', 'in', UNENDED)
            .where('batch_id', 'is', null)
            .as('audits'),
          eb
            .selectFrom('batches')
            .select((on) => on.fn.countAll<string | number>().as('count'))
            .where('finished_at', 'is', null)
            .where('status', '=', 'running')
            .as('batches'),
        ])
        .executeTakeFirstOrThrow()
      return Number(audits) + Number(batches)
    },

    async listUnended(made) {
      let query = db.selectFrom('audits').select(['id', 'domain', 'priority']).where('status', 'in', UNENDED)
      if (made) query = query.where('created_at', '>=', made.from).where('created_at', '<', made.until)
      return query.orderBy('id').execute()
    },

    async hasEnded(id) {
      if (!isId(id)) return true
      const row = await db.selectFrom('audits').select('status').where('id', '=', id).executeTakeFirst()
      return !row || !UNENDED.includes(row.status)
    },

    async isCancelRequested(id) {
      if (!isId(id)) return false
      const row = await db.selectFrom('audits').select('cancel_requested').where('id', '=', id).executeTakeFirst()
      return row?.cancel_requested ?? false
    },
  }
}

/** Also inside a transaction. */
export async function findAudit(on: Db, id: string, { hasLists } = { hasLists: true }): Promise<Audit | undefined> {
  if (!isId(id)) return undefined
  const row = await on
    .selectFrom('audits')
    .select([...SUMMARY_COLUMNS, 'options', 'report', 'partial'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { verdict: _verdict, summary: _summary, ...head } = toSummary(row)
  let report: Report | null = row.partial
  if (!hasLists) {
    const head = row.report ?? row.partial
    report = head && inOrder(head, [], [], [])
  } else if (row.report) {
    const documents = await readDocuments(on, id)
    const pages = await readPages(on, id)
    const findings = await readFindings(on, id)
    report = inOrder(row.report, documents, pages, findings)
  }
  return {
    id: head.id,
    domain: head.domain,
    options: row.options,
    status: head.status,
    createdAt: head.createdAt,
    startedAt: head.startedAt,
    finishedAt: head.finishedAt,
    progress: head.progress,
    report,
    error: head.error,
    gate: head.gate,
  }
}

interface SummaryRow {
  id: string
  domain: string
  status: AuditStatus
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  progress: Progress
  verdict: AuditSummary['verdict']
  summary: AuditSummary['summary']
  error: Problem | null
  gate: Audit['gate']
}

function toSummary(row: SummaryRow): AuditSummary {
  return {
    id: row.id,
    domain: row.domain,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: row.progress,
    verdict: row.verdict,
    summary: row.summary,
    error: row.error,
    gate: row.gate,
  }
}

/** The members in the order in which a report is read. */
function inOrder(
  { estimates, notes, timing, ...head }: Omit<Report, 'documents' | 'pages' | 'findings'>,
  documents: Report['documents'],
  pages: Report['pages'],
  findings: Report['findings'],
): Report {
  return { ...head, documents, pages, estimates, findings, notes, timing }
}
