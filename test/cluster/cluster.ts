/** Several real processes of the service on one PostgreSQL, as in production. */
import type { Audit } from '#src/model/audit.ts'
import type { TestPostgres } from '../support/postgres.ts'
import { type RunningService, startService } from '../support/service.ts'
import type { Site, SiteRequest, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

export interface Cluster {
  api: RunningService
  workers: RunningService[]
  sites: SiteServer
  /** One more of them. */
  startWorker(): Promise<RunningService>
  /** POST /audit without waiting. @returns its id */
  ask(body: { domain: string; [option: string]: unknown }, headers?: Record<string, string>): Promise<string>
  find(id: string): Promise<Audit>
  /** Waits until all have ended. Answers of an API without its database are asked for again. */
  untilEnded(ids: readonly string[], timeoutMs: number): Promise<Audit[]>
  stop(): Promise<void>
}

export interface ClusterSettings {
  workers: number
  sites: Site[]
  settings?: Record<string, string>
}

/** One process with ROLE=api, and so many with ROLE=worker. */
export async function startCluster(postgres: TestPostgres, wanted: ClusterSettings): Promise<Cluster> {
  const databaseUrl = await postgres.createDatabase()
  const sites = await startSites(wanted.sites)
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a key for tests alone, of many characters',
    RATE_LIMIT: '0',
    // Tests wait for it; the machine may be busy.
    WORKER_TIMEOUT_S: '15',
    LOG_LEVEL: 'fatal',
    ...wanted.settings,
  }
  const api = await startService(sites, { ...settings, ROLE: 'api' })
  const startWorker = () => startService(sites, { ...settings, ROLE: 'worker' })
  const workers = await Promise.all(Array.from({ length: wanted.workers }, startWorker))

  async function find(id: string): Promise<Audit> {
    const answer = await fetch(`${api.url}/audits/${id}`)
    if (!answer.ok) throw new Error(`GET /audits/${id} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Audit
  }

  return {
    api,
    workers,
    sites,
    find,
    async startWorker() {
      const worker = await startWorker()
      workers.push(worker)
      return worker
    },
    async ask(body, headers = {}) {
      const answer = await fetch(`${api.url}/audit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async', ...headers },
        body: JSON.stringify(body),
      })
      if (answer.status !== 202) throw new Error(`POST /audit answered ${answer.status}: ${await answer.text()}`)
      return ((await answer.json()) as Audit).id
    },
    async untilEnded(ids, timeoutMs) {
      const deadline = Date.now() + timeoutMs
      const ended = new Map<string, Audit>()
      while (ended.size < ids.length) {
        for (const id of ids) {
          if (ended.has(id)) continue
          const audit = await find(id).catch(() => null)
          if (audit !== null && audit.status !== 'queued' && audit.status !== 'running') ended.set(id, audit)
          else break
        }
        if (Date.now() > deadline) {
          throw new Error(`${ids.length - ended.size} of ${ids.length} audits had not ended after ${timeoutMs} ms`)
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return ids.map((id) => ended.get(id) as Audit)
    },
    async stop() {
      await Promise.all([...workers, api].map((service) => service.stop()))
      await sites.close()
    },
  }
}

/** A clean site: robots.txt, a sitemap of `entries` and its pages. Every answer takes `delayMs`. */
export function makeSite(host: string, { entries = 3, delayMs = 0 } = {}): Site {
  const urls = Array.from({ length: entries }, (_, index) => `https://${host}/page-${index}`)
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((url) => `<url><loc>${url}</loc><lastmod>2026-01-0${1 + (url.length % 9)}</lastmod></url>`).join('\n')}
</urlset>
`
  const page = (url: string) =>
    `<!doctype html><html lang="en"><head><title>${url}</title><link rel="canonical" href="${url}"></head><body><h1>${url}</h1></body></html>`
  return {
    host,
    routes: {
      '/robots.txt': { body: `User-agent: *\nAllow: /\nSitemap: https://${host}/sitemap.xml\n`, delayMs },
      '/sitemap.xml': { body, delayMs },
      ...Object.fromEntries(urls.map((url) => [new URL(url).pathname, { body: page(url), delayMs }])),
    },
  }
}

/** By host, the audits in the order of their requests, as the header that each audit sends names them; runs are one. */
export function runsByHost(requests: readonly SiteRequest[]): Map<string, string[]> {
  const runs = new Map<string, string[]>()
  for (const { host, headers } of requests) {
    const audit = String(headers['x-audit'] ?? 'none')
    const known = runs.get(host) ?? []
    if (known.at(-1) !== audit) known.push(audit)
    runs.set(host, known)
  }
  return runs
}
