/** A document that has come whole may still be long work: it ends with its audit. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkDocument } from '#src/audit/check-document.ts'
import { at } from '../audit/audit-sitemap.ts'
import { COMPLETE } from '../sitemap/read.ts'

test('a few bytes that unpack to hours of work are left where they are when the audit ends', async () => {
  const head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const bomb = gzipSync(gzipSync(Buffer.concat([Buffer.from(head), Buffer.alloc(60_000_000, '<a/>')])))
  const stop = new AbortController()
  let steps = 0
  const { report } = await checkDocument(
    { chunks: [bomb], ending: () => ({ ...COMPLETE, transferred: bomb.length }), cancel: () => {} },
    {
      url: at('/sitemap.xml'),
      finalUrl: at('/sitemap.xml'),
      source: 'fetched',
      via: '/sitemap.xml',
      origin: at(''),
      isNamedByRobots: false,
      nowMs: Date.parse('2026-09-30'),
      http: null,
      isPrivateSite: false,
    },
    {
      maxBytes: 200_000_000,
      seed: 1,
      candidates: 0,
      node: { via: '/sitemap.xml', parent: null, depth: 0 },
      delivery: null,
      signal: stop.signal,
    },
    () => {
      steps++
      if (steps === 3) stop.abort()
    },
  )
  expect(steps).toBe(3)
  expect(report.complete).toBe(false)
  expect(report.bytes?.uncompressed).toBeLessThan(10_000_000)
})
