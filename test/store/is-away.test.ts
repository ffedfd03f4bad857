import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseAway } from '#src/store/is-away.ts'
import { findFreePort } from '#test/support/service.ts'

async function failureOf(port: number, settings: pg.PoolConfig = {}): Promise<unknown> {
  const pool = new pg.Pool({ connectionString: `postgres://a:b@127.0.0.1:${port}/c`, ...settings })
  return pool.query('select 1').then(
    () => null,
    (error: unknown) => error,
  )
}

test('a server that is not there is away', async () => {
  const error = await failureOf(await findFreePort())
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  expect(isDatabaseAway(error)).toBe(true)
})

test.for([
  ['ends', 'end'],
  ['resets', 'resetAndDestroy'],
] as const)('a server that %s the connection is away', async ([, how]) => {
  const server = createServer((socket) => socket.once('data', () => socket[how]()))
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  try {
    expect(isDatabaseAway(await failureOf(port))).toBe(true)
  } finally {
    server.close()
  }
})

test('a server that does not get round to answering is away', async () => {
  const server = createServer(() => {})
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  try {
    expect(isDatabaseAway(await failureOf(port, { connectionTimeoutMillis: 50 }))).toBe(true)
  } finally {
    server.close()
  }
})

test.for([
  ['stops', '57P01'],
  ['starts', '57P03'],
  ['has no connection left', '53300'],
  ['loses the connection', '08006'],
])('a server that %s is away', ([, code]) => {
  expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(true)
})

test.for([
  ['a statement that is wrong', Object.assign(new Error('duplicate key'), { code: '23505' })],
  ['a statement that was cancelled', Object.assign(new Error('x'), { code: '57014' })],
  ['a client of ours that leaves', Object.assign(new Error('aborted'), { code: 'ECONNRESET' })],
  ['a fault of our own', new TypeError('x is undefined')],
  ['what is no error', 'Connection terminated'],
])('%s says nothing of the database', ([, error]) => {
  expect(isDatabaseAway(error)).toBe(false)
})
