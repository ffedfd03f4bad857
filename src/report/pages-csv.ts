/** The sampled pages as a table: one row a page, in the order of the report. */
import type { PageReport } from '../model/report.ts'
import { toCsvRow } from './csv.ts'

const PAGE_CSV_COLUMNS = [
  'url',
  'document',
  'entry',
  'outcome',
  'status',
  'hops',
  'final_url',
  'replacement',
  'indexable',
  'noindex',
  'canonical',
  'lastmod_sitemap',
  'lastmod_page',
  'lastmod_page_source',
  'ms',
] as const

/** Pieces of whole rows. Lists stand in one cell, their items parted by " | ". */
export function* renderPagesCsv(pages: readonly PageReport[]): Generator<string, void, void> {
  yield toCsvRow(PAGE_CSV_COLUMNS)
  for (const page of pages) {
    const cells = {
      url: page.url,
      document: page.document,
      entry: page.entry,
      outcome: page.outcome,
      status: page.status,
      hops: inOneCell(page.hops.map(({ status, url }) => `${status} ${url}`)),
      final_url: page.finalUrl,
      replacement: page.replacement,
      indexable: page.indexable,
      noindex: inOneCell(page.noindex.map(({ source, agent, value }) => `${source} ${agent}: ${value}`)),
      canonical: inOneCell(page.canonical.map(({ resolved, href }) => resolved ?? href)),
      lastmod_sitemap: page.lastmod.sitemap,
      lastmod_page: page.lastmod.page,
      lastmod_page_source: page.lastmod.pageSource,
      ms: page.ms,
    }
    yield toCsvRow(PAGE_CSV_COLUMNS.map((column) => cells[column]))
  }
}

function inOneCell(items: readonly string[]): string | null {
  return items.length === 0 ? null : items.join(' | ')
}
