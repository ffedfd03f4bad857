/**
 * Documents that are checked at the same time take turns: eight that each let others in after 20 ms of their own work would
 * hold the thread for 160.
 */
import { setImmediate } from 'node:timers'

/** Work of all of them together, after which the event loop has its turn. */
const TURN_MS = 20

/** When the loop last let one of them go on. */
let sinceMs = 0
/** As long as anybody waits, a call of letNextIn is on its way. */
const waiting: (() => void)[] = []

function letNextIn(): void {
  sinceMs = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letNextIn)
}

/**
 * To be called, and waited for, between two pieces of work. One of those who wait goes on in each round of the loop.
 * @returns whether others had their turn
 */
export async function takeTurn(): Promise<boolean> {
  if (performance.now() - sinceMs < TURN_MS) return false
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(letNextIn)
  })
  return true
}
