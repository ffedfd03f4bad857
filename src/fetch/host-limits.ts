/**
 * The limits of every host over all audits of this process, and with a ledger over all processes: requests at once, the
 * turns of page requests under a crawl delay, and the pauses that a host asks for. How an audit feels about a host (its
 * pace) is its own matter and stands above.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { createHostLease, type HostLease } from './host-lease.ts'
import type { HostLedger } from './host-ledger.ts'
import { takePlace } from './take-place.ts'

export interface HostAsk {
  /** Ends the waiting. */
  signal: AbortSignal
  /** Distance to the next request with such a delay, from whatever audit, ms; 0: none. */
  turnDelayMs?: number
  /** Goes on with what has begun (a redirect to another host): before those that have not. */
  isUnderWay?: boolean
}

export interface HostLimits {
  /** Waits for its turn and for a place. @returns what gives the place back; null where the signal ended the wait */
  take(hostname: string, ask: HostAsk): Promise<(() => void) | null>
  /** The host asked to be left alone for `ms`. */
  pause(hostname: string, ms: number): void
  /** For how long it is left alone, ms. */
  pausedMs(hostname: string): number
  /** Gives back what is held. Whoever waits goes on waiting. */
  close(): Promise<void>
}

export interface HostLimitSettings {
  /** Requests at once to one host. */
  concurrency: number
  /** null: this process is alone. */
  ledger?: HostLedger | null
  /** Told when the ledger fails; it is asked again. */
  onError?: (error: Error) => void
  /** Ms of any origin. */
  clock?: () => number
}

/** A turn that could not be asked for is asked for again after so long. */
const TURN_FAILED_MS = 1_000
/** A ledger that fails is told no oftener. */
const QUIET_MS = 5_000
/** Hosts whose last turn has passed unnoticed are looked for whenever so many have come. */
const FORGET_EVERY = 256

interface Waiter {
  isUnderWay: boolean
  start(): void
}

interface Host {
  running: number
  waiting: Waiter[]
  pausedUntil: number
  timer: NodeJS.Timeout | undefined
  /** Whoever waits for a turn, one after the other. */
  turns: LimitFunction
  nextTurnAt: number
  lease: HostLease
}

export function createHostLimits(settings: HostLimitSettings): HostLimits {
  const { concurrency, ledger = null, clock = () => performance.now() } = settings
  let toldAt = Number.NEGATIVE_INFINITY
  /** Every host meets the same fault again and again. */
  const onError = (error: Error) => {
    if (clock() - toldAt < QUIET_MS) return
    toldAt = clock()
    settings.onError?.(error)
  }
  const hosts = new Map<string, Host>()
  const stopLooking = ledger?.onChange((name) => {
    if (name !== null) hosts.get(name)?.lease.look()
    else for (const host of hosts.values()) host.lease.look()
  })

  function of(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    if (hosts.size > 0 && hosts.size % FORGET_EVERY === 0) for (const [other, host] of hosts) forget(other, host)
    const host: Host = {
      running: 0,
      waiting: [],
      pausedUntil: Number.NEGATIVE_INFINITY,
      timer: undefined,
      turns: pLimit(1),
      nextTurnAt: Number.NEGATIVE_INFINITY,
      lease: ledger
        ? createHostLease(name, {
            ledger,
            concurrency,
            onShare: () => pump(name, host),
            onPause: (ms) => leaveAlone(name, host, ms),
            onError,
            clock,
          })
        : aloneWith(concurrency),
    }
    hosts.set(name, host)
    return host
  }

  /** Unless there is something to remember of it. */
  function forget(name: string, host: Host): void {
    const now = clock()
    const isTurnOver = host.nextTurnAt <= now && host.turns.activeCount + host.turns.pendingCount === 0
    const isIdle = host.running + host.waiting.length === 0 && host.pausedUntil <= now
    if (isIdle && isTurnOver && host.lease.isOver() && hosts.get(name) === host) hosts.delete(name)
  }

  /** Begins what may begin. */
  function pump(name: string, host: Host): void {
    clearTimeout(host.timer)
    const now = clock()
    if (host.pausedUntil > now) {
      host.timer = setTimeout(() => pump(name, host), Math.ceil(host.pausedUntil - now))
    } else {
      while (host.waiting.length > 0 && host.running < host.lease.mayRun()) {
        host.running++
        host.waiting.shift()?.start()
      }
    }
    host.lease.need(host.running, host.waiting.length)
    forget(name, host)
  }

  function leaveAlone(name: string, host: Host, ms: number): void {
    host.pausedUntil = Math.max(host.pausedUntil, clock() + ms)
    pump(name, host)
  }

  function takeSlot(name: string, isUnderWay: boolean, signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted) return Promise.resolve(null)
    const host = of(name)
    return new Promise((resolve) => {
      const onAbort = () => {
        host.waiting.splice(host.waiting.indexOf(waiter), 1)
        pump(name, host)
        resolve(null)
      }
      const waiter: Waiter = {
        isUnderWay,
        start() {
          signal.removeEventListener('abort', onAbort)
          let isHeld = true
          resolve(() => {
            if (!isHeld) return
            isHeld = false
            host.running--
            pump(name, host)
          })
        },
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const behind = isUnderWay ? host.waiting.findIndex((other) => !other.isUnderWay) : -1
      host.waiting.splice(behind === -1 ? host.waiting.length : behind, 0, waiter)
      pump(name, host)
    })
  }

  /** @returns in how many ms to try again; 0: the turn is taken */
  async function takeTurn(name: string, delayMs: number): Promise<number> {
    if (!ledger) return 0
    try {
      return await ledger.takeTurn(name, delayMs)
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      return TURN_FAILED_MS
    }
  }

  /** The place comes first and is given back where the turn is another's: whoever waits for a turn holds no place. */
  async function takeInTurn(name: string, delayMs: number, { signal, isUnderWay = false }: HostAsk) {
    const host = of(name)
    const leave = await takePlace(host.turns, signal)
    if (!leave) return null
    try {
      for (;;) {
        const waitMs = host.nextTurnAt - clock()
        if (waitMs > 0) await wait(waitMs, undefined, { signal })
        const giveBack = await takeSlot(name, isUnderWay, signal)
        if (!giveBack) return null
        const againMs = await untilAborted(takeTurn(name, delayMs), signal)
        host.nextTurnAt = clock() + (againMs || delayMs)
        if (againMs === 0) return giveBack
        giveBack()
        if (againMs === null) return null
      }
    } catch {
      return null
    } finally {
      leave()
    }
  }

  return {
    take: (name, ask) => {
      const { turnDelayMs = 0, isUnderWay = false, signal } = ask
      return turnDelayMs > 0 ? takeInTurn(name, turnDelayMs, ask) : takeSlot(name, isUnderWay, signal)
    },
    pause(name, ms) {
      if (ms <= 0) return
      leaveAlone(name, of(name), ms)
      ledger?.pause(name, ms).catch(onError)
    },
    pausedMs: (name) => Math.max(0, (hosts.get(name)?.pausedUntil ?? 0) - clock()),
    async close() {
      stopLooking?.()
      for (const host of hosts.values()) {
        host.lease.stop()
        clearTimeout(host.timer)
      }
      await ledger?.leave().catch(onError)
    },
  }
}

/** The share of a process that is alone: all there is. */
function aloneWith(concurrency: number): HostLease {
  return { mayRun: () => concurrency, need: () => {}, look: () => {}, isOver: () => true, stop: () => {} }
}

/** @returns null where the signal was first */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const over = Promise.withResolvers<null>()
  const onAbort = () => over.resolve(null)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, over.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
