/** One API and three workers, each a process, on a real PostgreSQL. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { type Cluster, makeSite, runsByHost, startCluster } from './cluster.ts'

const postgres = await startPostgres()
let cluster: Cluster | undefined

afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
})
afterAll(async () => {
  await postgres?.stop()
})

describe.skipIf(!postgres)('an API and three workers on one PostgreSQL', () => {
  test('audit 200 sites, each exactly once, and no two audits at once on one host', async () => {
    if (!postgres) return
    const hosts = Array.from({ length: 200 }, (_, index) => `site-${index}.example`)
    cluster = await startCluster(postgres, { workers: 3, sites: hosts.map((host) => makeSite(host, { delayMs: 5 })) })
    // Every fourth host is asked for twice.
    const asked = [...hosts, ...hosts.filter((_, index) => index % 4 === 0)]
    const ids: string[] = []
    for (const [index, domain] of asked.entries()) {
      ids.push(await cluster.ask({ domain, pages: 2, headers: { 'X-Audit': String(index) } }))
    }
    const audits = await cluster.untilEnded(ids, 150_000)
    for (const [index, audit] of audits.entries()) {
      expect(audit).toMatchObject({ domain: asked[index], status: 'succeeded', report: { verdict: 'pass' } })
    }
    const runs = runsByHost(cluster.sites.requests)
    expect(runs.size).toBe(200)
    for (const [host, audits] of runs) {
      const wanted = asked.flatMap((domain, index) => (domain === host ? [String(index)] : []))
      // One run each: had two been at once, or one been run again, a name would stand there twice.
      expect([host, audits.toSorted()]).toEqual([host, wanted.toSorted()])
    }
    const robots = cluster.sites.requests.filter(({ path }) => path === '/robots.txt')
    expect(robots.length).toBe(asked.length)
  }, 180_000)

  test('end all ten audits once and right when a worker is killed in the middle of them', async () => {
    if (!postgres) return
    const hosts = Array.from({ length: 10 }, (_, index) => `long-${index}.example`)
    cluster = await startCluster(postgres, {
      workers: 3,
      sites: hosts.map((host) => makeSite(host, { entries: 8, delayMs: 400 })),
    })
    const { workers, sites } = cluster
    const ids: string[] = []
    for (const domain of hosts) ids.push(await cluster.ask({ domain, pages: 8 }))
    // Each worker takes four at once: when most are under way, each of them has some.
    await expect.poll(() => new Set(sites.requests.map(({ host }) => host)).size, { timeout: 20_000 }).toBe(10)
    workers[0]?.process.kill('SIGKILL')
    const audits = await cluster.untilEnded(ids, 100_000)
    for (const [index, audit] of audits.entries()) {
      expect(audit).toMatchObject({
        domain: hosts[index],
        status: 'succeeded',
        report: { verdict: 'pass', summary: { documents: 1, entries: 8, pages: 8 } },
      })
    }
    // The killed one's audits were begun twice, and no other's.
    const begun = sites.requests.filter(({ path }) => path === '/robots.txt').length
    expect(begun).toBeGreaterThan(10)
    expect(begun).toBeLessThanOrEqual(14)
  }, 150_000)

  test('lose nothing when the database is killed for ten seconds', async () => {
    if (!postgres) return
    const hosts = Array.from({ length: 12 }, (_, index) => `dark-${index}.example`)
    cluster = await startCluster(postgres, {
      workers: 3,
      sites: hosts.map((host) => makeSite(host, { entries: 6, delayMs: 300 })),
    })
    const { sites } = cluster
    const ids: string[] = []
    for (const domain of hosts) ids.push(await cluster.ask({ domain, pages: 6 }))
    await expect.poll(() => sites.requests.length, { timeout: 20_000 }).toBeGreaterThan(20)
    await postgres.kill()
    await delay(10_000)
    await postgres.restart()
    const audits = await cluster.untilEnded(ids, 120_000)
    for (const [index, audit] of audits.entries()) {
      expect(audit).toMatchObject({ domain: hosts[index], status: 'succeeded', report: { summary: { pages: 6 } } })
    }
    // And it takes new ones.
    const [after] = await cluster.untilEnded([await cluster.ask({ domain: 'dark-0.example', pages: 0 })], 30_000)
    expect(after).toMatchObject({ status: 'succeeded' })
  }, 180_000)
})
