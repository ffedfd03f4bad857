import { describe, expect, it, vi } from 'vitest'
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

const { startCheck } = await import('#src/audit/check-document.ts')
const { acrossNotes } = await import('#src/audit/bound-notes.ts')
const { bytesOf, urlset } = await import('../support/documents.ts')
const { comparedRules } = await import('#src/rules/compared.ts')
const { testRules } = await import('../support/rule-table.ts')

const entries = (count: number, lastmod: (i: number) => string) =>
  urlset(...Array.from({ length: count }, (_, i) => `<url><loc>https://www.example.com/${i}</loc>${lastmod(i)}</url>`))
const dated = (i: number) => `<lastmod>2026-01-01T00:00:${String(i).padStart(2, '0')}Z</lastmod>`

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
    expect(acrossNotes(new Array(20).fill(100_000))).toEqual([])
    expect(acrossNotes(new Array(21).fill(100_000))).toEqual([
      'The documents read list 2,100,000 locs: duplicates across them were looked for among 2,000,000 distinct ones at most.',
    ])
  })
})
