/**
 * How fast one audit asks one host: so many requests at once, fewer and further apart when it says that it is too much
 * (429, 503 with Retry-After) or answers ever more slowly, and back again when it goes well. A host that answers nothing
 * is not asked for ever. What holds for all audits together is in host-limits.ts.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { FetchOptions } from '../model/exchange.ts'
import { takePlace } from './take-place.ts'

type Kind = FetchOptions['as']

export interface HostPace {
  /**
   * Waits for a place among the requests to this host, and for a turn unless the host is given up. What is returned
   * gives the place back; null where `signal` ended the wait.
   */
  take(signal: AbortSignal): Promise<(() => void) | null>
  /** Seconds between page requests; what is longer than the limit counts as the limit. */
  setCrawlDelay(seconds: number): void
  /** As it is kept; 0: none. */
  readonly crawlDelayMs: number
  /** An answer came, `ms` after its request was sent. */
  answered(kind: Kind, ms: number): void
  /** The host asked for fewer requests; `waitMs` where it said for how long. */
  overloaded(waitMs: number | null): void
  /** No answer came in time. */
  timedOut(): void
  /** Why no further request is worth it: it never answered, or it goes on asking for fewer. */
  givenUp(): 'silent' | 'limited' | null
  /** Requests at once, and the pause between them, as they are now. */
  readonly state: { concurrency: number; pauseMs: number }
}

/** Longest crawl delay that is kept; a site that asks for more is read at this pace. Ours, as is all of the following. */
export const CRAWL_DELAY_LIMIT_S = 10

const PAUSE_LIMIT_MS = 5_000
/** Requests without an answer in time, to a host that never gave one. */
const SILENT_TIMEOUTS = 4
/** Answers in a row that ask for fewer requests, after which going on would be rude. */
const LIMITED_ANSWERS = 10
/** Good answers in a row after which one step of the slowing is taken back. */
const RECOVERY_ANSWERS = 8
/** Answer times are compared with the quickest of the first few. */
const BASELINE_ANSWERS = 4
const RISE_FACTOR = 4
/** Below that no answer is slow, whatever the first ones were. */
const RISE_FLOOR_MS = 1_000
/** Weight of the newest answer in the moving average. */
const NEWEST_WEIGHT = 0.3

interface AnswerTimes {
  count: number
  quickestMs: number
  averageMs: number
}

export interface PaceSettings {
  /** Requests at once where nothing speaks against it. */
  concurrency: number
  /** Pause between requests after the first step of slowing down, ms. */
  firstPauseMs: number
  /** Longest time for which the host is left alone when it says for how long, ms. */
  waitLimitMs: number
  /** Ms of any origin. */
  clock?: () => number
}

export function createHostPace({
  concurrency,
  firstPauseMs,
  waitLimitMs,
  clock = () => performance.now(),
}: PaceSettings): HostPace {
  const limit = pLimit(concurrency)
  const times = new Map<Kind, AnswerTimes>()
  let crawlDelayMs = 0
  let pauseMs = 0
  let nextAt = 0
  let good = 0
  let timeouts = 0
  let limits = 0
  let hasAnswered = false

  function slowDown(): void {
    good = 0
    limit.concurrency = Math.max(1, Math.floor(limit.concurrency / 2))
    pauseMs = Math.min(Math.max(firstPauseMs, pauseMs * 2), PAUSE_LIMIT_MS)
    nextAt = Math.max(nextAt, clock() + pauseMs)
  }

  function recover(): void {
    good = 0
    if (limit.concurrency < concurrency) limit.concurrency++
    pauseMs = pauseMs > firstPauseMs ? pauseMs / 2 : 0
  }

  function givenUp(): ReturnType<HostPace['givenUp']> {
    if (!hasAnswered && timeouts >= Math.max(concurrency, SILENT_TIMEOUTS)) return 'silent'
    return limits >= LIMITED_ANSWERS ? 'limited' : null
  }

  /** The turn is taken at once, so that those who wait are apart from each other too. */
  function takeTurn(): number {
    const at = Math.max(clock(), nextAt)
    if (pauseMs > 0) nextAt = at + pauseMs
    return at
  }

  function isRising(kind: Kind, ms: number): boolean {
    const known = times.get(kind) ?? { count: 0, quickestMs: ms, averageMs: ms }
    known.count++
    if (known.count <= BASELINE_ANSWERS) known.quickestMs = Math.min(known.quickestMs, ms)
    known.averageMs += (ms - known.averageMs) * NEWEST_WEIGHT
    times.set(kind, known)
    if (known.averageMs <= Math.max(RISE_FLOOR_MS, known.quickestMs * RISE_FACTOR)) return false
    // Told once: the average has to rise anew before it counts again.
    known.averageMs = known.quickestMs
    return true
  }

  return {
    async take(signal) {
      const giveBack = await takePlace(limit, signal)
      if (!giveBack) return null
      if (givenUp() !== null) return giveBack
      const waitMs = takeTurn() - clock()
      try {
        if (waitMs > 0) await wait(waitMs, undefined, { signal })
      } catch {
        giveBack()
        return null
      }
      return giveBack
    },
    setCrawlDelay(seconds) {
      if (seconds > 0) crawlDelayMs = Math.min(seconds, CRAWL_DELAY_LIMIT_S) * 1000
    },
    get crawlDelayMs() {
      return crawlDelayMs
    },
    answered(kind, ms) {
      hasAnswered = true
      timeouts = 0
      limits = 0
      if (isRising(kind, ms)) slowDown()
      else if (++good >= RECOVERY_ANSWERS) recover()
    },
    overloaded(waitMs) {
      hasAnswered = true
      timeouts = 0
      limits++
      slowDown()
      if (waitMs !== null) nextAt = Math.max(nextAt, clock() + Math.min(waitMs, waitLimitMs))
    },
    timedOut() {
      timeouts++
      slowDown()
    },
    givenUp,
    get state() {
      return { concurrency: limit.concurrency, pauseMs }
    },
  }
}
