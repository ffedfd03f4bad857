/** Fuzzing for a bounded time: seconds in CI, minutes with LONG=1. A failure names its seed and its smallest input. */
import fc from 'fast-check'

const SECONDS = process.env['LONG'] === '1' ? 120 : 3

/** For the timeout of the test itself. */
export const FUZZ_TIMEOUT_MS = (SECONDS + 60) * 1_000

/**
 * @param kept inputs that failed once; they are tried first, always
 * @throws what `check` throws, with the seed
 */
export async function fuzz<T>(
  input: fc.Arbitrary<T>,
  kept: T[],
  check: (value: T) => Promise<void> | void,
): Promise<number> {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(input, async (value) => {
      runs++
      await check(value)
    }),
    {
      numRuns: 1_000_000_000,
      interruptAfterTimeLimit: SECONDS * 1_000,
      markInterruptAsFailure: false,
      examples: kept.map((value) => [value]),
    },
  )
  return runs
}

/** Pieces of `words` one after the other, now and then with any text between. */
export function soup(words: readonly string[], maxLength = 60): fc.Arbitrary<string> {
  return fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''))
}

/** One text changed in a few places: cut out, doubled, exchanged, set by other pieces or bytes. */
export function mutated(seeds: readonly Uint8Array[], pieces: readonly string[]): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 40 }),
    how: fc.constantFrom('cut', 'double', 'insert', 'flip', 'bytes'),
    piece: fc.constantFrom(...pieces),
    bytes: fc.uint8Array({ maxLength: 6 }),
  })
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(change, { minLength: 1, maxLength: 6 }))
    .map(([seed, changes]) => {
      let bytes = Buffer.from(seed)
      for (const { at, length, how, piece, bytes: raw } of changes) {
        const from = Math.floor(at * bytes.length)
        const [before, inside, after] = [
          bytes.subarray(0, from),
          bytes.subarray(from, from + length),
          bytes.subarray(from + length),
        ]
        if (how === 'cut') bytes = Buffer.concat([before, after])
        else if (how === 'double') bytes = Buffer.concat([before, inside, inside, after])
        else if (how === 'insert') bytes = Buffer.concat([before, Buffer.from(piece), inside, after])
        else if (how === 'bytes') bytes = Buffer.concat([before, raw, inside, after])
        else bytes = Buffer.concat([before, inside.map((byte, i) => byte ^ (1 << (i % 8))), after])
      }
      return new Uint8Array(bytes)
    })
}
