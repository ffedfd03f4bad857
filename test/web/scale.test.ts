import { describe, expect, it } from 'vitest'
import { createScale, formatDay, readTime, roundUp } from '#src/web/pictures/scale.ts'

describe('the axes of pictures', () => {
  it('end at the next 1, 2 or 5 with noughts', () => {
    expect([0, 1, 1.5, 2, 3, 7, 10, 11, 433, 50_001].map(roundUp)).toEqual([1, 1, 2, 2, 5, 10, 10, 20, 500, 100_000])
  })

  it('hold what lies outside at their ends, and put the only value in the middle', () => {
    const scale = createScale(0, 10, 100, 200)
    expect([-5, 0, 5, 10, 50].map(scale)).toEqual([100, 100, 150, 200, 200])
    expect(createScale(3, 3, 0, 100)(3)).toBe(50)
  })

  it('name days in UTC, and know what is no time', () => {
    expect(formatDay(Date.UTC(2026, 8, 5, 23, 59))).toBe('5 Sept 2026')
    expect([readTime(null), readTime('yesterday')]).toEqual([Number.NaN, Number.NaN])
  })
})
