/**
 * A document's bytes, read ahead before it is known who checks them. How far the source had come is kept with each chunk,
 * so that whoever stops at one finds the ending that it would have found there without any reading ahead.
 */
import type { DocumentSource } from '../audit/check-document.ts'
import type { BodyEnding } from '../model/exchange.ts'

export interface HeldChunk {
  chunk: Uint8Array
  ending: BodyEnding
}

export interface HeldSource {
  /** Bytes that were read and not taken. */
  readonly bytes: number
  /** Reads one chunk more. @returns false where there is none */
  more(): Promise<boolean>
  /** What was read, one after the other; undefined: nothing is left of it. */
  take(): HeldChunk | undefined
  ending(): BodyEnding
  /** Reads no further. */
  stop(): Promise<void>
  cancel(): void
  /** The source once more: what is held, and what follows. */
  replay(): DocumentSource
}

export function holdSource(source: DocumentSource): HeldSource {
  const iterator = openIterator(source.chunks)
  const held: HeldChunk[] = []
  let bytes = 0
  let isOver = false

  async function more(): Promise<boolean> {
    const step = isOver ? { done: true as const } : await iterator.next()
    if (step.done) {
      isOver = true
      return false
    }
    held.push({ chunk: step.value, ending: copyEnding(source.ending()) })
    bytes += step.value.length
    return true
  }

  function take(): HeldChunk | undefined {
    const next = held.shift()
    bytes -= next?.chunk.length ?? 0
    return next
  }

  async function stop(): Promise<void> {
    if (isOver) return
    isOver = true
    await iterator.return?.()
  }

  return {
    get bytes() {
      return bytes
    },
    more,
    take,
    ending: () => source.ending(),
    stop,
    cancel: () => source.cancel(),
    replay() {
      /** Where it stands, until it has ended. */
      let at: BodyEnding | null = null
      async function* chunks(): AsyncGenerator<Uint8Array> {
        try {
          while (held.length > 0 || (await more())) {
            const next = take()
            if (!next) break
            at = next.ending
            yield next.chunk
          }
          at = null
        } finally {
          await stop()
        }
      }
      return { chunks: chunks(), ending: () => at ?? source.ending(), cancel: () => source.cancel() }
    },
  }
}

function openIterator(chunks: DocumentSource['chunks']): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
  return Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
}

/** The source goes on writing into its own. */
function copyEnding(ending: BodyEnding): BodyEnding {
  const { coding } = ending
  return {
    ...ending,
    coding: { ...coding, tokens: [...coding.tokens], unknown: [...coding.unknown], undone: [...coding.undone] },
  }
}
