/**
 * Lets connections in before work is begun for those that are there. libuv accepts one connection in a round of the event
 * loop: while every round does 20 ms of work for the first of a thousand clients, the last one, and every health check
 * behind it, stands at the door for 20 s.
 */
import type { Server } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Api } from './fastify-types.ts'

/** Rounds without a new connection after which nobody stands at the door. */
const QUIET_ROUNDS = 2
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
    const until = performance.now() + PATIENCE_MS
    let seen = accepted
    for (let quiet = 0; quiet < QUIET_ROUNDS && performance.now() < until; quiet++) {
      await setImmediate()
      if (accepted !== seen) quiet = -1
      seen = accepted
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
