/** What became of documents, by audits described in a few lines: mostly what is not lost. */
import { describe, expect, test } from 'vitest'
import { type ComparedAudit, compareAudits } from '#src/audit/compare-audits.ts'
import { packLocSample, sampleChildren } from '#src/audit/loc-sample.ts'
import type { DiscoveryPlace, DocumentReport, Outcome } from '#src/model/report.ts'
import { makeDocument } from '../support/sample-report.ts'

const ORIGIN = 'https://a.example'
const ROBOTS = `${ORIGIN}/robots.txt`
const at = (name: string) => `${ORIGIN}/${name}`

interface Side {
  documents: DocumentReport[]
  discovery?: DiscoveryPlace[]
  listed?: string[]
  robots?: Outcome
  origin?: string
  samples?: Record<string, string[]>
  isRequested?: boolean
  isListWhole?: boolean
  isRobotsWhole?: boolean
}

async function side({ documents, discovery = [], listed = [], robots = 'read', samples = {}, ...more }: Side) {
  const packed = new Map<string, string>()
  for (const [url, locs] of Object.entries(samples)) {
    const sample = sampleChildren(
      locs.map((loc) => ({ loc, url: null })),
      true,
    )
    packed.set(url, await packLocSample(sample))
  }
  const audit: ComparedAudit = {
    at: '2026-11-30T20:00:00.000Z',
    report: {
      origin: more.origin ?? ORIGIN,
      documents,
      discovery,
      robots: { url: ROBOTS, outcome: robots, status: 200, sitemaps: [] },
    },
    isRequested: more.isRequested ?? false,
    isListWhole: more.isListWhole ?? true,
    isRobotsWhole: more.isRobotsWhole ?? true,
    isListed: (url) => listed.includes(url),
    samples: packed,
  }
  return audit
}

async function fates(before: Side, after: Side) {
  const { documents } = await compareAudits(await side(before), await side(after), 0.2)
  return documents.map(({ before: { url }, fate, movedTo }) => {
    const by = fate.kind === 'unlisted' ? ` by ${fate.by.slice(ORIGIN.length)}` : ''
    return `${url.slice(ORIGIN.length)} ${fate.kind}${by}${movedTo === null ? '' : ` -> ${movedTo.slice(ORIGIN.length)}`}`
  })
}

const named = (name: string, changes: Partial<DocumentReport> = {}) =>
  makeDocument({ url: at(name), finalUrl: at(name), via: 'robots.txt:1', sha256: name, ...changes })
const index = (name = 'index.xml', changes: Partial<DocumentReport> = {}) =>
  named(name, { kind: 'sitemapindex', children: { listed: 3, chosen: [1, 2, 3] }, ...changes })
const child = (name: string, changes: Partial<DocumentReport> = {}) =>
  named(name, { via: `${at('index.xml')}#1`, parent: at('index.xml'), depth: 1, ...changes })
const place = (name: string, outcome: Outcome, via = `/${name}`): DiscoveryPlace => ({
  url: at(name),
  via,
  outcome,
  status: 404,
})

describe('a child of an index', () => {
  test('is lost when the index was read whole and does not list it', async () => {
    expect(await fates({ documents: [index(), child('a.xml')] }, { documents: [index()] })).toEqual([
      '/index.xml read',
      '/a.xml unlisted by /index.xml',
    ])
  })

  test.each<[string, Partial<Side>]>([
    ['it is listed and was not chosen', { listed: [at('a.xml')] }],
    ['the list of unread children was cut', { isListWhole: false }],
    ['the index was cut', { documents: [index('index.xml', { complete: false })] }],
    [
      'the index has more children than are read',
      {
        documents: [index('index.xml', { children: { listed: 50_000, chosen: [] } })],
      },
    ],
    ['the index could not be read', { documents: [index('index.xml', { outcome: 'server-error' })] }],
    ['it could not be read', { documents: [index(), child('a.xml', { outcome: 'blocked' })] }],
    ['it was skipped', { documents: [index(), child('a.xml', { outcome: 'skipped' })] }],
  ])('is not lost when %s', async (_, after) => {
    const { 1: fate } = await fates({ documents: [index(), child('a.xml')] }, { documents: [index()], ...after })
    expect(fate).toBe('/a.xml unknown')
  })

  test('is lost with its index, and not by itself', async () => {
    for (const [after, fate] of [
      [{ documents: [index('index.xml', { outcome: 'absent' })] }, '/index.xml gone'],
      [{ documents: [] }, '/index.xml unlisted by /robots.txt'],
    ] as [Side, string][]) {
      expect(await fates({ documents: [index(), child('a.xml')] }, after)).toEqual([fate, '/a.xml with-parent'])
    }
  })

  test('is found under another index, under robots.txt, and at the end of a redirect', async () => {
    const before = { documents: [index(), child('a.xml')] }
    const moved = child('a.xml', { parent: at('other.xml'), via: `${at('other.xml')}#1` })
    const redirected = child('old.xml', { finalUrl: at('a.xml') })
    for (const found of [moved, named('a.xml'), redirected]) {
      expect((await fates(before, { documents: [index(), found] }))[1]).toBe('/a.xml read')
    }
  })
})

describe('a document that robots.txt names', () => {
  test('is lost when robots.txt was read whole, or is not there any more, and names it no longer', async () => {
    for (const robots of ['read', 'absent'] as const) {
      expect(await fates({ documents: [named('a.xml')] }, { documents: [], robots })).toEqual([
        '/a.xml unlisted by /robots.txt',
      ])
    }
  })

  test.each<[string, Partial<Side>]>([
    ['robots.txt was cut', { isRobotsWhole: false }],
    ['robots.txt could not be read', { robots: 'server-error' }],
    ['robots.txt was not asked, because the request names the sitemaps', { isRequested: true }],
    ['it leads to another document', { discovery: [place('a.xml', 'read', 'robots.txt:2')] }],
  ])('is not lost when %s', async (_, after) => {
    expect(await fates({ documents: [named('a.xml')] }, { documents: [], ...after })).toEqual(['/a.xml unknown'])
  })

  test('is the same under the name to which it redirected', async () => {
    const before = named('a.xml', { url: at('old.xml') })
    expect(await fates({ documents: [before] }, { documents: [named('a.xml')] })).toEqual(['/old.xml read'])
  })

  test('is the same when the site was read over http then and over https now', async () => {
    const http = named('a.xml', { url: 'http://a.example/a.xml', finalUrl: 'http://a.example/a.xml' })
    const { documents } = await compareAudits(
      await side({ documents: [http], origin: 'http://a.example' }),
      await side({ documents: [named('a.xml')] }),
      0.2,
    )
    expect(documents[0]?.fate.kind).toBe('read')
  })
})

test('a fallback that nobody names is lost when its place says so, though no report shows it', async () => {
  const fallback = named('sitemap.xml', { via: '/sitemap.xml' })
  const after = (outcome: Outcome) => ({ documents: [], discovery: [place('sitemap.xml', outcome)] })
  expect(await fates({ documents: [fallback] }, after('absent'))).toEqual(['/sitemap.xml gone'])
  expect(await fates({ documents: [fallback] }, after('unreachable'))).toEqual(['/sitemap.xml unknown'])
  expect(await fates({ documents: [fallback] }, { documents: [] })).toEqual(['/sitemap.xml unknown'])
})

describe('a document has moved', () => {
  const pages = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => at(`${from + i}.html`))
  const move = (before: Partial<Side>, after: Partial<Side>) =>
    fates({ documents: [index(), child('a.xml')], ...before }, { documents: [index()], ...after }).then(
      ([, one]) => one,
    )

  test('when another address has its bytes', async () => {
    expect(await move({}, { documents: [index(), child('b.xml', { sha256: 'a.xml' })] })).toBe(
      '/a.xml unlisted by /index.xml -> /b.xml',
    )
  })

  test('when new documents list its URLs but for the share that may go', async () => {
    const before = { samples: { [at('a.xml')]: pages(0, 100) } }
    const split = [index(), child('b.xml'), child('c.xml')]
    const to = (end: number) =>
      move(before, { documents: split, samples: { [at('b.xml')]: pages(0, 30), [at('c.xml')]: pages(30, end) } })
    expect(await to(80)).toBe('/a.xml unlisted by /index.xml -> /c.xml')
    expect(await to(79)).toBe('/a.xml unlisted by /index.xml')
  })

  test('but not into one that was there before, as an image sitemap of the same pages was', async () => {
    const samples = { [at('a.xml')]: pages(0, 100), [at('images.xml')]: pages(0, 100) }
    const documents = [index(), child('a.xml'), child('images.xml')]
    expect(
      await move(
        { documents, samples },
        { documents: [index(), child('images.xml')], samples: { [at('images.xml')]: pages(0, 100) } },
      ),
    ).toBe('/a.xml unlisted by /index.xml')
  })

  test('unless nobody named it: then any other document may have had its URLs all along', async () => {
    const fallback = named('sitemap.xml', { via: '/sitemap.xml' })
    const samples = { [at('sitemap.xml')]: pages(0, 10), [at('a.xml')]: pages(0, 10) }
    expect(
      await fates(
        { documents: [named('a.xml'), fallback], samples },
        {
          documents: [named('a.xml')],
          discovery: [place('sitemap.xml', 'absent')],
          samples: { [at('a.xml')]: pages(0, 10) },
        },
      ),
    ).toEqual(['/a.xml read', '/sitemap.xml gone -> /a.xml'])
  })
})
