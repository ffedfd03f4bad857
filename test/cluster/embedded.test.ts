/** The embedded database under a process that is killed at any moment, as a power cut or an impatient operator does. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { type RunningService, startService } from '../support/service.ts'
import { startSites } from '../support/site-server.ts'
import { makeSite } from './cluster.ts'

/** Issue 5 asks for 50 moments; a tenth of them in every run. */
const KILLS = process.env['LONG'] ? 50 : 5
/** By then the audits of a round are all under way or over. */
const LATEST_MOMENT_MS = 900
const HOSTS = Array.from({ length: 6 }, (_, index) => `kept-${index}.example`)

const directory = await mkdtemp(join(tmpdir(), 'auditor-killed-'))
afterAll(() => rm(directory, { recursive: true, force: true }))

test(
  `a process that is killed at ${KILLS} moments during audits opens its database again, and loses and doubles none`,
  async () => {
    const sites = await startSites(HOSTS.map((host) => makeSite(host, { entries: 4, delayMs: 40 })))
    const settings = { DATA_DIR: directory, RATE_LIMIT: '0', AUDIT_CONCURRENCY: '3' }
    const asked: { id: string; domain: string }[] = []
    let service: RunningService | undefined
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        service = await startService(sites, settings)
        for (const domain of HOSTS.slice(0, 3)) asked.push({ id: await ask(service, domain), domain })
        // Spread over the whole span, the same in every run.
        await delay(((kill * 0.618034) % 1) * LATEST_MOMENT_MS)
        service.process.kill('SIGKILL')
      }
      service = await startService(sites, settings)
      const { url } = service
      const deadline = Date.now() + 60_000
      for (const { id, domain } of asked) {
        let audit = await find(url, id)
        while (audit.status === 'queued' || audit.status === 'running') {
          if (Date.now() > deadline) throw new Error(`${id} is ${audit.status} still.`)
          await delay(50)
          audit = await find(url, id)
        }
        expect(audit).toMatchObject({ domain, status: 'succeeded', report: { verdict: 'pass', summary: { pages: 4 } } })
      }
      // Each once, and no others.
      const listed = await listAll(url)
      expect(listed.map(({ id }) => id).toSorted()).toEqual(asked.map(({ id }) => id).toSorted())
    } finally {
      await service?.stop()
      await sites.close()
    }
  },
  60_000 + KILLS * 15_000,
)

async function ask({ url }: RunningService, domain: string): Promise<string> {
  const answer = await fetch(`${url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ domain, pages: 4 }),
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as Audit).id
}

async function find(url: string, id: string): Promise<Audit> {
  const answer = await fetch(`${url}/audits/${id}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Audit
}

async function listAll(url: string): Promise<{ id: string }[]> {
  const items: { id: string }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await fetch(`${url}/audits?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`)
    const page = (await answer.json()) as { items: { id: string }[]; next: string | null }
    items.push(...page.items)
    cursor = page.next
  }
  return items
}
