import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { constants, deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createGunzipLayers } from '#src/sitemap/gunzip-layers.ts'
import { COMPLETE, read, readOnce, urlset } from './read.ts'
import { unpack } from './unpack.ts'

const DOCUMENT = urlset(Array.from({ length: 60 }, (_, i) => `<url><loc>https://a.example/${i}</loc></url>`).join('\n'))
const XML = Buffer.from(DOCUMENT)
const codes = (told: { details: { code: string }[] }) => told.details.map(({ code }) => code)

describe('gzip', () => {
  it('GZ-03, GZ-05: up to three layers are peeled by magic bytes', () => {
    let bytes = XML as Buffer
    for (let layers = 1; layers <= 3; layers++) {
      bytes = gzipSync(bytes)
      const told = read(bytes)
      expect(told.faults).toEqual([])
      expect(told.tail).toMatchObject({ gzipLayers: layers, entries: 60, bytes: XML.length, isComplete: true })
    }
    const told = read(gzipSync(bytes))
    expect(told.details).toMatchObject([{ code: 'archive', format: 'gzip' }])
    expect(told.tail).toMatchObject({ kind: 'unknown', format: 'gzip', gzipLayers: 3 })
  })

  it('GZ-07: all members of a file are read', () => {
    const half = XML.length >> 1
    const bytes = Buffer.concat([
      gzipSync(XML.subarray(0, half)),
      gzipSync(Buffer.alloc(0)),
      gzipSync(XML.subarray(half)),
    ])
    const told = read(bytes)
    expect(told.faults).toEqual([])
    expect(told.tail.entries).toBe(60)
  })

  it('GZ-09: a trailer that is cut off is told, and all entries are kept', () => {
    const told = read(gzipSync(XML).subarray(0, -6))
    expect(codes(told)).toEqual(['gzip-truncated'])
    expect(told.details[0]).toMatchObject({ layer: 1, at: null, entry: null })
    expect(told.tail).toMatchObject({ entries: 60, isComplete: false, isRootClosed: true })
  })

  it('data that is cut off gives one fault, not another for the XML', () => {
    const noisy = Buffer.from(urlset(`<!--${randomBytes(3000).toString('hex')}-->${DOCUMENT.slice(60, -9)}`))
    const told = read(gzipSync(noisy).subarray(0, 2_000))
    expect(codes(told)).toEqual(['gzip-truncated'])
    expect(read(gzipSync(XML).subarray(0, 5)).tail.gzipLayers).toBe(1)
  })

  it('a transfer that was cut is not the fault of gzip', () => {
    const ending = { ...COMPLETE, state: 'truncated' as const }
    expect(read(gzipSync(XML).subarray(0, -6), { ending }).faults).toEqual([])
  })

  it('broken data keeps every byte before the break, however it came', () => {
    const whole = Buffer.concat([XML, Buffer.from(randomBytes(40_000).toString('base64'))])
    const deflated = deflateRawSync(whole, { finishFlush: constants.Z_SYNC_FLUSH })
    // A block of the type that does not exist.
    const fixed = Buffer.concat([gzipSync('').subarray(0, 10), deflated, Buffer.alloc(20, 0xff)])
    const told = readOnce(fixed)
    expect(codes(told)).toContain('gzip-corrupt')
    expect(told.tail.bytes).toBe(whole.length)
    expect(told.tail.isComplete).toBe(false)
    for (const size of [1, 7, 333]) {
      const other = readOnce(fixed, { bytes: size })
      expect(other.tail.bytes).toBe(told.tail.bytes)
      expect(other.tail.sha256).toBe(told.tail.sha256)
      expect(codes(other)).toEqual(codes(told))
    }
  })

  it('a wrong CRC-32 or length is told', () => {
    for (const at of [-8, -1]) {
      const bytes = gzipSync(XML)
      bytes[bytes.length + at] = (bytes[bytes.length + at] as number) ^ 0x55
      const told = read(bytes)
      expect(codes(told)).toEqual(['gzip-checksum'])
      expect(told.tail.entries).toBe(60)
    }
  })

  it('bytes behind the last member are counted; zeros are padding', () => {
    const bytes = gzipSync(XML)
    const trailing = read(Buffer.concat([bytes, Buffer.from('hello')]))
    expect(trailing.details).toMatchObject([{ code: 'gzip-trailing', offset: bytes.length, count: 5 }])
    expect(trailing.tail).toMatchObject({ entries: 60, isComplete: true })
    const padding = read(Buffer.concat([bytes, Buffer.alloc(512)]))
    expect(padding.details).toMatchObject([{ code: 'gzip-padding', offset: bytes.length, count: 512 }])
    expect(read(Buffer.concat([bytes, Buffer.of(0x1f)])).details).toMatchObject([{ code: 'gzip-trailing', count: 1 }])
  })

  it('GZ-13: a text sitemap may be gzipped', () => {
    const told = read(gzipSync('https://example.com/a\nhttps://example.com/b\n'))
    expect(told.faults).toEqual([])
    expect(told.tail).toMatchObject({ kind: 'text', entries: 2 })
  })

  it('DO-03: a bomb stops at the hard limit', () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(60_000_000)))
    let most = 0
    let sum = 0
    const layers = createGunzipLayers(
      (bytes) => {
        most = Math.max(most, bytes.length)
        sum += bytes.length
      },
      () => {},
      () => sum > 1_000_000,
    )
    layers.write(bomb)
    layers.end(true)
    while (layers.step());
    expect(most).toBeLessThanOrEqual(65_536)
    expect(sum).toBeLessThan(1_100_000)
    const told = readOnce(bomb, { maxBytes: 1_000_000 })
    expect(told.tail).toMatchObject({ bytes: 1_000_000, isComplete: false })
    expect(told.faults.filter((fault) => fault.startsWith('gzip'))).toEqual([])
  })

  it('DO-03: what a kilobyte of three layers unpacks to is handed out in small pieces, step by step', () => {
    let bomb = Buffer.alloc(20_000_000, '<a/>') as Buffer
    for (let layer = 0; layer < 3; layer++) bomb = gzipSync(bomb)
    expect(bomb.length).toBeLessThan(2_048)
    let inStep = 0
    let most = 0
    let sum = 0
    const layers = createGunzipLayers(
      (bytes) => {
        inStep += bytes.length
        sum += bytes.length
      },
      () => {},
      () => false,
    )
    layers.write(bomb)
    layers.end(false)
    for (let hasMore = true; hasMore; most = Math.max(most, inStep)) {
      inStep = 0
      hasMore = layers.step()
    }
    expect(sum).toBe(20_000_000)
    expect(most).toBeLessThanOrEqual(65_536)
  })

  it('DV-01: another archive is named, not unpacked', () => {
    const magic: [string, number[]][] = [
      ['zip', [0x50, 0x4b, 3, 4]],
      ['bzip2', [0x42, 0x5a, 0x68]],
      ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
      ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
      ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
      ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 7]],
    ]
    for (const [format, bytes] of magic) {
      const told = read(Buffer.from([...bytes, 1, 2, 3]))
      expect(told.details).toMatchObject([{ code: 'archive', format }])
      expect(told.tail).toMatchObject({ kind: 'unknown', format })
    }
    const tar = Buffer.alloc(1024)
    tar.write('sitemap.xml')
    tar.write('ustar', 257)
    expect(read(tar).details).toMatchObject([{ code: 'archive', format: 'tar' }])
  })

  it('finds the end of a member at every split, which no public call of fflate tells', () => {
    const bytes = Buffer.concat([gzipSync('a'), gzipSync('bc'.repeat(50)), gzipSync('d', { level: 0 })])
    for (let size = 1; size < bytes.length; size++) {
      const { out, faults } = unpack(bytes, {}, () => size)
      expect(out.toString()).toBe(`a${'bc'.repeat(50)}d`)
      expect(faults).toEqual([])
    }
  })
})
