import { beforeEach, expect, test } from 'vitest'
import { createWaker } from '#src/queue/wake-one.ts'

let workers: { id: string; name: string; count: number }[]
let woken: string[]

const boss = {
  getWipData: () => workers as never,
  notifyWorker: (id: string) => void woken.push(id),
}

beforeEach(() => {
  woken = []
  workers = [
    { id: 'other', name: 'bundle', count: 0 },
    { id: 'a', name: 'audit', count: 1 },
    { id: 'b', name: 'audit', count: 0 },
    { id: 'c', name: 'audit', count: 0 },
  ]
})

function takes(id: string) {
  for (const worker of workers) if (worker.id === id) worker.count = 1
}

test('one job wakes one idle worker of its queue', () => {
  const waker = createWaker(boss, 'audit')
  waker.sent('job')
  takes('b')
  waker.taken('job')
  expect(woken).toEqual(['b'])
})

test('two jobs that wake the same worker are taken by two', () => {
  const waker = createWaker(boss, 'audit')
  waker.sent('one')
  waker.sent('two')
  takes('b')
  waker.taken('one')
  expect(woken).toEqual(['b', 'b', 'c'])
  takes('c')
  waker.taken('two')
  expect(woken).toHaveLength(3)
})

test('a worker that takes another job than the one it was woken for leaves that to the next', () => {
  const waker = createWaker(boss, 'audit')
  waker.sent('new')
  takes('b')
  waker.taken('one that came back')
  expect(woken).toEqual(['b', 'c'])
})

test('a job that had been made is announced once more, and many wake all', () => {
  const waker = createWaker(boss, 'audit')
  waker.sent(null)
  expect(woken).toEqual(['b'])
  waker.sentMany()
  expect(woken).toEqual(['b', 'b', 'c'])
})

test('with nobody idle nobody is woken', () => {
  const waker = createWaker(boss, 'audit')
  for (const worker of workers) worker.count = 1
  waker.sent('job')
  waker.sentMany()
  expect(woken).toEqual([])
})
