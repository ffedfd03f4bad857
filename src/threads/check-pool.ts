/**
 * Checks documents on threads of their own, so that this one has time for others. Small ones stay: to hand them over
 * costs more than to check them. The result is the same wherever it is made.
 */
import { getHeapStatistics } from 'node:v8'
import { type CheckDocument, checkDocument } from '../audit/check-document.ts'
import { RULES } from '../rules/index.ts'
import { type HeldSource, holdSource } from './held-source.ts'
import { sendDocument } from './send-document.ts'
import { startThread, type Thread } from './thread.ts'

export interface CheckPool {
  check: CheckDocument
  /** Threads that there are now, also those that are starting. */
  size(): number
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
  /** A document of which so many bytes came goes to a thread that runs, if there is one. */
  largeBytes?: number
  /** So many bytes are read ahead of the check; with them a document waits for a thread that is starting. */
  windowBytes?: number
  /** What is cancelled is given up by then, with the thread that does not let it go. */
  patienceMs?: number
  /** What the threads run. */
  file?: URL
}

const LARGE_BYTES = 65_536
const WINDOW_BYTES = 524_288
/** What many documents have come to is judged one after the other when their audits end. */
const PATIENCE_MS = 30_000
/** Nor more than the main thread may have, which goes by the memory of the machine or container. */
const HEAP_MB = 2_048
/** Three semi-spaces of 8 MB, as `npm start` gives the main thread: with V8's own of 64 garbage lies for long. */
const YOUNG_MB = 24
const IDLE_MS = 10_000
/** After a thread that could not even start, none is tried for so long. */
const PAUSE_MS = 60_000

export function createCheckPool({
  threads: limit,
  onLost,
  heapMb = Math.min(HEAP_MB, getHeapStatistics().heap_size_limit / 2 ** 20),
  idleMs = IDLE_MS,
  largeBytes = LARGE_BYTES,
  windowBytes = WINDOW_BYTES,
  patienceMs = PATIENCE_MS,
  file = new URL('./check-thread.ts', import.meta.url),
}: CheckPoolSettings): CheckPool {
  /** Each with the documents that were given to it and are not through. */
  const loads = new Map<Thread, number>()
  const timers = new Map<Thread, NodeJS.Timeout>()
  /** Large documents that are not through. */
  let wanting = 0
  let pausedUntilMs = 0
  let isClosed = false

  function start(): void {
    try {
      const thread = startThread({
        file,
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
        patienceMs,
        onLost(error, wasReady) {
          forget(thread)
          if (!wasReady) pause()
          onLost(error)
        },
      })
      loads.set(thread, 0)
      void thread.started.then(() => rest(thread))
    } catch (error) {
      // The system gives no more threads.
      pause()
      onLost(error as Error)
    }
  }

  function pause(): void {
    pausedUntilMs = performance.now() + PAUSE_MS
  }

  function forget(thread: Thread): void {
    loads.delete(thread)
    clearTimeout(timers.get(thread))
    timers.delete(thread)
  }

  function rest(thread: Thread): void {
    if (loads.get(thread) !== 0) return
    const timer = setTimeout(() => {
      forget(thread)
      void thread.end()
    }, idleMs)
    timer.unref()
    timers.set(thread, timer)
  }

  function take(thread: Thread): Thread {
    clearTimeout(timers.get(thread))
    loads.set(thread, (loads.get(thread) ?? 0) + 1)
    return thread
  }

  function leave(thread: Thread): void {
    const load = loads.get(thread)
    if (load === undefined) return
    loads.set(thread, load - 1)
    rest(thread)
  }

  /** The one that has least to do; none while another one starts, which will have nothing to do. */
  function pick(): Thread | undefined {
    if (loads.size < Math.min(limit, wanting) && performance.now() >= pausedUntilMs) start()
    const ready = [...loads].filter(([thread]) => thread.isReady()).sort(([, a], [, b]) => a - b)
    const [[least, load] = []] = ready
    return load === 0 || ready.length === loads.size ? least : undefined
  }

  async function isLarge(source: HeldSource, signal: AbortSignal | undefined): Promise<boolean> {
    while (source.bytes < largeBytes) if (signal?.aborted || !(await source.more())) return false
    return true
  }

  /** Reads on while it waits. @returns undefined: there is none, or the document was not worth the waiting */
  async function findThread(source: HeldSource, signal: AbortSignal | undefined): Promise<Thread | undefined> {
    while (!signal?.aborted) {
      const thread = pick()
      if (thread) return take(thread)
      const starting = [...loads.keys()].filter((one) => !one.isReady())
      if (starting.length === 0) return undefined
      if (source.bytes >= windowBytes) await Promise.race(starting.map(({ started }) => started))
      else if (!(await source.more())) return undefined
    }
    return undefined
  }

  return {
    async check(source, context, options, onProgress) {
      // Rules are functions and cannot be sent.
      const isSendable = (options.rules ?? RULES) === RULES
      if (limit === 0 || isClosed || !isSendable) return checkDocument(source, context, options, onProgress)
      const held = holdSource(source)
      const checkHere = () => checkDocument(held.replay(), context, options, onProgress)
      if (!(await isLarge(held, options.signal))) return checkHere()
      wanting++
      try {
        const thread = await findThread(held, options.signal)
        if (!thread) return await checkHere()
        try {
          return await sendDocument(thread, held, context, options, windowBytes, onProgress)
        } finally {
          leave(thread)
        }
      } finally {
        wanting--
      }
    },
    size: () => loads.size,
    async close() {
      isClosed = true
      const all = [...loads.keys()]
      for (const thread of all) forget(thread)
      await Promise.all(all.map((thread) => thread.end()))
    },
  }
}
