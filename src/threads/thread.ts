/** One check thread as the main thread sees it: documents that are sent to it, until it ends or breaks down. */
import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads'
import { CheckLostError, type DocumentCheck } from '../audit/check-document.ts'
import type { Child } from '../model/checked-document.ts'
import type { DocumentContext } from '../model/document.ts'
import type { BodyEnding } from '../model/exchange.ts'
import type { FromThread, Progress, SentOptions, ToThread } from './messages.ts'
import { unpackCheck } from './packed-check.ts'
import { toMove } from './to-move.ts'

export interface ThreadSettings {
  /** What it runs. */
  file: URL
  resourceLimits: ResourceLimits
  /** What is cancelled is given up by then, with the thread that does not let it go. */
  patienceMs: number
  /** It ended without being told to. */
  onLost(error: Error, wasReady: boolean): void
}

export interface Thread {
  /** Resolves once it takes documents; false: it never will. */
  started: Promise<boolean>
  isReady(): boolean
  /** @param windowBytes to be told of chunks at the latest when so many bytes of them are worked off */
  open(context: DocumentContext, options: SentOptions, windowBytes: number, listener: Listener): SentDocument
  /** What it is at is lost. */
  end(): Promise<void>
}

export interface Listener {
  onTaken(chunks: number, progress: Progress): void
  /** No more chunks are wanted; so many were begun. */
  onStop(chunks: number): void
  /** Nothing will come any more. */
  onSettled(): void
}

export interface SentDocument {
  push(chunk: Uint8Array): void
  /** @param answersStop it is said because of `onStop` */
  end(ending: BodyEnding, answersStop: boolean): void
  cancel(): void
  /** Rejects with CheckLostError where the thread ended, else with what the check threw. */
  check: Promise<DocumentCheck>
}

interface Running extends Listener {
  resolve(check: DocumentCheck): void
  reject(error: Error): void
  /** Those that came before the check. */
  children: Child[]
  timer: NodeJS.Timeout | undefined
}

let lastId = 0

export function startThread({ file, resourceLimits, patienceMs, onLost }: ThreadSettings): Thread {
  // Nothing of the process's settings is needed there, so nothing can be read there; flags of V8 hold for all threads.
  const worker = new Worker(file, { env: {}, execArgv: [], resourceLimits })
  const running = new Map<number, Running>()
  let isReady = false
  let isOver = false
  let settleStart: (isReady: boolean) => void
  const started = new Promise<boolean>((resolve) => {
    settleStart = resolve
  })

  function settle(id: number): Running | undefined {
    const document = running.get(id)
    running.delete(id)
    clearTimeout(document?.timer)
    if (running.size === 0) worker.unref()
    return document
  }

  function finish(error: Error): void {
    if (isOver) return
    isOver = true
    isReady = false
    settleStart(false)
    for (const id of [...running.keys()]) {
      const document = settle(id)
      document?.reject(new CheckLostError(error.message, { cause: error }))
      document?.onSettled()
    }
  }

  function lose(error: Error): void {
    if (isOver) return
    const wasReady = isReady
    finish(error)
    onLost(error, wasReady)
    void worker.terminate()
  }

  worker.on('message', (message: FromThread) => {
    if (isOver) return
    switch (message.kind) {
      case 'ready':
        isReady = true
        if (running.size === 0) worker.unref()
        settleStart(true)
        break
      case 'taken':
        running.get(message.id)?.onTaken(message.chunks, message.progress)
        break
      case 'stop':
        running.get(message.id)?.onStop(message.chunks)
        break
      case 'children':
        for (const child of message.children) running.get(message.id)?.children.push(child)
        worker.postMessage({ id: message.id, kind: 'more' } satisfies ToThread)
        break
      case 'done': {
        const document = settle(message.id)
        document?.resolve(unpackCheck(message.packed, document.children))
        document?.onSettled()
        break
      }
      case 'failed': {
        const document = settle(message.id)
        document?.reject(new Error(message.error))
        document?.onSettled()
        break
      }
    }
  })
  worker.on('messageerror', lose)
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`the thread ended with ${code}`)))

  return {
    started,
    isReady: () => isReady,
    open(context, options, windowBytes, listener) {
      const id = ++lastId
      const tell = (message: ToThread, moved: TransferListItem[] = []) => {
        if (running.has(id)) worker.postMessage(message, moved)
      }
      const check = new Promise<DocumentCheck>((resolve, reject) => {
        running.set(id, { ...listener, resolve, reject, children: [], timer: undefined })
      })
      worker.ref()
      tell({ id, kind: 'begin', context, options, windowBytes })
      return {
        push(chunk) {
          const moved = toMove(chunk)
          tell({ id, kind: 'chunk', chunk: moved }, [moved.buffer as ArrayBuffer])
        },
        end: (ending, answersStop) => tell({ id, kind: 'end', ending, answersStop }),
        cancel() {
          tell({ id, kind: 'cancel' })
          const document = running.get(id)
          if (document) document.timer ??= setTimeout(() => lose(new Error('the thread does not answer')), patienceMs)
        },
        check,
      }
    },
    async end() {
      finish(new Error('the service stops'))
      await worker.terminate()
    },
  }
}
