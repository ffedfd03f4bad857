/**
 * Progress comes with every entry; the database takes it a few times a second, with what was found in the meantime, and
 * the report so far more rarely.
 */
import type { Found } from '../audit/tools.ts'
import type { Progress } from '../model/audit.ts'
import type { Report } from '../model/report.ts'
import type { NewEvent } from '../store/events.ts'
import { createEventGatherer } from './gather-events.ts'

const PROGRESS_EVERY_MS = 250
const PARTIAL_EVERY_MS = 2_000
/** A report of thousands of documents takes long to make and to write: at most this share of the time goes into it. */
const PARTIAL_SHARE = 0.05

export interface ProgressSaver {
  /** Never throws, never waits. */
  take(progress: Progress, partial: () => Report): void
  /** To be told with the next progress. Never throws, never waits. */
  found(found: Found): void
  /** Stops saving. Resolves when what was begun is written. */
  stop(): Promise<void>
  /**
   * Stops, and writes the newest progress and what of the report was not told; the report itself is about to be written.
   * An audit that was over before anything was told tells nothing: its report has it all.
   */
  finish(report: Report): Promise<void>
}

/** @param onError told of a save that failed; what it had to tell comes with the next one */
export function createProgressSaver(
  save: (progress: Progress, partial: Report | null, events: NewEvent[]) => Promise<void>,
  onError: (error: unknown) => void,
): ProgressSaver {
  const gatherer = createEventGatherer()
  let newest: { progress: Progress; partial: () => Report } | undefined
  let isUnsaved = false
  let hasTold = false
  let saving: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let partialDueMs = 0

  /** Never throws. @returns whether it was saved */
  async function write(withPartial: boolean, events: NewEvent[]): Promise<boolean> {
    if (!newest) return false
    const { progress, partial } = newest
    isUnsaved = false
    const startedMs = performance.now()
    let isSaved = true
    try {
      // Also where this fails: the database may have done it, and only not been able to say so.
      if (events.length > 0) hasTold = true
      await save(progress, withPartial ? partial() : null, events)
    } catch (error) {
      isSaved = false
      gatherer.giveBack(events)
      onError(error)
    }
    const endedMs = performance.now()
    if (withPartial) partialDueMs = endedMs + Math.max(PARTIAL_EVERY_MS, (endedMs - startedMs) / PARTIAL_SHARE)
    return isSaved
  }

  function schedule(): void {
    if (isStopped || timer || saving) return
    timer = setTimeout(() => {
      timer = undefined
      saving = write(performance.now() >= partialDueMs, gatherer.take()).then((isSaved) => {
        saving = undefined
        if (isUnsaved || (isSaved && gatherer.hasMore())) schedule()
      })
    }, PROGRESS_EVERY_MS)
    timer.unref()
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await saving
  }

  return {
    take(progress, partial) {
      newest = { progress, partial }
      isUnsaved = true
      schedule()
    },
    found: gatherer.add,
    stop,
    async finish(report) {
      await stop()
      if (hasTold) gatherer.settle(report)
      let isSaved = await write(false, hasTold ? gatherer.take() : [])
      while (isSaved && hasTold && gatherer.hasMore()) isSaved = await write(false, gatherer.take())
    },
  }
}
