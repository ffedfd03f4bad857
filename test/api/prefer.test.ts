import { expect, test } from 'vitest'
import { readPreference } from '#src/api/prefer.ts'

test.each([
  [undefined, 60, null],
  ['', 60, null],
  ['wait=10', 10, 'wait=10'],
  ['WAIT = 10', 10, 'wait=10'],
  ['wait="10"', 10, 'wait=10'],
  ['wait=10; foo=bar', 10, 'wait=10'],
  ['wait=0', 0, 'wait=0'],
  ['wait=600', 600, 'wait=600'],
  ['wait=601', 600, 'wait=600'],
  ['wait=9999999999', 600, 'wait=600'],
  ['respond-async', 0, 'respond-async'],
  ['respond-async, wait=10', 10, 'respond-async, wait=10'],
  ['return=minimal; x="a, wait=5", wait=7', 7, 'wait=7'],
  ['x="a\\", wait=5", wait=7', 7, 'wait=7'],
  ['wait=5, wait=7', 5, 'wait=5'],
  ['wait', 60, null],
  ['wait=', 60, null],
  ['wait=-1', 60, null],
  ['wait=1.5', 60, null],
  ['wait=soon', 60, null],
  ['wait=99999999999999999999', 60, null],
  ['respond-async=yes', 60, null],
  ['handling=lenient', 60, null],
  [',,;=,"', 60, null],
])('Prefer: %s waits %i seconds', (header, waitS, applied) => {
  expect(readPreference(header)).toEqual({ waitS, applied })
})

test('a long malformed header is read in linear time', () => {
  const start = performance.now()
  readPreference('"\\'.repeat(200_000))
  readPreference('wait =   '.repeat(100_000))
  expect(performance.now() - start).toBeLessThan(1_000)
})
