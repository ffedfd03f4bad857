/** What is promised of running audits, held with real processes. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { startPostgres } from '../support/postgres.ts'
import { type RunningService, startService } from '../support/service.ts'
import { startSites } from '../support/site-server.ts'
import { type Cluster, makeSite, startCluster } from './cluster.ts'

const postgres = await startPostgres()
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(async () => {
  await postgres?.stop()
})

/** A sitemap that is read at once, and pages that never answer. */
function makeStuckSite(host: string) {
  const site = makeSite(host, { entries: 5 })
  for (let i = 0; i < 5; i++) site.routes[`/page-${i}`] = { hang: true }
  return site
}

async function find({ url }: RunningService, id: string): Promise<Audit> {
  return (await (await fetch(`${url}/audits/${id}`)).json()) as Audit
}

/** Cancels it in the middle of its pages. @returns how long it took to end, ms, and the audit */
async function cancelInTheMiddle(api: RunningService, id: string) {
  const look = async () => (await find(api, id)).report?.documents.length ?? 0
  await expect.poll(look, { timeout: 30_000 }).toBe(1)
  const before = performance.now()
  const answer = await fetch(`${api.url}/audits/${id}`, { method: 'DELETE' })
  expect(answer.status).toBe(202)
  let audit = await find(api, id)
  while (audit.status === 'running' && performance.now() - before < 30_000) {
    await delay(20)
    audit = await find(api, id)
  }
  return { ms: performance.now() - before, audit }
}

function expectCancelled({ ms, audit }: Awaited<ReturnType<typeof cancelInTheMiddle>>) {
  expect(audit).toMatchObject({
    status: 'cancelled',
    report: { summary: { documents: 1, read: 1, entries: 5 }, documents: [{ outcome: 'read', entries: 5 }] },
  })
  expect(ms).toBeLessThan(2_000)
}

test('a running audit of the one process is cancelled within two seconds, and keeps what it has read', async () => {
  const sites = await startSites([makeStuckSite('stuck.example')])
  closers.push(() => sites.close())
  const service = await startService(sites)
  closers.push(() => service.stop())
  const answer = await fetch(`${service.url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ domain: 'stuck.example', pages: 5 }),
  })
  const { id } = (await answer.json()) as Audit
  expectCancelled(await cancelInTheMiddle(service, id))
}, 90_000)

describe.skipIf(!postgres)('an API and workers on one PostgreSQL', () => {
  async function start(workers: number, hosts: string[]): Promise<Cluster> {
    if (!postgres) throw new Error('no PostgreSQL')
    // With the timeout as it is by default.
    const settings = { WORKER_TIMEOUT_S: '30' }
    const cluster = await startCluster(postgres, { workers, sites: hosts.map(makeStuckSite), settings })
    closers.push(() => cluster.stop())
    return cluster
  }

  test('cancel a running audit of another process within two seconds, and keep what it has read', async () => {
    const { api, ask } = await start(2, ['stuck.example'])
    expectCancelled(await cancelInTheMiddle(api, await ask({ domain: 'stuck.example', pages: 5 })))
  }, 120_000)

  test('begin an audit anew within 60 seconds of the death of its worker', async () => {
    const { api, ask, workers, sites, startWorker } = await start(1, ['stuck.example'])
    const id = await ask({ domain: 'stuck.example', pages: 5 })
    const begun = () => sites.requests.filter(({ path }) => path === '/robots.txt').length
    await expect.poll(async () => (await find(api, id)).report?.documents.length, { timeout: 30_000 }).toBe(1)
    expect(begun()).toBe(1)
    workers[0]?.process.kill('SIGKILL')
    const diedAt = performance.now()
    await startWorker()
    await expect.poll(begun, { timeout: 60_000 - (performance.now() - diedAt) }).toBe(2)
    expectCancelled(await cancelInTheMiddle(api, id))
  }, 150_000)
})
