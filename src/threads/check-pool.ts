/**
 * Checks documents on threads of their own, so that this one has time for others. Small ones stay: to hand them over
 * costs more than to check them. The result is the same wherever it is made.
 */
import { type CheckDocument, checkDocument } from '../audit/check-document.ts'
import { RULES } from '../rules/index.ts'
import { type HeldSource, holdSource } from './held-source.ts'
import { sendDocument, WINDOW_BYTES } from './send-document.ts'
import { startThread, type Thread } from './thread.ts'

export interface CheckPool {
  check: CheckDocument
  /** What is being checked is lost. */
  close(): Promise<void>
}

export interface CheckPoolSettings {
  /** At most; 0: everything is checked on the calling thread. */
  threads: number
  /** A thread broke down, and the documents it was at are lost. */
  onLost(error: Error): void
  /** Heap of one thread. */
  heapMb?: number
  /** A thread that has had nothing to do for so long ends. */
  idleMs?: number
  /** What the threads run. */
  file?: URL
}

/** Bytes as received, from which on a document is worth a thread that runs. */
const LARGE_BYTES = 65_536
const HEAP_MB = 1_024
const IDLE_MS = 30_000
/** After a thread that could not even start, none is tried for so long. */
const PAUSE_MS = 60_000

export function createCheckPool({
  threads: limit,
  onLost,
  heapMb = HEAP_MB,
  idleMs = IDLE_MS,
  file = new URL('./check-thread.ts', import.meta.url),
}: CheckPoolSettings): CheckPool {
  const threads = new Set<Thread>()
  const idle = new Map<Thread, NodeJS.Timeout>()
  let pausedUntilMs = 0
  let isClosed = false

  function start(): void {
    const thread = startThread({
      file,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      onLost(error) {
        forget(thread)
        if (!wasReady) pausedUntilMs = performance.now() + PAUSE_MS
        onLost(error)
      },
    })
    let wasReady = false
    threads.add(thread)
    void thread.started.then((isReady) => {
      wasReady = isReady
      if (isReady) rest(thread)
    })
  }

  function forget(thread: Thread): void {
    threads.delete(thread)
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  }

  function rest(thread: Thread): void {
    if (thread.active() > 0 || !threads.has(thread)) return
    clearTimeout(idle.get(thread))
    const timer = setTimeout(() => {
      forget(thread)
      void thread.end()
    }, idleMs)
    timer.unref()
    idle.set(thread, timer)
  }

  /** The one that has least to do; where all have something to do, one more is started for those who come later. */
  function pick(): Thread | undefined {
    const ready = [...threads].filter((thread) => thread.isReady())
    const [least] = ready.sort((a, b) => a.active() - b.active())
    const isStarting = ready.length < threads.size
    const isWanted = (least?.active() ?? 1) > 0 && !isStarting
    if (isWanted && threads.size < limit && performance.now() >= pausedUntilMs) start()
    return least
  }

  /** Reads as much as it takes to know. @returns undefined: it is checked here */
  async function findThread(source: HeldSource, signal: AbortSignal | undefined): Promise<Thread | undefined> {
    while (!signal?.aborted) {
      if (source.bytes >= LARGE_BYTES) {
        const thread = pick()
        if (thread) return thread
        if (source.bytes >= WINDOW_BYTES) {
          if (threads.size === 0) return undefined
          await Promise.race(Array.from(threads, ({ started }) => started))
          return pick()
        }
      }
      if (!(await source.more())) return undefined
    }
    return undefined
  }

  return {
    async check(source, context, options, onProgress) {
      // Rules are functions and cannot be sent.
      const isSendable = (options.rules ?? RULES) === RULES
      if (limit === 0 || isClosed || !isSendable) return checkDocument(source, context, options, onProgress)
      const held = holdSource(source)
      const thread = await findThread(held, options.signal)
      if (!thread) return checkDocument(held.replay(), context, options, onProgress)
      clearTimeout(idle.get(thread))
      try {
        return await sendDocument(thread, held, context, options, onProgress)
      } finally {
        rest(thread)
      }
    },
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.end()))
      for (const thread of threads) forget(thread)
    },
  }
}
