import { describe, expect, it } from 'vitest'
import { readFeedDate, readRfc822, readRfc3339 } from '#src/values/feed-date.ts'

describe('readRfc822', () => {
  it.each([
    ['Sun, 01 Jun 2025 09:30:15 GMT', Date.UTC(2025, 5, 1, 9, 30, 15)],
    ['Sun, 1 Jun 2025 09:30:15 +0200', Date.UTC(2025, 5, 1, 7, 30, 15)],
    ['01 Jun 25 09:30 EST', Date.UTC(2025, 5, 1, 14, 30)],
    ['Sun, 01 June 2025 09:30:15 Z', Date.UTC(2025, 5, 1, 9, 30, 15)],
    ['01 Jun 99 00:00:00 UT', Date.UTC(1999, 5, 1)],
    ['01 Jun 2025', Date.UTC(2025, 5, 1)],
  ])('reads %s', (text, epochMs) => {
    expect(readRfc822(text)?.epochMs).toBe(epochMs)
  })

  it.each([
    '2025-06-01',
    'Sun, 31 Jun 2025 09:30:15 GMT',
    'Sun, 01 Jux 2025 09:30:15 GMT',
    'Sun, 01 Jun 2025 24:30:15 GMT',
    'Sun, 01 Jun 2025 09:30:15 MEZ',
    'Sun, 01 Jun 2025 09:30:15 +1500',
    'Sun, 01 Jun 2025 09:30:15',
    '',
    ' '.repeat(10_000),
  ])('refuses %s', (text) => {
    expect(readRfc822(text)).toBeNull()
  })
})

describe('readRfc3339', () => {
  it('takes what it takes beyond W3C, and refuses what it refuses', () => {
    expect(readRfc3339('2025-06-01t09:30:00z')?.epochMs).toBe(Date.UTC(2025, 5, 1, 9, 30))
    expect(readRfc3339('2025-06-01T09:30:00.5+02:00')?.precision).toBe('fraction')
    for (const text of ['2025-06-01', '2025-06-01T09:30Z', '2025-06-01T09:30:00', 'Sun, 01 Jun 2025 09:30:00 GMT'])
      expect(readRfc3339(text)).toBeNull()
  })
})

describe('readFeedDate', () => {
  it('takes each form in any feed', () => {
    for (const text of ['2025-06-01', '2025-06-01T09:30:00Z', 'Sun, 01 Jun 2025 09:30:00 GMT', '2025-06-01t09:30:00z'])
      expect(readFeedDate(text)).not.toBeNull()
    expect(readFeedDate('today')).toBeNull()
  })
})
