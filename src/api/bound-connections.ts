/**
 * A process that takes every connection has no file descriptors left for its audits and its database, and the system then
 * cuts off new clients without a word in any log. Some are kept back: beyond that clients are turned away, and it is told.
 */
import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import type { Logger } from 'pino'

/** Of all descriptors; the rest is for audits, the database and files. */
const CLIENTS_SHARE = 0.75
const TELL_EVERY_MS = 60_000

/** @param descriptors that the process may have open; null: nobody says how many */
export function boundConnections(server: Server, descriptors: number | null, logger: Pick<Logger, 'error'>): void {
  if (descriptors === null) return
  const most = Math.floor(descriptors * CLIENTS_SHARE)
  let toldAtMs = Number.NEGATIVE_INFINITY
  let turnedAway = 0
  server.maxConnections = most
  server.on('drop', () => {
    turnedAway++
    if (performance.now() - toldAtMs < TELL_EVERY_MS) return
    toldAtMs = performance.now()
    logger.error(
      { open: most, descriptors, turnedAway },
      'clients are turned away: as many are connected as the limit of open files allows (ulimit -n)',
    )
  })
}

/** The soft limit of this process (proc(5)), which Node has raised to the hard one; null where there is no /proc. */
export function readDescriptorLimit(): number | null {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? null : Number(limit)
  } catch {
    return null
  }
}
