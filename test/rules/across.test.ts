import { describe } from 'vitest'
import { type ComparedLocs, compareLocs } from '#src/audit/compare-locs.ts'
import type { SiteDocument, SiteFacts } from '#src/model/facts.ts'
import { acrossRules } from '#src/rules/across.ts'
import { expectEveryMessage, type FactsRow, factsTable } from '#test/support/facts-table.ts'
import { checkBytes } from '../support/check-bytes.ts'
import { bytesOf, entry, urlset } from '../support/documents.ts'

type Purpose = SiteDocument['purpose']

/** What the audit knows of a document with these pages. */
function read(name: string, paths: string[], purpose: Purpose = 'pages'): ComparedLocs {
  const url = `https://www.example.com/${name}`
  const { fingerprints, report } = checkBytes([bytesOf(urlset(...paths.map((path) => entry(path))))], { url })
  return {
    url,
    sha256: report.sha256,
    purpose,
    count: fingerprints.locs.length,
    hashes: async () => fingerprints.locs,
    known: async () => fingerprints,
  }
}
const site = async (...documents: ComparedLocs[]): Promise<SiteFacts[]> => {
  const { shared } = await compareLocs(documents)
  return [{ shared, alternates: [] }]
}
const B = 'https://www.example.com/b.xml'
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `p${from + i}`)

const rows: FactsRow<'site'>[] = [
  {
    name: 'documents without a page in common give nothing',
    facts: await site(read('a.xml', ['1']), read('b.xml', ['2'])),
    expect: [],
  },
  {
    name: 'a page in two sitemaps is told in the later one, at its entry',
    facts: await site(read('a.xml', ['1', '2', '3']), read('b.xml', ['4', '2'])),
    expect: [
      {
        rule: 'loc-duplicate-across',
        message: 'https://www.example.com/a.xml lists 1 of the locs here as well.',
        occurrences: 1,
        entry: 2,
        loc: 'https://www.example.com/2',
        line: null,
      },
    ],
  },
  {
    name: 'more pages than are shown are counted, in the order of the entries',
    facts: await site(read('a.xml', many(0, 50)), read('b.xml', many(20, 70))),
    expect: [{ rule: 'loc-duplicate-across', occurrences: 30, entry: 1, loc: 'https://www.example.com/p20' }],
  },
  {
    name: 'one page in three sitemaps is told in both that repeat it, each time against the first',
    facts: await site(read('a.xml', ['1', '2']), read('b.xml', ['1', '3']), read('c.xml', ['4', '1'])),
    expect: [
      {
        rule: 'loc-duplicate-across',
        message: 'https://www.example.com/a.xml lists 1 of the locs here as well.',
      },
      { rule: 'loc-duplicate-across', document: 'https://www.example.com/c.xml', entry: 2 },
    ],
  },
  {
    name: 'news, image and video sitemaps and feeds repeat pages by their nature',
    facts: await site(
      read('a.xml', ['1', '2']),
      read('news.xml', ['1'], 'news'),
      read('images.xml', ['1'], 'images'),
      read('videos.xml', ['1'], 'videos'),
      read('feed', ['1'], 'feed'),
    ),
    expect: [],
  },
  {
    name: 'two copies of one file have a finding of their own',
    facts: await site(read('a.xml', ['1', '2']), read('b.xml', ['1', '2'])),
    expect: [],
  },
]

describe('the rules of several documents together', () => {
  const reached = new Set<string>()
  factsTable(acrossRules, B, 'site', rows, reached)
  expectEveryMessage(acrossRules, reached)
})
