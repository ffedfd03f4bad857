/** Two audits of one schedule, one after the other, of a site that knows conditional requests, or not. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { conditionOf } from '#src/audit/reuse-document.ts'
import { type StoredDocument, storeDocument } from '#src/audit/stored-document.ts'
import type { EarlierDocuments } from '#src/audit/tools.ts'
import type { Condition } from '#src/model/exchange.ts'
import type { Report } from '#src/model/report.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { type AuditedSite, auditSite, findingOf, problemsOf } from '../support/audit-site.ts'
import type { Answer, Route, SiteRequest } from '../support/site.ts'

const HOST = 'www.example.com'
const at = (path: string) => `https://${HOST}${path}`
const MODIFIED = 'Tue, 01 Sep 2026 10:00:00 GMT'

/** Documents of one schedule, as a store has them; an audit meets those of the audits before. */
function createEarlier() {
  let before = new Map<string, { circumstances: string; condition: Condition; text: string; heavy: Uint8Array }>()
  let now: typeof before = new Map()
  const documents: EarlierDocuments = {
    async find(url, circumstances) {
      const row = before.get(url)
      return row?.circumstances === circumstances ? row.condition : null
    },
    async load(url): Promise<StoredDocument | null> {
      const row = before.get(url)
      return row ? { light: JSON.parse(row.text), heavy: row.heavy } : null
    },
    async keep(document, circumstances) {
      const { light, heavy } = storeDocument(document)
      const condition = conditionOf(document.exchange)
      if (condition && heavy)
        now.set(document.node.url, { circumstances, condition, text: JSON.stringify(light), heavy })
    },
    async confirm(url) {
      const row = before.get(url)
      if (row) now.set(url, row)
    },
  }
  return {
    documents,
    kept: () => [...now.keys()],
    next() {
      before = now
      now = new Map()
    },
  }
}

type Headers = [name: string, value: string][]

/** Answers as a good server does. */
function file(
  body: string,
  headers: Headers = [
    ['ETag', `"${hashOf(body)}"`],
    ['Last-Modified', MODIFIED],
  ],
): Route {
  return ({ headers: asked }): Answer => {
    const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1]
    const [match, since] = [asked['if-none-match'], asked['if-modified-since']]
    const isSame =
      match === undefined ? since !== undefined && since === header('Last-Modified') : match === header('ETag')
    const all: Headers = [['Content-Type', 'application/xml'], ...headers]
    return isSame ? { status: 304, headers, bareHeaders: true } : { body, headers: all }
  }
}

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 8)
}

const entries = (name: string, count: number, lastmod = '2026-09-10') =>
  urlset(Array.from({ length: count }, (_, i) => ({ loc: at(`/${name}/${i}`), lastmod })))
const index = (...children: [path: string, lastmod: string][]) =>
  sitemapIndex(children.map(([path, lastmod]) => ({ loc: at(path), lastmod })))

async function audit(
  earlier: ReturnType<typeof createEarlier>,
  routes: Record<string, Route>,
  pages = 0,
): Promise<AuditedSite> {
  earlier.next()
  const robots = robotsTxt('User-agent: *', 'Disallow:', `Sitemap: ${at('/index.xml')}`)
  return auditSite([{ host: HOST, routes: { '/robots.txt': robots, ...routes } }], {
    options: { children: 'all', pages },
    tools: { earlier: earlier.documents },
  })
}

const isConditional = ({ headers }: SiteRequest) =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
const conditional = (requests: SiteRequest[]) => requests.filter(isConditional).map(({ path }) => path)
const reused = (report: Report) => report.documents.filter((document) => document.reused).map(({ url }) => url)

/** What is the same in a report whenever it is made. */
function lasting({ timing: _timing, notes, documents, pages, ...rest }: Report) {
  return {
    ...rest,
    pages: pages.map(({ ms: _ms, ...page }) => page),
    notes: notes.filter((note) => !note.startsWith('By what the server says')),
    documents: documents.map(({ reused: _reused, ...document }) => document),
  }
}

const SITE: Record<string, Route> = {
  '/index.xml': file(index(['/a.xml', '2026-09-10'], ['/b.xml', '2026-09-01'], ['/c.xml', '2026-09-10'])),
  '/a.xml': file(entries('a', 5)),
  '/b.xml': file(`${entries('b', 4)}`.replace(at('/b/1'), at('/a/0')), [['ETag', '"b"']]),
  '/c.xml': file(entries('c', 3).replace(at('/c/1'), 'https://other.example/1'), [['Last-Modified', MODIFIED]]),
  '*': { body: '<!doctype html><html lang="en"><head><title>A page</title></head><body><h1>A page</h1></body></html>' },
}

describe('an audit that knows what an earlier one read', () => {
  it('sends no condition the first time, and reads nothing the second time that has not changed', async () => {
    const earlier = createEarlier()
    const first = await audit(earlier, SITE, 6)
    expect(conditional(first.requests)).toEqual([])
    expect(reused(first.report)).toEqual([])
    expect(problemsOf(first.report)).toContain('loc-duplicate-across x1')
    const second = await audit(earlier, SITE, 6)
    expect(conditional(second.requests).sort()).toEqual(['/a.xml', '/b.xml', '/c.xml', '/index.xml'])
    expect(reused(second.report)).toHaveLength(4)
    expect(second.report.timing.bytes).toBeLessThan(first.report.timing.bytes)
    expect(lasting(second.report)).toEqual(lasting(first.report))
    const [note, ...more] = second.report.notes.filter((one) => one.startsWith('By what the server says'))
    expect(note).toMatch(/^By what the server says, 4 documents were not modified since they were read (on|from) 20/)
    expect(more).toEqual([])
    // A third audit has them from the first, by way of the second.
    const third = await audit(earlier, SITE, 6)
    expect(reused(third.report)).toHaveLength(4)
    expect(lasting(third.report)).toEqual(lasting(first.report))
  })

  it('reads what has changed, and judges an unchanged child by the index as it is now', async () => {
    const earlier = createEarlier()
    const first = await audit(earlier, SITE)
    expect(findingOf(first.report, 'index-lastmod-stale').document).toBe(at('/index.xml'))
    const second = await audit(earlier, {
      ...SITE,
      '/index.xml': file(index(['/c.xml', '2026-09-10'], ['/b.xml', '2026-09-10'], ['/a.xml', '2026-09-20'])),
      '/c.xml': file(entries('c', 7), [['Last-Modified', 'Wed, 02 Sep 2026 10:00:00 GMT']]),
    })
    expect(reused(second.report).sort()).toEqual([at('/a.xml'), at('/b.xml')])
    expect(second.report.findings.map(({ rule }) => rule)).not.toContain('index-lastmod-stale')
    const [a, b, c] = ['/a.xml', '/b.xml', '/c.xml'].map((path) =>
      second.report.documents.find(({ url }) => url === at(path)),
    )
    expect(a).toMatchObject({ via: `${at('/index.xml')}#3`, index: { lastmod: '2026-09-20', verdict: 'ahead' } })
    expect(b?.index?.verdict).toBe('equal')
    expect(c?.entries).toBe(7)
  })

  it('reads in full what time may have changed the judgement of', async () => {
    const earlier = createEarlier()
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const news = entries('n', 1)
      .replace('<urlset', '<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"')
      .replace(
        '</url>',
        `<news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>` +
          `<news:publication_date>${new Date().toISOString()}</news:publication_date><news:title>T</news:title></news:news></url>`,
      )
    const site = {
      '/index.xml': file(
        index(['/future.xml', '2026-09-10'], ['/news.xml', '2026-09-10'], ['/none.xml', '2026-09-10']),
      ),
      '/future.xml': file(entries('f', 2, soon)),
      '/news.xml': file(news),
      '/none.xml': file(entries('z', 2), []),
    }
    await audit(earlier, site)
    expect(earlier.kept()).toEqual([at('/index.xml')])
    const second = await audit(earlier, site)
    expect(conditional(second.requests)).toEqual(['/index.xml'])
  })

  it('fetches again what comes empty or broken after a condition, and reports the empty answer', async () => {
    const earlier = createEarlier()
    await audit(earlier, SITE)
    const unlessAsked =
      (answer: Answer, path: string): Route =>
      (request, nth) =>
        isConditional(request) ? answer : (SITE[path] as (request: SiteRequest, nth: number) => Answer)(request, nth)
    const site = {
      ...SITE,
      '/a.xml': unlessAsked({ body: '', headers: [['Content-Type', 'application/xml']] }, '/a.xml'),
      '/b.xml': unlessAsked({ status: 412 }, '/b.xml'),
      '/c.xml': unlessAsked({ status: 500 }, '/c.xml'),
    }
    const second = await audit(earlier, site)
    expect(second.report.documents.map(({ outcome, entries: count }) => [outcome, count])).toEqual([
      ['read', 3],
      ['read', 5],
      ['read', 4],
      ['read', 3],
    ])
    const finding = findingOf(second.report, 'response-conditional-empty')
    expect(finding.document).toBe(at('/a.xml'))
    expect(finding.message).toMatch(/^Asked with If-None-Match and If-Modified-Since, the server answered 200 without/)
    const rules = (report: Report) => problemsOf(report).filter((one) => !one.startsWith('response-conditional-empty'))
    expect(rules(second.report)).toEqual(problemsOf((await audit(createEarlier(), SITE)).report))
    // As long as the server does so it is told, and no longer.
    const third = await audit(earlier, site)
    expect(problemsOf(third.report)).toContain('response-conditional-empty x1')
    const fourth = await audit(earlier, SITE)
    expect(problemsOf(fourth.report)).not.toContain('response-conditional-empty x1')
  })

  it('reads a document that is reached by another way than before', async () => {
    const earlier = createEarlier()
    await audit(earlier, SITE)
    const moved = { ...SITE, '/a.xml': { redirect: '/b.xml' }, '/b.xml': SITE['/b.xml'] as Route }
    const second = await audit(earlier, moved)
    // The condition of /a.xml is for /a.xml alone.
    expect(conditional(second.requests).sort()).toEqual(['/a.xml', '/b.xml', '/c.xml', '/index.xml'])
    expect(reused(second.report)).not.toContain(at('/a.xml'))
  })

  it('takes a 304 that it has not asked for as what it is', async () => {
    const { report } = await audit(createEarlier(), { ...SITE, '/b.xml': { status: 304 } })
    expect(report.documents.find(({ url }) => url === at('/b.xml'))?.outcome).toBe('unreachable')
    expect(problemsOf(report)).toContain('response-redirect-broken x1')
  })
})
