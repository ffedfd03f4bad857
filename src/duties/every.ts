/** Work that is looked for again and again, one time after the other. */

export interface Repeating {
  /** Begins no more. Resolves when what was begun has ended. */
  stop(): Promise<void>
}

/**
 * Runs now, and again `pauseMs` after each end. A run that fails is told and does not keep the next one.
 * @param run the signal fires when there shall be an end
 */
export function every(
  pauseMs: number,
  run: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  function begin(): void {
    running = run(stopping.signal)
      .catch(onError)
      .finally(() => {
        if (stopping.signal.aborted) return
        timer = setTimeout(begin, pauseMs)
        timer.unref()
      })
  }

  begin()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
