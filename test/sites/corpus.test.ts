import { describe, expect, test } from 'vitest'
import { auditCorpus, corpus } from './corpus.ts'

/** What the corpus's index calls a file, and what we call it. */
const KINDS: Record<string, string> = { urlset: 'urlset', index: 'sitemapindex', rss: 'rss', atom: 'atom' }

describe.skipIf(!corpus.isThere)('real files from public repositories', () => {
  test('are audited without a crash or an unexplained outcome, and counted as an independent script counted them', async () => {
    const audits = await auditCorpus()
    expect(audits.length).toBeGreaterThan(5)
    for (const { site, found, named } of audits) {
      expect([found.status, named.status]).toEqual(['succeeded', 'succeeded'])
      expect(named.report?.notes.filter((note) => note.includes('failed (our fault)'))).toEqual([])
      for (const { path, kind, entries, odd } of site.files) {
        if (kind === 'robots') continue
        const document = named.report?.documents.find(({ url }) => url === `https://${site.host}${path}`)
        expect(document, path).toMatchObject({ outcome: 'read', kind: KINDS[kind.split('+')[0] ?? ''] })
        // The script stopped at the first fault of well-formedness; we read on.
        if (entries !== null && !odd.includes('NOT WELL-FORMED')) expect(document?.entries, path).toBe(entries)
      }
    }
  }, 60_000)
})
