/** A gate through curl, as cron and CI use it: the real service, the same site before and after a bad release. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { robotsTxt, sitemapIndex, urlset } from './sites/make.ts'
import { postAudit, type RunningService, startService } from './support/service.ts'
import type { Site, SiteServer } from './support/site.ts'
import { startSites } from './support/site-server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

let sites: SiteServer
let service: RunningService
let folder: string
let hasCurl = true

beforeAll(async () => {
  hasCurl = (await curl('--version')).code === 0
  if (!hasCurl) console.warn('curl is not installed: the gate is not tried through it')
  folder = await mkdtemp(join(tmpdir(), 'auditor-gate-'))
  sites = await startSites([])
  service = await startService(sites)
})
afterAll(async () => {
  await service?.stop()
  await sites?.close()
  await rm(folder, { recursive: true, force: true })
})

function curl(...args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile('curl', args, { maxBuffer: 1e8 }, (error, out) => resolve({ code: error ? Number(error.code) : 0, out }))
  })
}

/** What README shows for cron. */
async function curlAudit(body: object): Promise<{ code: number; audit: Audit }> {
  const { code, out } = await curl(
    '--silent',
    '--fail-with-body',
    '--header',
    'content-type: application/json',
    '--header',
    'prefer: wait=60',
    '--data',
    JSON.stringify(body),
    `${service.url}/audit`,
  )
  return { code, audit: JSON.parse(out) }
}

const pages = (host: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({ loc: `https://${host}/page-${from + i}.html` }))

function indexSite(host: string, children: Record<string, string>): Site {
  const locs = Object.keys(children).map((name) => ({ loc: `https://${host}/${name}` }))
  return {
    host,
    routes: {
      '/robots.txt': robotsTxt(`Sitemap: https://${host}/index.xml`),
      '/index.xml': { body: sitemapIndex(locs) },
      ...Object.fromEntries(Object.entries(children).map(([name, body]) => [`/${name}`, { body }])),
    },
  }
}

const singleSite = (host: string, body: string): Site => ({
  host,
  routes: { '/robots.txt': robotsTxt(`Sitemap: https://${host}/sitemap.xml`), '/sitemap.xml': { body } },
})

const GATE = { failOn: 'never' }
const options = (domain: string) => ({ domain, pages: 0, children: 'all', gate: GATE })

interface Release {
  name: string
  host: string
  before: (host: string) => Site
  after: (host: string) => Site
  reasons: (host: string) => (string | RegExp)[]
}

const RELEASES: Release[] = [
  {
    name: 'a drop of entries',
    host: 'drop.example',
    before: (host) => singleSite(host, urlset(pages(host, 100))),
    after: (host) => singleSite(host, urlset(pages(host, 70))),
    reasons: (host) => [
      new RegExp(
        `^history-entries-dropped in https://${host}/sitemap.xml: The document has 70 entries and had 100 on 20.* UTC: 30 % fewer, where 20 % may go\\.$`,
      ),
    ],
  },
  {
    name: 'a lost child',
    host: 'lost.example',
    before: (host) => indexSite(host, { 'a.xml': urlset(pages(host, 5)), 'b.xml': urlset(pages(host, 7, 50)) }),
    after: (host) => indexSite(host, { 'a.xml': urlset(pages(host, 5)) }),
    reasons: (host) => [
      new RegExp(
        `^history-document-lost in https://${host}/index.xml: The index lists https://${host}/b.xml no more, which had 7 entries on`,
      ),
    ],
  },
  {
    name: 'a changed host',
    host: 'host.example',
    before: (host) => singleSite(host, urlset(pages(host, 20))),
    after: (host) => singleSite(host, urlset(pages('staging.host.example', 20))),
    reasons: (host) => [
      new RegExp(
        `^history-host-changed in https://${host}/sitemap.xml: Of the entries looked at, 100 % are on https://staging.host.example now; .* it was 0 %, and https://${host} had most\\.$`,
      ),
    ],
  },
  {
    name: 'an emptied file',
    host: 'emptied.example',
    before: (host) => singleSite(host, urlset(pages(host, 30))),
    after: (host) => singleSite(host, urlset([])),
    reasons: (host) => [
      new RegExp(
        `^history-emptied in https://${host}/sitemap.xml: The document had 30 entries on .* and has none now\\.$`,
      ),
    ],
  },
  {
    name: 'a file of no bytes',
    host: 'nothing.example',
    before: (host) => singleSite(host, urlset(pages(host, 30))),
    after: (host) => singleSite(host, ''),
    reasons: (host) => [
      new RegExp(
        `^history-emptied in https://${host}/sitemap.xml: The document had 30 entries on .* and has no bytes now\\.$`,
      ),
    ],
  },
  {
    name: 'a child that is not found any more',
    host: 'dead.example',
    before: (host) => indexSite(host, { 'a.xml': urlset(pages(host, 5)), 'b.xml': urlset(pages(host, 7, 50)) }),
    after: (host) => {
      const site = indexSite(host, { 'a.xml': urlset(pages(host, 5)), 'b.xml': '' })
      return { ...site, routes: { ...site.routes, '/b.xml': { status: 404, body: 'no' } } }
    },
    reasons: (host) => [
      new RegExp(
        `^history-document-lost in https://${host}/b.xml: The document had 7 entries on .* and answers 404 now\\.$`,
      ),
    ],
  },
]

test('a file that is about to be published is held beside the one that is live', async () => {
  if (!hasCurl) return console.warn('skipped: curl is not installed')
  const host = 'publish.example'
  sites.serve(singleSite(host, urlset(pages(host, 100))))
  const { id } = await postAudit(service, { domain: host, pages: 0 })
  const publish = async (count: number) => {
    const file = join(folder, 'sitemap.xml')
    await writeFile(file, urlset(pages(host, count)))
    const url = `${service.url}/validate?baseline=${id}&url=https://${host}/sitemap.xml&failOn=new-error&maxEntryDrop=0.1`
    const { code, out } = await curl('--silent', '--fail-with-body', '--data-binary', `@${file}`, url)
    return { code, gate: JSON.parse(out).gate }
  }
  expect(await publish(90)).toEqual({ code: 0, gate: { passed: true, reasons: [] } })
  expect(await publish(89)).toEqual({
    code: 22,
    gate: {
      passed: false,
      reasons: [
        expect.stringMatching(
          /^history-entries-dropped in https:\/\/publish\.example\/sitemap\.xml: The document has 89 entries and had 100 on/,
        ),
      ],
    },
  })
})

describe('a release is stopped by', () => {
  test.each(RELEASES)('$name, although the gate fails on no finding', async ({ host, before, after, reasons }) => {
    sites.serve(before(host))
    const first = await postAudit(service, options(host))
    expect(first.gate).toEqual({ passed: true, reasons: [] })
    sites.serve(after(host))
    if (!hasCurl) return console.warn('skipped: curl is not installed')
    const { code, audit } = await curlAudit(options(host))
    expect(code).toBe(22)
    expect(audit.gate?.passed).toBe(false)
    const expected = reasons(host)
    expect(audit.gate?.reasons).toEqual(expected.map((reason) => expect.stringMatching(reason)))
    expect(audit.report?.notes).toContainEqual(`Compared with the audit ${first.id} of ${first.startedAt}.`)
    // What passes is the state of things for the next one.
    const third = await curlAudit(options(host))
    expect(third).toMatchObject({ code: 0, audit: { gate: { passed: true, reasons: [] } } })
  })
})
