/** Small bodies, read whole within a bound. */
import type { Exchange } from '../model/exchange.ts'

/** At most `limit` bytes of the body; `isCut` when there was more, or when the transfer ended early. */
export async function readBody(exchange: Exchange, limit: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  if (!exchange.body) return { bytes: new Uint8Array(0), isCut: false }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of exchange.body.chunks) {
    chunks.push(chunk.length > limit - length ? chunk.subarray(0, limit - length) : chunk)
    length += chunk.length
    if (length > limit) {
      exchange.body.cancel()
      return { bytes: Buffer.concat(chunks), isCut: true }
    }
  }
  return { bytes: Buffer.concat(chunks), isCut: exchange.body.ending().state !== 'complete' }
}
