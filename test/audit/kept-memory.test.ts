/** What is kept of a checked document is copies, not the text of the document that they were cut out of. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type DocumentCheck, startCheck } from '#src/audit/check-document.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
const CHUNKS = 300
const CHUNK_LENGTH = 60_000
/** Of 18 MB. */
const KEPT_LIMIT_BYTES = 5_000_000

function check(root: string, chunkOf: (number: number) => string): { kept: number; result: DocumentCheck } {
  const url = 'https://www.example.com/sitemap.xml'
  collect()
  const before = process.memoryUsage().heapUsed
  const running = startCheck(
    {
      url,
      finalUrl: url,
      source: 'fetched',
      via: 'request',
      origin: 'https://www.example.com',
      isNamedByRobots: true,
      nowMs: Date.UTC(2026, 9, 1),
      http: null,
      isPrivateSite: false,
    },
    {
      maxBytes: 50_000_000,
      seed: 1,
      candidates: 50,
      node: { via: 'request', parent: null, depth: 0 },
      delivery: null,
    },
  )
  const write = (text: string) => running.write(Buffer.from(text))
  write(`<${root} ${NAMESPACES}>`)
  for (let number = 1; number <= CHUNKS; number++) write(chunkOf(number))
  write(`</${root}>`)
  const coding = { tokens: [], unknown: [], false: null, undone: [], state: 'ok' as const, offset: null }
  const result = running.end({ transferred: 0, state: 'complete', detail: null, declaredLength: null, coding })
  collect()
  return { kept: process.memoryUsage().heapUsed - before, result }
}

const padded = (text: string) => text + ' '.repeat(CHUNK_LENGTH - text.length)
const page = (number: number, more = '') =>
  `<url><loc>https://www.example.com/section-${number % 60}/page-number-${number}</loc>${more}</url>`

describe('What is kept of a document', () => {
  it('are copies in the page sample', () => {
    const { kept, result } = check('urlset', (number) =>
      padded(page(number, '<lastmod>2026-09-01T12:00:00Z</lastmod>')),
    )
    expect(result.candidates.seeded).toHaveLength(50)
    expect(kept).toBeLessThan(KEPT_LIMIT_BYTES)
  })

  it('are copies in the examples of findings', () => {
    const { kept, result } = check('urlset', (number) =>
      padded(
        page(
          number,
          `<lastmod>the day before yesterday, ${number}</lastmod><changefreq>hardly ever or never, ${number}</changefreq>`,
        ) +
          `<url><loc>https://host-number-${number % 60}.example/page-number-${number}</loc><priority>not so very important, ${number}</priority></url>`,
      ),
    )
    expect(result.findings.flatMap(({ examples }) => examples).length).toBeGreaterThan(30)
    expect(result.foreign.flatMap(({ examples }) => examples).length).toBeGreaterThan(50)
    expect(kept).toBeLessThan(KEPT_LIMIT_BYTES)
  })

  it('are copies in the texts of alternates', () => {
    const { kept, result } = check('urlset', (number) =>
      padded(
        page(
          number,
          `<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/deutsch/seite-nummer-${number}"/>`,
        ),
      ),
    )
    expect(result.alternates?.samples).toHaveLength(200)
    expect(kept).toBeLessThan(KEPT_LIMIT_BYTES)
  })

  it('are copies in the children of an index', () => {
    const { kept, result } = check('sitemapindex', (number) =>
      padded(
        `<sitemap><loc>https://www.example.com/sitemap-number-${number}.xml</loc><lastmod>2026-09-01T12:00:00+00:00</lastmod></sitemap>`,
      ),
    )
    expect(result.children).toHaveLength(CHUNKS)
    expect(kept).toBeLessThan(KEPT_LIMIT_BYTES)
  })
})
