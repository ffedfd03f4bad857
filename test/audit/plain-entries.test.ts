import { Buffer } from 'node:buffer'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckOptions, createParts, type DocumentCheck } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import { createDocumentReader, type DocumentReader } from '#src/sitemap/document-reader.ts'
import { fingerprintOf } from '#src/values/hash.ts'
import { mutate, mutations, soundDocuments } from '../sitemap/documents.ts'
import { COMPLETE, NS } from '../sitemap/read.ts'

const SEED = 20_261_130
const RUNS = process.env['LONG'] ? 2_000 : 200
const CORPUS = new URL('../../../shared/corpus/', import.meta.url)
const isThere = existsSync(CORPUS)
if (!isThere) console.info('skipped: the corpus of real files is not beside the project')

const OPTIONS: CheckOptions = {
  maxBytes: 1e9,
  seed: 1,
  candidates: 20,
  node: { via: 'robots.txt:1', parent: null, depth: 0 },
  delivery: null,
}

/** @returns everything that is told of the document, and how many of its entries were taken as they stand in the text */
function check(bytes: Uint8Array, origin: string, takesPlain: boolean): { told: DocumentCheck; taken: number } {
  const url = `${origin}/sitemap.xml`
  const context: DocumentContext = {
    ...{ url, finalUrl: url, source: 'fetched', via: 'robots.txt:1', origin, isNamedByRobots: true },
    ...{ nowMs: Date.parse('2026-10-02T00:00:00Z'), http: null, isPrivateSite: false },
  }
  let taken = 0
  const places: Pick<DocumentReader, 'locate' | 'lineOf' | 'find'> = {
    locate: (at) => reader.locate(at),
    lineOf: (at) => reader.lineOf(at),
    find: (at) => reader.find(at),
  }
  const parts = createParts(context, OPTIONS, places)
  const { plain } = parts.handler
  const reader = createDocumentReader(
    {
      ...parts.handler,
      plain(entry) {
        const isTaken = takesPlain && plain?.(entry) === true
        if (isTaken) taken++
        return isTaken
      },
    },
    { maxBytes: OPTIONS.maxBytes },
  )
  reader.write(bytes)
  return { told: parts.end(COMPLETE, reader.end(COMPLETE)), taken }
}

function expectSame(document: Uint8Array | string, origin = 'https://a.example'): number {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  const { told, taken } = check(bytes, origin, true)
  const [quick, usual] = [told, check(bytes, origin, false).told].map((one) => JSON.stringify(one)) as [string, string]
  if (quick.length > 50_000) expect(fingerprintOf(quick)).toBe(fingerprintOf(usual))
  else expect(quick).toBe(usual)
  return taken
}

const loc = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .array(fc.constantFrom('/a', '/b', '/', '-c', '?d=1', '&amp;e=2', '%20', '.html', '/u', 'N'), { maxLength: 5 })
      .chain((parts) => fc.nat(30).map((number) => `https://a.example/${number}${parts.join('')}`)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'https://a.example',
        'https://b.example/',
        'https://a.example/\u00fc',
        '/a',
        'x',
        'https://a.example/#b',
        ' ',
      ],
      ...['https://a.example/?utm_source=b', 'https://a.example/[slug]', 'HTTPS://A.example/', 'https://10.0.0.1/'],
    ),
  },
)
const lastmod = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', '2026-10-01', '2026-09-30T12:00:00Z', '2026-10-01T23:59:00+00:00') },
  { weight: 1, arbitrary: fc.constantFrom('2026-10-02T00:04:00.5-00:30', '2027-01-01', '2026-02-30', '2026') },
  { weight: 1, arbitrary: fc.constantFrom('1970-01-01', '1989-12-31', 'yesterday', '2026-10-01T12:00', '&#50;026') },
)
const entry = fc
  .tuple(
    loc,
    lastmod,
    fc.constantFrom('', '', '', '<changefreq>daily</changefreq>', '<changefreq>Daily</changefreq>'),
    fc.constantFrom('', '', '', '<priority>0.5</priority>', '<priority>2</priority>', '<priority>&#49;</priority>'),
    fc.constantFrom('', '\n', '\r\n', ' \t'),
  )
  .map(([loc, lastmod, changefreq, priority, space]) => {
    const dated = lastmod === '' ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<url>${space}<loc>${loc}</loc>${space}${dated}${changefreq}${priority}${space}</url>${space}`
  })

describe('Entries that are read as they stand in the text', () => {
  it('come to the same as those that are made first', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.array(entry, { minLength: 10, maxLength: 60 }), (entries) => {
        taken += expectSame(`<urlset ${NS}>${entries.join('')}</urlset>`)
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(taken).toBeGreaterThan(RUNS * 5)
  })

  it('come to the same in documents of all kinds, right or broken', () => {
    fc.assert(
      fc.property(soundDocuments, mutations, (document, broken) => {
        expectSame(document)
        expectSame(mutate(document, broken))
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })

  it('come to the same over many blocks', () => {
    const entries = Array.from({ length: 5_000 }, (_, i) => {
      const day = `2026-09-${String((i % 30) + 1).padStart(2, '0')}`
      const odd = i % 500 === 499 ? ['&amp;', '\u00fc', '<a/>', '\r\n', ' ', '#'][Math.floor(i / 500) % 6] : ''
      return `<url>\n<loc>https://a.example/${i % 7}/${i % 4_900}${odd}</loc>\n<lastmod>${day}</lastmod>\n</url>\n`
    })
    expect(expectSame(`<urlset ${NS}>\n${entries.join('')}</urlset>\n`)).toBeGreaterThan(4_800)
  })

  describe.skipIf(!isThere)('of real files', () => {
    const files = isThere ? readdirSync(CORPUS).filter((file) => /\.(?:xml|gz|txt)$/.test(file)) : []
    it.each(files)('%s', (file) => {
      const bytes = readFileSync(new URL(file, CORPUS))
      const origin = /<loc>\s*(https?:\/\/[^/<]+)/.exec(bytes.toString('latin1'))?.[1]
      expectSame(bytes, origin)
    })
  })
})
