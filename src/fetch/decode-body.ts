/** Undoes Content-Encoding as a stream: one coding after the other, a chunk at a time, telling what was wrong. */
import type { BodyEnding } from '../model/exchange.ts'
import { createByteReader } from './byte-reader.ts'
import type { Decoder } from './decoder.ts'
import { undeflate } from './undeflate.ts'
import { ungzip } from './ungzip.ts'

export type Coding = BodyEnding['coding']

export interface DecodedBody {
  chunks: AsyncGenerator<Uint8Array>
  /** Valid once `chunks` has ended. */
  coding(): Coding
}

/** RFC 9110, 8.4.1 ("x-gzip" is the same), RFC 7932, RFC 8878. zstd is never asked for, but some servers send it. */
const DECODERS: Record<string, Decoder> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  deflate: undeflate('deflate'),
  br: undeflate('br'),
  zstd: undeflate('zstd'),
}

/** More codings than that in one answer are no accident; what is left over stays as it is. */
const CODINGS_LIMIT = 4

/**
 * @param source the body after chunking; must not throw
 * @param contentEncoding the values of all Content-Encoding lines
 */
export function decodeBody(source: AsyncIterable<Uint8Array>, contentEncoding: string[]): DecodedBody {
  const tokens = contentEncoding
    .join(',')
    .split(',')
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '' && token !== 'identity')
  const coding: Coding = { tokens, unknown: [], false: null, undone: [], state: 'ok', offset: null }
  let chunks = toGenerator(source)

  // Codings are listed in the order they were applied. Behind an unknown one nothing can be undone.
  for (const token of tokens.toReversed()) {
    const decode = Object.hasOwn(DECODERS, token) ? DECODERS[token] : undefined
    if (!decode) coding.unknown.push(token)
    if (!decode || coding.undone.length === CODINGS_LIMIT) break
    coding.undone.push(token)
    chunks = decode(createByteReader(chunks), {
      broke(state, offset) {
        if (coding.state !== 'ok') return
        coding.state = state
        coding.offset = offset
      },
      isFalse() {
        coding.false ??= token
        coding.undone.splice(coding.undone.indexOf(token), 1)
      },
    })
  }
  return { chunks, coding: () => coding }
}

async function* toGenerator(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source
}
