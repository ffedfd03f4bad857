/** The answers that stay open: how many there may be, and what ends them. */
import type { ServerResponse } from 'node:http'

/** A client that takes nothing for so long is gone, or as good as gone, ms. */
const STALL_LIMIT_MS = 60_000

export interface OpenStream {
  /** Fires when the client has left, takes nothing any more, or the service closes. */
  signal: AbortSignal
  /** The same pieces; the client is sent away when it does not take one in time. */
  bound(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void>
}

export interface Streams {
  /** @returns undefined when there are too many, or the service closes */
  open(response: ServerResponse): OpenStream | undefined
  /** Ends every stream, now and later. */
  endAll(): void
}

export interface StreamSettings {
  stallLimitMs?: number
  /** Told how many are open. */
  onCount?(count: number): void
}

export function createStreams(
  limit: number,
  { stallLimitMs = STALL_LIMIT_MS, onCount = () => {} }: StreamSettings = {},
): Streams {
  const open = new Set<AbortController>()
  let isClosing = false
  return {
    open(response) {
      if (isClosing || open.size >= limit) return undefined
      const controller = new AbortController()
      // A client may have left before anything was found for it: nobody would be told of that again.
      if (response.destroyed) controller.abort()
      else {
        open.add(controller)
        onCount(open.size)
        response.once('close', () => {
          open.delete(controller)
          onCount(open.size)
          controller.abort()
        })
      }
      return {
        signal: controller.signal,
        async *bound(pieces) {
          for await (const piece of pieces) {
            // A piece is asked for when the one before has gone out.
            const timer = setTimeout(() => response.destroy(), stallLimitMs)
            try {
              yield piece
            } finally {
              clearTimeout(timer)
            }
          }
        },
      }
    },
    endAll() {
      isClosing = true
      for (const controller of open) controller.abort()
    },
  }
}
