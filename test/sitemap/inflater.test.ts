/** Both ways to inflate come to the same, whatever is wrong with the data. */
import { Buffer } from 'node:buffer'
import { constants, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInflater, type Inflater } from '#src/sitemap/inflater.ts'
import { openNativeInflate } from '#src/sitemap/native-inflate.ts'
import { urlset } from './read.ts'

const STEP_BYTES = 2_048

/** As a gzip layer does it: pieces of one size, the last one shorter. */
function inflate(make: (emit: (bytes: Uint8Array) => void) => Inflater, members: readonly Uint8Array[]) {
  const told: unknown[] = []
  const out: Uint8Array[] = []
  const inflater = make((bytes) => void out.push(Uint8Array.from(bytes)))
  for (const bytes of members) {
    inflater.begin()
    let at = 0
    let end = 'cut'
    while (at < bytes.length) {
      while (inflater.catchUp());
      const { used, state, broken, brokenAt } = inflater.push(bytes.subarray(at, at + STEP_BYTES))
      at += used
      if (state === 'more' || state === 'again') continue
      end = state === 'broken' ? `broken at ${at + brokenAt}: ${broken}` : 'ended'
      break
    }
    while (inflater.catchUp());
    if (end === 'cut' && inflater.hasEnded()) end = 'ended'
    told.push({ at, end })
  }
  inflater.close()
  return { told, out: Buffer.concat(out).toString('latin1') }
}

const carefully = (members: readonly Uint8Array[]) => inflate((emit) => createInflater(emit, null), members)
const natively = (members: readonly Uint8Array[]) => inflate(createInflater, members)
/** Most of what is longer is no longer kept in the middle of it. */
const changing = (members: readonly Uint8Array[]) =>
  inflate((emit) => createInflater(emit, openNativeInflate, 3_000), members)

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc
    .nat({ max: 400 })
    .map((count) => urlset(Array.from({ length: count }, (_, i) => `<url><loc>/${i}</loc></url>`).join('\n'))),
  fc.uint8Array({ maxLength: 9_000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.nat({ max: 200_000 }).map((length) => 'a'.repeat(length)),
)
const strategy = fc.constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY)
const deflated = fc
  .record({ text, strategy, level: fc.constantFrom(0, 1, 6, 9) })
  .map(({ text, ...options }) => deflateRawSync(Buffer.from(text, 'latin1'), options))

describe('createInflater', () => {
  it('has zlib to work with here', () => {
    expect(openNativeInflate).not.toBeNull()
  })

  it('inflates what is right, to its end and no further', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(deflated, fc.uint8Array({ maxLength: 20 })), { maxLength: 4 }), (members) => {
        const bytes = members.map(([body, behind]) => Buffer.concat([body, behind]))
        const told = natively(bytes)
        expect(told.told).toEqual(members.map(([body]) => ({ at: body.length, end: 'ended' })))
        expect(carefully(bytes)).toEqual(told)
        expect(changing(bytes)).toEqual(told)
      }),
      { numRuns: 60, seed: 8 },
    )
  })

  it('comes to the same whatever is cut off or changed', () => {
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat({ max: 255 }) })
    let broken = 0
    fc.assert(
      fc.property(
        deflated,
        fc.array(change, { maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (right, changes, share) => {
          const bytes = Buffer.from(right)
          for (const { at, byte } of changes) bytes[Math.floor(at * bytes.length)] = byte
          const members = [share > 0.7 ? bytes : bytes.subarray(0, Math.ceil(bytes.length * share)), right]
          const told = natively(members)
          expect(carefully(members)).toEqual(told)
          expect(changing(members)).toEqual(told)
          if (JSON.stringify(told.told).includes('broken')) broken++
        },
      ),
      { numRuns: 120, seed: 8 },
    )
    expect(broken).toBeGreaterThan(10)
  })
})
