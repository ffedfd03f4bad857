import '#test/support/quick-pglite.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { createBossDatabase } from '#src/queue/boss-database.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import { HandedBackError, type Queue } from '#src/queue/queue.ts'
import { createId } from '#src/store/id.ts'
import { type OpenStore, openStore } from '#src/store/open-store.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeReport } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

function gather() {
  const errors: Error[] = []
  return { errors, onError: (error: Error) => void errors.push(error) }
}

const never = new AbortController().signal

describe.each(backends.all)('the queue on $name', ({ create }) => {
  let shared: OpenStore
  const broken: Error[] = []
  beforeAll(async () => {
    shared = await openStore(await create(), (error) => void broken.push(error))
  })
  afterAll(async () => {
    await shared.close()
    expect(broken).toEqual([])
  })

  /** A new queue on the database that all tests share, or on one of its own for what leaves jobs behind. */
  async function open(concurrency = 4, isShared = true) {
    const { errors, onError } = gather()
    const store = isShared ? shared : await openStore(await create(), onError)
    const queue = await openQueue({ link: store.link, concurrency, auditTimeoutMs: 60_000, onError })
    return {
      store,
      queue,
      errors,
      async close() {
        await queue.stop(0)
        if (!isShared) await store.close()
      },
    }
  }

  /** Works, and tells what was run in which order. */
  async function watch(queue: Queue, ms: number) {
    const log: { id: string; startedAt: number; endedAt: number }[] = []
    await queue.work(async (id) => {
      const entry = { id, startedAt: performance.now(), endedAt: Number.NaN }
      log.push(entry)
      await delay(ms)
      entry.endedAt = performance.now()
    })
    return log
  }
  const ended = (log: { endedAt: number }[]) => log.filter(({ endedAt }) => !Number.isNaN(endedAt)).length

  test('many jobs are made in one statement, and those that are there are not made again', async () => {
    const { queue, close } = await open(4, false)
    const audits = Array.from({ length: 40 }, (_, i) => ({
      id: createId(),
      domain: `many-${i}.example`,
      priority: 5,
    }))
    await queue.enqueue(audits[0] as (typeof audits)[number])
    await queue.enqueueAll(audits)
    await queue.enqueueAll(audits.slice(0, 20))
    const ran: string[] = []
    await queue.work(async (id) => void ran.push(id))
    await expect.poll(() => ran.length, { timeout: 30_000 }).toBe(40)
    expect(new Set(ran)).toEqual(new Set(audits.map(({ id }) => id)))
    await close()
  })

  test('a job that waits is not thrown away when the queue is tidied', async () => {
    const { store, queue, close } = await open(4, false)
    const { link } = store
    const ids = [createId(), createId()]
    await queue.enqueue({ id: ids[0] as string, domain: 'a.example' })
    await queue.enqueueAll([{ id: ids[1] as string, domain: 'b.example' }])
    const boss = new PgBoss({
      ...(link.kind === 'pglite'
        ? { db: createBossDatabase(link), backend: 'pglite' as const }
        : { connectionString: link.url }),
      supervise: false,
      schedule: false,
    })
    await boss.start()
    await boss.supervise()
    const waiting = await boss.findJobs('audit')
    expect(waiting.map(({ id }) => id).sort()).toEqual(ids.sort())
    // What is asked for with a year's patience is there after it.
    for (const { keepUntil } of waiting) expect(keepUntil.getTime()).toBeGreaterThan(Date.now() + 365 * 86_400_000)
    await boss.stop({ graceful: false })
    await close()
  })

  test('a job is taken within moments, not at the next poll', async () => {
    const { queue, errors, close } = await open()
    const log = await watch(queue, 0)
    // All workers are asleep by now.
    await delay(300)
    const latencies: number[] = []
    for (let i = 0; i < 5; i++) {
      const before = performance.now()
      await queue.enqueue({ id: createId(), domain: `d${i}.example` })
      await expect.poll(() => log.length, { interval: 2, timeout: 3_000 }).toBe(i + 1)
      latencies.push((log[i]?.startedAt ?? Number.NaN) - before)
    }
    expect(Math.min(...latencies)).toBeLessThan(250)
    expect(Math.max(...latencies)).toBeLessThan(2_500)
    expect(errors).toEqual([])
    await close()
  })

  test('one domain has one active job, others run beside it, and what waits follows at once', async () => {
    const { queue, errors, close } = await open(4)
    const log = await watch(queue, 150)
    const same = Array.from({ length: 4 }, () => createId())
    const other = createId()
    for (const id of same) await queue.enqueue({ id, domain: 'same.example' })
    await queue.enqueue({ id: other, domain: 'other.example' })
    await expect.poll(() => ended(log), { timeout: 4_500 }).toBe(5)
    const runs = same
      .map((id) => log.find((entry) => entry.id === id))
      .sort((a, b) => (a?.startedAt ?? 0) - (b?.startedAt ?? 0))
    for (const [i, run] of runs.entries()) {
      expect(run?.startedAt ?? 0).toBeGreaterThanOrEqual(i === 0 ? 0 : (runs[i - 1]?.endedAt ?? Infinity))
    }
    const beside = log.find(({ id }) => id === other)
    expect(beside?.startedAt).toBeLessThan(runs[1]?.startedAt ?? 0)
    expect(log).toHaveLength(5)
    expect(errors).toEqual([])
    await close()
  })

  test('so many run at once as were asked for, and no more', async () => {
    const { queue, close } = await open(2)
    let running = 0
    let most = 0
    let done = 0
    await queue.work(async () => {
      most = Math.max(most, ++running)
      await delay(60)
      running--
      done++
    })
    for (let i = 0; i < 8; i++) await queue.enqueue({ id: createId(), domain: `d${i}.example` })
    await expect.poll(() => done, { timeout: 4_500 }).toBe(8)
    expect(most).toBe(2)
    await close()
  })

  test('a repeat changes nothing, before and after the job has run', async () => {
    const { queue, errors, close } = await open()
    const audit = { id: createId(), domain: 'a.example' }
    await Promise.all([queue.enqueue(audit), queue.enqueue(audit), queue.enqueue(audit)])
    const log = await watch(queue, 0)
    await expect.poll(() => ended(log), { timeout: 3_000 }).toBe(1)
    await delay(100)
    await queue.enqueue(audit)
    await queue.enqueue({ id: createId(), domain: 'b.example' })
    await expect.poll(() => ended(log), { timeout: 3_000 }).toBe(2)
    expect(errors).toEqual([])
    await close()
  })

  test('a job that fails by our fault runs again', async () => {
    const { queue, errors, close } = await open()
    let runs = 0
    await queue.work(async () => {
      if (++runs === 1) throw new Error('the database has hiccups')
    })
    await queue.enqueue({ id: createId(), domain: 'a.example' })
    await expect.poll(() => runs, { timeout: 9_000 }).toBe(2)
    expect(errors.map(({ message }) => message)).toEqual(['the database has hiccups'])
    await close()
  }, 15_000)

  test('stopping lets short jobs end and hands long ones back, which run again', async () => {
    const first = await open(2)
    const short = createId()
    const long = createId()
    const ends: string[] = []
    await first.queue.work(async (id, signal) => {
      if (id === short) await delay(200)
      else await delay(60_000, undefined, { signal }).catch(() => Promise.reject(signal.reason))
      ends.push(id)
    })
    await first.queue.enqueue({ id: short, domain: 'short.example' })
    await first.queue.enqueue({ id: long, domain: 'long.example' })
    await delay(100)
    const before = performance.now()
    await first.queue.stop(400)
    expect(performance.now() - before).toBeLessThan(3_500)
    expect(ends).toEqual([short])
    expect(first.errors).toEqual([])

    const { onError } = gather()
    const next = await openQueue({ link: first.store.link, concurrency: 2, auditTimeoutMs: 60_000, onError })
    const log = await watch(next, 0)
    await expect.poll(() => log.map(({ id }) => id), { timeout: 6_000 }).toEqual([long])
    await next.stop(0)
  })

  test('the handler hears why its job is taken away', async () => {
    const { queue, close } = await open(1, false)
    const reason = Promise.withResolvers<unknown>()
    const begun = Promise.withResolvers<void>()
    await queue.work(async (_id, signal) => {
      begun.resolve()
      await delay(60_000, undefined, { signal }).catch(() => {})
      reason.resolve(signal.reason)
      throw signal.reason
    })
    await queue.enqueue({ id: createId(), domain: 'a.example' })
    await begun.promise
    await queue.stop(0)
    expect(await reason.promise).toBeInstanceOf(HandedBackError)
    await close()
  })

  test('a handler that does not let go does not keep the process', async () => {
    const { queue, close } = await open(1, false)
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await queue.work(async () => {
      begun.resolve()
      await release.promise
    })
    await queue.enqueue({ id: createId(), domain: 'a.example' })
    await begun.promise
    const before = performance.now()
    await queue.stop(0)
    expect(performance.now() - before).toBeLessThan(5_000)
    release.resolve()
    await close()
  })

  test('store and queue in one database do not disturb each other', async () => {
    const { store, queue, errors, close } = await open(8)
    await queue.work(async (id) => {
      if (!(await store.audits.start(id))) return
      const progress = { stage: 'walk', documents: [0, 1], pages: [0, 0], entries: 1, bytes: 1 } as const
      for (let i = 0; i < 3; i++) {
        await store.audits.saveProgress(id, { ...progress, documents: [i, 3], pages: [0, 0] }, makeReport())
      }
      await store.audits.finish(id, { status: 'succeeded', report: makeReport({ notes: [id] }), error: null })
    })
    const ids = await Promise.all(Array.from({ length: 60 }, (_, i) => submit(store, queue, `d${i % 20}.example`)))
    await Promise.all(ids.map((id) => store.whenEnded(id, AbortSignal.timeout(20_000))))
    for (const id of ids) {
      expect(await store.audits.find(id)).toMatchObject({ status: 'succeeded', report: { notes: [id] } })
    }
    expect(errors).toEqual([])
    await close()
  }, 30_000)

  async function submit(store: OpenStore, queue: Queue, domain: string) {
    const { audit } = await store.audits.insert({
      domain,
      options: { ...AUDIT_DEFAULTS, domain },
      sealedHeaders: null,
      idempotencyKey: null,
    })
    await queue.enqueue(audit)
    return audit.id
  }
})

describe.skipIf(!backends.postgres)('several processes on one PostgreSQL', () => {
  async function open(databaseUrl: string, concurrency: number) {
    const { errors, onError } = gather()
    const store = await openStore({ databaseUrl, dataDir: 'memory' }, onError)
    const queue = await openQueue({ link: store.link, concurrency, auditTimeoutMs: 60_000, onError })
    return { store, queue, errors }
  }

  test('may all start at once on an empty database', async () => {
    const url = (await backends.postgres?.createDatabase()) ?? ''
    const all = await Promise.all(Array.from({ length: 4 }, () => open(url, 1)))
    for (const { store, queue, errors } of all) {
      await store.ping()
      await queue.ping()
      expect(errors).toEqual([])
    }
    for (const { store, queue } of all) {
      await queue.stop(0)
      await store.close()
    }
  }, 30_000)

  test('never run two audits of one domain at once, and run each job once', async () => {
    const url = (await backends.postgres?.createDatabase()) ?? ''
    const all = await Promise.all([open(url, 4), open(url, 4), open(url, 4)])
    const running = new Map<string, number>()
    const domains = new Map<string, string>()
    const runs: string[] = []
    let worst = 0
    for (const { queue } of all) {
      await queue.work(async (id) => {
        const domain = domains.get(id) ?? ''
        const now = (running.get(domain) ?? 0) + 1
        running.set(domain, now)
        worst = Math.max(worst, now)
        runs.push(id)
        await delay(10)
        running.set(domain, now - 1)
      })
    }
    for (let i = 0; i < 60; i++) {
      const audit = { id: createId(), domain: `d${i % 3}.example` }
      domains.set(audit.id, audit.domain)
      await all[i % 3]?.queue.enqueue(audit)
    }
    await expect.poll(() => runs.length, { timeout: 20_000 }).toBe(60)
    await delay(100)
    expect(worst).toBe(1)
    expect(new Set(runs).size).toBe(60)
    for (const { store, queue, errors } of all) {
      expect(errors).toEqual([])
      await queue.stop(0)
      await store.close()
    }
  }, 40_000)

  test('take jobs again after all connections were cut', async () => {
    const url = (await backends.postgres?.createDatabase()) ?? ''
    const { store, queue } = await open(url, 2)
    const runs: string[] = []
    await queue.work(async (id) => void runs.push(id))
    const ids = [createId(), createId()]
    await queue.enqueue({ id: ids[0] ?? '', domain: 'a.example' })
    await expect.poll(() => runs.length, { timeout: 5_000 }).toBe(1)
    await backends.postgres?.breakConnections()
    await expect
      .poll(
        () =>
          queue.enqueue({ id: ids[1] ?? '', domain: 'a.example' }).then(
            () => true,
            () => false,
          ),
        { timeout: 5_000 },
      )
      .toBe(true)
    await expect.poll(() => runs, { timeout: 10_000 }).toEqual(ids)
    await queue.ping()
    await queue.stop(0)
    await store.close()
  }, 30_000)

  test('hear of an ending in another process, also after all connections were cut', async () => {
    const url = (await backends.postgres?.createDatabase()) ?? ''
    const { errors, onError } = gather()
    const one = await openStore({ databaseUrl: url, dataDir: 'memory' }, onError)
    const two = await openStore({ databaseUrl: url, dataDir: 'memory' }, onError)
    const options = { ...AUDIT_DEFAULTS, domain: 'a.example' }
    const insert = async () => {
      const { audit } = await one.audits.insert({
        domain: 'a.example',
        options,
        sealedHeaders: null,
        idempotencyKey: null,
      })
      return audit.id
    }
    const first = await insert()
    const waiting = one.whenEnded(first, never)
    await two.audits.finish(first, { status: 'failed', report: null, error: null })
    await waiting

    const second = await insert()
    const third = await insert()
    const waitingOn = [one.whenEnded(second, never), one.whenEnded(third, never)]
    await delay(50)
    await backends.postgres?.breakConnections()
    // One ends while nobody listens, the other after the listening has begun again.
    await expect
      .poll(() => two.audits.finish(second, { status: 'failed', report: null, error: null }).catch(() => false), {
        timeout: 5_000,
      })
      .toBe(true)
    await waitingOn[0]
    await two.audits.finish(third, { status: 'failed', report: null, error: null })
    await waitingOn[1]
    expect(errors.length).toBeGreaterThan(0)
    await one.close()
    await two.close()
  }, 20_000)
})
