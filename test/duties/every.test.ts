import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { every } from '#src/duties/every.ts'

test('work is done at once and again, also after a failure, and never twice at a time', async () => {
  const errors: unknown[] = []
  let runs = 0
  let running = 0
  const repeating = every(
    5,
    async () => {
      expect(++running).toBe(1)
      runs++
      await delay(10)
      running--
      if (runs === 2) throw new Error('the database has hiccups')
    },
    (error) => errors.push(error),
  )
  await expect.poll(() => runs, { interval: 5, timeout: 5_000 }).toBeGreaterThan(3)
  await repeating.stop()
  expect(running).toBe(0)
  expect(errors).toEqual([new Error('the database has hiccups')])
  const before = runs
  await delay(50)
  expect(runs).toBe(before)
})

test('stopping tells the work that is under way, and waits for it', async () => {
  let isOver = false
  const repeating = every(
    60_000,
    async (signal) => {
      await delay(60_000, undefined, { signal }).catch(() => {})
      await delay(20)
      isOver = true
    },
    () => {},
  )
  await delay(10)
  await repeating.stop()
  expect(isOver).toBe(true)
})
