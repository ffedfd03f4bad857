/**
 * Feeds a decompressor of node:zlib slice by slice, so that nothing decoded is lost when it breaks and never more than
 * a chunk is decoded ahead of the reader.
 */
import type { Transform } from 'node:stream'
import type { ByteReader } from './byte-reader.ts'

/** What createInflateRaw and its like return. */
export type Engine = Transform & { bytesWritten: number }

/** Small, because on a fault zlib throws away what it decoded of the last slice. */
const SLICE_BYTES = 4_096
/** Encoded bytes kept to decode the last slice once more, byte by byte, after a fault. */
const HISTORY_BYTES = 256 * 1024
export const CHUNK_BYTES = 64 * 1024

export type InflateEnd =
  /** The compressed data ended by itself; what follows is left in the reader. */
  | { kind: 'end' }
  /** The reader ended first. */
  | { kind: 'truncated' }
  /** `offset` is the reader's position of the byte that broke it, exact unless the history was given up. */
  | { kind: 'corrupt'; offset: number; produced: number }

/** Yields decoded chunks; returns how it ended. Everything decoded before a fault is yielded. */
export async function* inflate(makeEngine: () => Engine, reader: ByteReader): AsyncGenerator<Uint8Array, InflateEnd> {
  const pump = createPump(makeEngine())
  let history: Uint8Array[] | null = []
  let historyLength = 0
  let produced = 0
  try {
    while (true) {
      const slice = await reader.next(SLICE_BYTES)
      if (slice === null) {
        for await (const chunk of pump.finish()) {
          produced += chunk.length
          yield chunk
        }
        return pump.hasFailed() ? { kind: 'truncated' } : { kind: 'end' }
      }
      const start = reader.position - slice.length
      for await (const chunk of pump.feed(slice)) {
        produced += chunk.length
        yield chunk
      }
      if (pump.hasFailed()) {
        if (!history) return { kind: 'corrupt', offset: start, produced }
        const again = replay(makeEngine(), history, slice, produced)
        let step = await again.next()
        for (; !step.done; step = await again.next()) {
          produced += step.value.length
          yield step.value
        }
        return { kind: 'corrupt', offset: start + step.value, produced }
      }
      if (pump.rest > 0) {
        reader.unread(slice.subarray(slice.length - pump.rest))
        return { kind: 'end' }
      }
      historyLength += slice.length
      if (historyLength > HISTORY_BYTES) history = null
      history?.push(slice)
    }
  } finally {
    pump.stop()
  }
}

/** Decodes again up to the fault; yields what had not been yielded, returns the index in `last` of the bad byte. */
async function* replay(
  engine: Engine,
  history: Uint8Array[],
  last: Uint8Array,
  skip: number,
): AsyncGenerator<Uint8Array, number> {
  const pump = createPump(engine)
  let left = skip
  try {
    for (const slice of history) for await (const chunk of pump.feed(slice)) left -= chunk.length
    for (let index = 0; index < last.length; index++) {
      for await (const chunk of pump.feed(last.subarray(index, index + 1))) {
        const fresh = left > 0 ? chunk.subarray(left) : chunk
        left -= Math.min(left, chunk.length)
        if (fresh.length > 0) yield fresh
      }
      if (pump.hasFailed()) return index
    }
    return last.length
  } finally {
    pump.stop()
  }
}

interface Pump {
  /** Decodes one slice; yields its output as far as it is read. */
  feed(slice: Uint8Array): AsyncGenerator<Uint8Array>
  /** No more input: fails where the data is not complete. */
  finish(): AsyncGenerator<Uint8Array>
  hasFailed(): boolean
  /** Bytes of the last slice that lie behind the end of the compressed data. */
  rest: number
  stop(): void
}

function createPump(engine: Engine): Pump {
  let isWritten = false
  let isEnded = false
  let hasFailed = false
  let wake = () => {}
  engine.on('readable', () => wake())
  engine.on('end', () => {
    isEnded = true
    wake()
  })
  engine.on('error', () => {
    hasFailed = true
    wake()
  })
  engine.on('close', () => wake())

  async function* drain(isOver: () => boolean): AsyncGenerator<Uint8Array> {
    while (true) {
      const chunk: Uint8Array | null = engine.read()
      if (chunk) {
        yield chunk
        continue
      }
      if (hasFailed || isEnded || engine.destroyed || isOver()) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  const pump: Pump = {
    rest: 0,
    hasFailed: () => hasFailed,
    async *feed(slice) {
      const before = engine.bytesWritten
      isWritten = false
      engine.write(slice, () => {
        isWritten = true
        wake()
      })
      yield* drain(() => isWritten)
      if (!hasFailed) pump.rest = slice.length - (engine.bytesWritten - before)
    },
    async *finish() {
      engine.end()
      yield* drain(() => false)
    },
    stop() {
      engine.destroy()
    },
  }
  return pump
}
