/** No file descriptors left: clients are cut off, audits say that it is our fault, and it goes on when there are some. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { boundConnections, readDescriptorLimit } from '#src/api/bound-connections.ts'
import { makeSite } from '../cluster/cluster.ts'
import { postAudit, type RunningService, startService } from '../support/service.ts'
import type { SiteServer } from '../support/site.ts'
import { startSites } from '../support/site-server.ts'

/** Sets the soft limit of a process that runs; null: the reason why it cannot be. */
function limitDescriptors(pid: number, soft: number): string | null {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${soft}:`], { stdio: 'pipe' })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const openOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

/** So many connections, however they end. */
async function connectMany(port: number, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
      return socket
    }),
  )
}

const why =
  process.platform === 'linux'
    ? limitDescriptors(process.pid, readDescriptorLimit() ?? 1_000)
    : 'prlimit is there on Linux only'
if (why !== null) console.warn(`Tests without file descriptors are skipped: ${why}`)

describe.skipIf(why !== null)('a process that may open no further file', () => {
  let sites: SiteServer
  let service: RunningService
  let pid: number
  beforeAll(async () => {
    sites = await startSites([makeSite('poor.example', { entries: 4 }), makeSite('rich.example', { entries: 2 })])
    service = await startService(sites, { LOG_LEVEL: 'error', AUDIT_TIMEOUT_MS: '20000' })
    pid = service.process.pid as number
  })
  afterAll(async () => {
    await service?.stop()
    await sites?.close()
  })

  test('cuts off the clients that it cannot take, and takes the next ones when others have left', async () => {
    limitDescriptors(pid, openOf(pid) + 4)
    const sockets = await connectMany(Number(new URL(service.url).port), 40)
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThan(30)
    expect(service.process.exitCode).toBeNull()
    for (const socket of sockets) socket.destroy()
    const health = async () => (await fetch(`${service.url}/healthz`).catch(() => null))?.status
    await expect.poll(health, { timeout: 5_000 }).toBe(200)
    limitDescriptors(pid, 1_000)
  })

  test('tells its own want as its own in the audit and in the log, and judges nothing by it', async () => {
    const asking = postAudit(service, { domain: 'poor.example', pages: 0 })
    // One for the request is open by now; nothing is left for the site.
    await expect.poll(() => openOf(pid)).toBeGreaterThan(0)
    await delay(20)
    limitDescriptors(pid, 3)
    const audit = await asking
    limitDescriptors(pid, 1_000)
    expect(audit.status).toBe('succeeded')
    const { verdict, findings, notes } = audit.report ?? {}
    expect(verdict).toBe('unchecked')
    expect(findings?.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(findings?.map(({ rule }) => rule)).not.toContain('origin-https-unavailable')
    expect(notes?.join(' ')).toMatch(/could not be made, by our own fault \(this process has as many files/)
    expect(service.output()).toContain('requests to sites cannot be made')
  }, 40_000)

  test('goes on as before when there are descriptors again', async () => {
    const audit = await postAudit(service, { domain: 'rich.example', pages: 2 })
    expect(audit.report).toMatchObject({ verdict: 'pass', summary: { pages: 2, unchecked: 0 } })
  }, 40_000)
})

test('so many clients that too few descriptors would be left are turned away, and the log says so once', async () => {
  const told: unknown[] = []
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  boundConnections(server, 8, { error: (...line: unknown[]) => void told.push(line) })
  const sockets = await connectMany((server.address() as { port: number }).port, 20)
  await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(14)
  expect(told).toEqual([
    [{ open: 6, descriptors: 8, turnedAway: 1 }, expect.stringContaining('clients are turned away')],
  ])
  for (const socket of sockets) socket.destroy()
  server.close()
})

test.runIf(process.platform === 'linux')('the limit is that of the process', () => {
  expect(readDescriptorLimit()).toBeGreaterThan(100)
})
