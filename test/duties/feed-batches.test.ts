/** Batches that are fed by the duty, over the store and the queue as they are in earnest. */
import '#test/support/quick-pglite.ts'
import pino from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { DutyTools } from '#src/duties/duty.ts'
import { feedBatches } from '#src/duties/feed-batches.ts'
import { AUDIT_DEFAULTS } from '#src/model/audit.ts'
import { openChannels } from '#src/queue/channels.ts'
import { openQueue } from '#src/queue/open-queue.ts'
import { openStore } from '#src/store/open-store.ts'
import { openBackends } from '#test/support/backends.ts'
import { makeReport } from '#test/support/sample-report.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

describe.each(backends.all.filter(({ name }) => !name.includes('directory')))('batches on $name', ({ create }) => {
  async function open() {
    const broken: Error[] = []
    const onError = (error: Error) => void broken.push(error)
    const store = await openStore(await create(), onError)
    const queue = await openQueue({ link: store.link, concurrency: 4, auditTimeoutMs: 60_000, onError })
    const channels = await openChannels(queue, { bundleTimeoutMs: 60_000 })
    const logger = pino({ level: 'silent' })
    const config = { auditConcurrency: 1 } as DutyTools['config']
    const tools = { config, store, queue, channels, logger } as Partial<DutyTools> as DutyTools
    const ran: string[] = []
    await queue.work(async (id) => {
      if (!(await store.audits.start(id))) return
      ran.push(id)
      await store.audits.finish(id, { status: 'succeeded', report: makeReport(), error: null })
    })
    return {
      store,
      channels,
      tools,
      ran,
      async insert(count: number) {
        const { batch } = await store.batches.insert({
          domains: Array.from({ length: count }, (_, i) => ({ domain: `d${i}.example`, given: `d${i}.example` })),
          duplicates: 0,
          options: { ...AUDIT_DEFAULTS, domain: '' },
          sealedHeaders: null,
          idempotencyKey: null,
          digest: 'x',
        })
        return batch.id
      },
      async close() {
        await queue.stop(0)
        await store.close()
        expect(broken).toEqual([])
      },
    }
  }

  test('a batch that is larger than its room runs to its end, each audit once, by two processes that feed', async () => {
    const { store, channels, tools, ran, insert, close } = await open()
    const ends = [await feedBatches(tools), await feedBatches(tools)]
    const id = await insert(100)
    await channels.batches.send({ batchId: id }, { key: id })
    await expect.poll(async () => (await store.batches.find(id))?.status, { timeout: 90_000 }).toBe('succeeded')
    expect(await store.batches.find(id)).toMatchObject({ progress: [100, 100], totals: { read: 100, skipped: 0 } })
    expect(ran).toHaveLength(100)
    expect(new Set(ran).size).toBe(100)
    for (const end of ends) await end()
    await close()
  })

  test('audits whose jobs were never made, by a process that died between the two, run all the same', async () => {
    const { store, tools, ran, insert, close } = await open()
    const id = await insert(3)
    expect((await store.batches.feed(id, 2))?.made).toHaveLength(2)
    const end = await feedBatches(tools)
    await expect.poll(async () => (await store.batches.find(id))?.status, { timeout: 60_000 }).toBe('succeeded')
    expect(ran).toHaveLength(3)
    await end()
    await close()
  })

  test('a batch whose cancelling nobody lived to carry out is cancelled', async () => {
    const { store, tools, insert, close } = await open()
    const id = await insert(4)
    const fed = await store.batches.feed(id, 2)
    await store.batches.cancel(id)
    const end = await feedBatches(tools)
    await expect.poll(async () => (await store.batches.find(id))?.finishedAt, { timeout: 60_000 }).toBeTruthy()
    expect(await store.batches.find(id)).toMatchObject({ status: 'cancelled', progress: [2, 4] })
    for (const { id: auditId } of fed?.made ?? []) {
      expect(await store.audits.find(auditId)).toMatchObject({ status: 'cancelled' })
    }
    await end()
    await close()
  })
})
