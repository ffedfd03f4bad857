/**
 * Lets connections in before work is begun for those that are there. libuv accepts one connection in a round of the event
 * loop: while every round does 20 ms of work for the first of a thousand clients, the last one, and every health check
 * behind it, stands at the door for 20 s.
 */
import type { Server } from 'node:http'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { Api } from './fastify-types.ts'

/** Rounds without a new connection after which nobody stands at the door. */
const QUIET_ROUNDS = 2
/** So many that have come one behind the other are a crowd, and more of it are on their way for so long, ms. */
const CROWD = 8
const CROWD_QUIET_MS = 20
/** Nobody waits for longer than this for others to come in, ms. */
const PATIENCE_MS = 1_000

/** @returns what resolves when nobody is left at the door; asked by many at once it counts rounds once */
export function createDoor(server: Pick<Server, 'on'>): () => Promise<void> {
  let accepted = 0
  let opening: Promise<void> | undefined
  server.on('connection', () => {
    accepted++
  })

  async function letIn(): Promise<void> {
    const first = accepted
    const until = performance.now() + PATIENCE_MS
    let quietRounds = 0
    let sinceMs = performance.now()
    for (let now = sinceMs; now < until; now = performance.now()) {
      const isCrowd = accepted - first >= CROWD
      if (quietRounds >= QUIET_ROUNDS && (!isCrowd || now - sinceMs >= CROWD_QUIET_MS)) return
      const before = accepted
      await (quietRounds < QUIET_ROUNDS ? setImmediate() : delay(1))
      quietRounds = accepted === before ? quietRounds + 1 : 0
      if (accepted !== before) sinceMs = performance.now()
    }
  }

  return () => {
    opening ??= letIn().finally(() => {
      opening = undefined
    })
    return opening
  }
}

/** For all that asks the database; what is open to everybody is answered at once. To be called when callers are known. */
export function acceptFirst(api: Api): void {
  const door = createDoor(api.server)
  api.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.config.access !== 'open') await door()
  })
}
