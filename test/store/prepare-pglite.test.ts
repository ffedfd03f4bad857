import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparePglite } from '#src/store/prepare-pglite.ts'

let plain: PGlite
let prepared: PGlite

beforeAll(async () => {
  plain = await PGlite.create()
  prepared = preparePglite(await PGlite.create())
  for (const one of [plain, prepared]) {
    await one.exec('create table things (id int primary key, at timestamptz, body json, bytes bytea, words text[])')
  }
})
afterAll(async () => {
  await plain.close()
  await prepared.close()
})

const INSERT = 'insert into things values ($1, $2, $3, $4, $5) returning *'

test('gives the same rows, types and counts however often it is asked', async () => {
  for (let id = 0; id < 5; id++) {
    const row = [id, new Date(id), { n: id }, Buffer.from([id, 255]), ['a "b"', 'ü']]
    expect(await prepared.query(INSERT, row)).toEqual(await plain.query(INSERT, row))
    const nulls = [id + 100, null, null, null, undefined]
    expect(await prepared.query(INSERT, nulls)).toEqual(await plain.query(INSERT, nulls))
    for (const [text, params] of [
      ['select * from things where id <= $1 order by id', [id]],
      ['select count(*) from things where id = any($1::int[]) or $2 = any(words)', [[id, 101], 'ü']],
      ['update things set body = $1 where id < $2', ['{"new":1}', id]],
      ['select 1 as one where 1 = 2', []],
    ] as [string, unknown[]][]) {
      expect(await prepared.query(text, params)).toEqual(await plain.query(text, params))
    }
  }
})

test('fails as it would unprepared, and answers again afterwards', async () => {
  const text = 'insert into things (id) values ($1)'
  for (let id = 1_000; id < 1_003; id++) await prepared.query(text, [id])
  await expect(prepared.query(text, [1_000])).rejects.toMatchObject({ code: '23505' })
  await prepared.query(text, [1_003])

  await prepared.exec('begin')
  await expect(prepared.query(text, [1_000])).rejects.toMatchObject({ code: '23505' })
  await expect(prepared.query(text, [1_004])).rejects.toMatchObject({ code: '25P02' })
  await prepared.exec('rollback')
  await prepared.query(text, [1_004])
  await expect(prepared.query('insert into nothing (id) values ($1)', [1])).rejects.toMatchObject({ code: '42P01' })
  const { rows } = await prepared.query('select count(*)::int as n from things where id >= $1', [1_000])
  expect(rows).toEqual([{ n: 5 }])
})

test('a table that changes costs one answer at most', async () => {
  const text = 'select * from things where id = $1'
  await prepared.query('insert into things (id) values ($1)', [2_000])
  for (let n = 0; n < 3; n++) await prepared.query(text, [2_000])
  await prepared.exec('alter table things add column more text')
  await prepared.query(text, [2_000]).catch(({ code }) => expect(code).toBe('0A000'))
  expect((await prepared.query(text, [2_000])).rows).toEqual([expect.objectContaining({ id: 2_000, more: null })])
})

test('more statements than are kept take their places from each other', async () => {
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 130; n++) {
      const { rows } = await prepared.query(`select $1::int + ${n} as sum`, [round])
      expect(rows).toEqual([{ sum: round + n }])
    }
  }
  const kept = await prepared.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')
  expect(kept.rows[0]?.n).toBeLessThanOrEqual(100)
})
