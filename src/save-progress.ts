/** Progress comes with every entry; the database takes it a few times a second, and the report so far more rarely. */
import type { Progress } from './model/audit.ts'
import type { Report } from './model/report.ts'

const PROGRESS_EVERY_MS = 250
const PARTIAL_EVERY_MS = 2_000
/** A report of thousands of documents takes long to make and to write: at most this share of the time goes into it. */
const PARTIAL_SHARE = 0.05

export interface ProgressSaver {
  /** Never throws, never waits. */
  take(progress: Progress, partial: () => Report): void
  /** Stops saving. Resolves when what was begun is written. */
  stop(): Promise<void>
  /** Stops, and writes the newest progress; the report itself is about to be written. */
  finish(): Promise<void>
}

/** @param onError told of a save that failed; the next one comes anyway */
export function createProgressSaver(
  save: (progress: Progress, partial: Report | null) => Promise<void>,
  onError: (error: unknown) => void,
): ProgressSaver {
  let newest: { progress: Progress; partial: () => Report } | undefined
  let saving: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let partialDueMs = 0

  async function write(withPartial: boolean): Promise<void> {
    if (!newest) return
    const { progress, partial } = newest
    newest = undefined
    const startedMs = performance.now()
    try {
      await save(progress, withPartial ? partial() : null)
    } catch (error) {
      onError(error)
    }
    const endedMs = performance.now()
    if (withPartial) partialDueMs = endedMs + Math.max(PARTIAL_EVERY_MS, (endedMs - startedMs) / PARTIAL_SHARE)
  }

  function schedule(): void {
    if (isStopped || timer || saving) return
    timer = setTimeout(() => {
      timer = undefined
      saving = write(performance.now() >= partialDueMs).finally(() => {
        saving = undefined
        if (newest) schedule()
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
      schedule()
    },
    stop,
    async finish() {
      await stop()
      await write(false)
    },
  }
}
