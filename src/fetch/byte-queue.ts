/** Bytes handed from a socket's events to one reader, never more than a chunk or two ahead of it. */
export interface ByteQueue {
  /** False: stop sending until `onRoom` is called. */
  push(chunk: Uint8Array): boolean
  end(): void
  /** The reader gets what came before, then the error. */
  fail(error: unknown): void
  /** To be iterated once. Throws what `fail` was given. */
  chunks: AsyncIterable<Uint8Array>
}

/**
 * @param onRoom the reader has caught up
 * @param onStop the reader has gone away before the end
 */
export function createByteQueue(onRoom: () => void, onStop: () => void): ByteQueue {
  const queued: Uint8Array[] = []
  let isOver = false
  let failure: { error: unknown } | null = null
  let wake = () => {}

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      while (true) {
        const chunk = queued.shift()
        if (chunk) {
          yield chunk
          continue
        }
        if (failure) throw failure.error
        if (isOver) return
        const changed = new Promise<void>((resolve) => {
          wake = resolve
        })
        onRoom()
        await changed
      }
    } finally {
      if (!isOver) onStop()
    }
  }

  return {
    push(chunk) {
      queued.push(chunk)
      wake()
      return false
    },
    end() {
      isOver = true
      wake()
    },
    fail(error) {
      if (isOver) return
      isOver = true
      failure = { error }
      wake()
    },
    chunks: read(),
  }
}
