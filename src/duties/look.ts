/** Looking at a table: after hints that there may be something new, and now and then without one. */

/** @param isWhole look also for what nobody has hinted at */
export type Look = (isWhole: boolean) => Promise<void>

export interface LookSettings {
  /** Hints that come within it are one. */
  gatherMs: number
  /** Between two whole looks. */
  everyMs: number
  onError: (error: unknown) => void
}

export interface Looking {
  hint(): void
  hintWhole(): void
  /** Begins no more. Resolves when the look that was begun has ended. */
  stop(): Promise<void>
}

/** Begins with a whole look. One look runs at a time; a hint during it leads to another one behind it. */
export function keepLooking(look: Look, { gatherMs, everyMs, onError }: LookSettings): Looking {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isHinted = false
  let isWholeDue = false

  function begin(): void {
    timer = undefined
    isHinted = false
    const isWhole = isWholeDue
    isWholeDue = false
    running = look(isWhole)
      .catch((error) => {
        // What the hint was about must not be forgotten.
        isWholeDue = true
        onError(error)
      })
      .finally(() => {
        running = undefined
        if (isHinted) plan()
      })
  }

  function plan(): void {
    isHinted = true
    if (isStopped || running || timer) return
    timer = setTimeout(begin, gatherMs)
  }

  function hintWhole(): void {
    isWholeDue = true
    plan()
  }

  const ticks = setInterval(hintWhole, everyMs)
  hintWhole()
  return {
    hint: plan,
    hintWhole,
    async stop() {
      isStopped = true
      clearInterval(ticks)
      clearTimeout(timer)
      await running
    },
  }
}
