import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeTurn } from '#src/audit/take-turn.ts'

/** Holds the thread. */
function work(ms: number): void {
  for (const from = performance.now(); performance.now() - from < ms; );
}

test('of many who work at the same time the loop lets one go on in each round, in their order', async () => {
  let round = 0
  let isOver = false
  const counting = (async () => {
    for (; !isOver; round++) await setImmediate()
  })()
  const order: string[] = []
  const one = async (name: string) => {
    for (let pieces = 0; pieces < 3; ) {
      if (!(await takeTurn())) {
        work(3)
        continue
      }
      pieces++
      order.push(name)
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(one))
  isOver = true
  await counting
  expect(order).toHaveLength(12)
  expect(round).toBeGreaterThanOrEqual(order.length - 1)
  expect(new Set(order.slice(0, 4)).size).toBe(4)
})

test('nobody waits who has hardly worked since the last turn', async () => {
  work(21)
  expect(await takeTurn()).toBe(true)
  expect(await takeTurn()).toBe(false)
})
