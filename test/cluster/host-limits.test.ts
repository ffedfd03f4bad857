/** One site, read by three workers together: it meets one visitor that keeps what it was told, and remembers. */
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { robotsTxt, sitemapIndex, urlset } from '../sites/make.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Answer, Route, Site, SiteRequest } from '../support/site.ts'
import { type Cluster, startCluster } from './cluster.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const HOST = 'www.patient.example'
const HOST_CONCURRENCY = 3
const CHILDREN = 60
const at = (path: string) => `https://${HOST}${path}`

const postgres = await startPostgres()
let cluster: Cluster | undefined
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})
afterAll(() => postgres?.stop())

/** Counts the requests that are under way, and when they came. */
function countingSite() {
  const seen = { running: 0, most: 0, limitedAt: 0, times: [] as number[] }
  async function* slowly(text: string): AsyncGenerator<string> {
    seen.running++
    seen.most = Math.max(seen.most, seen.running)
    await new Promise((resolve) => setTimeout(resolve, 30))
    yield text
    seen.running--
  }
  const child =
    (n: number): Route =>
    ({ headers }: SiteRequest, nth): Answer => {
      seen.times.push(performance.now())
      const etag: [string, string] = ['ETag', `"${n}"`]
      if (headers['if-none-match'] === etag[1]) return { status: 304, headers: [etag] }
      if (n === 30 && nth === 1) {
        seen.limitedAt = performance.now()
        return { status: 429, headers: [['Retry-After', '2']] }
      }
      const body = urlset([1, 2, 3].map((entry) => ({ loc: at(`/${n}/${entry}`), lastmod: '2026-09-10' })))
      return { body: () => slowly(body), headers: [['Content-Type', 'application/xml'], etag] }
    }
  const paths = Array.from({ length: CHILDREN }, (_, index) => `/children/${index + 1}.xml`)
  const site: Site = {
    host: HOST,
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow:', `Sitemap: ${at('/index.xml')}`),
      '/index.xml': { body: sitemapIndex(paths.map((path) => ({ loc: at(path), lastmod: '2026-09-10' }))) },
      ...Object.fromEntries(paths.map((path, index) => [path, child(index + 1)])),
    },
  }
  return { site, seen }
}

describe.skipIf(!postgres)('a site that three workers read together', () => {
  test('is asked by no more at once than by one, left alone when it asks, and not read again unchanged', async () => {
    if (!postgres) return
    const { site, seen } = countingSite()
    const settings = { FAN_OUT_MS: '0', HOST_CONCURRENCY: String(HOST_CONCURRENCY) }
    cluster = await startCluster(postgres, { workers: 3, sites: [site], settings })
    const { api, untilEnded } = cluster
    const post = async <T>(path: string, body: object = {}): Promise<T> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${api.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as T
    }
    const options = { children: 'all', pages: 0 }
    const { id } = await post<{ id: string }>('/schedules', { domain: HOST, cron: '0 3 * * *', options })
    const run = async () => (await untilEnded([(await post<Audit>(`/schedules/${id}/run`)).id], 60_000))[0]

    const first = await run()
    expect(first?.status).toBe('succeeded')
    expect(first?.report?.summary).toMatchObject({ read: CHILDREN + 1, entries: 3 * CHILDREN, unchecked: 0 })
    expect(seen.most).toBeLessThanOrEqual(HOST_CONCURRENCY)
    expect(seen.most).toBeGreaterThan(1)
    // What was on its way when one was told may still arrive.
    const { limitedAt, times } = seen
    expect(limitedAt).toBeGreaterThan(0)
    expect(times.filter((time) => time > limitedAt + 300 && time < limitedAt + 1_900)).toEqual([])

    const second = await run()
    expect(second?.report?.documents.filter(({ reused }) => reused)).toHaveLength(CHILDREN)
    expect(second?.report?.summary).toEqual(first?.report?.summary)
  })
})
