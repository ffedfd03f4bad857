/** Sends a document to a check thread, no faster than it is checked there. */
import type { DocumentCheck, DocumentOptions } from '../audit/check-document.ts'
import type { DocumentContext } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import type { HeldSource } from './held-source.ts'
import type { Progress } from './messages.ts'
import type { Thread } from './thread.ts'

/**
 * @param windowBytes on their way to the thread or waiting there, but for one chunk more
 * @throws CheckLostError, what the source throws, and what the check throws
 */
export async function sendDocument(
  thread: Pick<Thread, 'open'>,
  source: HeldSource,
  context: DocumentContext,
  { rules: _, signal, ...options }: DocumentOptions,
  windowBytes: number,
  onProgress?: (progress: Progress) => void,
): Promise<DocumentCheck> {
  /** Sent, and not worked off as far as is known here. */
  const inFlight: { length: number; ending: BodyEnding }[] = []
  let bytesInFlight = 0
  let taken = 0
  let isStopped = false
  /** The source has ended by itself. */
  let isThrough = false
  let wake = () => {}

  const sent = thread.open(context, options, windowBytes, {
    onTaken(chunks, progress) {
      taken += chunks
      for (const { length } of inFlight.splice(0, chunks)) bytesInFlight -= length
      onProgress?.(progress)
      wake()
    },
    onStop(chunks) {
      stop()
      // Had nothing been read ahead, this is where the source would stand. One that is cancelled may have begun none.
      const stoppedAt = inFlight[chunks - taken - 1]?.ending
      sent.end((!signal?.aborted && stoppedAt) || source.ending(), true)
    },
    onSettled() {
      if (!isThrough) stop()
    },
  })
  function stop(): void {
    if (isStopped) return
    isStopped = true
    source.stop().catch(() => {})
    source.cancel()
    wake()
  }
  // Looked at once the source is through.
  sent.check.catch(() => {})
  const onAbort = () => sent.cancel()
  if (signal?.aborted) onAbort()
  else signal?.addEventListener('abort', onAbort)

  /** @returns false: there is none, or no more are wanted */
  function next(): Promise<boolean> {
    return new Promise((resolve, reject) => {
      wake = () => {
        if (isStopped) resolve(false)
      }
      source.more().then(resolve, reject)
    })
  }
  const room = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })

  async function feed(): Promise<void> {
    while (!isStopped) {
      const held = source.take()
      if (held) {
        const { length } = held.chunk
        inFlight.push({ length, ending: held.ending })
        bytesInFlight += length
        sent.push(held.chunk)
        while (bytesInFlight >= windowBytes && !isStopped) await room()
      } else if (!(await next())) {
        break
      }
    }
  }

  try {
    await feed()
    if (!isStopped) {
      isThrough = true
      sent.end(source.ending(), false)
    }
    return await sent.check
  } catch (error) {
    stop()
    sent.cancel()
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
