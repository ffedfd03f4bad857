/** One fault in a sound document is one finding at its place, and nothing else above note. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '#src/model/report.ts'
import { checkBytes, cutBytes } from '../support/check-bytes.ts'
import { type SoundDocument, soundDocument, textOf } from '../support/sound/document.ts'
import { END, MARK, type Seed } from '../support/sound/seed.ts'
import { SEEDS } from '../support/sound/seeds.ts'

const RUNS = { numRuns: process.env['LONG'] ? 40 : 4 }

/** It counts what it hides from readers, not its declarations. */
const COUNTS_ELEMENTS = 'namespace-extension-variant'
/** It is settled when the other entries are known; by then a place is its line. */
const KNOWS_LINES = 'alternate-return-missing'

/** The document with the fault in it, still marked. */
function seeded(document: SoundDocument, { entry, edit }: Seed, where: number): string {
  const entries = [...document.entries]
  if (entry !== undefined) entries.splice(where % (entries.length + 1), 0, entry)
  const text = textOf({ ...document, entries, ...edit?.({ ...document, entries }) })
  const end = text.indexOf(END)
  return end < 0 ? text : text.slice(0, end)
}

/** What must be told of a marked document, its place counted the plain way. */
function expectationOf(text: string, rule: string) {
  const at = text.indexOf(MARK)
  if (at < 0) return { rule, occurrences: 1, line: null, column: null, offset: null }
  const before = text.slice(0, at)
  // A byte order mark is no character of the document.
  const lines = before.replace(/^\ufeff+/, '').split(/\r\n|\r|\n/)
  const place = { line: lines.length, column: [...(lines.at(-1) as string)].length + 1, offset: encode(before).length }
  return { rule, occurrences: 1, ...place, ...(rule === KNOWS_LINES ? { column: null, offset: null } : {}) }
}

function shortOf({ rule, occurrences, examples: [first] }: Finding) {
  return {
    rule,
    occurrences: rule === COUNTS_ELEMENTS ? Math.min(1, occurrences) : occurrences,
    line: first?.line ?? null,
    column: first?.column ?? null,
    offset: first?.offset ?? null,
  }
}

/** UTF-8, but for the characters that stand for one byte. */
function encode(text: string): Uint8Array {
  const parts = text.split(/([\ue000-\ue0ff])/)
  return Buffer.concat(
    parts.map((part, i) => (i % 2 === 1 ? Buffer.from([part.charCodeAt(0) & 0xff]) : Buffer.from(part))),
  )
}

/** Where the fault is put, and how the document comes. */
const deliveries = fc.record({
  where: fc.nat({ max: 9 }),
  size: fc.integer({ min: 1, max: 50 }),
  isCompressed: fc.boolean(),
})

describe('one fault in a sound document is its finding, at its place, and nothing else', () => {
  it.each(SEEDS.map((seed) => [seed.name, seed] as const))('%s', (_, seed) => {
    fc.assert(
      fc.property(fc.gen(), deliveries, (g, { where, size, isCompressed }) => {
        const document = soundDocument(g, seed.kind, { isPlain: true, max: 2 })
        const text = seeded(document, seed, where)
        const plain = encode(text.replace(MARK, ''))
        const bytes = seed.bytes?.(plain) ?? (isCompressed ? new Uint8Array(gzipSync(plain)) : plain)
        const { findings, failures } = checkBytes(cutBytes(bytes, [size]), { url: document.url })
        expect(failures).toEqual([])
        const told = findings.filter(({ rule, severity }) => severity !== 'note' || rule === seed.rule)
        expect(told.map(shortOf), text).toEqual([expectationOf(text, seed.rule)])
      }),
      RUNS,
    )
  })
})
