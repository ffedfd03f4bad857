import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { startPostgres } from './support/postgres.ts'
import { findFreePort, type RunningService, startService } from './support/service.ts'

// Processes and databases take seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

const postgres = await startPostgres()
const directories: string[] = []
const services: RunningService[] = []
const servers: Server[] = []

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
  for (const server of servers.splice(0)) server.close()
})
afterAll(async () => {
  await postgres?.stop()
  for (const directory of directories) await rm(directory, { recursive: true, force: true })
})

async function createDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'auditor-main-'))
  directories.push(directory)
  return directory
}

async function start(settings: Record<string, string> = {}) {
  const service = await startService(null, settings)
  services.push(service)
  return service
}

/** A port of loopback that takes connections and never says a word. */
async function listenSilently(): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('close', () => {})
  const close = server.close.bind(server)
  server.close = (callback) => {
    for (const socket of sockets) socket.destroy()
    return close(callback)
  }
  servers.push(server)
  return (server.address() as AddressInfo).port
}

/** Starts the process with exactly these settings and waits for its end. */
async function refuse(settings: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], DATA_DIR: 'memory', LOG_LEVEL: 'info', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 25_000)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return { code, out, errors }
}

function post(service: RunningService, domain: string, prefer: string) {
  return fetch(`${service.url}/audit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer },
    body: JSON.stringify({ domain, pages: 0 }),
  })
}

describe('a start that is refused prints one line and ends with 1:', () => {
  async function expectRefusal(settings: Record<string, string>, line: RegExp) {
    const { code, out, errors } = await refuse(settings)
    expect(errors).toMatch(/^[^\n]+\.\n$/)
    expect(errors).toMatch(line)
    expect(out).toBe('')
    expect(code).toBe(1)
  }

  test('a malformed setting', () => expectRefusal({ PORT: 'http' }, /^PORT must be a whole number/))

  test('a host that others can reach, without keys', () =>
    expectRefusal({ HOST: '::' }, /^HOST :: can be reached from other machines: set API_KEYS/))

  test('a role that needs PostgreSQL', () => expectRefusal({ ROLE: 'worker' }, /^ROLE worker needs DATABASE_URL/))

  test('a port that is taken', async () => {
    const port = String(await listenSilently())
    await expectRefusal(
      { PORT: port },
      new RegExp(`^PORT ${port} of HOST 127\\.0\\.0\\.1 is in use by another process`),
    )
  }, 30_000)

  test('a data directory that is a file', async () => {
    const file = join(await createDirectory(), 'file')
    await writeFile(file, '')
    await expectRefusal({ DATA_DIR: file }, /^DATA_DIR cannot be used/)
  }, 30_000)

  test('a database that does not answer', async () => {
    const port = await findFreePort()
    await expectRefusal(
      { DATABASE_URL: `postgres://user:hushhush@127.0.0.1:${port}/none` },
      /^The database of DATABASE_URL cannot be used: (?!.*hushhush)/,
    )
  }, 30_000)

  test('a data directory that another process uses, and that one goes on', async () => {
    const DATA_DIR = await createDirectory()
    const first = await start({ DATA_DIR })
    await expectRefusal({ DATA_DIR }, new RegExp(`^DATA_DIR .* is in use by process ${first.process.pid}`))
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  }, 60_000)
})

describe('a running process', () => {
  test('says where it listens and where its documentation is', async () => {
    const service = await start({ LOG_LEVEL: 'info' })
    const told = () =>
      service
        .output()
        .trim()
        .split('\n')
        .filter((line) => line.includes('"listening"'))
    // It answers while its jobs are still being taken up.
    await expect.poll(told, { timeout: 10_000 }).toHaveLength(1)
    expect(JSON.parse(told()[0] as string)).toMatchObject({
      url: service.url,
      docs: `${service.url}/docs`,
      role: 'all',
      msg: 'listening',
    })
    expect((await fetch(`${service.url}/docs`)).status).toBe(200)
  }, 60_000)

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with 0 on %s, and leaves its directory free',
    async (signal) => {
      const DATA_DIR = await createDirectory()
      const service = await start({ DATA_DIR })
      const exit = once(service.process, 'exit')
      service.process.kill(signal)
      expect(await exit).toEqual([0, null])
      expect((await readdir(DATA_DIR)).toSorted()).toEqual(['pglite', 'secret.key'])
      expect((await stat(join(DATA_DIR, 'secret.key'))).mode & 0o777).toBe(0o600)
      expect(service.output()).toBe('')
    },
    60_000,
  )

  test('keeps its audits over a restart', async () => {
    const DATA_DIR = await createDirectory()
    const settings = { DATA_DIR, CONNECT_TO: `gone.example::127.0.0.1:${await findFreePort()}` }
    const first = await start(settings)
    const answer = await post(first, 'gone.example', 'wait=30')
    expect(answer.status).toBe(200)
    const audit = (await answer.json()) as Audit
    expect(audit).toMatchObject({ status: 'succeeded', report: { verdict: 'unchecked' } })
    await first.stop()
    const second = await start(settings)
    expect(await (await fetch(`${second.url}/audits/${audit.id}`)).json()).toEqual(audit)
  }, 60_000)

  test('answers who waits when it is told to stop, and runs the audit after the restart', async () => {
    const DATA_DIR = await createDirectory()
    const settings = { DATA_DIR, CONNECT_TO: `slow.example::127.0.0.1:${await listenSilently()}` }
    const first = await start(settings)
    const waiting = post(first, 'slow.example', 'wait=60')
    await delay(1_000)
    const before = performance.now()
    const stopped = first.stop()
    const answer = await waiting
    expect(answer.status).toBe(202)
    const { id } = (await answer.json()) as Audit
    expect(await stopped).toBe(0)
    expect(performance.now() - before).toBeLessThan(12_000)

    const second = await start(settings)
    const find = async () => (await (await fetch(`${second.url}/audits/${id}`)).json()) as Audit
    await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe('running')
    await fetch(`${second.url}/audits/${id}`, { method: 'DELETE' })
    await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe('cancelled')
  }, 90_000)
})

describe.skipIf(!postgres)('roles on one PostgreSQL', () => {
  test('one process takes requests, another runs the audits and answers operations only', async () => {
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    const CONNECT_TO = `gone.example::127.0.0.1:${await findFreePort()}`
    const [api, worker] = await Promise.all([
      start({ DATABASE_URL, CONNECT_TO, ROLE: 'api' }),
      start({ DATABASE_URL, CONNECT_TO, ROLE: 'worker' }),
    ])
    const answer = await post(api, 'gone.example', 'wait=30')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: 'succeeded' })
    expect(await (await fetch(`${worker.url}/healthz`)).json()).toEqual({ status: 'ok' })
    const other = await fetch(`${worker.url}/audits`)
    expect(other.status).toBe(404)
    expect(other.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await other.json()).toMatchObject({ code: 'NOT_FOUND' })

    await worker.stop()
    const queued = await post(api, 'gone.example', 'wait=1')
    expect(queued.status).toBe(202)
    expect(await queued.json()).toMatchObject({ status: 'queued' })
  }, 90_000)
})
