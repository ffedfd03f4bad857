import { describe, expect, it } from 'vitest'
import { batchCsvHeader, toBatchCsvRow } from '#src/report/batch-csv.ts'
import { readCsv } from '#src/web/parts/read-csv.ts'

describe('the reader of CSV in the browser', () => {
  it('reads quoted cells with commas, quotes and line breaks in them', () => {
    expect(readCsv('a,b\r\n"1,""2""\r\n3",\r\n,x\r\n')).toEqual([
      { a: '1,"2"\r\n3', b: '' },
      { a: '', b: 'x' },
    ])
  })

  it('takes the guard against formulas away again, and a BOM', () => {
    expect(readCsv("\uFEFFa\r\n'=1+1\r\n'plain\r\n")).toEqual([{ a: '=1+1' }, { a: "'plain" }])
  })

  it('reads what ends without a line break, or inside a quoted cell, as far as it goes', () => {
    expect(readCsv('a,b\n1,2')).toEqual([{ a: '1', b: '2' }])
    expect(readCsv('a,b\n1,"2')).toEqual([{ a: '1', b: '2' }])
    expect(readCsv('')).toEqual([])
  })

  it('reads what the service writes', () => {
    const row = { domain: 'a.example', auditId: null, status: null, verdict: null, traits: null }
    expect(readCsv(batchCsvHeader() + toBatchCsvRow(row))).toMatchObject([
      { domain: 'a.example', status: 'waiting', verdict: '', entries: '', audit: '' },
    ])
  })
})
