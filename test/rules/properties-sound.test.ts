/** Nobody trusts a tool after its first false alarm: a document that is built right has no finding above note. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RULES_BY_ID } from '#src/rules/index.ts'
import { checkBytes, cutBytes } from '../support/check-bytes.ts'
import { bytesOf } from '../support/documents.ts'
import { KINDS, packed, soundDocument, textOf } from '../support/sound/document.ts'

const RUNS = { numRuns: process.env['LONG'] ? 600 : 60 }

describe('a document that is built right', () => {
  for (const kind of KINDS) {
    it(`of the kind ${kind} has no finding above note, however it is written`, () => {
      fc.assert(
        fc.property(fc.gen(), fc.constantFrom(0, 0, 1, 2), fc.integer({ min: 1, max: 99 }), (g, members, size) => {
          const document = soundDocument(g, kind)
          const text = textOf(document)
          const bytes = packed(bytesOf(text), members as 0 | 1 | 2)
          const { findings, failures, report } = checkBytes(cutBytes(bytes, [size]), { url: document.url })
          expect(failures).toEqual([])
          const loud = findings.filter(({ severity }) => severity !== 'note')
          expect(
            loud.map(({ rule, message }) => `${rule}: ${message}`),
            text,
          ).toEqual([])
          expect(report).toMatchObject({ outcome: 'read', complete: true, entries: document.entries.length })
          // What a validator would refuse beyond that is told in notes: no verdict without its reason, nor the reverse.
          const isRefused = findings.some(({ rule }) => RULES_BY_ID.get(rule)?.breaks.includes('xsd'))
          const isJudged = report.kind === 'urlset' || report.kind === 'sitemapindex'
          expect(report.xsd, text).toBe(isJudged ? (isRefused ? 'invalid' : 'valid') : null)
        }),
        RUNS,
      )
    }, 120_000)
  }
})
