import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from '#src/fetch/decode-body.ts'

const SMALL = '<urlset><url><loc>https://a.example/</loc></url></urlset>'
/** Compresses badly, so that the encoded bytes go over many slices. */
const LARGE = Array.from({ length: 40_000 }, (_, index) => ((index * 2654435761) % 4294967296).toString(36)).join(' ')

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function decode(bytes: Uint8Array, encoding: string | string[], size = 1_000_000) {
  const { chunks, coding } = decodeBody(pieces(bytes, size), [encoding].flat())
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return { text: Buffer.concat(parts).toString('latin1'), ...coding() }
}

function withFlippedByte(bytes: Uint8Array, at: number): Uint8Array {
  const flipped = Uint8Array.from(bytes)
  flipped[at] = (flipped[at] ?? 0) ^ 0xff
  return flipped
}

/** A gzip member with every optional field of the header. */
function withFullHeader(text: string): Buffer {
  const plain = gzipSync(text)
  const extra = Buffer.from([2, 0, 0x41, 0x42])
  const flags = 2 | 4 | 8 | 16
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]),
    extra,
    Buffer.from('name.xml\0a comment\0'),
    Buffer.from([0, 0]),
    plain.subarray(10),
  ])
}

describe('decodeBody', () => {
  const good: [name: string, encoding: string | string[], bytes: (text: string) => Uint8Array, undone: string[]][] = [
    ['no coding', [], (text) => Buffer.from(text), []],
    ['identity', 'identity', (text) => Buffer.from(text), []],
    ['gzip', 'gzip', gzipSync, ['gzip']],
    ['gzip in capitals', 'GZIP', gzipSync, ['gzip']],
    ['x-gzip', 'x-gzip', gzipSync, ['x-gzip']],
    ['gzip with a full header', 'gzip', withFullHeader, ['gzip']],
    [
      'gzip in two members',
      'gzip',
      (text) => Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))]),
      ['gzip'],
    ],
    ['gzip and zeros after it', 'gzip', (text) => Buffer.concat([gzipSync(text), Buffer.alloc(512)]), ['gzip']],
    ['deflate with its frame', 'deflate', deflateSync, ['deflate']],
    ['bare deflate', 'deflate', deflateRawSync, ['deflate']],
    ['br', 'br', brotliCompressSync, ['br']],
    ['zstd, which nobody asked for', 'zstd', zstdCompressSync, ['zstd']],
    ['two codings in one line', 'gzip, br', (text) => brotliCompressSync(gzipSync(text)), ['br', 'gzip']],
    ['two codings in two lines', ['deflate', 'gzip'], (text) => gzipSync(deflateSync(text)), ['gzip', 'deflate']],
  ]
  describe.each(good)('%s', (_name, encoding, encode, undone) => {
    it.each([SMALL, LARGE])('is undone whole, byte by byte, and in odd pieces (%#)', async (text) => {
      const bytes = encode(text)
      for (const size of text === SMALL ? [1, 7, 1_000_000] : [977, 1_000_000]) {
        const got = await decode(bytes, encoding, size)
        expect(got.text === text).toBe(true)
        expect(got).toMatchObject({ undone, unknown: [], false: null, state: 'ok', offset: null })
      }
    })

    it('is empty where no byte came', async () => {
      expect(await decode(Buffer.alloc(0), encoding)).toMatchObject({ text: '', false: null, state: 'ok' })
    })
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'])('takes the body as it is where it is not %s', async (token) => {
    for (const text of [
      SMALL,
      LARGE,
      `\xEF\xBB\xBF${SMALL}`,
      'https://a.example/\nhttps://a.example/b\n',
      '{"a": 1}',
    ]) {
      for (const size of [1, 1_000_000]) {
        if (size === 1 && text === LARGE) continue
        const got = await decode(Buffer.from(text, 'latin1'), token, size)
        expect(got.text === text, `${token}: ${text.slice(0, 30)}`).toBe(true)
        expect(got).toMatchObject({ tokens: [token], undone: [], false: token, state: 'ok' })
      }
    }
  })

  it('tells tokens that nobody knows, and undoes nothing behind them', async () => {
    const bytes = gzipSync(SMALL)
    expect(await decode(Buffer.from(SMALL), 'utf-8')).toMatchObject({ text: SMALL, unknown: ['utf-8'], undone: [] })
    expect(await decode(bytes, 'aws-chunked, gzip')).toMatchObject({
      text: SMALL,
      unknown: ['aws-chunked'],
      undone: ['gzip'],
    })
    expect(await decode(bytes, 'gzip, compress')).toMatchObject({
      text: bytes.toString('latin1'),
      unknown: ['compress'],
      undone: [],
    })
    expect(await decode(Buffer.from(SMALL), 'constructor')).toMatchObject({ text: SMALL, unknown: ['constructor'] })
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('keeps all that came before the end of cut %s', async (token, encode) => {
    const bytes = encode(LARGE)
    const cut = bytes.subarray(0, Math.floor(bytes.length / 2))
    const got = await decode(cut, token, 5_000)
    expect(got).toMatchObject({ state: 'truncated', offset: cut.length, false: null })
    expect(LARGE.startsWith(got.text)).toBe(true)
    expect(got.text.length).toBeGreaterThan(LARGE.length / 4)
  })

  it('tells a trailer that is cut, or wrong, with the whole body before it', async () => {
    for (const text of [SMALL, LARGE]) {
      const bytes = gzipSync(text)
      const cut = await decode(bytes.subarray(0, -6), 'gzip')
      expect(cut.text === text).toBe(true)
      expect(cut).toMatchObject({ state: 'truncated', offset: bytes.length - 6 })
      for (const at of [bytes.length - 8, bytes.length - 1]) {
        const wrong = await decode(withFlippedByte(bytes, at), 'gzip')
        expect(wrong.text === text).toBe(true)
        expect(wrong).toMatchObject({ state: 'checksum', offset: bytes.length - 8 })
      }
    }
  })

  it('tells where the data breaks, and keeps every byte before it', async () => {
    // A stored block, then a block of the reserved type: the break is at a known place.
    const first = 'x'.repeat(1_000)
    const stored = Buffer.concat([Buffer.from([0, 0xe8, 0x03, 0x17, 0xfc]), Buffer.from(first)])
    const broken = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
      stored,
      Buffer.from([7]),
      Buffer.alloc(20),
    ])
    for (const size of [1, 100, 1_000_000]) {
      expect(await decode(broken, 'gzip', size)).toMatchObject({ text: first, state: 'corrupt', offset: 1_015 })
    }
  })

  it('keeps what came before a break in data of many slices', async () => {
    for (const [token, bytes] of [
      ['gzip', gzipSync(LARGE)],
      ['deflate', deflateSync(LARGE)],
      ['br', brotliCompressSync(LARGE)],
    ] as const) {
      const at = Math.floor(bytes.length * 0.6)
      const damaged = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(3_000, 0xff), bytes.subarray(at)])
      const got = await decode(damaged, token, 10_000)
      expect(['corrupt', 'checksum']).toContain(got.state)
      expect(got.text.slice(0, LARGE.length / 2) === LARGE.slice(0, LARGE.length / 2), token).toBe(true)
    }
  })

  it('decodes no more than the reader takes: a bomb costs what is read of it', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(200 * 1024 * 1024)))
    const { chunks } = decodeBody(pieces(bomb, 1_000_000), ['gzip, gzip'])
    let length = 0
    const before = process.memoryUsage().arrayBuffers
    for await (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(128 * 1024)
      length += chunk.length
      if (length > 5 * 1024 * 1024) break
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024)
  })
})
