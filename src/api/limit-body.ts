/** The body of an upload as a stream that ends at its limit. */
import { createProblem } from './problems.ts'

/**
 * @param source the request as it comes in
 * @throws problems BODY_TOO_LARGE, BODY_INCOMPLETE, while it is read
 */
export async function* limitBody(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  const chunks = source[Symbol.asyncIterator]()
  for (;;) {
    let next: IteratorResult<Uint8Array>
    try {
      next = await chunks.next()
    } catch (cause) {
      throw Object.assign(createProblem('BODY_INCOMPLETE', 'The connection ended before the body did.'), { cause })
    }
    if (next.done) return
    bytes += next.value.byteLength
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes)
    yield next.value
  }
}

export function bodyTooLarge(maxBytes: number) {
  return createProblem('BODY_TOO_LARGE', `The body may have at most ${maxBytes.toLocaleString('en-US')} bytes.`)
}
