import { expect, test } from 'vitest'
import { startCheck } from '#src/audit/check-document.ts'
import { countAlternates } from '#src/audit/count-alternates.ts'
import { rangeOf } from '#src/audit/heavy-part.ts'
import type { ReadDocument } from '#src/audit/read-document.ts'
import { loadDocument, storeDocument } from '#src/audit/stored-document.ts'
import { urlset } from '../sites/make.ts'
import { bytesOf } from '../support/documents.ts'

const URL = 'https://www.example.com/sitemap.xml'

/** A document as readDocument makes it, of a sitemap with alternates, a lone surrogate and a NUL in its texts. */
function read(): ReadDocument {
  const entries = Array.from({ length: 30 }, (_, i) => ({
    loc: `https://www.example.com/${i}`,
    lastmod: '2026-09-01',
    extension: `<xhtml:link rel="alternate" hreflang="en" href="https://www.example.com/en/${i}"/>`,
  }))
  const running = startCheck(
    {
      url: URL,
      finalUrl: URL,
      source: 'fetched',
      via: 'request',
      origin: 'https://www.example.com',
      isNamedByRobots: false,
      nowMs: Date.UTC(2026, 9, 1),
      http: null,
      isPrivateSite: false,
    },
    { maxBytes: 1e6, seed: 1, candidates: 20, node: { via: 'request', parent: null, depth: 0 }, delivery: null },
  )
  running.write(bytesOf(urlset(entries, { attributes: 'xmlns:xhtml="http://www.w3.org/1999/xhtml"' })))
  const coding = { tokens: [], unknown: [], false: null, undone: [], state: 'ok' as const, offset: null }
  const checked = running.end({ transferred: 1, state: 'complete', detail: null, declaredLength: null, coding })
  const { report, findings, failures, fingerprints, alternates, candidates, ...light } = checked
  return {
    node: {
      url: URL,
      via: 'request',
      parent: null,
      depth: 0,
      ancestors: [],
      line: null,
      isNamedByRobots: false,
    },
    report,
    exchange: {
      url: URL,
      finalUrl: URL,
      hops: [],
      status: 200,
      headers: [['x-odd', 'a\0b\ud800']],
      ending: { kind: 'answer' },
      notices: [],
      challenge: null,
      retryAfterS: null,
      nowMs: 0,
    },
    findings,
    failures,
    check: {
      ...light,
      fingerprints: { count: fingerprints.locs.length, isCapped: false },
      alternates: alternates && { ...countAlternates(alternates), isCapped: false },
    },
    heavy: { fingerprints, alternates, candidates },
    format: null,
  }
}

test('a document comes back from the store as it went in', () => {
  const document = read()
  const { light, heavy } = storeDocument(document)
  expect(heavy).not.toBeNull()
  expect(document.heavy?.alternates).not.toBeNull()
  const back = loadDocument({ light: JSON.parse(JSON.stringify(light)), heavy })
  // The fingerprints of its locs are a set: all of them are there, in another order.
  for (const { heavy } of [back, document]) heavy?.fingerprints.locs.sort((a, b) => a - b)
  expect(back).toEqual(document)
})

test('a document of which no body was read has no heavy part', () => {
  const unread = { ...read(), check: null, heavy: null }
  expect(storeDocument(unread).heavy).toBeNull()
  expect(loadDocument(storeDocument(unread))).toEqual(unread)
})

test('the sections of a heavy part stand one behind the other, to the end', () => {
  const { heavy } = storeDocument(read())
  if (heavy === null) throw new Error('no heavy part')
  const [hashes, length] = rangeOf(heavy, 'hashes')
  expect(length).toBe(30 * 8)
  expect(rangeOf(heavy, 'known')[0]).toBe(hashes + length)
  const [last, size] = rangeOf(heavy, 'candidates')
  expect(last + size).toBe(heavy.length)
})
