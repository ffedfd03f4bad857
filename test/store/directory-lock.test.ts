import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DirectoryInUseError, lockDirectory } from '#src/store/directory-lock.ts'

// Processes and databases take seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MODULE = new URL('../../src/store/directory-lock.ts', import.meta.url).href
const made: string[] = []
let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'auditor-lock-'))
  made.push(directory)
})
afterAll(async () => {
  for (const one of made) await rm(one, { recursive: true, force: true })
})

/** A process of its own that takes the lock and says how that went, then lives until it is killed. */
async function spawnHolder(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(MODULE)})
    try {
      await lockDirectory(${JSON.stringify(directory)})
      console.log('held')
      setInterval(() => {}, 1000)
    } catch (error) { console.log(error.message) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [chunk] = await once(child.stdout, 'data')
  return { child, said: String(chunk).trim() }
}

async function kill({ child }: { child: ChildProcess }) {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const readLock = async () => JSON.parse(await readFile(join(directory, 'lock'), 'utf8'))

describe('lockDirectory', () => {
  test('a second process is refused with one line that names the directory and the first', async () => {
    const first = await spawnHolder()
    expect(first.said).toBe('held')
    const second = await spawnHolder()
    expect(second.said).toContain(directory)
    expect(second.said).toContain(`process ${first.child.pid}`)
    expect(second.said.split('\n')).toHaveLength(1)
    await kill(first)
  })

  test('the lock of a process that was killed is taken over', async () => {
    const first = await spawnHolder()
    await kill(first)
    expect((await readLock()).pid).toBe(first.child.pid)
    const unlock = await lockDirectory(directory)
    expect((await readLock()).pid).toBe(process.pid)
    await unlock()
    expect(await readdir(directory)).toEqual([])
  })

  test('of many processes that find a dead lock, one gets it', async () => {
    await kill(await spawnHolder())
    const all = await Promise.all(Array.from({ length: 6 }, () => spawnHolder()))
    expect(all.filter(({ said }) => said === 'held')).toHaveLength(1)
    for (const one of all) if (one.said === 'held') await kill(one)
    expect((await readdir(directory)).toSorted()).toEqual(['lock'])
  }, 20_000)

  test('a living process that has the same PID by chance does not hold it', async () => {
    const unlock = await lockDirectory(directory)
    const lock = await readLock()
    await unlock()
    // The PID is that of this test, which lives; the holder had started at another time.
    await writeFile(join(directory, 'lock'), JSON.stringify({ ...lock, start: `${lock.start}0`, nonce: 'other' }))
    if (lock.start === null) {
      console.warn('This system does not tell when a process started: such a lock cannot be told apart here.')
      await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError)
    } else {
      await (await lockDirectory(directory))()
    }
  })

  test('one process cannot take it twice, and can again after giving it back', async () => {
    const unlock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toMatchObject({ code: 'DIRECTORY_IN_USE' })
    await unlock()
    await (await lockDirectory(directory))()
  })

  test('a lock that cannot be read is nobody’s', async () => {
    await writeFile(join(directory, 'lock'), '{"pid":')
    await (await lockDirectory(directory))()
  })

  test('the holder of another machine lives as long as it touches its lock', async () => {
    const path = join(directory, 'lock')
    const foreign = JSON.stringify({ pid: 1, start: null, place: 'elsewhere', nonce: 'n' })
    await writeFile(path, foreign)
    const touching = setInterval(() => void utimes(path, new Date(), new Date()), 300)
    await expect(lockDirectory(directory)).rejects.toThrow(/another machine or container/)
    clearInterval(touching)
    await (await lockDirectory(directory))()
  }, 30_000)
})
