/** The bytes of one document as they come to a check thread, in the shape in which they are checked. */
import type { DocumentSource } from '../audit/check-document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import type { Progress } from './messages.ts'

/** Long work on few bytes is told of so often. */
const TOLD_MS = 50

export interface Inbox {
  source: DocumentSource
  signal: AbortSignal
  onProgress(progress: Progress): void
  push(chunk: Uint8Array): void
  /** @param answersStop it is the one that `onStop` asks for */
  end(ending: BodyEnding, answersStop: boolean): void
  cancel(): void
  /** Resolves with the next `onMore`. */
  more(): Promise<void>
  onMore(): void
}

export interface InboxOptions {
  /** With so many bytes that it was not told of the sender waits. */
  windowBytes: number
  onTaken(chunks: number, progress: Progress): void
  /** `end` must be called for it. */
  onStop(chunks: number): void
}

/** To wake the other thread costs some 40 us: it is told a few times a window. */
const TOLD_A_WINDOW = 4

export function createInbox({ windowBytes, onTaken, onStop }: InboxOptions): Inbox {
  const queued: Uint8Array[] = []
  const controller = new AbortController()
  let ending: BodyEnding | null = null
  let isStopped = false
  let wake = () => {}
  let begun = 0
  let untold = { chunks: 0, bytes: 0 }
  let progress: Progress = { bytes: 0, entries: 0 }
  let toldMs = 0

  function tell(): void {
    onTaken(untold.chunks, progress)
    untold = { chunks: 0, bytes: 0 }
    toldMs = performance.now()
  }

  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  async function* read(): AsyncGenerator<Uint8Array> {
    let isOver = false
    try {
      while (!controller.signal.aborted) {
        const chunk = queued.shift()
        if (chunk) {
          begun++
          yield chunk
          untold = { chunks: untold.chunks + 1, bytes: untold.bytes + chunk.length }
          if (untold.bytes >= windowBytes / TOLD_A_WINDOW) tell()
        } else if (ending) {
          isOver = true
          return
        } else {
          await changed()
        }
      }
    } finally {
      if (!isOver) {
        // How it ended for the sender depends on how far it was read here.
        ending = null
        isStopped = true
        onStop(begun)
        while (ending === null) await changed()
      }
    }
  }

  return {
    source: {
      chunks: read(),
      ending() {
        if (ending === null) throw new Error('the chunks are not over')
        return ending
      },
      cancel: () => {},
    },
    signal: controller.signal,
    onProgress(now) {
      progress = now
      if (performance.now() - toldMs >= TOLD_MS) tell()
    },
    push(chunk) {
      queued.push(chunk)
      wake()
    },
    end(known, answersStop) {
      // The end of it all may have been on its way when it was stopped.
      if (isStopped && !answersStop) return
      ending = known
      wake()
    },
    more: changed,
    onMore: () => wake(),
    cancel() {
      controller.abort()
      wake()
    },
  }
}
