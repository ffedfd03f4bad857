/** Guard against false alarms: right documents, as widespread generators write them, give nothing above a note. */
import { describe, expect, it } from 'vitest'
import { checkBytes, cutBytes } from '../support/check-bytes.ts'
import { bytesOf } from '../support/documents.ts'
import { GUARD_HOST } from '../support/guards/guard-document.ts'
import { GUARD_DOCUMENTS } from '../support/guards/guard-documents.ts'

describe('a document that is right', () => {
  it.each(GUARD_DOCUMENTS.map((row) => [row.name, row] as const))('%s', (_, { path, document }) => {
    const bytes = typeof document === 'string' ? bytesOf(document) : document
    for (const size of [bytes.length, 1, 7]) {
      const { findings, failures, report } = checkBytes(cutBytes(bytes, [size]), {
        url: `https://${GUARD_HOST}${path}`,
      })
      expect(failures).toEqual([])
      expect(findings.flatMap(({ severity, message }) => (severity === 'note' ? [] : message))).toEqual([])
      expect(report).toMatchObject({ outcome: 'read', complete: true })
    }
  })
})
