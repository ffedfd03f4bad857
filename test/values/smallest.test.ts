import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSmallest } from '../../src/values/smallest.ts'

test('the smallest keys of any stream are kept, in rising order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 0, max: 8 }), (keys, limit) => {
      const smallest = createSmallest<number>(limit)
      for (const key of keys) smallest.add(key, key)
      const expected = [...keys].sort((a, b) => a - b).slice(0, limit)
      expect(smallest.sorted().map(({ item }) => item)).toEqual(expected)
    }),
  )
})

test('a key is wanted exactly when it would be kept', () => {
  const smallest = createSmallest<string>(2)
  smallest.add(5, 'five')
  expect(smallest.wants(9)).toBe(true)
  smallest.add(3, 'three')
  expect(smallest.wants(5)).toBe(false)
  expect(smallest.wants(4)).toBe(true)
})
