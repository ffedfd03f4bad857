/**
 * Whether the event loop is late: everything that this process does stands in one queue, and what is late is late for
 * all. Own code, because what the framework offers looks at one mean of one second: ticks are counted there and not
 * weighed, so that one of three seconds among a hundred short ones is 40 ms, and it flaps at its bound.
 */

const LOOK_MS = 500
/** Looks that decide. With three late ones of five, one or two long ticks (a start, a collection of garbage) do not. */
const LOOKS = 5
/** Share of the limit below which it is over. */
const RELIEF = 0.5

export interface LoopLoad {
  isOver(): boolean
  start(): void
  stop(): void
}

export interface LoopLoadSettings {
  /** How late the middle one of the last five looks may be, ms; 0: any. */
  limitMs: number
  /** Between two looks, ms. */
  lookMs?: number
  /** It is over, or is so no more. @param delayMs of the middle look */
  onChange?: (isOver: boolean, delayMs: number) => void
}

/** It looks from start to stop, and keeps no process alive. */
export function createLoopLoad({ limitMs, lookMs = LOOK_MS, onChange }: LoopLoadSettings): LoopLoad {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  /** How late each look came, ms. */
  const delays: number[] = []

  function lookAgain(): void {
    const dueMs = performance.now() + lookMs
    timer = setTimeout(() => {
      delays.push(Math.max(0, performance.now() - dueMs))
      if (delays.length > LOOKS) delays.shift()
      judge()
      lookAgain()
    }, lookMs)
    timer.unref()
  }

  function judge(): void {
    if (delays.length < LOOKS) return
    const middle = delays.toSorted((a, b) => a - b)[(LOOKS - 1) / 2] as number
    const now = middle > (isOver ? limitMs * RELIEF : limitMs)
    if (now === isOver) return
    isOver = now
    onChange?.(isOver, Math.round(middle))
  }

  return {
    isOver: () => isOver,
    start() {
      if (limitMs > 0 && timer === undefined) lookAgain()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
