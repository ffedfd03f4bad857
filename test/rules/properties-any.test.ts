/** Whatever a site sends: a report comes of it, no rule throws, and how the bytes are cut changes nothing. */
import { gzipSync } from 'node:zlib'
import fc, { type GeneratorValue } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentCheck } from '#src/audit/check-document.ts'
import { validateDocument } from '#src/audit/validate-document.ts'
import { RULES_BY_ID } from '#src/rules/index.ts'
import { checkBytes, cutBytes } from '../support/check-bytes.ts'
import { bytesOf, join, lines, NAMESPACE } from '../support/documents.ts'
import { KINDS, packed, soundDocument, textOf } from '../support/sound/document.ts'
import { NOW_MS, SITE } from '../support/sound/values.ts'

const RUNS = { numRuns: process.env['LONG'] ? 2_000 : 200 }
const PATIENCE_MS = 300_000

const SOUND = lines(
  '<?xml version="1.0" encoding="UTF-8"?>',
  `<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"`,
  '  xmlns:xhtml="http://www.w3.org/1999/xhtml">',
  '<url><loc>https://www.example.com/?a=1&amp;b=2</loc><lastmod>2026-01-01</lastmod><priority>0.5</priority>',
  '<image:image><image:loc>https://www.example.com/é.png</image:loc></image:image></url>',
  '<url><loc><![CDATA[https://www.example.com/b]]></loc><!-- c --><changefreq>daily</changefreq>',
  '<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de"/></url>',
  '</urlset>',
  '',
)

/** Pieces that matter to a reader of XML, charset or gzip, and to rules. */
const SHARDS = [
  '<',
  '>',
  '&',
  '</',
  '<?',
  '?>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE x [',
  '"',
  '=',
  '&#0;',
  '&#xD83D;',
  '&x;',
  '\r',
  '\n\n',
  '\0',
  '\ufeff',
  '\u{1F600}',
  ' ',
  '<url>',
  '</url>',
  '<loc>',
  '</loc>',
  '<urlset>',
  '</urlset>',
  '<item>',
  '<entry>',
  '<sitemap>',
  'xmlns="x"',
  'xmlns:image="x"',
  'hreflang="en_UK"',
  'href="//"',
  '<lastmod>2026-02-30T24:00</lastmod>',
  '<loc>https://[::1</loc>',
  '<loc>http://xn--/%</loc>',
  '<loc>https://\u0130.example/%FF#</loc>',
  '<video:video><video:duration>-1</video:duration>',
  '<news:news><news:publication/>',
  '<media:content medium="video"/>',
  'x'.repeat(3_000),
]
const shard = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SHARDS).map((text) => join(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 3 }) },
)

/** A change of a document: a stretch dropped, said again or moved, and a shard in its place. */
const edit = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 60 }),
  from: fc.nat(),
  put: shard,
  way: fc.nat({ max: 4 }),
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

function edited(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  let all = bytes
  for (const { at, length, from, put, way } of edits) {
    const start = at % (all.length + 1)
    const source = from % (all.length + 1)
    const middle = way < 3 ? put : all.slice(source, source + length)
    // Cut off, cut out, or only put in.
    const rest = way === 4 && length > 55 ? all.length : start + (way === 0 ? length : 0)
    all = join(all.subarray(0, start), middle, all.subarray(rest))
  }
  return all
}
const edits = fc.array(edit, { maxLength: 4 })

/** What makes a reader take the bytes behind it seriously. */
const STARTS = [
  '',
  '<?xml version="1.0" encoding="windows-1252"?><urlset><url><loc>',
  '<?xml version="1.0" encoding="utf-16le"?>',
  '\u001f\u008b\b\0\0\0\0\0\0\u0003',
  'https://a.example/\n',
  '\u00ff\u00fe<\0',
  '\0\0\u00fe\u00ff\0\0\0<',
  '<rss version="2.0"><channel><item><link>',
  '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="',
]
const RENAMED = [SOUND, SOUND.replaceAll('urlset', 'rss'), SOUND.replaceAll('url', 'sitemap')]

const plans = fc.record({
  way: fc.constantFrom('made', 'made', 'made', 'made', 'renamed', 'renamed', 'any'),
  kind: fc.constantFrom(...KINDS),
  changes: edits,
  text: fc.constantFrom(...RENAMED),
  start: fc.constantFrom(...STARTS),
  bytes: fc.uint8Array({ maxLength: 400 }),
})
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never

/** A sound document of any kind that was changed, the usual contents under another root, or bytes without any sense. */
function make(g: GeneratorValue, { way, kind, changes, text, start, bytes }: Plan): Uint8Array {
  if (way === 'any') return join(Buffer.from(start, 'latin1'), bytes)
  return edited(bytesOf(way === 'made' ? textOf(soundDocument(g, kind, { max: 2 })) : text), changes)
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })

/** What must be true of every report. */
function holdTrue({ findings, failures, report }: Pick<DocumentCheck, 'findings' | 'failures' | 'report'>) {
  expect(failures).toEqual([])
  for (const { rule, severity, message, occurrences, examples, share } of findings) {
    expect(RULES_BY_ID.get(rule)?.severity, rule).toBe(severity)
    expect(message, rule).toMatch(/.\.$/s)
    // No placeholder was left unfilled.
    expect(message, rule).not.toMatch(/\{[a-z]+\}|undefined|\bNaN\b(?! )/i)
    expect(occurrences, rule).toBeGreaterThanOrEqual(Math.max(1, examples.length))
    expect(share === null || (share > 0 && share <= 1), `${rule} ${share}`).toBe(true)
    for (const { line, column, offset } of examples) {
      expect(Math.min(line ?? 1, column ?? 1, (offset ?? 0) + 1), rule).toBeGreaterThanOrEqual(1)
    }
  }
  expect(JSON.parse(JSON.stringify({ findings, report }))).toEqual({ findings, report })
}

describe('any document', () => {
  it(
    'is judged alike however its bytes are cut, plain or compressed',
    () => {
      fc.assert(
        fc.property(fc.gen(), plans, sizes, fc.constantFrom(0, 1, 2), (g, plan, cuts, members) => {
          const bytes = packed(make(g, plan), members as 0 | 1 | 2)
          const whole = checkBytes([bytes], { nowMs: NOW_MS })
          holdTrue(whole)
          const parts = checkBytes(cutBytes(bytes, cuts), { nowMs: NOW_MS })
          expect(parts.findings).toEqual(whole.findings)
          expect(parts.report).toEqual(whole.report)
          expect(parts.fingerprints).toEqual(whole.fingerprints)
          expect(parts.alternates).toEqual(whole.alternates)
          expect(parts.candidates).toEqual(whole.candidates)
        }),
        RUNS,
      )
    },
    PATIENCE_MS,
  )

  // How much comes out of broken deflate data depends on the steps it is unpacked in, so the cuts are not compared.
  it(
    'is judged without a failure when its compressed bytes are broken',
    () => {
      fc.assert(
        fc.property(fc.gen(), plans, edits, sizes, (g, plan, changes, cuts) => {
          const bytes = edited(new Uint8Array(gzipSync(make(g, plan))), changes)
          holdTrue(checkBytes(cutBytes(bytes, cuts), { nowMs: NOW_MS }))
        }),
        RUNS,
      )
    },
    PATIENCE_MS,
  )

  it(
    'gives a report as an upload, with and without an address, under every profile',
    async () => {
      const url = fc.constantFrom(null, `${SITE}/sitemap.xml`, `${SITE}/a/urls.txt`, 'http://localhost:8080/s.xml.gz')
      const profile = fc.constantFrom(null, 'google', 'bing', 'yandex', 'protocol', 'xsd' as const)
      await fc.assert(
        fc.asyncProperty(fc.gen(), plans, sizes, url, profile, async (g, plan, cuts, address, chosen) => {
          const bytes = make(g, plan)
          async function* chunks() {
            yield* cutBytes(bytes, cuts)
          }
          const upload = { chunks: chunks(), url: address, profile: chosen as null }
          const { document, findings } = await validateDocument(upload, 10_000_000, NOW_MS)
          expect(document.outcome).toMatch(/^(read|not-a-sitemap)$/)
          expect(document.bytes?.transferred).toBe(bytes.length)
          for (const { rule, message } of findings) expect(message, rule).toMatch(/.\.$/s)
        }),
        RUNS,
      )
    },
    PATIENCE_MS,
  )
})
