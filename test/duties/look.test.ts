import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keepLooking } from '#src/duties/look.ts'

test('work is done at once and again, also after a failure, and never twice at a time', async () => {
  const errors: unknown[] = []
  let runs = 0
  let running = 0
  const looking = keepLooking(
    async () => {
      expect(++running).toBe(1)
      runs++
      await delay(10)
      running--
      if (runs === 2) throw new Error('the database has hiccups')
    },
    { everyMs: 5, onError: (error) => errors.push(error) },
  )
  await expect.poll(() => runs, { interval: 5, timeout: 5_000 }).toBeGreaterThan(3)
  await looking.stop()
  expect(running).toBe(0)
  expect(errors).toEqual([new Error('the database has hiccups')])
  const before = runs
  await delay(50)
  expect(runs).toBe(before)
})

test('stopping tells the work that is under way, and waits for it', async () => {
  let isOver = false
  const looking = keepLooking(
    async (_isWhole, signal) => {
      await delay(60_000, undefined, { signal }).catch(() => {})
      await delay(20)
      isOver = true
    },
    { everyMs: 60_000, onError: () => {} },
  )
  await delay(10)
  await looking.stop()
  expect(isOver).toBe(true)
})

test('hints are gathered, and one that comes during a look leads to another behind it', async () => {
  const looks: boolean[] = []
  const looking = keepLooking(
    async (isWhole) => {
      looks.push(isWhole)
      await delay(20)
    },
    { everyMs: 60_000, gatherMs: 5, onError: () => {} },
  )
  looking.hint()
  looking.hint()
  await expect.poll(() => looks, { interval: 5, timeout: 5_000 }).toEqual([true, false])
  looking.hintWhole()
  await expect.poll(() => looks, { interval: 5, timeout: 5_000 }).toEqual([true, false, true])
  await looking.stop()
  looking.hint()
  await delay(50)
  expect(looks).toHaveLength(3)
})
