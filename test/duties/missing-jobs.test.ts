/** An audit whose process died before its job was made is run all the same. */
import '#test/support/quick-pglite.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { enqueueWaiting } from '#src/duties/missing-jobs.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import { openStore } from '#src/store/open-store.ts'
import { openBackends } from '#test/support/backends.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

describe.each(backends.all)('audits without a job on $name', ({ create }) => {
  test('get one, those with one keep it, and each is run once', async () => {
    const errors: Error[] = []
    const onError = (error: Error) => void errors.push(error)
    const store = await openStore(await create(), onError)
    const queue = await openQueue({ link: store.link, concurrency: 1, auditTimeoutMs: 60_000, onError })
    const ids: string[] = []
    for (let i = 0; i < 4; i++) {
      const domain = `d${i}.example`
      const options = { ...AUDIT_DEFAULTS, domain }
      const { audit } = await store.audits.insert({ domain, options, sealedHeaders: null, idempotencyKey: null })
      ids.push(audit.id)
      if (i % 2 === 0) await queue.enqueue({ id: audit.id, domain, priority: 20 })
    }
    const ended = ids.pop() ?? ''
    await store.audits.cancel(ended)
    const now = Date.now()
    expect(await enqueueWaiting({ store, queue }, now - 120_000, now - 60_000)).toBe(0)
    expect(await enqueueWaiting({ store, queue }, now - 60_000, now + 60_000)).toBe(3)
    const runs: string[] = []
    await queue.work(async (id) => void runs.push(id))
    await expect.poll(() => runs.length, { timeout: 20_000 }).toBe(3)
    expect(await enqueueWaiting({ store, queue }, now - 60_000, now + 60_000)).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(runs.toSorted()).toEqual(ids)
    expect(errors).toEqual([])
    await queue.stop(0)
    await store.close()
  })
})
