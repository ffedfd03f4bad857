/** The codings that node:zlib reads whole: deflate (with or without the zlib frame), br and zstd. */
import { createBrotliDecompress, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import type { ByteReader } from './byte-reader.ts'
import type { Decoder } from './decoder.ts'
import { CHUNK_BYTES, type Engine, inflate } from './inflate.ts'

const OPTIONS = { chunkSize: CHUNK_BYTES }
/** Enough to know text when we see it: none of these codings has a magic number that every body begins with. */
const HEAD_BYTES = 4_096

/**
 * Makes the decoder for a coding. Where the very first bytes cannot be decoded, or the bytes are plainly text that does
 * not decode, the claim was false and the body is yielded as it is.
 */
export function undeflate(coding: 'deflate' | 'br' | 'zstd'): Decoder {
  return async function* (reader, report) {
    try {
      const head = await reader.take(HEAD_BYTES)
      if (head.length === 0) return
      reader.unread(head)
      const isText = looksLikeText(head)
      const body = inflate(() => makeEngine(coding, head), reader)
      // What text decodes to by chance is noise: it is held until the first slice has shown whether it is compressed.
      const held: Uint8Array[] = []
      let heldLength = 0
      let step = await body.next()
      while (!step.done && isText && heldLength < CHUNK_BYTES) {
        held.push(step.value)
        heldLength += step.value.length
        step = await body.next()
      }
      if (step.done && reader.position <= head.length) {
        const isNothing = step.value.kind === 'corrupt' && step.value.produced === 0
        // Text may decode to noise that even ends, but hardly ever with its own last byte.
        if (isNothing || (isText && !(step.value.kind === 'end' && (await isAtEnd(reader))))) {
          report.isFalse()
          yield head
          await reader.take(head.length - reader.position)
          for (let chunk = await reader.next(); chunk; chunk = await reader.next()) yield chunk
          return
        }
      }
      yield* held
      for (; !step.done; step = await body.next()) yield step.value
      if (step.value.kind === 'corrupt') report.broke('corrupt', step.value.offset)
      else if (step.value.kind === 'truncated') report.broke('truncated', reader.position)
      await reader.drain()
    } finally {
      await reader.stop()
    }
  }
}

async function isAtEnd(reader: ByteReader): Promise<boolean> {
  const next = await reader.next(1)
  if (next) reader.unread(next)
  return next === null
}

function makeEngine(coding: 'deflate' | 'br' | 'zstd', head: Uint8Array): Engine {
  switch (coding) {
    case 'deflate':
      // The standard means the zlib frame (RFC 1950); servers that send bare deflate data are as old as the web.
      return hasZlibFrame(head) ? createInflate(OPTIONS) : createInflateRaw(OPTIONS)
    case 'br':
      return createBrotliDecompress(OPTIONS)
    case 'zstd':
      return createZstdDecompress(OPTIONS)
  }
}

/** RFC 1950, 2.2: method 8, and the first two bytes are a multiple of 31. */
function hasZlibFrame([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

/** Markup, JSON or a URL, after a byte order mark and white space. */
function looksLikeText(head: Uint8Array): boolean {
  return /^(?:\xEF\xBB\xBF)?[\t\n\r ]{0,100}(?:<[?!a-zA-Z]|https?:\/\/|[{[]\s*")/.test(
    Buffer.from(head.subarray(0, 200)).toString('latin1'),
  )
}
