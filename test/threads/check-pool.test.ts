/** Threads come and go, break down and are given up; a document is never read faster than it is checked. */
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { CheckLostError, checkDocument } from '#src/audit/check-document.ts'
import { RULES } from '#src/rules/index.ts'
import { type CheckPool, type CheckPoolSettings, createCheckPool } from '#src/threads/check-pool.ts'
import { bytesOf, manyEntries, NAMESPACE } from '../support/documents.ts'
import { CONTEXT, OPTIONS, playBytes, playSource } from './play.ts'

const pools: CheckPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

/** `lost`: what its threads broke down of. */
function openPool(settings: Partial<CheckPoolSettings> = {}): CheckPool & { lost: string[] } {
  const lost: string[] = []
  const pool = createCheckPool({
    threads: 1,
    largeBytes: 1,
    windowBytes: 50_000,
    onLost: ({ message }) => lost.push(message),
    ...settings,
  })
  pools.push(pool)
  return { ...pool, lost }
}

const end = (name: string) => new URL(`./ends/${name}.ts`, import.meta.url)
const entriesOf = async (pool: CheckPool, count: number) =>
  (await pool.check(playSource(manyEntries(count)), CONTEXT, OPTIONS)).report.entries

/** Never ends by itself. */
function* endless(): Generator<Uint8Array> {
  yield bytesOf(`<urlset xmlns="${NAMESPACE}">`)
  for (let i = 0; ; i++) yield bytesOf(`<url><loc>https://a.example/${i}</loc></url>`.repeat(200))
}

it.each([
  ['fails', 'a bug'],
  ['leaves', 'the thread ended with 3'],
])('loses the documents of a thread that %s, and nothing else', async (name, message) => {
  const pool = openPool({ file: end(name) })
  const sources = [playSource(endless()), playSource(endless())]
  const checks = sources.map((source) => pool.check(source, CONTEXT, OPTIONS))
  for (const { status, reason } of (await Promise.allSettled(checks)) as PromiseRejectedResult[]) {
    expect(status).toBe('rejected')
    expect(reason).toBeInstanceOf(CheckLostError)
    expect(reason.message).toBe(message)
  }
  expect(sources.map((source) => source.isCancelled())).toEqual([true, true])
  expect(pool.lost).toEqual([message])
})

it('loses the documents of a thread that takes more memory than it may have', async () => {
  const pool = openPool({ file: end('hungry'), heapMb: 30 })
  const source = playSource(endless())
  await expect(pool.check(source, CONTEXT, OPTIONS)).rejects.toThrow(CheckLostError)
  expect(source.isCancelled()).toBe(true)
  expect(pool.lost).toEqual([expect.stringMatching(/memory limit/)])
  expect(pool.size()).toBe(0)
})

it('checks by itself what no thread can be started for, and says so once', async () => {
  const pool = openPool({ file: end('never-starts') })
  expect(await entriesOf(pool, 3_000)).toBe(3_000)
  expect(await entriesOf(pool, 4_000)).toBe(4_000)
  expect(pool.lost).toEqual(['no such thing'])
})

it('reads no further ahead than its window, and a chunk', async () => {
  const pool = openPool({ file: end('silent') })
  const source = playSource(endless())
  const begun = Promise.withResolvers<unknown>()
  const check = pool.check(source, CONTEXT, OPTIONS, begun.resolve)
  check.catch(() => {})
  await begun.promise
  await wait(200)
  expect(source.read()).toBeGreaterThanOrEqual(50_000)
  expect(source.read()).toBeLessThan(50_000 + 20_000)
  await pool.close()
  await expect(check).rejects.toThrow(CheckLostError)
})

it('ends a document at once when its audit is cancelled', async () => {
  const pool = openPool()
  const source = playSource(endless())
  const stop = new AbortController()
  const { report } = await pool.check(source, CONTEXT, { ...OPTIONS, signal: stop.signal }, ({ entries }) => {
    if (entries > 1_000) stop.abort()
  })
  expect(report).toMatchObject({ outcome: 'read', complete: false })
  expect(report.entries).toBeGreaterThan(1_000)
  expect(source.isCancelled()).toBe(true)
})

it('ends a document that has come whole and unpacks to hours of work, too', async () => {
  const pool = openPool()
  const bomb = gzipSync(
    gzipSync(Buffer.concat([bytesOf(`<urlset xmlns="${NAMESPACE}">`), Buffer.alloc(90_000_000, '<a/>')])),
  )
  const stop = new AbortController()
  const check = pool.check(playBytes(bomb), CONTEXT, { ...OPTIONS, signal: stop.signal }, () => stop.abort())
  const { report } = await check
  expect(report.complete).toBe(false)
  expect(report.bytes?.uncompressed).toBeLessThan(50_000_000)
})

it('gives up a thread that does not answer when its audit is cancelled', async () => {
  const pool = openPool({ file: end('silent'), patienceMs: 50 })
  const stop = new AbortController()
  const options = { ...OPTIONS, signal: stop.signal }
  const check = pool.check(playSource(endless()), CONTEXT, options, () => stop.abort())
  await expect(check).rejects.toThrow(CheckLostError)
  expect(pool.lost).toEqual([expect.stringContaining('does not answer')])
})

it('hands on what the source throws, and frees the thread', async () => {
  const pool = openPool()
  function* broken() {
    yield* manyEntries(3_000)
    throw new Error('the upload broke off')
  }
  await expect(pool.check(playSource(broken()), CONTEXT, OPTIONS)).rejects.toThrow('the upload broke off')
  expect(await entriesOf(pool, 3_000)).toBe(3_000)
})

it('checks with rules of its own where it was called: they cannot be sent', async () => {
  const pool = openPool({ file: end('fails') })
  const rules = RULES.slice(0, 3)
  const options = { ...OPTIONS, rules }
  const here = await checkDocument(playSource(manyEntries(3_000)), CONTEXT, options)
  const there = await pool.check(playSource(manyEntries(3_000)), CONTEXT, options)
  expect({ ...there, checkMs: 0 }).toEqual({ ...here, checkMs: 0 })
  expect(pool.lost).toEqual([])
})

it('checks small documents where it was called', async () => {
  const pool = openPool({ file: end('fails'), largeBytes: 60_000, windowBytes: 60_000 })
  expect(await entriesOf(pool, 1_000)).toBe(1_000)
})

it('lets a thread that has nothing to do go, and starts another one when there is something', async () => {
  const pool = openPool({ idleMs: 20 })
  for (let round = 0; round < 2; round++) {
    expect(await entriesOf(pool, 3_000)).toBe(3_000)
    expect(pool.size()).toBe(1)
    await wait(100)
    expect(pool.size()).toBe(0)
  }
  expect(pool.lost).toEqual([])
})

it('starts as many threads as it may when there is as much to do, and no more', async () => {
  const pool = openPool({ threads: 2 })
  const counts = [20_000, 20_000, 20_000, 20_000, 20_000]
  expect(await Promise.all(counts.map((count) => entriesOf(pool, count)))).toEqual(counts)
  expect(pool.size()).toBe(2)
})

it('checks where it was called once it is closed', async () => {
  const pool = openPool()
  await pool.close()
  expect(await entriesOf(pool, 3_000)).toBe(3_000)
})
