import { beforeEach, expect, test } from 'vitest'
import { createWaker } from '#src/queue/wake-one.ts'

const made = async () => 'its id'

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

test('one job wakes one idle worker of its queue', async () => {
  const waker = createWaker(boss, 'audit')
  await waker.send('job', made)
  takes('b')
  waker.taken('job')
  expect(woken).toEqual(['b'])
})

test('two jobs that wake the same worker are taken by two', async () => {
  const waker = createWaker(boss, 'audit')
  await waker.send('one', made)
  await waker.send('two', made)
  takes('b')
  waker.taken('one')
  expect(woken).toEqual(['b', 'b', 'c'])
  takes('c')
  waker.taken('two')
  expect(woken).toHaveLength(3)
})

test('a worker that takes another job than the one it was woken for leaves that to the next', async () => {
  const waker = createWaker(boss, 'audit')
  await waker.send('new', made)
  takes('b')
  waker.taken('one that came back')
  expect(woken).toEqual(['b', 'c'])
})

test('a job that had been made is announced once more, and many wake all', async () => {
  const waker = createWaker(boss, 'audit')
  await waker.send(undefined, made)
  expect(woken).toEqual(['b'])
  waker.sentMany()
  expect(woken).toEqual(['b', 'b', 'c'])
})

test('with nobody idle nobody is woken', async () => {
  const waker = createWaker(boss, 'audit')
  for (const worker of workers) worker.count = 1
  await waker.send('job', made)
  waker.sentMany()
  expect(woken).toEqual([])
})

test('a job that is taken before its sender hears that it was made is awaited no more, nor is one that was not made', async () => {
  const waker = createWaker(boss, 'audit')
  await waker.send('quick', async () => {
    takes('b')
    waker.taken('quick')
    return 'quick'
  })
  const failure = new Error('the database is away')
  await expect(waker.send('never', () => Promise.reject(failure))).rejects.toBe(failure)
  woken = []
  waker.taken('one that came back')
  expect(woken).toEqual([])
})

test('a job that is there, and may have been taken long since, is not awaited once more', async () => {
  const waker = createWaker(boss, 'audit')
  await waker.send('job', made)
  takes('b')
  waker.taken('job')
  await waker.send('job', async () => null)
  expect(woken).toEqual(['b', 'c'])
  waker.taken('another')
  expect(woken).toEqual(['b', 'c'])
})
