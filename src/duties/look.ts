/** Work that is looked for again and again: now and then, and after hints that there may be some. */

/**
 * @param isWhole look also for what nobody has hinted at
 * @param stopping fires when there shall be an end
 */
export type Look = (isWhole: boolean, stopping: AbortSignal) => Promise<void>

export interface LookSettings {
  /** From the end of a whole look to the next one. */
  everyMs: number
  /** Hints that come within it are one. Default: 0. */
  gatherMs?: number
  /** A look that fails does not keep the next one. */
  onError: (error: unknown) => void
}

export interface Looking {
  hint(): void
  hintWhole(): void
  /** Begins no more. Resolves when the look that was begun has ended. */
  stop(): Promise<void>
}

/** Begins with a whole look, at once. One look runs at a time; a hint during it leads to another one behind it. */
export function keepLooking(look: Look, { everyMs, gatherMs = 0, onError }: LookSettings): Looking {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let pausing: NodeJS.Timeout | undefined
  let isHinted = false
  let isWholeDue = true

  function begin(): void {
    gathering = undefined
    isHinted = false
    const isWhole = isWholeDue
    isWholeDue = false
    running = look(isWhole, signal)
      .catch((error) => {
        // What the hint was about must not be forgotten.
        isWholeDue = true
        onError(error)
      })
      .finally(() => {
        running = undefined
        if (signal.aborted) return
        if (isWhole) {
          clearTimeout(pausing)
          pausing = setTimeout(hintWhole, everyMs).unref()
        }
        if (isHinted) hint()
      })
  }

  function hint(): void {
    isHinted = true
    if (signal.aborted || running || gathering) return
    gathering = setTimeout(begin, gatherMs)
  }

  function hintWhole(): void {
    isWholeDue = true
    hint()
  }

  begin()
  return {
    hint,
    hintWhole,
    async stop() {
      stopping.abort()
      clearTimeout(gathering)
      clearTimeout(pausing)
      await running
    },
  }
}
