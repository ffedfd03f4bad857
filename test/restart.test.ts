import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Audit } from '#src/model/audit.ts'
import { openBackends } from './support/backends.ts'
import type { StubSettings } from './support/stub-service.ts'

// Processes and databases take seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const STUB = fileURLToPath(new URL('./support/stub-service.ts', import.meta.url))

const backends = await openBackends()
const children = new Set<ChildProcess>()
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})
afterAll(() => backends.close())

interface Stub {
  process: ChildProcess
  url: string
  post(domain: string): Promise<Audit>
  get(id: string): Promise<Audit>
}

async function start(settings: StubSettings): Promise<Stub> {
  const child = spawn(process.execPath, [STUB, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  await expect.poll(() => printed, { timeout: 30_000 }).toMatch(/^http.*\n/)
  const url = printed.trim()
  const ask = async (method: string, path: string) => (await fetch(`${url}/${path}`, { method })).json()
  return {
    process: child,
    url,
    post: (domain) => ask('POST', domain) as Promise<Audit>,
    get: (id) => ask('GET', id) as Promise<Audit>,
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
  return child.exitCode
}

const kinds = backends.all.filter(({ name }) => name !== 'PGlite in memory')

describe.each(kinds)('a process on $name', ({ name, create }) => {
  async function prepare(changes: Partial<StubSettings> = {}) {
    const { databaseUrl, dataDir } = await create()
    const journal = join(await backends.createDirectory(), 'journal')
    const settings: StubSettings = {
      settings: {
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
        DATA_DIR: dataDir,
        WORKER_TIMEOUT_S: '15',
      },
      auditMs: 1_000,
      graceMs: 0,
      journal,
      ...changes,
    }
    const readJournal = async () => (await readFile(journal, 'utf8').catch(() => '')).split('\n').filter(Boolean)
    return { settings, readJournal }
  }

  // On PostgreSQL another worker may have the job, so its death shows only by the missing heartbeat.
  const patienceMs = name === 'PostgreSQL' ? 75_000 : 30_000

  // On PostgreSQL the death shows by the missing heartbeat, after most of a minute.
  test(
    'that is killed while an audit runs runs it again after the restart, and ends it once',
    async () => {
      const { settings, readJournal } = await prepare()
      const first = await start({ ...settings, auditMs: 60_000 })
      const { id } = await first.post('a.example')
      await expect.poll(async () => (await first.get(id)).status, { timeout: 10_000 }).toBe('running')
      const waiting = await first.post('a.example')
      await expect.poll(readJournal).toEqual(['began a.example'])
      await end(first.process, 'SIGKILL')

      const second = await start(settings)
      await expect.poll(async () => (await second.get(id)).status, { timeout: patienceMs }).toBe('succeeded')
      await expect.poll(async () => (await second.get(waiting.id)).status, { timeout: 30_000 }).toBe('succeeded')
      expect(await readJournal()).toEqual([
        'began a.example',
        'began a.example',
        'ended a.example',
        'began a.example',
        'ended a.example',
      ])
      expect((await second.get(id)).report?.documents).toHaveLength(1)
      expect(await end(second.process, 'SIGTERM')).toBe(0)
    },
    patienceMs + 60_000,
  )

  test('that is told to stop hands its audit back, and the next one runs it', async () => {
    const { settings, readJournal } = await prepare()
    const first = await start({ ...settings, auditMs: 60_000 })
    const { id } = await first.post('a.example')
    await expect.poll(readJournal, { timeout: 10_000 }).toEqual(['began a.example'])
    expect(await end(first.process, 'SIGTERM')).toBe(0)

    const second = await start(settings)
    await expect.poll(async () => (await second.get(id)).status, { timeout: 30_000 }).toBe('succeeded')
    expect(await readJournal()).toEqual(['began a.example', 'began a.example', 'ended a.example'])
    expect(await end(second.process, 'SIGTERM')).toBe(0)
  }, 60_000)

  test('that is told to stop lets an audit end that is nearly done', async () => {
    const { settings, readJournal } = await prepare({ auditMs: 700, graceMs: 5_000 })
    const first = await start(settings)
    const { id } = await first.post('a.example')
    await expect.poll(readJournal, { timeout: 10_000 }).toEqual(['began a.example'])
    expect(await end(first.process, 'SIGTERM')).toBe(0)
    const second = await start(settings)
    expect((await second.get(id)).status).toBe('succeeded')
    expect(await readJournal()).toEqual(['began a.example', 'ended a.example'])
    await end(second.process, 'SIGTERM')
  }, 60_000)
})
