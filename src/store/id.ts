/** UUID version 7 (RFC 9562, section 5.7): sorts by the time it was made, also within one millisecond of one process. */
import { randomFillSync } from 'node:crypto'

let lastMs = 0
let counter = 0

export function createId(now = Date.now()): string {
  const bytes = randomFillSync(new Uint8Array(16))
  if (now > lastMs) {
    lastMs = now
    // The upper half of the twelve bits is left for counting on.
    counter = (((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0)) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(lastMs / 2 ** 32))
  view.setUint32(2, lastMs % 2 ** 32)
  view.setUint16(6, 0x7000 | counter)
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Whether this can be an id at all. PostgreSQL would refuse the statement otherwise. */
export function isId(text: string): boolean {
  return ID.test(text)
}
