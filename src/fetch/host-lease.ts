/**
 * One process's share of one host, kept up with the ledger: asked for when it is needed, renewed while it is, and given
 * back when it is not, sooner where others wait. Not every request costs a question, and none begins on a share that has
 * run out: a ledger that is away makes requests wait, never too many.
 */
import type { HostLedger, HostNeed } from './host-ledger.ts'

export interface HostLease {
  /** Requests at once that may be under way now. */
  mayRun(): number
  /** To be called after every change. */
  need(running: number, waiting: number): void
  /** Something may have changed in the ledger. */
  look(): void
  /** Nothing is held, needed or on its way. */
  isOver(): boolean
  stop(): void
}

/** Renewed so often that two failures in a row do not end it. */
const RENEWALS_A_LEASE = 4
/** How often the ledger is asked while somebody waits: notices tell sooner, and may be lost. */
const CONTENDED_MS = 250
/** How long a share that nobody else wants outlives its last request: the next one is often near. */
const IDLE_MS = 500
/** The same where others wait: long enough for an audit to get from one request to its next. */
const YIELD_MS = 50
const FAILED_MS = 300
/** Of the lease, for clocks that do not run at the same speed. */
const MARGIN = 0.1

export interface LeaseTools {
  ledger: HostLedger
  concurrency: number
  /** The share has changed. */
  onShare(): void
  onPause(ms: number): void
  onError(error: Error): void
  /** Ms of any origin. */
  clock(): number
}

export function createHostLease(host: string, tools: LeaseTools): HostLease {
  const { ledger, concurrency, clock } = tools
  const leaseMs = ledger.leaseMs * (1 - MARGIN)
  let running = 0
  let wanted = 0
  /** What the ledger has heard; null: nothing, or nothing any more. */
  let told: (HostNeed & { at: number }) | null = null
  let share = { mayRun: 0, isContended: false }
  /**
   * What the ledger counts as ours while it is being asked: its answer may give the rest of the share to others, so nothing
   * beyond it begins before the answer is there.
   */
  let reserved = 0
  let until = Number.NEGATIVE_INFINITY
  let isAsking = false
  /** Something was said while the ledger was being asked. */
  let isStale = false
  let isStopped = false
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY

  const mayRun = () => {
    if (clock() >= until) return 0
    return isAsking ? Math.min(share.mayRun, reserved) : share.mayRun
  }

  /** When the ledger is to be asked next. */
  function dueAt(): number {
    const now = clock()
    if (told === null) return wanted > 0 ? now : Number.POSITIVE_INFINITY
    if (wanted > mayRun() && wanted > told.wanted) return now
    const renewAt = told.at + ledger.leaseMs / RENEWALS_A_LEASE
    if (wanted === 0) return told.at + (share.isContended ? YIELD_MS : IDLE_MS)
    if (!share.isContended) return renewAt
    const held = Math.max(told.running, share.mayRun)
    const isLess = Math.max(running, Math.min(wanted, share.mayRun)) < held
    return isLess ? Math.max(now, told.at + YIELD_MS) : Math.min(renewAt, told.at + CONTENDED_MS)
  }

  function plan(at = dueAt()): void {
    if (isAsking || isStopped) return
    const when = Math.max(at, notBefore)
    if (when === Number.POSITIVE_INFINITY || when === timerAt) return
    clearTimeout(timer)
    timerAt = when
    const inMs = when - clock()
    if (inMs <= 0) void ask()
    else timer = setTimeout(() => void ask(), inMs)
  }

  async function ask(): Promise<void> {
    clearTimeout(timer)
    timerAt = Number.POSITIVE_INFINITY
    // Where nobody else wants any, the whole share: the ledger may be away for a while. Where others do, what of it has a
    // use: it is given away by the answer only once that has been heard, and until then nobody need stand still.
    reserved = Math.max(running, share.isContended ? Math.min(wanted, mayRun()) : wanted === 0 ? 0 : mayRun())
    isAsking = true
    isStale = false
    const at = clock()
    const asked = { running: reserved, wanted }
    try {
      const { pausedMs, ...got } = await ledger.share(host, asked)
      if (isStopped) return
      share = got
      until = at + leaseMs
      told = asked.wanted === 0 ? null : { ...asked, at: clock() }
      notBefore = 0
      if (pausedMs > 0) tools.onPause(pausedMs)
    } catch (error) {
      if (isStopped) return
      notBefore = clock() + FAILED_MS
      tools.onError(error instanceof Error ? error : new Error(String(error)))
    }
    isAsking = false
    tools.onShare()
    plan(isStale ? clock() : dueAt())
  }

  return {
    mayRun,
    need(runningNow, waiting) {
      running = runningNow
      wanted = Math.min(running + waiting, Math.max(concurrency, running))
      plan()
    },
    look() {
      isStale = isAsking
      if (told !== null || wanted > 0) plan(clock())
    },
    isOver: () => told === null && wanted === 0 && !isAsking,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
