/** Batches and their webhooks where processes die: nothing is lost, no domain is audited twice. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Batch } from '#src/model/batch.ts'
import type { AuditSummary } from '#src/store/store.ts'
import { openBackends } from '../support/backends.ts'
import { type RunningService, startService } from '../support/service.ts'
import type { Site, SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'
import { startCluster } from './cluster.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const DOMAINS = Array.from({ length: 40 }, (_, i) => `d${i}.example`)
const HOOK = 'hooks.example'
const SETTINGS = { WEBHOOK_SECRET: 'a secret of the test', RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }

const backends = await openBackends()
afterAll(() => backends.close())

/** Each takes some hundred milliseconds, so that deaths find something to interrupt. */
const SITES: Site[] = [
  ...DOMAINS.map(
    (host): Site => ({
      host,
      routes: {
        '/robots.txt': { body: `Sitemap: https://${host}/s.xml\n`, delayMs: 150 },
        '/s.xml': {
          body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://${host}/</loc></url></urlset>`,
          delayMs: 150,
        },
      },
    }),
  ),
  { host: HOOK, routes: { '/done': { status: 204 } } },
]

async function ask<T>({ url }: RunningService, path: string): Promise<T> {
  return (await (await fetch(`${url}${path}`)).json()) as T
}

async function postBatch({ url }: RunningService): Promise<string> {
  const answer = await fetch(`${url}/batches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domains: DOMAINS, options: { pages: 0, webhook: `https://${HOOK}/done` } }),
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as Batch).id
}

/** Waits until so many of its domains are done, or it has ended. */
async function untilDone(service: RunningService, id: string, count: number): Promise<Batch> {
  for (const deadline = Date.now() + 150_000; ; await delay(50)) {
    const batch = await ask<Batch>(service, `/batches/${id}`)
    if (batch.progress[0] >= count && (count < DOMAINS.length || batch.status !== 'running')) return batch
    if (Date.now() > deadline) throw new Error(`the batch stands at ${batch.progress.join(' of ')}`)
  }
}

async function expectEachOnce(service: RunningService, sites: SiteServer, id: string): Promise<void> {
  const batch = await untilDone(service, id, DOMAINS.length)
  expect(batch).toMatchObject({ status: 'succeeded', progress: [40, 40], totals: { read: 40, skipped: 0 } })
  const { items } = await ask<{ items: AuditSummary[] }>(service, '/audits?limit=1000')
  expect(items.map(({ domain }) => domain).sort()).toEqual([...DOMAINS].sort())
  const told = () =>
    sites.requests.filter(({ host }) => host === HOOK).map(({ body }) => JSON.parse(body).audit.id as string)
  // A webhook that a death has interrupted comes after its job was found without a heartbeat.
  for (const deadline = Date.now() + 100_000; new Set(told()).size < 40 && Date.now() < deadline; ) await delay(100)
  expect(new Set(told())).toEqual(new Set(items.map((audit) => audit.id)))
}

describe('a batch', () => {
  test('survives the death of the only process, again and again', async () => {
    const sites = await startSites(SITES)
    const settings = { ...SETTINGS, DATA_DIR: await backends.createDirectory() }
    let service = await startService(sites, settings)
    try {
      const id = await postBatch(service)
      for (const done of [0, 8, 20]) {
        await untilDone(service, id, done)
        service.process.kill('SIGKILL')
        service = await startService(sites, settings)
      }
      await expectEachOnce(service, sites, id)
    } finally {
      await service.stop()
      await sites.close()
    }
  })

  test('is carried on by the other worker when one dies', async (context) => {
    if (!backends.postgres) return context.skip('there is no PostgreSQL')
    const cluster = await startCluster(backends.postgres, { workers: 2, sites: SITES, settings: SETTINGS })
    try {
      const id = await postBatch(cluster.api)
      await untilDone(cluster.api, id, 8)
      cluster.workers[0]?.process.kill('SIGKILL')
      await expectEachOnce(cluster.api, cluster.sites, id)
    } finally {
      await cluster.stop()
    }
  })
})
