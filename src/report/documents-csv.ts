/** The documents as a table: one row a document, in walking order. What is not known is empty. */
import type { DocumentReport } from '../model/report.ts'
import { toCsvRow } from './csv.ts'

export const DOCUMENT_CSV_COLUMNS = [
  'url',
  'final_url',
  'via',
  'parent',
  'depth',
  'outcome',
  'status',
  'kind',
  'entries',
  'children',
  'complete',
  'bytes_transferred',
  'bytes_uncompressed',
  'share_of_entry_limit',
  'share_of_byte_limit',
  'lastmod_oldest',
  'lastmod_newest',
  'index_lastmod',
  'index_verdict',
  'xsd',
  'search_console',
  'sha256',
] as const

/** Pieces of whole rows. */
export function* renderDocumentsCsv(documents: readonly DocumentReport[]): Generator<string, void, void> {
  yield toCsvRow(DOCUMENT_CSV_COLUMNS)
  for (const document of documents) {
    const { http, bytes, limit, lastmod, index, children } = document
    const cells = {
      url: document.url,
      final_url: document.finalUrl,
      via: document.via,
      parent: document.parent,
      depth: document.depth,
      outcome: document.outcome,
      status: http?.status ?? null,
      kind: document.kind,
      entries: document.entries,
      children: children?.listed ?? null,
      complete: document.outcome === 'read' ? document.complete : null,
      bytes_transferred: bytes?.transferred ?? null,
      bytes_uncompressed: bytes?.uncompressed ?? null,
      share_of_entry_limit: limit?.entries ?? null,
      share_of_byte_limit: limit?.bytes ?? null,
      lastmod_oldest: lastmod?.oldest ?? null,
      lastmod_newest: lastmod?.newest ?? null,
      index_lastmod: index?.lastmod ?? null,
      index_verdict: index?.verdict ?? null,
      xsd: document.xsd,
      search_console: document.searchConsole,
      sha256: document.sha256,
    }
    yield toCsvRow(DOCUMENT_CSV_COLUMNS.map((column) => cells[column]))
  }
}
