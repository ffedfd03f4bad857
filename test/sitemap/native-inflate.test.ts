import { Buffer } from 'node:buffer'
import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createNativeInflate } from '#src/sitemap/native-inflate.ts'
import { type Told, unpack } from './unpack.ts'

const SEED = 20_261_201
const MUTATIONS = 1_500

/** mulberry32: the same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function expectAlike(native: Told, careful: Told) {
  expect(native.faults).toEqual(careful.faults)
  expect(native.isBroken).toBe(careful.isBroken)
  expect(native.layers).toBe(careful.layers)
  expect(native.out.equals(careful.out)).toBe(true)
}

const HEADER = gzipSync('').subarray(0, 10)
const withHeader = (flags: number, rest: Buffer[]) => {
  const header = Buffer.from(HEADER)
  header[3] = flags
  return Buffer.concat([header, ...rest])
}
function trailerOf(text: Buffer): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(text), 0)
  trailer.writeUInt32LE(text.length, 4)
  return trailer
}

const random = createRandom(SEED)
const words = (count: number) =>
  Buffer.from(
    Array.from({ length: count }, () => `<loc>https://a.example/${random(5_000).toString(36)}</loc>`).join('\n'),
  )
const noise = (count: number) => Buffer.from(Array.from({ length: count }, () => random(256)))

const MAKERS: [string, () => Buffer][] = [
  ['dynamic blocks', () => gzipSync(words(300))],
  ['more than one buffer of output', () => gzipSync(words(6_000))],
  ['fixed codes', () => gzipSync(words(200), { strategy: constants.Z_FIXED })],
  ['codes without matches', () => gzipSync(words(200), { strategy: constants.Z_HUFFMAN_ONLY })],
  ['runs', () => gzipSync(Buffer.alloc(70_000, random(256)))],
  ['nothing', () => gzipSync('')],
  ['members', () => Buffer.concat([gzipSync(words(20)), gzipSync(''), gzipSync(words(40), { level: 1 })])],
  ['zeros behind it', () => Buffer.concat([gzipSync(words(30)), Buffer.alloc(100)])],
  ['something behind it', () => Buffer.concat([gzipSync(words(30)), noise(random(20))])],
  ['three layers', () => gzipSync(gzipSync(gzipSync(words(400))))],
  [
    'every field of the header',
    () => {
      const text = words(100)
      const fields = [Buffer.of(3, 0, 1, 2, 3), Buffer.from('name\0'), Buffer.from('comment\0'), Buffer.of(0, 0)]
      return withHeader(0x1e, [...fields, deflateRawSync(text), trailerOf(text)])
    },
  ],
  [
    'blocks that were flushed',
    () => {
      const text = words(60)
      const part = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH })
      return Buffer.concat([HEADER, part, deflateRawSync(text), trailerOf(Buffer.concat([text, text]))])
    },
  ],
  ['stored blocks', () => gzipSync(noise(3_000), { level: 0 })],
]

describe('the native inflater', () => {
  it('is to be had in this Node', () => {
    const native = createNativeInflate()
    expect(native).not.toBeNull()
    native?.close()
  })

  it('tells what it used, where the stream ended, and that it is broken, stream after stream', () => {
    const native = createNativeInflate()
    const deflated = deflateRawSync('a'.repeat(100))
    for (let round = 0; round < 3; round++) {
      native?.reset()
      const whole = native?.inflate(Buffer.concat([deflated, Buffer.from('behind')]))
      expect(whole).toMatchObject({ used: deflated.length, isEnd: true })
      expect(Buffer.from(whole?.out ?? []).toString()).toBe('a'.repeat(100))
    }
    native?.reset()
    expect(native?.inflate(Buffer.of(0xff))).toBeNull()
    expect(native?.inflate(deflated)).toBeNull()
  })

  for (const [name, make] of MAKERS) {
    it(`says of ${name} what the careful one says, however it is cut`, () => {
      const bytes = make()
      const careful = unpack(bytes, { isCareful: true })
      for (const size of [1, 2, 7, 64, 1_000, 2_048])
        expectAlike(
          unpack(bytes, {}, () => size),
          careful,
        )
      for (let turn = 0; turn < 10; turn++)
        expectAlike(
          unpack(bytes, {}, () => random(3_000)),
          careful,
        )
      // As a member does that has more bytes than are kept.
      for (const keptLimitBytes of [0, 50, 500])
        expectAlike(
          unpack(bytes, { keptLimitBytes }, () => 40),
          careful,
        )
    })
  }

  it('says of a file that ends at any byte what the careful one says', () => {
    for (const [, make] of MAKERS) {
      const bytes = make()
      const stride = Math.max(1, Math.floor(bytes.length / 250))
      for (let end = 0; end < bytes.length; end += stride) {
        const cut = bytes.subarray(0, end)
        const isCut = random(4) === 0
        expectAlike(
          unpack(cut, {}, () => 100, isCut),
          unpack(cut, { isCareful: true }, () => cut.length, isCut),
        )
      }
    }
  }, 60_000)

  it(`says of ${MUTATIONS} broken files what the careful one says`, () => {
    let broken = 0
    for (let turn = 0; turn < MUTATIONS; turn++) {
      const [, make] = MAKERS[turn % MAKERS.length] as (typeof MAKERS)[number]
      const bytes = make()
      for (let count = 1 + random(3); count > 0; count--) bytes[random(bytes.length)] = random(256)
      const careful = unpack(bytes, { isCareful: true })
      if (careful.faults.length > 0) broken++
      expectAlike(
        unpack(bytes, {}, () => 1 + random(5_000)),
        careful,
      )
    }
    expect(broken).toBeGreaterThan(MUTATIONS / 2)
  }, 120_000)

  it('keeps of a stored block that is cut what there is of it, as the careful one does', () => {
    const text = noise(1_000)
    for (const isCareful of [false, true]) {
      const told = unpack(gzipSync(text, { level: 0 }).subarray(0, 500), { isCareful })
      expect(told.faults).toMatchObject([{ code: 'gzip-truncated' }])
      expect(told.out.equals(text.subarray(0, 485))).toBe(true)
    }
  })
})
