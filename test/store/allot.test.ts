import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allot } from '#src/store/allot.ts'

const claims = (...wanted: number[]) => wanted.map((one) => ({ wanted: one, turnMs: 0 }))

describe('the places of a host', () => {
  test.each([
    [[4], [4]],
    [[9], [4]],
    [
      [4, 4],
      [2, 2],
    ],
    [
      [1, 4],
      [1, 3],
    ],
    [
      [4, 4, 4],
      [2, 1, 1],
    ],
    [
      [4, 4, 4, 4, 4],
      [1, 1, 1, 1, 0],
    ],
    [
      [0, 2, 1],
      [0, 2, 1],
    ],
    [[], []],
  ])('are parted among those who want %j as %j', (wanted, expected) => {
    expect(allot(claims(...wanted), 4)).toEqual(expected)
  })

  test('go first to those whose turn has lasted longest', () => {
    const five = [10, 50, 40, 30, 20].map((turnMs) => ({ wanted: 4, turnMs }))
    expect(allot(five, 4)).toEqual([0, 1, 1, 1, 1])
    expect(allot(five.slice(0, 3), 4)).toEqual([1, 2, 1])
  })

  test('are never more than there are, never left over while one is wanted, and parted evenly', () => {
    const claim = fc.record({ wanted: fc.nat(9), turnMs: fc.nat(3) })
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 12 }), fc.integer({ min: 1, max: 8 }), (all, places) => {
        const shares = allot(all, places)
        const sum = shares.reduce((total, one) => total + one, 0)
        const wanted = all.reduce((total, one) => total + one.wanted, 0)
        expect(sum).toBe(Math.min(places, wanted))
        for (const [index, share] of shares.entries()) {
          expect(share).toBeLessThanOrEqual(all[index]?.wanted ?? 0)
          if (share < (all[index]?.wanted ?? 0)) expect(Math.max(...shares)).toBeLessThanOrEqual(share + 1)
        }
      }),
    )
  })
})
