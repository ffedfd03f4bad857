import { expect, test } from 'vitest'
import { createId, isId } from '#src/store/id.ts'

test('ids are UUIDs of version 7 that sort in the order they were made, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, () => createId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids.slice(0, 100))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('an id tells its time', () => {
  const now = Date.now() + 60_000
  const id = createId(now)
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(now)
})

test('a clock that goes back does not disturb the order', () => {
  const now = Date.now() + 120_000
  const first = createId(now)
  expect(createId(now - 5_000) > first).toBe(true)
})

test('what is no id is told apart', () => {
  expect(isId(createId())).toBe(true)
  for (const text of ['', 'abc', `${createId()}0`, createId().toUpperCase(), createId().replaceAll('-', '')]) {
    expect(isId(text)).toBe(false)
  }
})
