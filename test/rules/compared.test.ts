import { describe, expect, it, vi } from 'vitest'
import type * as Links from '#src/rules/alternate-links.ts'
import type * as Tables from '#src/values/fingerprint-table.ts'

/** The real bound takes two million entries to reach. */
const { LIMIT } = vi.hoisted(() => ({ LIMIT: 20 }))
vi.mock('#src/values/fingerprint-table.ts', async (load) => {
  const real = await load<typeof Tables>()
  return {
    ...real,
    FINGERPRINTS_LIMIT: LIMIT,
    createFingerprintTable: (limit = LIMIT) => real.createFingerprintTable(limit),
  }
})

vi.mock('#src/rules/alternate-links.ts', async (load) => {
  const real = await load<typeof Links>()
  const LINK_LIMITS = { ...real.LINK_LIMITS, links: LIMIT, entries: LIMIT - 1 }
  return { ...real, LINK_LIMITS, createLinkKeeper: (limits = LINK_LIMITS) => real.createLinkKeeper(limits) }
})

const { startCheck } = await import('#src/audit/check-document.ts')
const { acrossNotes } = await import('#src/audit/bound-notes.ts')
const { bytesOf, urlset } = await import('../support/documents.ts')
const { comparedRules } = await import('#src/rules/compared.ts')
const { testRules } = await import('../support/rule-table.ts')

const entries = (count: number, lastmod: (i: number) => string) =>
  urlset(...Array.from({ length: count }, (_, i) => `<url><loc>https://www.example.com/${i}</loc>${lastmod(i)}</url>`))
const dated = (i: number) => `<lastmod>2026-01-01T00:00:${String(i).padStart(2, '0')}Z</lastmod>`
/** Entries with so many alternates each. */
const linked = (count: number, links: number) =>
  urlset(
    ...Array.from({ length: count }, (_, i) => {
      const alternates = REGIONS.slice(0, links).map(
        (region, j) =>
          `<xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="en-${region}" href="https://www.example.com/${i + j}"/>`,
      )
      return `<url><loc>https://www.example.com/${i}</loc>${alternates.join('')}</url>`
    }),
  )
const REGIONS = ['GB', 'US', 'CA', 'AU', 'NZ']

testRules('Comparing within bounds', comparedRules, [
  { name: 'says nothing of a document of which all was compared', document: entries(LIMIT, dated), findings: [] },
  {
    name: 'says that duplicates are a lower bound',
    document: entries(LIMIT + 1, () => ''),
    findings: [
      {
        rule: 'document-compared-in-part',
        message:
          'The document has more than 20 distinct locs: the rest was compared with these, not among themselves, so the duplicates found are a lower bound.',
      },
    ],
  },
  {
    name: 'says that the number of distinct lastmods is one',
    document: entries(LIMIT + 1, dated),
    findings: [{ rule: 'document-compared-in-part' }, { rule: 'document-compared-in-part' }],
  },
  { name: 'says nothing where all links are kept', document: linked(LIMIT / 4, 4), findings: [] },
  {
    name: 'says of how many pairs the return links were judged',
    document: linked(LIMIT / 4 + 1, 4),
    findings: [
      {
        rule: 'document-compared-in-part',
        message:
          'The document has more than 20 alternates: return links were judged for one pair of pages in 2, drawn evenly.',
      },
    ],
  },
  {
    name: 'says that entries were left out',
    document: linked(LIMIT, 1),
    findings: [
      {
        rule: 'document-compared-in-part',
        message: 'More than 19 entries of the document have alternates: return links were judged for the first ones.',
      },
    ],
  },
])

describe('The notes of an audit', () => {
  const check = (document: string) => {
    const running = startCheck(
      {
        url: 'https://user:secret@www.example.com/sitemap.xml',
        finalUrl: 'https://www.example.com/sitemap.xml',
        source: 'fetched',
        via: 'request',
        origin: 'https://www.example.com',
        isNamedByRobots: false,
        nowMs: Date.UTC(2026, 9, 1),
        http: null,
        isPrivateSite: false,
      },
      {
        maxBytes: 1_000_000,
        seed: 1,
        candidates: 0,
        node: { via: 'request', parent: null, depth: 0 },
        delivery: null,
      },
    )
    running.write(bytesOf(document))
    const coding = { tokens: [], unknown: [], false: null, undone: [], state: 'ok' as const, offset: null }
    return running.end({ transferred: 1, state: 'complete', detail: null, declaredLength: null, coding }).notes
  }

  it('name each document that was compared in part, without its credentials', () => {
    expect(check(entries(LIMIT, dated))).toEqual([])
    const notes = check(entries(LIMIT + 1, dated))
    expect(notes).toHaveLength(2)
    for (const note of notes) {
      expect(note).toContain('more than 20 distinct')
      expect(note).not.toContain('secret')
    }
  })

  it('say how many locs were held against each other across documents', () => {
    expect(acrossNotes(new Array(120).fill(100_000))).toEqual([])
    expect(acrossNotes(new Array(150).fill(100_000))).toEqual([
      'The documents read list 15,000,000 locs: duplicates across them were looked for among about 12,000,000 of them, and are a lower bound.',
    ])
  })
})
