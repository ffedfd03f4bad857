/** The real service: what its audits ask for conditionally, from one run of a schedule to the next. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { robotsTxt, sitemapIndex, urlset } from './sites/make.ts'
import { postAudit, type RunningService, startService } from './support/service.ts'
import type { Answer, SiteRequest, SiteServer } from './support/site.ts'
import { startSites } from './support/site-server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOST = 'again.example'
const at = (path: string) => `https://${HOST}${path}`

let sites: SiteServer
let service: RunningService

const file =
  (body: string, etag: string) =>
  ({ headers }: SiteRequest): Answer =>
    headers['if-none-match'] === etag ? { status: 304, headers: [['ETag', etag]] } : { body, headers: [['ETag', etag]] }

beforeAll(async () => {
  const entries = (name: string) => urlset([1, 2, 3].map((n) => ({ loc: at(`/${name}/${n}`), lastmod: '2026-09-10' })))
  sites = await startSites([
    {
      host: HOST,
      routes: {
        '/robots.txt': robotsTxt('User-agent: *', 'Disallow:', `Sitemap: ${at('/index.xml')}`),
        '/index.xml': file(
          sitemapIndex(['/a.xml', '/b.xml'].map((path) => ({ loc: at(path), lastmod: '2026-09-10' }))),
          '"i"',
        ),
        '/a.xml': file(entries('a'), '"a"'),
        '/b.xml': file(entries('b'), '"b"'),
      },
    },
  ])
  service = await startService(sites)
})
afterAll(async () => {
  await service?.stop()
  await sites?.close()
})

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}

async function runNow(scheduleId: string): Promise<Audit> {
  const { id } = await ask<Audit>('POST', `/schedules/${scheduleId}/run`)
  return vi.waitFor(
    async () => {
      const audit = await ask<Audit>('GET', `/audits/${id}`)
      expect(audit.status).toBe('succeeded')
      return audit
    },
    { timeout: 30_000, interval: 100 },
  )
}

const conditional = () => sites.requests.filter(({ headers }) => headers['if-none-match'] !== undefined).length
const reused = ({ report }: Audit) => report?.documents.filter((document) => document.reused).length

test('audits of a schedule reuse what has not changed, and no others do', async () => {
  const options = { children: 'all', pages: 0 }
  const { id } = await ask<{ id: string }>('POST', '/schedules', { domain: HOST, cron: '0 3 * * *', options })
  expect(reused(await runNow(id))).toBe(0)
  expect(conditional()).toBe(0)
  const again = await runNow(id)
  expect(reused(again)).toBe(3)
  expect(conditional()).toBe(3)
  expect(again.report?.notes.join('\n')).toContain('3 documents were not modified since they were read')
  expect(again.report?.summary.entries).toBe(6)
  expect(reused(await runNow(id))).toBe(3)

  const before = conditional()
  expect(reused(await postAudit(service, { domain: HOST, ...options }))).toBe(0)
  expect(conditional()).toBe(before)
})
