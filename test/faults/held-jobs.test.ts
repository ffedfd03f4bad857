/** The queue's table believes otherwise than what this process knows: see src/queue/held-jobs.ts. */
import '#test/support/quick-pglite.ts'
import { expect, test, vi } from 'vitest'
import { createHeldJobs } from '#src/queue/held-jobs.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import { createId } from '#src/store/id.ts'
import { openStore } from '#src/store/open-store.ts'

test('a job that is given out again while its handler is at work joins it, and runs anew behind it', async () => {
  const held = createHeldJobs({} as never, [], () => {})
  let runs = 0
  const work = Promise.withResolvers<void>()
  const run = () => {
    runs++
    return work.promise
  }
  const both = [held.hold('a', run), held.hold('a', run)]
  await held.hold('b', async () => {})
  work.resolve()
  await Promise.all(both)
  expect(runs).toBe(1)
  await held.hold('a', run)
  expect(runs).toBe(2)
})

test('a job whose end the database had no room for is put back, and its domain is free again', async () => {
  const store = await openStore({ databaseUrl: null, dataDir: 'memory' }, console.error)
  const errors: Error[] = []
  const { link } = store
  if (link.kind !== 'pglite') throw new Error('an embedded database was asked for')
  const queue = await openQueue({
    link,
    concurrency: 2,
    auditTimeoutMs: 600_000,
    onError: (error) => void errors.push(error),
  })
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const log: string[] = []
  const [first, second] = [createId(), createId()]
  const refusing: { mockRestore(): void }[] = []
  try {
    await queue.work(async (id) => {
      log.push(id)
      if (log.length > 1) return
      // No room from the end of its first run on.
      for (const call of ['query', 'exec'] as const) {
        refusing.push(vi.spyOn(link.pglite, call).mockRejectedValue(full))
      }
    })
    await queue.enqueue({ id: first, domain: 'a.example' })
    await expect.poll(() => errors.length, { timeout: 10_000 }).toBeGreaterThan(0)
    for (const spy of refusing) spy.mockRestore()
    await queue.enqueue({ id: second, domain: 'a.example' })
    await expect.poll(() => log, { timeout: 45_000 }).toEqual([first, first, second])
  } finally {
    await queue.stop(0)
    await store.close()
  }
}, 60_000)

test('a job may begin also when the clock is put back by hours, and is kept for days while it waits', async () => {
  const store = await openStore({ databaseUrl: null, dataDir: 'memory' }, console.error)
  const { link } = store
  if (link.kind !== 'pglite') throw new Error('an embedded database was asked for')
  const queue = await openQueue({ link, concurrency: 1, auditTimeoutMs: 60_000, onError: console.error })
  try {
    await queue.enqueue({ id: createId(), domain: 'a.example' })
    await queue.enqueueAll([{ id: createId(), domain: 'b.example' }])
    const { rows } = await link.pglite.query(
      `select start_after < now() - interval '6 hours' as early, keep_until > now() + interval '7 days' as kept
       from pgboss.job where name = 'audit'`,
    )
    expect(rows).toEqual([
      { early: true, kept: true },
      { early: true, kept: true },
    ])
  } finally {
    await queue.stop(0)
    await store.close()
  }
})
