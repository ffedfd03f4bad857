/** How far an audit has come, line by line, for people at a terminal. */
import { setTimeout as delay } from 'node:timers/promises'
import { progressLine } from '../report/text.ts'
import type { Store } from '../store/store.ts'
import { hasEnded } from './audit-status.ts'

/** All ms. */
export interface TellPace {
  /** The same line again, so that nobody and no proxy takes it for dead. */
  repeat: number
  /** A look without a notice, which may have been missed. */
  look: number
  /** No two lines within it. */
  rest: number
}

const PACE: TellPace = { repeat: 15_000, look: 2_000, rest: 500 }

/** Behind every number that is given out: the state alone is asked for. */
const NO_EVENTS = Number.MAX_SAFE_INTEGER

export interface TellSettings {
  store: Pick<Store, 'events'>
  /** Told of a database that does not answer: it is asked again. */
  onError(error: unknown): void
  pace?: Partial<TellPace>
}

/** @returns lines until the audit has ended or is gone, or the signal fires */
export function createTeller({ store, onError, pace }: TellSettings) {
  const { repeat, look, rest } = { ...PACE, ...pace }

  return async function* tell(auditId: string, signal: AbortSignal): AsyncGenerator<string, void, void> {
    const startedMs = performance.now()
    let news = Promise.withResolvers<void>()
    const stopListening = store.events.onNews(auditId, () => news.resolve())
    let lastLine = ''
    let saidMs = 0
    try {
      while (!signal.aborted) {
        news = Promise.withResolvers()
        const now = await store.events.read(auditId, NO_EVENTS, 0).catch((error) => {
          onError(error)
          return null
        })
        if (now === undefined || (now !== null && hasEnded(now))) return
        const line = now === null ? lastLine : progressLine(now)
        if (line !== lastLine || performance.now() - saidMs > repeat) {
          lastLine = line
          saidMs = performance.now()
          const seconds = Math.round((saidMs - startedMs) / 1000)
          yield `${String(seconds).padStart(4)} s  ${line}\n`
        }
        await Promise.race([news.promise, pause(look, signal)])
        await pause(rest, signal)
      }
    } finally {
      stopListening()
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return delay(ms, undefined, { signal }).catch(() => {})
}
