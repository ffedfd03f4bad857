import { expect, test, vi } from 'vitest'
import { STEADY_CLOCK } from '#src/queue/steady-clock.ts'

test('the clock of the queue begins with the time of day, and is not put back with the one of the system', () => {
  const before = STEADY_CLOCK.now()
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000)
  const set = vi.spyOn(Date, 'now').mockReturnValue(0)
  try {
    expect(STEADY_CLOCK.now()).toBeGreaterThanOrEqual(before)
    expect(STEADY_CLOCK.now() - before).toBeLessThan(1_000)
  } finally {
    set.mockRestore()
  }
})
