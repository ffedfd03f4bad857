import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_CSV_COLUMNS, renderDocumentsCsv } from '#src/report/documents-csv.ts'
import { renderFindingsCsv } from '#src/report/findings-csv.ts'
import { renderPagesCsv } from '#src/report/pages-csv.ts'
import { createDocument, createFinding, createReport } from '../api/sample-report.ts'
import { join } from './sources.ts'

/** As a real reader of CSV sees it. */
function read(pieces: Iterable<string>): Record<string, string>[] {
  return parse(join(pieces), { columns: true, record_delimiter: '\r\n', relax_column_count: false })
}

describe('CSV', () => {
  it('of findings has the worst first, with the place where it was first seen', () => {
    const rows = read(
      renderFindingsCsv([
        createFinding({ severity: 'note', message: 'He said "no", twice.', examples: [] }),
        createFinding({ occurrences: 3 }),
      ]),
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      severity: 'error',
      rule: 'loc-too-long',
      document: 'https://blog.example/sitemap.xml',
      line: '3',
      column: '10',
      offset: '120',
      occurrences: '3',
      share: '0.5',
      value: '',
    })
    expect(rows[1]).toMatchObject({ message: 'He said "no", twice.', line: '' })
  })

  it('of pages has a row for each, with lists in one cell', () => {
    const [page] = createReport().pages
    if (!page) throw new Error('no page')
    const hops = [
      { status: 301, url: 'https://blog.example/a' },
      { status: 302, url: 'https://blog.example/b' },
    ]
    const rows = read(renderPagesCsv([{ ...page, hops, finalUrl: 'https://blog.example/c', status: 200 }]))
    expect(rows).toEqual([
      expect.objectContaining({
        url: 'https://blog.example/a',
        status: '200',
        hops: '301 https://blog.example/a | 302 https://blog.example/b',
        final_url: 'https://blog.example/c',
        indexable: '',
        noindex: 'meta *: noindex',
        canonical: 'https://blog.example/a',
      }),
    ])
  })

  it('of documents leaves empty what is not known', () => {
    const unread = createDocument({ outcome: 'blocked', http: null, entries: null, bytes: null, limit: null })
    const rows = read(renderDocumentsCsv([createDocument(), unread]))
    expect(rows[0]).toMatchObject({ outcome: 'read', entries: '2', status: '200', complete: 'true' })
    expect(rows[1]).toMatchObject({ outcome: 'blocked', entries: '', status: '', complete: '' })
    expect(Object.keys(rows[0] ?? {})).toEqual([...DOCUMENT_CSV_COLUMNS])
  })
})
