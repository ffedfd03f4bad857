import { describe, expect, it } from 'vitest'
import { countDay, createDayCounts, endDays } from '#src/rules/day-histogram.ts'

const NOW_MS = Date.UTC(2026, 9, 1, 12)

function histogramOf(dates: readonly string[], buckets = 24) {
  const counts = createDayCounts(NOW_MS)
  for (const date of dates) countDay(counts, Date.parse(date))
  const times = dates.map((date) => Date.parse(date)).filter(Number.isFinite)
  return endDays(counts, { oldest: Math.min(...times), newest: Math.max(...times) }, buckets)
}

describe('the histogram of days', () => {
  it('has a number a day where the days are few', () => {
    const dates = ['2026-09-01', '2026-09-03T23:59:59Z', '2026-09-03', '2026-09-04T00:00:00Z']
    expect(histogramOf(dates)).toEqual({ from: '2026-09-01', days: 1, counts: [1, 0, 2, 1] })
  })

  it('has one number where there is one date', () => {
    expect(histogramOf(['2026-09-01', '2026-09-01'])).toEqual({ from: '2026-09-01', days: 1, counts: [2] })
  })

  it('joins days evenly where there are more than numbers', () => {
    const dates = Array.from({ length: 25 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString())
    const found = histogramOf(dates)
    expect(found).toMatchObject({ from: '2026-01-01', days: 2 })
    expect(found?.counts).toEqual([...Array(12).fill(2), 1])
  })

  it('never has more numbers than were asked for, and loses no date in between', () => {
    const found = histogramOf(['1990-01-01', '2003-05-06', '2026-10-01'])
    expect(found?.counts.length).toBeLessThanOrEqual(24)
    expect(found?.counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  it('knows nothing of the document before', () => {
    for (let round = 0; round < 3; round++) expect(histogramOf(['2026-09-01'])?.counts).toEqual([1])
    expect(histogramOf([])).toBeNull()
  })

  it('leaves out what is too old, in the future, or no date', () => {
    expect(histogramOf(['1970-01-01', '2027-01-01', 'never'])).toBeNull()
    expect(histogramOf(['1989-12-31', '2026-10-01', '2036-10-01'])).toEqual({
      from: '2026-10-01',
      days: 1,
      counts: [1],
    })
  })
})
