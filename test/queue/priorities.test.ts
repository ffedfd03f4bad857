/** What is urgent goes first, among those that wait. */
import '#test/support/quick-pglite.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openQueue } from '#src/queue/open-queue.ts'
import { createId } from '#src/store/id.ts'
import { openStore } from '#src/store/open-store.ts'
import { PRIORITIES } from '#src/store/store.ts'
import { openBackends } from '#test/support/backends.ts'

// PostgreSQL in the process takes seconds to start, and many on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const backends = await openBackends()
afterAll(() => backends.close())

describe.each(backends.all)('priorities on $name', ({ create }) => {
  test('who waits overtakes what was asked for, what is due and a batch, of one domain as of many', async () => {
    const errors: Error[] = []
    const onError = (error: Error) => void errors.push(error)
    const store = await openStore(await create(), onError)
    const queue = await openQueue({ link: store.link, concurrency: 1, auditTimeoutMs: 60_000, onError })
    const names = new Map<string, string>()
    const order: string[] = []
    const ask = async (name: string, domain: string, priority: number) => {
      const id = createId()
      names.set(id, name)
      await queue.enqueue({ id, domain, priority })
    }
    for (let i = 0; i < 5; i++) await ask(`batch ${i}`, `d${i}.example`, PRIORITIES.batch)
    await ask('batch same', 'same.example', PRIORITIES.batch)
    await ask('due', 'due.example', PRIORITIES.scheduled)
    await ask('asked', 'asked.example', PRIORITIES.asked)
    await ask('waiting', 'waiting.example', PRIORITIES.waiting)
    await queue.work(async (id) => {
      const name = names.get(id) ?? id
      order.push(name)
      // While the queue is at work, as the POST of somebody who looks at the batch.
      if (name === 'batch 0') {
        await ask('waiting same', 'same.example', PRIORITIES.waiting)
        await ask('waiting late', 'd9.example', PRIORITIES.waiting)
      }
      await delay(5)
    })
    await expect.poll(() => order.length, { timeout: 30_000 }).toBe(11)
    expect(order.slice(0, 6)).toEqual(['waiting', 'asked', 'due', 'batch 0', 'waiting same', 'waiting late'])
    expect(order.slice(6)).toEqual(['batch 1', 'batch 2', 'batch 3', 'batch 4', 'batch same'])
    expect(errors).toEqual([])
    await queue.stop(0)
    await store.close()
  })
})
