import { Buffer } from 'node:buffer'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CheckOptions, createParts } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import { createDocumentReader, type DocumentReader } from '#src/sitemap/document-reader.ts'
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

interface Way {
  takesPlain?: boolean
  /** Plain entries are taken many at once. */
  takesRuns?: boolean
  isCareful?: boolean
}

/** @returns everything that is told of the document, and how many of its entries and links were taken as they stand */
function check(bytes: Uint8Array, origin: string, { takesPlain = false, takesRuns = false, isCareful = false }: Way) {
  const url = `${origin}/sitemap.xml`
  const context: DocumentContext = {
    ...{ url, finalUrl: url, source: 'fetched', via: 'robots.txt:1', origin, isNamedByRobots: true },
    ...{ nowMs: Date.parse('2026-10-02T00:00:00Z'), http: null, isPrivateSite: false },
  }
  let taken = 0
  let formed = 0
  const places: Pick<DocumentReader, 'locate' | 'lineOf' | 'find'> = {
    locate: (at) => reader.locate(at),
    lineOf: (at) => reader.lineOf(at),
    find: (at) => reader.find(at),
  }
  const parts = createParts(context, OPTIONS, places)
  const { plain, plainRun } = parts.handler
  const reader = createDocumentReader(
    {
      ...parts.handler,
      entry(entry) {
        formed += entry.links?.ats.length ?? 0
        parts.handler.entry(entry)
      },
      plain(entry) {
        const isTaken = takesPlain && plain?.(entry) === true
        if (isTaken) taken++
        return isTaken
      },
      plainRun(run) {
        const count = takesRuns ? (plainRun?.(run) ?? 0) : 0
        taken += count
        return count
      },
    },
    { maxBytes: OPTIONS.maxBytes, isCareful },
  )
  reader.write(bytes)
  const tail = reader.end(COMPLETE)
  const told = [parts.end(COMPLETE, tail), tail]
  return { told: JSON.stringify(told), taken, formed }
}

function expectSame(document: Uint8Array | string, origin = 'https://a.example'): { taken: number; formed: number } {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  const { told, taken, formed } = check(bytes, origin, { takesPlain: true, takesRuns: true })
  for (const way of [{ takesPlain: true }, {}, { isCareful: true }]) {
    const usual = check(bytes, origin, way).told
    if (told === usual) continue
    // Where they part is shown, not the whole of both.
    let i = 0
    while (told[i] === usual[i]) i++
    expect(told.slice(Math.max(0, i - 200), i + 300)).toBe(usual.slice(Math.max(0, i - 200), i + 300))
  }
  return { taken, formed }
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
    fc
      .constantFrom(
        '',
        '',
        '',
        '0.5',
        '1.0',
        '2',
        '&#49;',
        '1.',
        '0.',
        '.5',
        '+1',
        '00.5',
        '1.5',
        '0.9a',
        '0,5',
        '1.000001',
      )
      .map((priority) => (priority === '' ? '' : `<priority>${priority}</priority>`)),
    fc.constantFrom('', '\n', '\r\n', ' \t'),
  )
  .map(([loc, lastmod, changefreq, priority, space]) => {
    const dated = lastmod === '' ? '' : `<lastmod>${lastmod}</lastmod>`
    return `<url>${space}<loc>${loc}</loc>${space}${dated}${changefreq}${priority}${space}</url>${space}`
  })

/** Entries that are written alike, and now and then a text that is not plain, or another way to write. */
const alikeEntries = fc
  .tuple(
    fc.constantFrom('', '\n', '\r\n', '\n  '),
    fc.subarray(['lastmod', 'changefreq', 'priority']),
    fc.array(fc.tuple(loc, lastmod, fc.nat(12)), { minLength: 30, maxLength: 120 }),
  )
  .map(([space, names, entries]) =>
    entries.map(([loc, lastmod, odd], number) => {
      const right = { lastmod: '2026-10-01', changefreq: 'daily', priority: '0.5' }
      const wrong = { lastmod, changefreq: 'Daily', priority: '1.5' }
      const texts = odd === 1 ? wrong : right
      const rest = names.map((name) => `<${name}>${texts[name as keyof typeof texts]}</${name}>${space}`)
      const own = odd === 2 ? loc : odd === 3 ? '' : `https://a.example/${number}`
      const between = odd === 4 ? ['<url></url>', '<!-- c -->', '&amp;', '<url>\t<loc>/a</loc></url>'][number % 4] : ''
      return `<url>${space}<loc>${own}</loc>${space}${rest.join('')}</url>${space}${between}`
    }),
  )

const LANGUAGES = ['de', 'de-AT', 'en', 'fr-CH', 'x-default']

/** Entries with the same languages in the same order, and now and then something in between that is not the same. */
const linkedEntries = fc
  .tuple(
    fc.constantFrom(
      (code: string, url: string) => `<x:link rel="alternate" hreflang="${code}" href="${url}"/>`,
      (code: string, url: string) => `<x:link href='${url}' rel='alternate' hreflang='${code}' />`,
      (code: string, url: string) => `<x:link\n  hreflang="${code}"\n  href="${url}"\n  rel="alternate"></x:link>`,
    ),
    fc.constantFrom('', '\n', '\r\n    '),
    fc.array(
      fc.record({
        name: fc.constantFrom(
          'a',
          'b-1',
          'c/',
          'd.html?e=1',
          'f%20g',
          '%2fh',
          'i&amp;j',
          'k\u00fc',
          'undefined',
          '../l',
          '',
        ),
        twist: fc
          .constantFrom('', '', '', '', '', '<x:link rel="alternate" hreflang="xx-yy" href="https://a.example/z"/>')
          .chain((twist) =>
            fc.constantFrom(twist, twist, twist, '&', 'text', '<priority>0.5</priority>', '<!-- c -->'),
          ),
        languages: fc.constantFrom(LANGUAGES, LANGUAGES, LANGUAGES, LANGUAGES.slice(1), LANGUAGES.toReversed(), []),
        other: fc.constantFrom('', '', '', 'q', '%zz', '"'),
      }),
      { minLength: 5, maxLength: 30 },
    ),
  )
  .map(([write, space, entries]) =>
    entries.map(({ name, twist, languages, other }, number) => {
      const links = languages.map((code, i) => {
        const isTwisted = other !== '' && i === 2
        return write(
          code,
          `https://a.example/${code === 'x-default' ? 'en' : code}/${number}-${isTwisted ? other : name}`,
        )
      })
      const middle = twist === '' ? links : links.toSpliced(3, 0, twist)
      return ['<url>', `<loc>https://a.example/en/${number}-${name}</loc>`, ...middle, '</url>'].join(space)
    }),
  )

describe('Entries that are read as they stand in the text', () => {
  it('come to the same as those that are made first', () => {
    let taken = 0
    fc.assert(
      fc.property(fc.array(entry, { minLength: 10, maxLength: 60 }), (entries) => {
        taken += expectSame(`<urlset ${NS}>${entries.join('')}</urlset>`).taken
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(taken).toBeGreaterThan(RUNS * 5)
  })

  it('come to the same where many are written alike', () => {
    let taken = 0
    fc.assert(
      fc.property(alikeEntries, (entries) => {
        taken += expectSame(`<urlset ${NS}>${entries.join('')}</urlset>`).taken
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(taken).toBeGreaterThan(RUNS * 20)
  })

  it('come to the same with links that are written like those of other entries', () => {
    let formed = 0
    fc.assert(
      fc.property(linkedEntries, (entries) => {
        formed += expectSame(
          `<urlset ${NS} xmlns:x="http://www.w3.org/1999/xhtml">${entries.join('\n')}</urlset>`,
        ).formed
      }),
      { numRuns: RUNS, seed: SEED },
    )
    expect(formed).toBeGreaterThan(RUNS * 2)
  })

  it('come to the same with many links over many blocks', () => {
    const codes = Array.from({ length: 40 }, (_, i) => `en-${String.fromCharCode(65 + (i % 26), 65 + ((i * 7) % 26))}`)
    const entries = Array.from({ length: 300 }, (_, i) => {
      const links = codes.slice(i % 20 === 19 ? 3 : 0).map((code) => {
        const name = i % 50 === 49 ? `${code}-${i}` : `p-${i}`
        return `<x:link rel="alternate" hreflang="${code}" href="https://a.example/${code}/${name}/"/>\n`
      })
      return `<url><loc>https://a.example/${codes[0]}/p-${i}/</loc>\n${links.join('')}</url>\n`
    })
    const document = `<urlset ${NS} xmlns:x="http://www.w3.org/1999/xhtml">\n${entries.join('')}</urlset>\n`
    expect(expectSame(document).formed).toBeGreaterThan(9_000)
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
    expect(expectSame(`<urlset ${NS}>\n${entries.join('')}</urlset>\n`).taken).toBeGreaterThan(4_800)
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
