/** The coding gzip (RFC 1952): members one after the other, their checksums verified by ourselves. */
import { crc32, createInflateRaw } from 'node:zlib'
import type { ByteReader } from './byte-reader.ts'
import type { Decoder } from './decoder.ts'
import { CHUNK_BYTES, inflate } from './inflate.ts'

const FLAG = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const
/** A file name or comment that is longer is none. */
const TEXT_LIMIT_BYTES = 65_536

/** Bytes that are not gzip from the first one are yielded as they are; what follows the last member is left out. */
export const ungzip: Decoder = async function* (reader, report) {
  try {
    let isFirst = true
    while (true) {
      const magic = await reader.take(3)
      if (magic.length === 0) return
      if (magic[0] !== 0x1f || (magic[1] ?? 0x8b) !== 0x8b || (magic[2] ?? 8) !== 8) {
        // Behind a member: padding or junk, which no browser minds.
        if (!isFirst) return await reader.drain()
        report.isFalse()
        yield magic
        for (let chunk = await reader.next(); chunk; chunk = await reader.next()) yield chunk
        return
      }
      if (magic.length < 3 || !(await skipHeader(reader))) return report.broke('truncated', reader.position)
      isFirst = false

      let checksum = 0
      let length = 0
      const member = inflate(() => createInflateRaw({ chunkSize: CHUNK_BYTES }), reader)
      let step = await member.next()
      for (; !step.done; step = await member.next()) {
        checksum = crc32(step.value, checksum)
        length += step.value.length
        yield step.value
      }
      if (step.value.kind === 'corrupt') {
        report.broke('corrupt', step.value.offset)
        return await reader.drain()
      }
      if (step.value.kind === 'truncated') return report.broke('truncated', reader.position)
      const trailer = Buffer.from(await reader.take(8))
      if (trailer.length < 8) return report.broke('truncated', reader.position)
      if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== length % 2 ** 32) {
        report.broke('checksum', reader.position - 8)
        return await reader.drain()
      }
    }
  } finally {
    await reader.stop()
  }
}

/** The rest of a member's header; false where the bytes end before it does. */
async function skipHeader(reader: ByteReader): Promise<boolean> {
  const fixed = await reader.take(7)
  if (fixed.length < 7) return false
  const flags = fixed[0] ?? 0
  if (flags & FLAG.extra) {
    const size = Buffer.from(await reader.take(2))
    if (size.length < 2 || (await reader.take(size.readUInt16LE(0))).length < size.readUInt16LE(0)) return false
  }
  for (const flag of [FLAG.name, FLAG.comment])
    if (flags & flag && !(await reader.takeThrough(0, TEXT_LIMIT_BYTES))) return false
  return !(flags & FLAG.headerCrc) || (await reader.take(2)).length === 2
}
