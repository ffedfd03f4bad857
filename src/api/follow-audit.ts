/** An audit as a stream of server-sent events: when to look, when to wait, and how not to fall silent. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '../store/store.ts'
import { createSteps, type Position, type Step } from './follow-steps.ts'
import { formatComment } from './sse.ts'

export interface FollowSettings {
  store: Pick<Store, 'events'>
  /** Told of a database that does not answer: it is asked again, and nobody is sent away. */
  onError(error: unknown): void
  pace?: Partial<FollowPace>
}

/** All ms. */
export interface FollowPace {
  /** A comment, when nothing else was sent for so long. */
  heartbeat: number
  /** A look without a notice, which may have been missed. */
  look: number
  /** No two looks within it, however many notices come. */
  rest: number
}

const PACE: FollowPace = { heartbeat: 15_000, look: 5_000, rest: 200 }
/** How long a client that was cut off waits before it comes back, ms. */
const RETRY_MS = 2_000

export type Follow = (auditId: string, from: Position, signal: AbortSignal) => AsyncGenerator<string, void, void>

/**
 * @returns how to follow one audit, piece by piece of the stream: it is over behind the audit's end, when the audit is
 * removed, or when the signal fires. No piece is made before the one before it was taken.
 */
export function createFollow({ store, onError, pace }: FollowSettings): Follow {
  const { heartbeat, look, rest } = { ...PACE, ...pace }
  const step = createSteps(store)

  return async function* follow(auditId, from, signal) {
    const bell = createBell()
    const stopListening = store.events.onNews(auditId, bell.ring)
    let position: Position | null = from
    let progress = ''
    let sentMs = performance.now()

    /** Comments until the promise has settled, or the signal fires. */
    async function* whilePending(promise: Promise<unknown>): AsyncGenerator<string, void, void> {
      while (!(await settlesWithin(promise, sentMs + heartbeat - performance.now(), signal))) {
        sentMs = performance.now()
        yield formatComment('still here')
      }
    }

    try {
      yield `retry: ${RETRY_MS}\n${formatComment(`audit ${auditId}`)}`
      while (!signal.aborted) {
        bell.reset()
        const stepping: Promise<Step | undefined> = step(auditId, position, progress).catch(
          (error) => void onError(error),
        )
        yield* whilePending(stepping)
        if (signal.aborted) return
        const taken = await stepping
        if (taken) {
          if (taken.text !== '') {
            sentMs = performance.now()
            yield taken.text
          }
          if (taken.next === null) return
          position = taken.next
          progress = taken.progress
          if (!taken.isCaughtUp) continue
        }
        await delay(rest, undefined, { signal }).catch(() => {})
        yield* whilePending(settlesWithin(bell.rung(), look, signal))
      }
    } finally {
      stopListening()
    }
  }
}

/** What rings between `reset` and `rung` is heard. */
function createBell() {
  let next = Promise.withResolvers<void>()
  return {
    ring: () => next.resolve(),
    reset() {
      next = Promise.withResolvers()
    },
    rung: () => next.promise,
  }
}

/** @returns false when the promise is still pending after `ms`; true also when the signal fires */
function settlesWithin(promise: Promise<unknown>, ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isSettled: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      resolve(isSettled)
    }
    const onAbort = () => end(true)
    const timer = setTimeout(() => end(false), Math.max(0, ms))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) end(true)
    promise.then(onAbort, onAbort)
  })
}
