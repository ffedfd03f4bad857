import { expect, test } from 'vitest'
import { compareLikeness, likenessOf } from '../../src/values/likeness.ts'

const words = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ')
const compare = (a: string, b: string) => compareLikeness(likenessOf(a) ?? [], likenessOf(b) ?? [])

test('equal texts are wholly alike, whatever their case and punctuation', () => {
  expect(compare('The page was, alas, not found.', 'the page was alas NOT found')).toBe(1)
})

test('texts without a shingle in common are not alike at all', () => {
  expect(compare(words(0, 300), words(1_000, 1_300))).toBe(0)
})

test('a long text with one word changed stays nearly alike, and half a text is about half alike', () => {
  expect(compare(words(0, 1_000), `${words(0, 500)} other ${words(501, 1_000)}`)).toBeGreaterThan(0.9)
  const half = compare(words(0, 1_000), words(0, 500))
  expect(half).toBeGreaterThan(0.3)
  expect(half).toBeLessThan(0.7)
})

test('hardly any words cannot be told apart', () => {
  expect(likenessOf('Not found')).toBeNull()
})
