/** Whatever a site sends: no rule may throw, and how the bytes are cut may change nothing. */
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCheck } from '#src/audit/check-document.ts'
import type { DocumentContext } from '#src/model/document.ts'
import { join, lines, NAMESPACE } from '../support/documents.ts'
import { SITEMAP_URL } from '../support/rule-table.ts'

const CONTEXT: DocumentContext = {
  url: SITEMAP_URL,
  finalUrl: SITEMAP_URL,
  source: 'upload',
  via: 'upload',
  origin: null,
  isNamedByRobots: false,
  nowMs: Date.UTC(2026, 9, 1),
  http: null,
  isPrivateSite: false,
}

function check(pieces: Iterable<Uint8Array>) {
  const running = startCheck(CONTEXT, {
    maxBytes: 10_000_000,
    seed: 1,
    candidates: 3,
    node: { via: 'upload', parent: null, depth: 0 },
    delivery: null,
  })
  let transferred = 0
  for (const piece of pieces) {
    transferred += piece.length
    running.write(piece)
  }
  const coding = { tokens: [], unknown: [], false: null, undone: [], state: 'ok' as const, offset: null }
  return running.end({ transferred, state: 'complete', detail: null, declaredLength: null, coding })
}

function* cut(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.slice(from, from + size)
}

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
/** Pieces that matter to a reader of XML, charset or gzip. */
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
  '&x;',
  '\r',
  '\0',
  '\ufeff',
  ' ',
  '<url>',
  '</url>',
  '<loc>',
  '</loc>',
  '<urlset>',
  'xmlns="x"',
]
const shard = fc.oneof(
  fc.constantFrom(...SHARDS).map((text) => join(text)),
  fc.uint8Array({ minLength: 1, maxLength: 3 }),
)
const edit = fc.record({ at: fc.nat(), drop: fc.nat({ max: 12 }), put: shard })

function edited(bytes: Uint8Array, edits: { at: number; drop: number; put: Uint8Array }[]): Uint8Array {
  let all = bytes
  for (const { at, drop, put } of edits) {
    const from = at % (all.length + 1)
    all = join(all.subarray(0, from), put, all.subarray(from + drop))
  }
  return all
}

const { LONG } = process.env
const RUNS = { numRuns: LONG ? 20_000 : 300 }

describe('Any document', () => {
  const edits = fc.array(edit, { maxLength: 4 })
  const texts = fc
    .tuple(fc.constantFrom(SOUND, SOUND.replaceAll('urlset', 'rss'), SOUND.replaceAll('url', 'sitemap')), edits)
    .map(([text, changes]) => edited(join(text), changes))

  it('is judged alike however its bytes are cut, plain or compressed', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), fc.boolean(), (text, size, isCompressed) => {
        const bytes = isCompressed ? new Uint8Array(gzipSync(text)) : text
        const whole = check([bytes])
        expect(whole.failures).toEqual([])
        expect(check(cut(bytes, size)).findings).toEqual(whole.findings)
        for (const { message } of whole.findings) expect(message).toMatch(/\.$/)
      }),
      RUNS,
    )
  }, 300_000)

  // How much comes out of broken deflate data depends on the steps it is unpacked in, so the cuts are not compared.
  it('is judged without a failure when its compressed bytes are broken', () => {
    fc.assert(
      fc.property(edits, fc.integer({ min: 1, max: 40 }), (changes, size) => {
        const { failures, findings } = check(cut(edited(new Uint8Array(gzipSync(SOUND)), changes), size))
        expect(failures).toEqual([])
        for (const { message } of findings) expect(message).toMatch(/\.$/)
      }),
      RUNS,
    )
  }, 300_000)
})
