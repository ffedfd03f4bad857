import { describe, expect, it } from 'vitest'
import { startCheck } from '#src/audit/check-document.ts'
import type { BodyEnding } from '#src/model/exchange.ts'
import { bytesOf } from '../support/documents.ts'

const ENDING: BodyEnding = {
  transferred: 0,
  state: 'complete',
  detail: null,
  declaredLength: null,
  coding: { tokens: [], unknown: [], false: null, undone: [], state: 'ok', offset: null },
}

/** The URLs of a feed's entries that may be sampled. */
function candidatesOf(document: string, url: string): string[] {
  const check = startCheck(
    {
      url,
      finalUrl: url,
      source: 'fetched',
      via: 'request',
      origin: 'https://www.example.com',
      isNamedByRobots: false,
      nowMs: Date.UTC(2026, 9, 1),
      http: { status: 200, headers: [], hops: [] },
      isPrivateSite: false,
    },
    { maxBytes: 1_000_000, seed: 1, candidates: 10, node: { via: 'request', parent: null, depth: 0 }, delivery: null },
  )
  check.write(bytesOf(document))
  return check.end(ENDING).candidates.fixed.map((candidate) => candidate.url)
}

describe('Relative links of a feed', () => {
  it('are resolved against the address of the feed before pages are sampled', () => {
    const document =
      '<rss version="2.0"><channel><item><link>../a?b#c</link></item><item><link>/d</link></item></channel></rss>'
    expect(candidatesOf(document, 'https://www.example.com/x/y/feed')).toEqual([
      'https://www.example.com/x/a?b',
      'https://www.example.com/d',
    ])
  })

  it('are resolved against xml:base where there is one', () => {
    const document =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><entry><link href="a"/></entry><entry xml:base="http://www.example.org"><link href="b"/></entry></feed>'
    expect(candidatesOf(document, 'https://www.example.com/atom.xml')).toEqual([
      'https://www.example.com/blog/a',
      'http://www.example.org/b',
    ])
  })

  it('are left alone where they come to nothing that can be requested', () => {
    const document = '<rss version="2.0"><channel><item><link>mailto:a@example.com</link></item></channel></rss>'
    expect(candidatesOf(document, 'https://www.example.com/feed')).toEqual([])
  })
})
