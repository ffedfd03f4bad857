/** libuv lets one connection in a round: whoever is let in first does not keep the others at the door by its work. */
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDoor } from '#src/api/accept-first.ts'

function createComing() {
  const events = new EventEmitter()
  const server = events as unknown as Pick<Server, 'on'>
  return { door: createDoor(server), come: () => events.emit('connection') }
}

test('work begins when nobody has come for two rounds', async () => {
  const { door, come } = createComing()
  let isBegun = false
  const work = door().then(() => {
    isBegun = true
  })
  for (let n = 0; n < 5; n++) {
    come()
    await setImmediate()
  }
  expect(isBegun).toBe(false)
  for (let n = 0; n < 4; n++) await setImmediate()
  expect(isBegun).toBe(true)
  await work
})

test('work begins a moment later behind a crowd, more of which may be on its way', async () => {
  const { door, come } = createComing()
  const work = door().then(() => performance.now())
  for (let n = 0; n < 50; n++) {
    come()
    await setImmediate()
  }
  const lastMs = performance.now()
  expect((await work) - lastMs).toBeGreaterThan(15)
})

test('all who ask at once wait for the same rounds, and those behind them for their own', async () => {
  const { door } = createComing()
  const first = door()
  expect(door()).toBe(first)
  await first
  const second = door()
  expect(second).not.toBe(first)
  await second
})

test('nobody waits for more than a second for others to come in', async () => {
  const { door, come } = createComing()
  let isOver = false
  const coming = (async () => {
    for (; !isOver; await setImmediate()) come()
  })()
  const from = performance.now()
  await door()
  isOver = true
  await coming
  expect(performance.now() - from).toBeGreaterThan(900)
}, 30_000)
