/**
 * Which jobs this process runs. The queue's table may believe otherwise: a clock that was put forward makes it give a job
 * out again whose handler is still at work, and a database without room takes a job as begun, and not that it is over.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'

/** From one look to the next, until two in a row have found nothing. */
const LOOK_EVERY_MS = 5_000
/** A job is marked a moment before its handler begins and after it ends; one that nobody runs for so many looks is stray. */
const STRAY_LOOKS = 2
const JOBS_PER_LOOK = 1_000

export interface HeldJobs {
  /** Runs a job; where a handler of it is still at work, waits for that one instead. */
  hold(id: string, run: () => Promise<void>): Promise<void>
  /** Puts jobs back, sooner or later, that are marked as being run and are not. Only where no other process runs any. */
  lookForStrays(): void
  stop(): void
}

/** @param names of the queues; more may be added to them */
export function createHeldJobs(boss: PgBoss, names: readonly string[], onError: (error: Error) => void): HeldJobs {
  const held = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let isLooking = false
  let isDue = false

  async function strayOf(name: string, seen: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (let after: string | undefined; ; ) {
      const jobs = await boss.findJobs(name, { limit: JOBS_PER_LOOK, ...(after !== undefined && { after }) })
      for (const { id, state, retryCount } of jobs) {
        const key = `${id} ${retryCount}`
        if (state === 'active' && !held.has(id)) found.set(key, (seen.get(key) ?? 0) + 1)
      }
      after = jobs.length < JOBS_PER_LOOK ? undefined : jobs.at(-1)?.id
      if (after === undefined) break
    }
    const stray = [...found].filter(([, looks]) => looks > STRAY_LOOKS).map(([key]) => key.split(' ')[0] as string)
    if (stray.length > 0) await boss.fail(name, stray, { message: 'nobody runs this job' })
    return found
  }

  async function lookOn(): Promise<void> {
    const { signal } = stopping
    const seen = new Map<string, Map<string, number>>()
    for (let clean = 0; clean < 2 && !signal.aborted; ) {
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      isDue = false
      let strays = 0
      for (const name of names) {
        try {
          const found = await strayOf(name, seen.get(name) ?? new Map())
          seen.set(name, found)
          strays += found.size
        } catch (error) {
          isDue = true
          onError(error as Error)
        }
      }
      clean = strays > 0 || isDue ? 0 : clean + 1
    }
  }

  return {
    hold(id, run) {
      const before = held.get(id)
      if (before) return before
      const running = run().finally(() => held.delete(id))
      held.set(id, running)
      return running
    },
    lookForStrays() {
      isDue = true
      if (isLooking || stopping.signal.aborted) return
      isLooking = true
      void lookOn().finally(() => {
        isLooking = false
      })
    },
    stop: () => stopping.abort(),
  }
}
