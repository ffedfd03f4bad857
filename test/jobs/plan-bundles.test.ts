import { describe, expect, it } from 'vitest'
import { createReadingPace, planBundles } from '#src/jobs/plan-bundles.ts'

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0)

describe('The bundles of an audit', () => {
  it('have every document once, fewer the less is left, so that all who read end at about the same time', () => {
    const sizes = planBundles(400, { ms: 50, bytes: 400_000 })
    expect(sum(sizes)).toBe(400)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes[0]).toBe(7)
    expect(sizes.at(-1)).toBe(1)
  })

  it('take no longer than some seconds, and hold no more bytes than is good', () => {
    expect(planBundles(1_000, { ms: 1_000, bytes: 1 })[0]).toBe(5)
    expect(planBundles(1_000, { ms: 1, bytes: 50_000_000 })[0]).toBe(5)
    expect(planBundles(100_000, { ms: 1, bytes: 1 })[0]).toBe(200)
  })

  it('are never more jobs than are looked at in a moment, however dear each document is', () => {
    const sizes = planBundles(50_000, { ms: 5_000, bytes: 1 })
    expect(sum(sizes)).toBe(50_000)
    expect(sizes.length).toBeLessThanOrEqual(1_000)
  })

  it('have one document at least, however dear it is, and are none where there is nothing to read', () => {
    expect(planBundles(3, { ms: 1e9, bytes: 1e12 })).toEqual([1, 1, 1])
    expect(planBundles(2, null)).toEqual([1, 1])
    expect(planBundles(0, null)).toEqual([])
  })
})

describe('What further documents are expected to cost', () => {
  it('is not known before three are', () => {
    const pace = createReadingPace(4)
    for (let n = 0; n < 2; n++) pace.add({ ms: 100, checkMs: 10, bytes: 1_000 })
    expect(pace.expect(10)).toBeNull()
    pace.add({ ms: 100, checkMs: 10, bytes: 1_000 })
    expect(pace.expect(10)).toEqual({ ms: 250, bytes: 10_000 })
  })

  it('shares the waiting among those that are read at once, but not the processor', () => {
    const pace = createReadingPace(4)
    for (let n = 0; n < 3; n++) pace.add({ ms: 100, checkMs: 90, bytes: 0 })
    expect(pace.expect(10)?.ms).toBe(900)
  })
})
