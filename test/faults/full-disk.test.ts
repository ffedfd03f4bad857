/** The disk of the embedded database is full, while audits run and while it writes its own log. */
import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { answerError } from '#src/api/answer-errors.ts'
import type { Audit } from '#src/model/audit.ts'
import { isDatabaseFull } from '#src/store/is-full.ts'
import { makeSite } from '../cluster/cluster.ts'
import { type RunningService, startService } from '../support/service.ts'
import { startSites } from '../support/site-server.ts'
import { mountSmallDisk } from './fill-disk.ts'

const PANIC = fileURLToPath(new URL('panic.ts', import.meta.url))
const HOSTS = Array.from({ length: 7 }, (_, index) => `full-${index}.example`)

const disk = await mountSmallDisk(64)
if (typeof disk === 'string') console.warn(`Tests of a full disk are skipped: no file system can be mounted: ${disk}`)
afterAll(async () => {
  if (typeof disk !== 'string') await disk.remove()
})

describe.skipIf(typeof disk === 'string')('a disk without room', () => {
  if (typeof disk === 'string') return
  const settings = { DATA_DIR: `${disk.directory}/data`, RATE_LIMIT: '0', LOG_LEVEL: 'error', AUDIT_CONCURRENCY: '3' }
  const ids: string[] = []

  async function list({ url }: RunningService): Promise<Audit[]> {
    return ((await (await fetch(`${url}/audits?limit=100`)).json()) as { items: Audit[] }).items
  }

  test('fails no audit, refuses clearly what it has no room for, and goes on when there is some', async () => {
    const sites = await startSites(HOSTS.map((host) => makeSite(host, { entries: 4, delayMs: 100 })))
    const service = await startService(sites, settings)
    let log = ''
    service.process.stdout?.on('data', (chunk) => {
      log += chunk
    })
    const refused: { status: number; code: string }[] = []
    async function ask(domain: string): Promise<void> {
      const from = performance.now()
      const answer = await fetch(`${service.url}/audit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'respond-async' },
        body: JSON.stringify({ domain, pages: 4 }),
      })
      expect(performance.now() - from).toBeLessThan(5_000)
      const body = (await answer.json()) as Audit & { code: string }
      if (answer.status === 202) ids.push(body.id)
      else refused.push({ status: answer.status, code: body.code })
    }
    try {
      for (const host of HOSTS.slice(0, 5)) await ask(host)
      await expect.poll(() => sites.requests.length, { timeout: 10_000 }).toBeGreaterThan(3)
      disk.fill()
      await expect.poll(() => log, { timeout: 15_000 }).toContain('the end of an audit cannot be written')
      disk.fill()
      // Until what the database has in store for new rows is used up as well.
      for (let n = 0; n < 100 && refused.length < 2; n++) await ask(HOSTS[5 + (n % 2)] as string)
      expect(refused.length).toBeGreaterThan(0)
      for (const one of refused) expect(one).toEqual({ status: 503, code: 'NOT_READY' })
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
      expect((await list(service)).filter(({ status }) => status === 'failed')).toEqual([])
      await delay(500)

      disk.free()
      const open = async () => (await list(service)).filter(({ status }) => status === 'queued' || status === 'running')
      await expect.poll(async () => (await open()).length, { timeout: 60_000, interval: 250 }).toBe(0)
      const audits = await list(service)
      expect(audits.map(({ id }) => id).sort()).toEqual(ids.sort())
      expect(new Set(audits.map(({ status }) => status))).toEqual(new Set(['succeeded']))
      // None was read twice.
      const begun = sites.requests.filter(({ path }) => path === '/robots.txt')
      expect(begun).toHaveLength(ids.length)
      // Neither reports nor anything else that sites wrote: an error of the database carries what it was to write.
      expect(log).not.toContain('"params"')
    } finally {
      await service.stop()
      await sites.close()
    }
  }, 120_000)

  test('ends the process where the database cannot keep its log, and the next one finds everything', async () => {
    const { code, out } = await new Promise<{ code: unknown; out: string }>((resolve) => {
      execFile(process.execPath, [PANIC, settings.DATA_DIR, disk.directory], { timeout: 30_000 }, (error, out, err) =>
        resolve({ code: error?.code, out: out + err }),
      )
    })
    expect(out).not.toContain('it lives')
    expect(code).toBe(1)
    expect(out).toMatch(/^Error The embedded database has stopped/m)
    const [line = ''] = out.split('\n').filter((one) => one.includes('a fault that nobody caught'))
    expect(JSON.parse(line)).toMatchObject({
      level: 60,
      err: { message: expect.stringMatching(/^The embedded database has stopped .*No space left on device/) },
    })
    disk.free()
    const service = await startService(null, settings)
    try {
      const audits = await list(service)
      expect(audits.map(({ id, status }) => [id, status]).sort()).toEqual(ids.map((id) => [id, 'succeeded']).sort())
    } finally {
      await service.stop()
    }
  }, 90_000)
})

test.each(['53100', '53200', '58030'])('%s says that there is no room, and the API says so', (code) => {
  const error = Object.assign(new Error('could not extend file'), { code })
  expect(isDatabaseFull(error)).toBe(true)
  const sent: unknown[] = []
  const reply = { code: () => reply, headers: () => reply, type: () => reply, send: (body: unknown) => sent.push(body) }
  const request = { log: { error: () => {}, info: () => {} }, routeOptions: {} }
  answerError(error, request as never, reply as never)
  expect(sent).toMatchObject([{ status: 503, code: 'NOT_READY', detail: expect.stringContaining('no room') }])
})

test.each(['42601', '53300', 'EPIPE'])('%s does not', (code) => {
  expect(isDatabaseFull(Object.assign(new Error('x'), { code }))).toBe(false)
})
